import { describe, expect, test } from "vitest";
import { angle, centre, corners, DIRECTIONS, hexAt, neighbour, roundHex, sixth } from "../src/geometry.ts";

const ORIENTATIONS = ["pointy", "flat"] as const;

function near(n: number): { q: number; r: number }[] {
  const all = [];
  for (let q = -n; q <= n; q++) for (let r = -n; r <= n; r++) all.push({ q, r });
  return all;
}

describe.each(ORIENTATIONS)("%s hexes", (orientation) => {
  test("hexAt inverts centre for every hex, also near its corners", () => {
    for (const hex of near(12)) {
      const c = centre(hex, orientation);
      expect(hexAt(c, orientation)).toEqual(hex);
      for (const corner of corners(orientation)) {
        expect(hexAt({ x: c.x + corner.x * 0.999, y: c.y + corner.y * 0.999 }, orientation)).toEqual(hex);
      }
    }
  });

  test("an edge's angle points to the neighbour in its direction", () => {
    DIRECTIONS.forEach((step, direction) => {
      const c = centre(step, orientation);
      const a = angle(direction, orientation);
      expect(Math.cos(a)).toBeCloseTo(c.x / Math.sqrt(3));
      expect(Math.sin(a)).toBeCloseTo(c.y / Math.sqrt(3));
    });
  });

  test("neighbouring hexes share two corners", () => {
    const at = centre({ q: 1, r: 0 }, orientation);
    const own = corners(orientation);
    const theirs = own.map((c) => ({ x: c.x + at.x, y: c.y + at.y }));
    const shared = own.filter((a) => theirs.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-9));
    expect(shared).toHaveLength(2);
  });
});

test("directions turn counter-clockwise on the screen", () => {
  const up = centre(neighbour({ q: 0, r: 0 }, 1), "pointy");
  expect(up.x).toBeGreaterThan(0);
  expect(up.y).toBeLessThan(0);
});

test("opposite directions cancel out", () => {
  for (let d = 0; d < 6; d++) {
    expect(neighbour(neighbour({ q: 2, r: -5 }, d), d + 3)).toEqual({ q: 2, r: -5 });
  }
});

test("rounding keeps cube coordinates at sum zero and has no negative zero", () => {
  expect(roundHex(-0.2, 0.1)).toEqual({ q: 0, r: 0 });
  expect(Object.is(roundHex(-0.2, 0.1).q, 0)).toBe(true);
  expect(roundHex(0.6, 0.3)).toEqual({ q: 1, r: 0 });
});

test("sixths wrap both ways", () => {
  expect([-1, 0, 6, 13].map(sixth)).toEqual([5, 0, 0, 1]);
});
