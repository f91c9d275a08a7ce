/** What lies over the ground for a moment: legal cells, outlines, bars between edges, hatching. */

import { corner, mix, type Orientation, type Point } from "../geometry.ts";
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
  const a = corner(direction, o);
  const b = corner(direction + 1, o);
  const [from, to] = [mix(a, b, 0.13), mix(b, a, 0.13)];
  const line = (width: number, colour: string): void => {
    ctx.beginPath();
    ctx.moveTo(at.x + from.x * size, at.y + from.y * size);
    ctx.lineTo(at.x + to.x * size, at.y + to.y * size);
    ctx.lineCap = "round";
    lined(ctx, width, colour);
  };
  if (equal) {
    line(size * 0.22, "rgba(6, 46, 30, 0.55)");
    line(size * 0.155, colours.match);
  } else {
    line(size * 0.11, "rgba(0, 0, 0, 0.5)");
    line(size * 0.065, colours.miss);
  }
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
