/** One view's end of the line to Python: numbers intents, matches answers, notices silence. */

import type { Answer, Edge, Intent, Preview, Table, Told } from "./protocol.ts";

export interface Ears {
  accepted(seq: number, rev: number): void;
  refused(seq: number, rule: string, text: string, edges: Edge[]): void; // text is empty where nothing needs to be said
  foreseen(seq: number, tallies: number[][]): void; // also where nothing can be told
  told(seq: number, rev: number, table: Table | null): void;
  notice(text: string): void;
  silent(seq: number): void;
}

export const PATIENCE = 4000; // milliseconds before a missing answer is mentioned

export class Wire {
  readonly view = Math.random().toString(36).slice(2, 12); // crypto.randomUUID is missing on plain http
  #seq = 0;
  #open = new Map<number, ReturnType<typeof setTimeout>>();
  #overtaken = new Set<number>(); // sent before the answer to an earlier one came
  #send: (intent: Intent) => void;
  #ears: Ears;

  constructor(send: (intent: Intent) => void, ears: Ears) {
    this.#send = send;
    this.#ears = ears;
  }

  move(rev: number, picks: (string | number)[], kind: "move" | "edit" = "move"): number {
    return this.#pick(kind, rev, picks, this.#next());
  }

  /** Use a tool; its table may come long after the answer. */
  tool(rev: number, picks: (string | number)[]): number {
    return this.#pick("tool", rev, picks, this.#next());
  }

  /** Ask what a move would bring. Nobody waits for it: silence is not mentioned. */
  preview(rev: number, picks: (string | number)[]): number {
    return this.#pick("preview", rev, picks, ++this.#seq);
  }

  /** Ask what an order would lead to against each answer; silence is not mentioned either. */
  odds(rev: number, picks: (string | number)[]): number {
    return this.#pick("odds", rev, picks, ++this.#seq);
  }

  /** Tell of an attempt that the page refused by itself; no answer is waited for. */
  tried(rev: number, picks: string[]): void {
    this.#pick("tried", rev, picks, ++this.#seq);
  }

  #pick(
    kind: "move" | "tried" | "preview" | "odds" | "tool" | "edit",
    rev: number,
    picks: (string | number)[],
    seq: number,
  ): number {
    this.#send({ v: 1, view: this.view, seq, rev, kind, picks });
    return seq;
  }

  ask(rev: number, kind: "undo" | "redo" | "reveal"): number {
    const seq = this.#next();
    this.#send({ v: 1, view: this.view, seq, rev, kind });
    return seq;
  }

  /** Take a message from Python; anything that is not for this view is ignored. */
  hear(message: unknown): void {
    if (!isRecord(message) || message.v !== 1) return;
    if (message.kind === "ping" && typeof message.id === "number") {
      this.#send({ v: 1, view: this.view, kind: "pong", id: message.id });
    } else if (message.kind === "notice" && typeof message.text === "string") {
      this.#ears.notice(message.text);
    } else if (message.view !== this.view) {
      return;
    } else if (isAnswer(message)) {
      this.#answer(message);
    } else if (isPreview(message)) {
      this.#ears.foreseen(message.seq, message.tallies);
    } else if (isTold(message)) {
      this.#heard(message.seq);
      this.#ears.told(message.seq, message.rev, message.table);
    }
  }

  close(): void {
    for (const timer of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #next(): number {
    const seq = ++this.#seq;
    this.#open.set(
      seq,
      setTimeout(() => this.#ears.silent(seq), PATIENCE),
    );
    return seq;
  }

  /** An answer came; whether one was waited for. */
  #heard(seq: number): boolean {
    clearTimeout(this.#open.get(seq));
    return this.#open.delete(seq);
  }

  #answer(answer: Answer): void {
    if (!this.#heard(answer.seq)) {
      this.#ears.foreseen(answer.seq, []); // a question that cannot be answered
      return;
    }
    if (answer.ok) {
      this.#overtaken = new Set(this.#open.keys());
      this.#ears.accepted(answer.seq, answer.rev);
      return;
    }
    const second = answer.rule === "STALE" && this.#overtaken.has(answer.seq); // of two quick clicks: nothing to tell
    this.#ears.refused(answer.seq, answer.rule, second ? "" : answer.text, answer.edges ?? []);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isAnswer(message: Record<string, unknown>): message is Record<string, unknown> & Answer {
  if (message.kind !== "answer" || typeof message.seq !== "number") return false;
  if (typeof message.view !== "string" || typeof message.rev !== "number") return false;
  return message.ok === true || (typeof message.rule === "string" && typeof message.text === "string");
}

function isPreview(message: Record<string, unknown>): message is Record<string, unknown> & Preview {
  if (message.kind !== "preview" || typeof message.seq !== "number") return false;
  const { tallies } = message;
  return Array.isArray(tallies) && tallies.every((row) => Array.isArray(row));
}

function isTold(message: Record<string, unknown>): message is Record<string, unknown> & Told {
  if (message.kind !== "table" || typeof message.seq !== "number") return false;
  const { table } = message;
  return table === null || (isRecord(table) && Array.isArray(table.columns) && Array.isArray(table.rows));
}
