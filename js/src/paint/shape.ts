/** Paths shared by everything that is drawn. */

import { corners, type Orientation, type Point } from "../geometry.ts";
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
  const { x, y } = at;
  if (shape === "disc") return disc(ctx, at, radius);
  if (shape === "square") return rounded(ctx, x - radius * 0.88, y - radius * 0.88, radius * 1.76, radius * 0.26);
  const points =
    shape === "triangle" ? ring(at, 3, radius * 1.22, -90, radius * 0.14) : ring(at, 4, radius * 1.16, -90);
  polygon(ctx, points);
}

function ring(at: Point, n: number, radius: number, start: number, drop = 0): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const a = ((start + (360 / n) * i) * Math.PI) / 180;
    return { x: at.x + radius * Math.cos(a), y: at.y + drop + radius * Math.sin(a) };
  });
}

function rounded(ctx: Ctx, x: number, y: number, side: number, radius: number): void {
  ctx.beginPath();
  ctx.moveTo(x + radius, y);
  ctx.arcTo(x + side, y, x + side, y + side, radius);
  ctx.arcTo(x + side, y + side, x, y + side, radius);
  ctx.arcTo(x, y + side, x, y, radius);
  ctx.arcTo(x, y, x + side, y, radius);
  ctx.closePath();
}

export function star(ctx: Ctx, at: Point, radius: number): void {
  const outer = ring(at, 5, radius, -90);
  const inner = ring(at, 5, radius * 0.45, -54);
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
  ctx.fillText(text, at.x, at.y + size * 0.36);
}

/** Run a piece of drawing and leave the context as it was. */
export function apart(ctx: Ctx, draw: () => void): void {
  ctx.save();
  draw();
  ctx.restore();
}
