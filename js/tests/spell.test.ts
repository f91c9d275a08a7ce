import { describe, expect, test } from "vitest";
import { PAUSE, Speller } from "../src/spell.ts";

const CODES = ["F", "FR", "FL", "BR", "BL", "B", "S", "CF", "CFR", "CFL", "=", ">", "<"];

/** What each of some letters means, a tenth of a second apart. */
function typed(letters: string, codes = CODES): (string | null)[] {
  const speller = new Speller();
  return [...letters].map((letter, i) => speller.add(letter, codes, i * 100));
}

describe("codes letter by letter", () => {
  test.each([
    ["f", ["F"]],
    ["fr", ["F", "FR"]],
    ["CFL", ["", "CF", "CFL"]],
    ["ff", ["F", "F"]],
    ["fb", ["F", "B"]],
    ["cs", ["", "S"]],
    ["brb", ["B", "BR", "B"]],
    ["=,.<>", ["=", "<", ">", "<", ">"]],
    ["u", [null]],
    ["cu", ["", null]],
    ["r", [null]],
  ])("%s", (letters, meant) => {
    expect(typed(letters)).toEqual(meant);
  });

  test("a pause begins a code of its own", () => {
    const speller = new Speller();
    expect(speller.add("F", CODES, 0)).toBe("F");
    expect(speller.add("R", CODES, PAUSE)).toBeNull();
    expect(speller.add("C", CODES, 2 * PAUSE)).toBe("");
    expect(speller.add("F", CODES, 3.5 * PAUSE)).toBe("F");
  });

  test("a key that is no letter means nothing", () => {
    const speller = new Speller();
    expect(speller.add("Enter", CODES, 0)).toBeNull();
    expect(speller.add("F", [], 0)).toBeNull();
  });

  test("a comma that is a code is taken as it is", () => {
    expect(typed(",", [",", "<"])).toEqual([","]);
  });
});
