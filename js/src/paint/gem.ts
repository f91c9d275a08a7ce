/** Stones: cut gems with their points, and the small ones at the rim. */

import type { Point } from "../geometry.ts";
import { ink } from "../theme.ts";
import { apart, type Ctx, letter, polygon } from "./shape.ts";

function outline(at: Point, radius: number): Point[] {
  const on = (x: number, y: number): Point => ({ x: at.x + x * radius, y: at.y + y * radius });
  return [on(-0.62, -0.8), on(0.62, -0.8), on(1, -0.22), on(0, 1), on(-1, -0.22)];
}

/** The light around a stone that may be taken. */
export function glow(ctx: Ctx, at: Point, radius: number): void {
  apart(ctx, () => {
    ctx.shadowColor = "#ffffff";
    ctx.shadowBlur = radius * 0.7 * ctx.getTransform().a;
    ctx.lineJoin = "round";
    ctx.lineWidth = radius * 0.3;
    ctx.strokeStyle = "#ffffff";
    polygon(ctx, outline(at, radius));
    ctx.stroke();
  });
}

/** Draw a stone whose half width is `radius`. */
export function gem(ctx: Ctx, at: Point, radius: number, colour: string, points: number, font: string): void {
  const inks = ink(colour);
  const on = (x: number, y: number): Point => ({ x: at.x + x * radius, y: at.y + y * radius });
  const rim = outline(at, radius);
  polygon(ctx, rim);
  ctx.fillStyle = inks.base;
  ctx.fill();
  facet(ctx, [on(-1, -0.22), on(1, -0.22), on(0, 1)], inks.dark, 0.42);
  facet(ctx, [on(0.42, -0.22), on(1, -0.22), on(0, 1)], inks.dark, 0.35);
  facet(ctx, [on(-0.62, -0.8), on(-0.42, -0.22), on(-1, -0.22)], inks.light, 0.9);
  facet(ctx, [on(-0.62, -0.8), on(0.62, -0.8), on(0.42, -0.22), on(-0.42, -0.22)], inks.light, 0.45);
  polygon(ctx, rim);
  ctx.lineJoin = "round";
  ctx.lineWidth = Math.max(0.75, radius * 0.085);
  ctx.strokeStyle = "#ffffff";
  ctx.stroke();
  number(
    ctx,
    on(0, -0.06),
    radius * 1.02,
    points,
    inks.text,
    inks.text === "#ffffff" ? inks.dark : inks.light,
    font,
  );
}

function facet(ctx: Ctx, points: Point[], colour: string, alpha: number): void {
  apart(ctx, () => {
    ctx.globalAlpha *= alpha;
    polygon(ctx, points);
    ctx.fillStyle = colour;
    ctx.fill();
  });
}

/** A number with a rim of its own, readable over any facet. */
function number(
  ctx: Ctx,
  at: Point,
  size: number,
  n: number,
  fill: string,
  halo: string,
  font: string,
): void {
  ctx.font = `800 ${size}px ${font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.lineWidth = size * 0.24;
  ctx.strokeStyle = halo;
  ctx.strokeText(String(n), at.x, at.y + size * 0.36);
  ctx.fillStyle = fill;
  letter(ctx, String(n), at, size, font);
}

/** The stone of a small site; faded when it is spent. */
export function smallGem(
  ctx: Ctx,
  at: Point,
  size: number,
  n: number,
  colour: string,
  spent: boolean,
  font: string,
): void {
  const on = (x: number, y: number): Point => ({ x: at.x + x * size * 0.31, y: at.y + y * size * 0.31 });
  const rim = [on(0, -1), on(0.95, -0.28), on(0.62, 0.92), on(-0.62, 0.92), on(-0.95, -0.28)];
  apart(ctx, () => {
    ctx.globalAlpha *= spent ? 0.32 : 1;
    polygon(ctx, rim);
    ctx.fillStyle = colour;
    ctx.fill();
    facetPlain(ctx, [on(0, -1), on(0.95, -0.28), on(-0.95, -0.28)], 0.24);
    polygon(ctx, rim);
    ctx.lineJoin = "round";
    ctx.lineWidth = Math.max(0.75, size * 0.03);
    ctx.strokeStyle = "#ffffff";
    ctx.stroke();
    ctx.fillStyle = "#ffffff";
    letter(ctx, String(n), on(0, 0.12), size * 0.33, font);
  });
}

function facetPlain(ctx: Ctx, points: Point[], alpha: number): void {
  polygon(ctx, points);
  ctx.fillStyle = `rgba(255, 255, 255, ${alpha})`;
  ctx.fill();
}
