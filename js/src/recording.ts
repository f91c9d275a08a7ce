/** A recorded game: every position from what changed on the way to it, and the model that shows one of them. */

import { LocalModel } from "./model.ts";
import type { Beat, Intent, Status, Traits } from "./protocol.ts";
import { say } from "./words.ts";

/** What Python writes into the page. */
export interface Record {
  board: Partial<Traits>; // what holds for all positions
  plies: Partial<Traits>[]; // the first position, then what each decision changed
}

export class Recording {
  readonly local: LocalModel;
  readonly last: number;
  ply = 0;
  moved: () => void = () => {};
  #positions: Traits[] = [];

  constructor({ board, plies }: Record) {
    let position = { ...board, ...plies[0] } as Traits;
    plies.forEach((changes, ply) => {
      position = { ...position, ...changes, rev: ply + 1 };
      this.#positions.push(position);
    });
    this.last = plies.length - 1;
    this.local = new LocalModel(this.at(0));
    this.local.heard = (intent) => this.#answer(intent);
  }

  at(ply: number): Traits {
    return this.#positions[ply] ?? (this.#positions[0] as Traits);
  }

  /** Show a position. What happened is seen happening only where it is the next one. */
  show(ply: number): void {
    const to = Math.max(0, Math.min(ply, this.last));
    if (to === this.ply) return;
    const next = to === this.ply + 1;
    this.ply = to;
    const { tokens, marks, tray, picks, status, rev } = this.at(to);
    this.local.update({ tokens, marks, tray, picks, rev, status: next ? status : still(status) });
    this.moved();
  }

  /** What the decision that led to a position did, in a line. */
  told(ply: number): string {
    const { status, words } = this.at(ply);
    if (ply === 0) return say(words, "replay_start");
    if (status.event) return status.event.text;
    const beats = (status.story ?? []).map(({ lead, text }) => [lead, text].filter(Boolean).join(" "));
    return beats.join(" \u2014 ") || status.heading;
  }

  /** Undo and redo lead through the game; nothing can be played. */
  #answer(intent: Intent): void {
    if (intent.kind === "pong") return;
    const { v, view, seq, kind } = intent;
    const { rev, words } = this.at(this.ply);
    const answer = { v, view, seq, rev };
    queueMicrotask(() => {
      if (kind === "preview") this.local.say({ ...answer, kind, tallies: [] });
      else if (kind === "odds") this.local.say({ ...answer, kind: "table", table: null });
      else if (kind === "undo" || kind === "redo") {
        this.local.say({ ...answer, kind: "answer", ok: true });
        this.show(this.ply + (kind === "undo" ? -1 : 1));
      } else {
        const text = say(words, "replay_only");
        this.local.say({ ...answer, kind: "answer", ok: false, rule: "", text });
      }
    });
  }
}

/** The same status with a story that is only read. */
function still(status: Status): Status {
  if (!status.story) return status;
  return { ...status, story: status.story.map(({ lead, text, rule }): Beat => ({ lead, text, rule })) };
}
