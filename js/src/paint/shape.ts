/** Paths shared by everything that is drawn. */

import { angle, corners, type Orientation, type Point, polar } from "../geometry.ts";
import { LOOK } from "../look.ts";
import type { Emblem } from "../protocol.ts";

export type Ctx = CanvasRenderingContext2D;

/** How things look, whatever is drawn. */
export interface Style {
  orientation: Orientation;
  font: string;
  digits: boolean;
}

/** Fill the path with a colour. */
export function filled(ctx: Ctx, colour: string | CanvasGradient): void {
  ctx.fillStyle = colour;
  ctx.fill();
}

/** Draw along the path. */
export function lined(ctx: Ctx, width: number, colour: string): void {
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

export function polygon(ctx: Ctx, points: readonly Point[]): void {
  ctx.beginPath();
  points.forEach((p, i) => {
    if (i === 0) ctx.moveTo(p.x, p.y);
    else ctx.lineTo(p.x, p.y);
  });
  ctx.closePath();
}

/** Points around a middle, turned from east by an angle. */
export function turned(points: readonly number[][], at: Point, a: number, size: number): Point[] {
  return points.map(([x = 0, y = 0]) => ({
    x: at.x + (x * Math.cos(a) - y * Math.sin(a)) * size,
    y: at.y + (x * Math.sin(a) + y * Math.cos(a)) * size,
  }));
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
    return polar({ x: at.x, y: at.y + drop }, a, radius);
  });
}

/** A rectangle with round corners, its middle on a point. */
export function rounded(ctx: Ctx, at: Point, width: number, height: number, radius: number): void {
  const [x, y] = [width / 2 - radius, height / 2 - radius]; // middles of the corners
  ctx.beginPath();
  [
    [x, y],
    [-x, y],
    [-x, -y],
    [x, -y],
  ].forEach(([dx = 0, dy = 0], i) => {
    ctx.arc(at.x + dx, at.y + dy, radius, (i * Math.PI) / 2, ((i + 1) * Math.PI) / 2);
  });
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

/** A number for each direction, so far from the middle: pips side by side, or a digit of a size. */
export function sides(
  ctx: Ctx,
  at: Point,
  values: number[],
  far: number,
  [pip, gap, digit]: [number, number, number],
  style: Style,
): void {
  values.forEach((value, direction) => {
    const a = angle(direction, style.orientation);
    const middle = polar(at, a, far);
    if (style.digits) letter(ctx, String(value), middle, digit, style.font);
    else {
      for (let i = 0; i < value; i++) {
        disc(ctx, polar(middle, a + Math.PI / 2, (i - (value - 1) / 2) * gap), pip);
        ctx.fill();
      }
    }
  });
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
