import { describe, expect, test } from "vitest";
import {
  allows,
  type Choices,
  isEmpty,
  needsTurn,
  options,
  reachable,
  stepAfter,
  walk,
} from "../src/picks.ts";

const HAND: Choices = {
  steps: ["hand", "place", "turn"],
  tree: { S1: "c4 63 d5 21", A1: { c4: { "0": 1, "3": 1 } } },
  also: [],
};

describe("options of a node", () => {
  test("a compact string lists places and turn masks", () => {
    expect([...options("c4 63 d5 21")]).toEqual([
      ["c4", 63],
      ["d5", 21],
    ]);
  });
  test("an object of turns becomes the same mask", () => {
    expect(options({ c4: { "0": 1, "3": 1 } }).get("c4")).toBe(0b1001);
  });
  test("where no turn is chosen every turn is allowed", () => {
    expect(options({ R7: 1, B3: 1 }).get("R7")).toBe(63);
  });
  test("an end and an empty string offer nothing", () => {
    expect(options(1).size).toBe(0);
    expect(options("").size).toBe(0);
    expect(options(null).size).toBe(0);
  });
});

test("walking a chain that is not offered ends in null", () => {
  expect(walk(HAND.tree, ["S1"])).toBe("c4 63 d5 21");
  expect(walk(HAND.tree, ["B2"])).toBeNull();
  expect(walk(HAND.tree, ["S1", "c4"])).toBeNull();
});

test("steps are named level by level, and not at all when nothing may be chosen", () => {
  expect(stepAfter(HAND, [])).toBe("hand");
  expect(stepAfter(HAND, ["S1"])).toBe("place");
  expect(stepAfter({ steps: ["hand"], tree: {}, also: [] }, [])).toBeNull();
  expect(isEmpty({ steps: ["hand"], tree: {}, also: [] })).toBe(true);
});

test("a place of a confused unit still needs a turn", () => {
  expect(needsTurn({ steps: ["place", "turn"], tree: "e6 63", also: [] }, [])).toBe(true);
  expect(needsTurn({ steps: ["place"], tree: { e6: 1 }, also: [] }, [])).toBe(false);
});

test("reachable joins the places of the whole hand", () => {
  expect([...reachable(HAND)].sort()).toEqual(["c4", "d5"]);
});

test("a mask allows the turns whose bits are set", () => {
  expect([0, 1, 2, 3, 4, 5].map((turn) => allows(21, turn))).toEqual([true, false, true, false, true, false]);
  expect(allows(undefined, 0)).toBe(false);
});
