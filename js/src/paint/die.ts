/** Dice: small ones that only count, and large ones that show a face. */

import type { Point } from "../geometry.ts";
import { apart, type Ctx, disc, filled, lined, rounded } from "./shape.ts";

/** Where the pips of each face lie, in thirds from the middle. */
const FACES: [number, number][][] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** A row of small dice, as many as are thrown, its middle on a point; `fill` under the outline, if any. */
export function count(ctx: Ctx, at: Point, side: number, n: number, line: string, fill?: string): void {
  const step = side * 1.3;
  for (let i = 0; i < n; i++) {
    const p = { x: at.x + (i - (n - 1) / 2) * step, y: at.y };
    rounded(ctx, p, side, side, side * 0.24);
    if (fill) {
      filled(ctx, fill);
    }
    lined(ctx, Math.max(1, side * 0.1), line);
    disc(ctx, p, side * 0.13);
    filled(ctx, line);
  }
}

/** A die that shows a face; faces without a picture are written as numbers. */
export function die(
  ctx: Ctx,
  at: Point,
  side: number,
  face: number,
  ground: string,
  rim: string,
  turn: number,
): void {
  apart(ctx, () => {
    ctx.translate(at.x, at.y);
    ctx.rotate(turn);
    rounded(ctx, { x: 0, y: 0 }, side, side, side * 0.22);
    filled(ctx, ground);
    lined(ctx, Math.max(1, side * 0.07), rim);
    ctx.fillStyle = "#ffffff";
    for (const [x, y] of FACES[face] ?? []) {
      disc(ctx, { x: x * side * 0.26, y: y * side * 0.26 }, side * 0.1);
      ctx.fill();
    }
    if (FACES[face]) return;
    ctx.font = `800 ${side * 0.62}px sans-serif`;
    ctx.textAlign = "center";
    ctx.fillText(String(face), 0, side * 0.22);
  });
}
