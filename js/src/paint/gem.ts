/** Stones: cut gems with their points, and the small ones at the rim. */

import type { Point } from "../geometry.ts";
import { LOOK, measure, shape } from "../look.ts";
import { ink } from "../theme.ts";
import { apart, type Ctx, filled, letter, lined, polygon } from "./shape.ts";

/** The light around a stone that may be taken. */
export function glow(ctx: Ctx, at: Point, radius: number): void {
  apart(ctx, () => {
    ctx.shadowColor = "#ffffff";
    ctx.shadowBlur = radius * 0.7 * ctx.getTransform().a;
    ctx.lineJoin = "round";
    ctx.lineWidth = radius * 0.3;
    ctx.strokeStyle = "#ffffff";
    polygon(ctx, shape(LOOK.gem.outline, at, radius));
    ctx.stroke();
  });
}

/** Draw a stone whose half width is `radius`. */
export function gem(ctx: Ctx, at: Point, radius: number, colour: string, points: number, font: string): void {
  const inks = ink(colour);
  const rim = shape(LOOK.gem.outline, at, radius);
  polygon(ctx, rim);
  filled(ctx, inks.base);
  for (const { points, ink, alpha } of LOOK.gem.facets) {
    facet(ctx, shape(points, at, radius), inks[ink as "light" | "dark"], alpha);
  }
  polygon(ctx, rim);
  ctx.lineJoin = "round";
  lined(ctx, measure(LOOK.gem.line, radius), "#ffffff");
  number(
    ctx,
    { x: at.x, y: at.y - radius * LOOK.gem.textRise },
    radius * LOOK.gem.text,
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
    filled(ctx, colour);
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
  ctx.lineWidth = size * LOOK.gem.halo;
  ctx.strokeStyle = halo;
  ctx.strokeText(String(n), at.x, at.y + size * LOOK.letterDrop);
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
  const rim = shape(LOOK.small.outline, at, size * LOOK.small.size);
  apart(ctx, () => {
    ctx.globalAlpha *= spent ? LOOK.small.spent : 1;
    polygon(ctx, rim);
    filled(ctx, colour);
    facetPlain(ctx, shape(LOOK.small.facet, at, size * LOOK.small.size), LOOK.small.facetAlpha);
    polygon(ctx, rim);
    ctx.lineJoin = "round";
    lined(ctx, measure(LOOK.small.line, size), "#ffffff");
    ctx.fillStyle = "#ffffff";
    const middle = { x: at.x, y: at.y + size * LOOK.small.size * LOOK.small.textDrop };
    letter(ctx, String(n), middle, size * LOOK.small.text, font);
  });
}

function facetPlain(ctx: Ctx, points: Point[], alpha: number): void {
  polygon(ctx, points);
  filled(ctx, `rgba(255, 255, 255, ${alpha})`);
}
