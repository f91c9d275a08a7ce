import { describe, expect, test } from "vitest";
import { at, traits } from "../dev/fixture.ts";
import { frame } from "../src/frame.ts";
import { arrange } from "../src/layout.ts";
import type { Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { lying, stoneAt } from "../src/stones.ts";
import { facts, news, spoken } from "../src/told.ts";
import { wordsOf } from "./words.ts";

function scene(change: Partial<Traits> = {}): Scene {
  const all = { ...traits(wordsOf("en")), ...change };
  return new Scene((key) => all[key]);
}

describe("the width", () => {
  test.each([320, 500, 700, 960, 1200, 2000])("of %i pixels has room for board and panel", (width) => {
    const { breadth, board, room } = frame(width);
    expect(board).toBeGreaterThan(280);
    expect(room).toBeGreaterThan(230);
    if (breadth !== "narrow") expect(board + room).toBeLessThan(width);
  });

  test("decides where the panel goes", () => {
    expect([320, 700, 1200].map((width) => frame(width).breadth)).toEqual(["narrow", "mid", "wide"]);
  });
});

test("a place is told with who stands there and what is noted", () => {
  expect(facts(scene(), at("d3"))).toEqual(["Red S1"]);
  expect(spoken(scene(), at("d2"), false)).toBe("d2, large site, Blue 6, Yellow 4, Red 8, Blue 11, Green 4");
  expect(spoken(scene(), at("g2"), true)).toBe("g2, may be chosen");
});

test("news are the event, changed scores and who is next", () => {
  const before = scene();
  const seats = before.traits.tray.seats.map((seat, i) => (i === 1 ? { ...seat, score: 7 } : seat));
  expect(news(before, scene({ tray: { seats, goals: [] } }))).toBe(
    "Blue placed C2 on e6.\nBlue 7 points\nGreen places a unit",
  );
});

test("a stone is found where it lies, and nowhere else", () => {
  const layout = arrange(scene().traits.grid, 600, 600);
  const stones = lying(scene(), layout);
  expect(stones.map((one) => one.key)).toEqual(["R7", "B3", "B6", "Y4", "Y5", "G4"]);
  for (const { key, point } of stones) expect(stoneAt(stones, point)).toBe(key);
  expect(stoneAt(stones, { x: 1, y: 1 })).toBeNull();
  expect(lying(scene(), null)).toEqual([]);
});
