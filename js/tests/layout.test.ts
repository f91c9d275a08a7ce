import { describe, expect, test } from "vitest";
import { at, grid } from "../dev/fixture.ts";
import { arrange, gemPoint, placeAt, walkTo } from "../src/layout.ts";

const board = grid();
const layout = arrange(board, 600, 2000);

function point(name: string) {
  const p = layout.points[at(name)];
  if (!p) throw new Error(`no place ${name}`);
  return p;
}

test("the grid fills the width, or stops at the greatest height", () => {
  expect(layout.width).toBeCloseTo(600);
  expect(arrange(board, 5000, 400).height).toBeCloseTo(400);
});

test("every place lies inside and is found again at its middle", () => {
  board.places.forEach((place, index) => {
    const p = point(place.name);
    expect(p.x).toBeGreaterThan(0);
    expect(p.x).toBeLessThan(layout.width);
    expect(p.y).toBeGreaterThan(0);
    expect(p.y).toBeLessThan(layout.height);
    expect(placeAt(layout, board, p)).toBe(index);
  });
});

test("a point beside the board is on no place", () => {
  expect(placeAt(layout, board, { x: 2, y: 2 })).toBeNull();
});

test("a small site leans towards its two cells", () => {
  const small = board.places.findIndex((p) => p.kind === "small" && p.q > 0);
  const p = layout.points[small];
  const straight = layout.origin.x + Math.sqrt(3) * 3 * layout.size;
  expect(p?.x).toBeLessThan(straight);
});

test("two stones lie beside each other around the middle of their site", () => {
  const [a, b] = [gemPoint(layout, at("d2"), 0, 2), gemPoint(layout, at("d2"), 1, 2)];
  expect((a.x + b.x) / 2).toBeCloseTo(point("d2").x);
  expect(b.x - a.x).toBeGreaterThan(layout.size * 0.5);
});

test("a flat-topped grid is arranged as well", () => {
  const flat = { ...board, orientation: "flat" as const };
  const turned = arrange(flat, 600, 2000);
  flat.places.forEach((_, index) => {
    expect(placeAt(turned, flat, turned.points[index] ?? { x: 0, y: 0 })).toBe(index);
  });
});

test("an empty grid has a size and no places", () => {
  const none = { ...board, places: [] };
  const bare = arrange(none, 300, 300);
  expect(bare.width).toBeGreaterThan(0);
  expect(placeAt(bare, none, { x: 10, y: 10 })).toBeNull();
});

describe("arrow keys", () => {
  test.each([
    ["c3", -1, 0, "c2"],
    ["c3", 1, 0, "c4"],
    ["d1", -1, 0, null],
    ["a1", 0, -1, null],
  ] as const)("from %s by (%i, %i) reach %s", (from, dx, dy, to) => {
    expect(walkTo(layout, at(from), dx, dy)).toBe(to === null ? null : at(to));
  });

  test("up and down reach the next row", () => {
    const up = walkTo(layout, at("d4"), 0, -1);
    expect(board.places[up ?? 0]?.r).toBe(-1);
  });
});

test.each(["four", "three", "two"] as const)("the board for %s fits any width", (variant) => {
  for (const width of [300, 640, 1600]) {
    const fitted = arrange(grid("en", variant), width, 720);
    expect(fitted.width).toBeLessThanOrEqual(width + 0.01);
    expect(fitted.height).toBeLessThanOrEqual(720.01);
    expect(fitted.size).toBeLessThanOrEqual(66);
  }
});
