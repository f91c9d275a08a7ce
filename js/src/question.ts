/**
 * Something to ask Python again and again while a person changes what it depends on: asked once the wish rests
 * for a moment, one question at a time, and always for the latest wish. No answer shows nothing and stops nothing.
 */

export type Pick = string | number;

export const REST = 60; // milliseconds that a wish rests before it is asked for
export const LATE = 1500; // milliseconds after which a question counts as lost

interface Wish {
  key: string;
  picks: Pick[];
}

export class Question<T> {
  /** The last answer, also while another wish waits for its own. */
  last: T;
  /** Whether `last` answers the present wish. */
  fresh = false;
  #wish: Wish | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #asked: { seq: number; key: string; lost: ReturnType<typeof setTimeout> } | null = null;
  #ask: (picks: Pick[]) => number;

  constructor(ask: (picks: Pick[]) => number, nothing: T) {
    this.#ask = ask;
    this.last = nothing;
  }

  /** The wish of this moment, made at a position; null where there is none. */
  wish(rev: number, picks: Pick[] | null): void {
    const key = picks ? [rev, ...picks].join(" ") : "";
    if (key === (this.#wish?.key ?? "")) return;
    this.#wish = picks && { key, picks };
    this.fresh = false;
    clearTimeout(this.#resting);
    if (picks) this.#resting = setTimeout(() => this.#next(), REST);
  }

  /** An answer; whether it changed what is shown. */
  heard(seq: number, answer: T): boolean {
    if (this.#asked?.seq !== seq) return false;
    const wanted = this.#asked.key === this.#wish?.key;
    clearTimeout(this.#asked.lost);
    this.#asked = null;
    if (wanted) {
      this.last = answer;
      this.fresh = true;
    } else this.#next();
    return wanted;
  }

  close(): void {
    clearTimeout(this.#resting);
    clearTimeout(this.#asked?.lost);
    this.#wish = null;
    this.#asked = null;
  }

  #next(): void {
    clearTimeout(this.#resting);
    if (this.#asked || !this.#wish) return;
    const { key, picks } = this.#wish;
    const seq = this.#ask(picks);
    const lost = setTimeout(() => {
      this.#asked = null;
      if (this.#wish?.key !== key) this.#next();
    }, LATE);
    this.#asked = { seq, key, lost };
  }
}
