/** Small signs with an emblem and numbers: what a site comes to, and who has won it. */

import type { Point } from "../geometry.ts";
import type { Faction } from "../protocol.ts";
import { ink } from "../theme.ts";
import { apart, type Ctx, emblem, filled, letter, lined } from "./shape.ts";

export const ABSENT = -1; // a total of nobody

/** One faction's total, or how it changes. */
export interface Chip {
  faction: Faction;
  before: number;
  after: number;
}

const PAD = 0.28; // of the height

/** The width of a chip of a given height. */
export function chipWidth(ctx: Ctx, chip: Chip, height: number, font: string): number {
  return PAD * 2 * height + height * 0.62 + words(ctx, chip, height, font);
}

function words(ctx: Ctx, { before, after }: Chip, height: number, font: string): number {
  ctx.font = `800 ${height * 0.74}px ${font}`;
  const width = (n: number): number => (n === ABSENT ? 0 : ctx.measureText(String(n)).width);
  return width(after) + (before === after ? 0 : width(before) + height * 0.66);
}

/** Draw a chip with its left middle on a point. */
export function chip(ctx: Ctx, at: Point, height: number, what: Chip, font: string, bold = false): void {
  const inks = ink(what.faction.name);
  const width = chipWidth(ctx, what, height, font);
  pill(ctx, at, width, height);
  filled(ctx, inks.core);
  lined(
    ctx,
    bold ? Math.max(2, height * 0.14) : Math.max(0.75, height * 0.05),
    bold ? "#ffffff" : "rgba(255, 255, 255, 0.6)",
  );
  let x = at.x + height * PAD;
  ctx.fillStyle = inks.text;
  emblem(ctx, what.faction.emblem, { x: x + height * 0.24, y: at.y }, height * 0.25);
  ctx.fill();
  x += height * 0.62;
  const size = height * 0.74;
  const put = (n: number): void => {
    if (n === ABSENT) return;
    ctx.font = `800 ${size}px ${font}`;
    const wide = ctx.measureText(String(n)).width;
    letter(ctx, String(n), { x: x + wide / 2, y: at.y }, size, font);
    x += wide;
  };
  if (what.before !== what.after) {
    put(what.before);
    arrow(ctx, { x: x + height * 0.08, y: at.y }, height * 0.5, inks.text);
    x += height * 0.66;
  }
  put(what.after);
}

function pill(ctx: Ctx, at: Point, width: number, height: number): void {
  const radius = height / 2;
  ctx.beginPath();
  ctx.arc(at.x + radius, at.y, radius, Math.PI / 2, (3 * Math.PI) / 2);
  ctx.arc(at.x + width - radius, at.y, radius, -Math.PI / 2, Math.PI / 2);
  ctx.closePath();
}

/** An arrow to the right; a font may lack it. */
function arrow(ctx: Ctx, at: Point, length: number, colour: string): void {
  apart(ctx, () => {
    const tip = at.x + length;
    const wing = length * 0.36;
    ctx.beginPath();
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(tip, at.y);
    ctx.moveTo(tip - wing, at.y - wing);
    ctx.lineTo(tip, at.y);
    ctx.lineTo(tip - wing, at.y + wing);
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    lined(ctx, length * 0.2, colour);
  });
}

/** Chips side by side, their common middle on a point but never outside 0..limit; `firm` says which stand out. */
export function row(
  ctx: Ctx,
  at: Point,
  height: number,
  chips: Chip[],
  font: string,
  limit: number,
  firm: (chip: Chip) => boolean = () => false,
): void {
  const gap = height * 0.14;
  const widths = chips.map((one) => chipWidth(ctx, one, height, font));
  const whole = widths.reduce((sum, wide) => sum + wide, gap * (chips.length - 1));
  let x = Math.max(1, Math.min(at.x - whole / 2, limit - whole - 1));
  chips.forEach((one, i) => {
    chip(ctx, { x, y: at.y }, height, one, font, firm(one));
    x += (widths[i] ?? 0) + gap;
  });
}
