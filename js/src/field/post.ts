/** One view's end of the line to Python: numbers what it tells, matches answers, notices silence, hovers seldom. */

import type { Down, Gesture, Kind, Sent } from "./protocol.ts";

const PATIENCE = 4000; // milliseconds before a missing answer is mentioned
const SELDOM = 50; // milliseconds between two messages of the same kind that may come often

export interface Ears {
  said(text: string): void; // what Python has to say
  silent(): void;
}

type Stroke = Extract<Gesture, { kind: "paint" }>;

export class Post {
  readonly view = Math.random().toString(36).slice(2, 12);
  #seq = 0;
  #open = new Map<number, ReturnType<typeof setTimeout>>();
  #send: (message: Sent) => void;
  #hears: () => readonly Kind[];
  #ears: Ears;
  #hover: Gesture | null = null;
  #hovered = -1; // what Python was told last
  #stroke: Stroke | null = null;
  #timers = new Map<Kind, ReturnType<typeof setTimeout>>();

  constructor(send: (message: Sent) => void, hears: () => readonly Kind[], ears: Ears) {
    this.#send = send;
    this.#hears = hears;
    this.#ears = ears;
  }

  click(at: number, button: number, keys: number): void {
    this.#tell({ kind: "click", at, button, keys });
  }

  /** Another cell, or -1 for none; the last one counts. */
  hover(at: number, keys: number): void {
    this.#hover = { kind: "hover", at, keys };
    this.#seldom("hover", () => {
      const hover = this.#hover;
      this.#hover = null;
      if (hover?.kind !== "hover" || hover.at === this.#hovered) return;
      this.#hovered = hover.at;
      this.#tell(hover);
    });
  }

  /** More cells of a stroke; what comes soon after each other goes together. */
  paint(cells: number[], phase: number, button: number, keys: number): void {
    const waiting = this.#stroke;
    this.#stroke = waiting
      ? { ...waiting, cells: [...waiting.cells, ...cells], phase: waiting.phase === 0 ? 0 : phase }
      : { kind: "paint", cells, phase, button, keys };
    const ends = phase === 2 && this.#stroke.phase === 0;
    const send = (): void => {
      const stroke = this.#stroke;
      this.#stroke = null;
      if (!stroke) return;
      for (let from = 0; from === 0 || from < stroke.cells.length; from += 1024) {
        const first = from === 0 ? stroke.phase : 1;
        this.#tell({ ...stroke, cells: stroke.cells.slice(from, from + 1024), phase: first });
      }
      if (ends) this.#tell({ ...stroke, cells: [], phase: 2 });
    };
    if (phase === 2) {
      clearTimeout(this.#timers.get("paint"));
      this.#timers.delete("paint");
      send();
    } else this.#seldom("paint", send);
  }

  hear(message: unknown): void {
    const { v, kind, view, seq, ok, text } = (message ?? {}) as Partial<
      Down & { view: string; seq: number; ok: boolean; text: string }
    >;
    if (v !== 1) return;
    if (kind === "notice" && typeof text === "string") this.#ears.said(text);
    if (kind !== "answer" || view !== this.view || typeof seq !== "number") return;
    clearTimeout(this.#open.get(seq));
    this.#open.delete(seq);
    if (ok === false && typeof text === "string") this.#ears.said(text);
  }

  close(): void {
    for (const timer of [...this.#open.values(), ...this.#timers.values()]) clearTimeout(timer);
    this.#open.clear();
    this.#timers.clear();
  }

  /** At once, and then once in a while as long as there is more. */
  #seldom(kind: Kind, send: () => void): void {
    if (this.#timers.has(kind)) return;
    send();
    const again = (): void => {
      this.#timers.delete(kind);
      const more = kind === "hover" ? this.#hover : this.#stroke;
      if (!more) return;
      send();
      this.#timers.set(kind, setTimeout(again, SELDOM));
    };
    this.#timers.set(kind, setTimeout(again, SELDOM));
  }

  #tell(gesture: Gesture): void {
    if (!this.#hears().includes(gesture.kind)) return;
    const seq = ++this.#seq;
    if (gesture.kind !== "hover")
      this.#open.set(
        seq,
        setTimeout(() => this.#ears.silent(), PATIENCE),
      );
    this.#send({ v: 1, view: this.view, seq, ...gesture });
  }
}
