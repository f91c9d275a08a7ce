/** Spells the codes of cards letter by letter: "F", and with an "R" soon after it, FR. */

export const PAUSE = 1000; // milliseconds after which a letter begins a code of its own

/** Keys that are easier to reach than the signs on the cards. */
const ALIKE: Record<string, string> = { ",": "<", ".": ">" };

export class Speller {
  #typed = "";
  #when = Number.NEGATIVE_INFINITY;

  /** The code that a letter completes, "" where it only begins one, null where no code is meant. */
  add(letter: string, codes: readonly string[], now: number): string | null {
    if (letter.length !== 1) return null;
    const typed = now - this.#when < PAUSE ? this.#typed : "";
    const plain = codes.some((code) => code === letter) ? letter : (ALIKE[letter] ?? letter);
    for (const word of [typed + plain.toUpperCase(), plain.toUpperCase()]) {
      const begun = codes.filter((code) => code.toUpperCase().startsWith(word));
      if (!begun.length) continue;
      this.#typed = word;
      this.#when = now;
      return begun.find((code) => code.toUpperCase() === word) ?? "";
    }
    this.#typed = "";
    return null;
  }
}
