/** The picture of what a card does, seen from the fighter: lines on a field of 24 by 24, for SVG and canvas alike. */

import { type Point, polar } from "../geometry.ts";
import type { Card } from "../protocol.ts";
import { apart, type Ctx, lined } from "./shape.ts";

export const FIELD = 24;

const MIDDLE = FIELD / 2;
const REACH = 9; // half the length of an arrow
const HEAD = 5.6;
const SWING = 6.8; // radius of a turning arrow

type Act = NonNullable<Card["act"]>;

/** Ahead is up; sixths count counter-clockwise, as directions do. */
function towards(sixths: number, far: number, from: Point = { x: MIDDLE, y: MIDDLE }): Point {
  const a = (-90 - 60 * sixths) * (Math.PI / 180);
  return polar(from, a, far);
}

export function lines(act: Act): Point[][] {
  if (act[0] === "turn") return act[1] === 0 ? keep() : swing(act[1]);
  const [, direction, steps] = act;
  return steps === 0 ? [ring(3.4)] : arrow(direction, steps);
}

/** An arrow with one head per hex. */
function arrow(direction: number, steps: number): Point[][] {
  const gap = Math.min(5.2, 13 / steps);
  const heads = Array.from({ length: steps }, (_, i) => head(direction, towards(direction, REACH - i * gap)));
  return [[towards(direction, -REACH), towards(direction, REACH)], ...heads];
}

/** Two strokes that meet in a tip. */
function head(direction: number, tip: Point, size = HEAD): Point[] {
  return [towards(direction + 2.25, size, tip), tip, towards(direction - 2.25, size, tip)];
}

/** Two bars: nothing changes. */
function keep(): Point[][] {
  return [-3, 3].map((y) => [
    { x: MIDDLE - 6, y: MIDDLE + y },
    { x: MIDDLE + 6, y: MIDDLE + y },
  ]);
}

/** Most of a circle, over the top and down on the side to which one turns. */
function swing(sixths: number): Point[][] {
  const way = Math.sign(sixths);
  const on = (part: number): Point => towards(way * (part * 3.5 - 2), SWING);
  const points = Array.from({ length: 25 }, (_, i) => on(i / 24));
  const tip = head(way * 2.85, on(1), 4.6); // along the circle, a little inwards
  return [points, tip].map((line) => line.map(({ x, y }) => ({ x, y: y + 1 })));
}

function ring(radius: number): Point[] {
  return Array.from({ length: 25 }, (_, i) => towards(i / 4, radius));
}

/** The lines as the path of an SVG. */
export function path(act: Act): string {
  const place = ({ x, y }: Point): string => `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`;
  return lines(act)
    .map((line) => `M${line.map(place).join("L")}`)
    .join("");
}

/** The lines on a canvas, around a point. */
export function picture(ctx: Ctx, at: Point, size: number, act: Act, colour: string): void {
  apart(ctx, () => {
    ctx.translate(at.x, at.y);
    ctx.scale(size / FIELD, size / FIELD);
    ctx.beginPath();
    for (const [first, ...rest] of lines(act)) {
      if (first) ctx.moveTo(first.x - MIDDLE, first.y - MIDDLE);
      for (const p of rest) ctx.lineTo(p.x - MIDDLE, p.y - MIDDLE);
    }
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    lined(ctx, 2.4, colour);
  });
}
