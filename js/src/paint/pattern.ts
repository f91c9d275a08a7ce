/** The formation of a goal as a small picture: own units filled, enemies crossed out, any unit grey, sites dark. */

import { centre, corners, type Point } from "../geometry.ts";
import type { Card } from "../protocol.ts";
import { ink, type Palette } from "../theme.ts";
import { type Ctx, filled, hexagon, lined, polygon, type Style } from "./shape.ts";

const LARGEST = 8.5; // side of a hex in pixels

export function pattern(
  ctx: Ctx,
  width: number,
  height: number,
  cells: Card["pattern"],
  own: string,
  colours: Palette,
  style: Style,
): void {
  const { orientation } = style;
  const middles = cells.map(([q, r]) => centre({ q, r }, orientation));
  const reach = middles.flatMap((p) => corners(orientation).map((c) => ({ x: p.x + c.x, y: p.y + c.y })));
  const [xs, ys] = [reach.map((p) => p.x), reach.map((p) => p.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, tall] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = Math.min(LARGEST, (width - 2) / wide, (height - 2) / tall);
  cells.forEach(([, , what], i) => {
    const p = middles[i] ?? { x: 0, y: 0 };
    const at = {
      x: width / 2 + (p.x - left - wide / 2) * size,
      y: height / 2 + (p.y - top - tall / 2) * size,
    };
    one(ctx, at, size, what, own, colours, style);
  });
}

function one(
  ctx: Ctx,
  at: Point,
  size: number,
  what: string,
  own: string,
  colours: Palette,
  style: Style,
): void {
  hexagon(ctx, at, size * 0.88, style.orientation);
  filled(ctx, { o: own, L: "#332e49", a: colours.muted }[what] ?? colours.panel);
  lined(ctx, 1, { L: colours.accent, e: colours.strong, o: own, a: colours.muted }[what] ?? colours.muted);
  if (what === "L") gemMark(ctx, at, size * 0.5);
  if (what === "e") cross(ctx, at, size * 0.32, colours.strong);
}

function gemMark(ctx: Ctx, at: Point, r: number): void {
  polygon(ctx, [
    { x: at.x - r * 0.6, y: at.y - r * 0.7 },
    { x: at.x + r * 0.6, y: at.y - r * 0.7 },
    { x: at.x + r, y: at.y - r * 0.15 },
    { x: at.x, y: at.y + r * 0.95 },
    { x: at.x - r, y: at.y - r * 0.15 },
  ]);
  filled(ctx, "#ffffff");
}

function cross(ctx: Ctx, at: Point, r: number, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(at.x - r, at.y - r);
  ctx.lineTo(at.x + r, at.y + r);
  ctx.moveTo(at.x + r, at.y - r);
  ctx.lineTo(at.x - r, at.y + r);
  lined(ctx, 1.4, colour);
}

/** The colour of own units: the holder's, or the game's own while the goal is everybody's. */
export function ownColour(holder: string | undefined, colours: Palette): string {
  return holder === undefined ? colours.accent : ink(holder).base;
}
