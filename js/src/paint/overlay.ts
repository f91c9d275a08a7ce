/** What lies over the ground for a moment: legal cells, outlines, bars between edges, hatching. */

import { corner, mix, type Orientation, type Point, polar } from "../geometry.ts";
import { LOOK } from "../look.ts";
import type { Palette } from "../theme.ts";
import { apart, type Ctx, filled, hexagon, lined } from "./shape.ts";

/** A cell that may be chosen: soft fill and dashed outline. `strength` is 1 while carrying, less before. */
export function legal(
  ctx: Ctx,
  at: Point,
  size: number,
  colour: string,
  strength: number,
  o: Orientation,
  fill = 0.2,
): void {
  hexagon(ctx, at, size * 0.84, o);
  apart(ctx, () => {
    ctx.globalAlpha *= fill * strength;
    filled(ctx, colour);
  });
  apart(ctx, () => {
    ctx.globalAlpha *= strength;
    ctx.setLineDash([size * 0.13, size * 0.095]);
    lined(ctx, Math.max(1.2, size * 0.042), colour);
  });
}

export function outline(
  ctx: Ctx,
  at: Point,
  size: number,
  colour: string,
  width: number,
  o: Orientation,
): void {
  hexagon(ctx, at, size * LOOK.marks.outline, o);
  ctx.lineJoin = "round";
  lined(ctx, Math.max(LOOK.marks.least, size * width), colour);
}

/** A spot where the carried unit may not go. */
export function hatch(ctx: Ctx, at: Point, size: number, colours: Palette, o: Orientation): void {
  apart(ctx, () => {
    hexagon(ctx, at, size * 0.93, o);
    ctx.clip();
    ctx.globalAlpha *= 0.42;
    ctx.strokeStyle = colours.warn;
    ctx.lineWidth = Math.max(1, size * 0.045);
    ctx.beginPath();
    for (let d = -2; d <= 2; d += 0.3) {
      ctx.moveTo(at.x + (d - 1) * size, at.y + size);
      ctx.lineTo(at.x + (d + 1) * size, at.y - size);
    }
    ctx.stroke();
  });
}

/** The bar on the edge towards a direction: green means that both sides show the same power. */
export function bar(
  ctx: Ctx,
  at: Point,
  size: number,
  direction: number,
  equal: boolean,
  colours: Palette,
  o: Orientation,
): void {
  const along = edge(at, size, direction, o);
  if (equal) {
    line(ctx, along, size * 0.22, "rgba(6, 46, 30, 0.55)");
    line(ctx, along, size * 0.155, colours.match);
  } else {
    line(ctx, along, size * 0.11, "rgba(0, 0, 0, 0.5)");
    line(ctx, along, size * 0.065, colours.miss);
  }
}

/** An edge that hinders: crossed out, so that it is told from one that matches by more than its colour. */
export function cross(
  ctx: Ctx,
  at: Point,
  size: number,
  direction: number,
  colours: Palette,
  o: Orientation,
): void {
  const along = edge(at, size, direction, o);
  const middle = mix(...along, 0.5);
  const arms = [1, 3, 5, 7].map((eighth) => polar(middle, (eighth * Math.PI) / 4, size * 0.15));
  const [a = at, b = at, c = at, d = at] = arms;
  for (const [wide, colour] of [
    [0.18, colours.page],
    [0.08, colours.warn],
  ] as const)
    for (const part of [along, [a, c], [b, d]] as const) line(ctx, part, size * wide, colour);
}

/** An edge of a hex without its corners. */
function edge(at: Point, size: number, direction: number, o: Orientation): readonly [Point, Point] {
  const [a, b] = [direction, direction + 1].map((i) => corner(i, o)) as [Point, Point];
  const point = (p: Point): Point => ({ x: at.x + p.x * size, y: at.y + p.y * size });
  return [point(mix(a, b, 0.13)), point(mix(b, a, 0.13))];
}

function line(ctx: Ctx, [from, to]: readonly [Point, Point], width: number, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.lineCap = "round";
  lined(ctx, width, colour);
}

export function heat(
  ctx: Ctx,
  at: Point,
  size: number,
  value: number,
  colours: Palette,
  o: Orientation,
): void {
  apart(ctx, () => {
    ctx.globalAlpha *= LOOK.marks.heatFaint + LOOK.marks.heatStrong * Math.min(1, Math.max(0, value));
    hexagon(ctx, at, size * LOOK.marks.heat, o);
    filled(ctx, colours.accent);
  });
}
