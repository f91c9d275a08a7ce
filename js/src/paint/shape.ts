/** Paths shared by everything that is drawn. */

import { corners, type Orientation, type Point } from "../geometry.ts";
import { LOOK } from "../look.ts";
import type { Emblem } from "../protocol.ts";

export type Ctx = CanvasRenderingContext2D;

/** How things look, whatever is drawn. */
export interface Style {
  orientation: Orientation;
  font: string;
  digits: boolean;
}

export function polygon(ctx: Ctx, points: readonly Point[]): void {
  ctx.beginPath();
  points.forEach((p, i) => {
    if (i === 0) ctx.moveTo(p.x, p.y);
    else ctx.lineTo(p.x, p.y);
  });
  ctx.closePath();
}

export function hexagon(ctx: Ctx, at: Point, radius: number, orientation: Orientation): void {
  polygon(
    ctx,
    corners(orientation).map((c) => ({ x: at.x + c.x * radius, y: at.y + c.y * radius })),
  );
}

export function disc(ctx: Ctx, at: Point, radius: number): void {
  ctx.beginPath();
  ctx.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  ctx.closePath();
}

/** The shape of a faction, about as heavy as a disc of the radius. */
export function emblem(ctx: Ctx, shape: Emblem, at: Point, radius: number): void {
  if (shape === "disc") disc(ctx, at, radius);
  else if (shape === "square") {
    const side = radius * LOOK.emblem.square * 2;
    rounded(ctx, at, side, side, radius * LOOK.emblem.squareRound);
  } else if (shape === "triangle")
    polygon(ctx, ring(at, 3, radius * LOOK.emblem.triangle, -90, radius * LOOK.emblem.triangleDrop));
  else polygon(ctx, ring(at, 4, radius * LOOK.emblem.diamond, -90));
}

function ring(at: Point, n: number, radius: number, start: number, drop = 0): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const a = ((start + (360 / n) * i) * Math.PI) / 180;
    return { x: at.x + radius * Math.cos(a), y: at.y + drop + radius * Math.sin(a) };
  });
}

/** A rectangle with round corners, its middle on a point. */
export function rounded(ctx: Ctx, at: Point, width: number, height: number, radius: number): void {
  const [left, top, right, bottom] = [
    at.x - width / 2,
    at.y - height / 2,
    at.x + width / 2,
    at.y + height / 2,
  ];
  ctx.beginPath();
  ctx.moveTo(left + radius, top);
  ctx.arcTo(right, top, right, bottom, radius);
  ctx.arcTo(right, bottom, left, bottom, radius);
  ctx.arcTo(left, bottom, left, top, radius);
  ctx.arcTo(left, top, right, top, radius);
  ctx.closePath();
}

export function star(ctx: Ctx, at: Point, radius: number): void {
  const outer = ring(at, 5, radius, -90);
  const inner = ring(at, 5, radius * LOOK.emblem.star, -54);
  polygon(
    ctx,
    outer.flatMap((p, i) => [p, inner[i] ?? p]),
  );
}

/** A number or letter with its middle on the point. */
export function letter(ctx: Ctx, text: string, at: Point, size: number, font: string, weight = 800): void {
  ctx.font = `${weight} ${size}px ${font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(text, at.x, at.y + size * LOOK.letterDrop);
}

/** Run a piece of drawing and leave the context as it was. */
export function apart(ctx: Ctx, draw: () => void): void {
  ctx.save();
  draw();
  ctx.restore();
}
