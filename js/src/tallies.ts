/** Totals at the sites: what a move would bring, and what was just judged. */

import type { Point } from "./geometry.ts";
import type { Layout } from "./layout.ts";
import { type Chip, chipWidth, row } from "./paint/chip.ts";
import { apart, type Ctx, type Style } from "./paint/shape.ts";
import type { Judged } from "./protocol.ts";
import type { Scene } from "./scene.ts";

/** A judged site that is being shown: `part` runs from 0 to 1. */
export interface Verdict {
  row: Judged;
  part: number;
}

/** The chips of [faction, before, after, ...]. */
export function foreseen(scene: Scene, [, ...numbers]: number[]): Chip[] {
  const chips: Chip[] = [];
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    const faction = scene.faction(numbers[i]);
    if (faction) chips.push({ faction, before: numbers[i + 1] ?? 0, after: numbers[i + 2] ?? 0 });
  }
  return chips;
}

/** The chips of [at, first, second, faction, total, ...]. */
export function totals(scene: Scene, [, , , ...numbers]: Judged): Chip[] {
  const chips: Chip[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const faction = scene.faction(numbers[i]);
    const total = numbers[i + 1] ?? 0;
    if (faction) chips.push({ faction, before: total, after: total });
  }
  return chips;
}

const SMALLEST = 14; // pixels: below it the numbers cannot be read
const PAIR = 58; // pixels: two chips of that size

/** Totals to come, around the stones of a site and not on them. */
export function drawForeseen(ctx: Ctx, scene: Scene, layout: Layout, tally: number[], style: Style): void {
  const at = tally[0] ?? 0;
  const point = layout.points[at];
  const chips = foreseen(scene, tally);
  if (!point || !chips.length) return;
  const height = Math.max(SMALLEST, layout.size * 0.4);
  const small = scene.place(at)?.kind === "small";
  const lines = pairs(ctx, chips, height, style.font, Math.max(layout.size * (small ? 9 : 1.9), PAIR));
  const away = (small ? layout.size * 0.34 : layout.size * 0.38) + height / 2;
  const spots = [away, -away, away + height * 1.06, -away - height * 1.06];
  lines.forEach((line, i) => {
    const y = point.y + (spots[i] ?? 0);
    const inside = Math.min(Math.max(y, height * 0.55), layout.height - height * 0.55);
    row(ctx, { x: point.x, y: inside }, height, line, style.font, layout.width);
  });
}

/** Break chips into lines no wider than a limit. */
function pairs(ctx: Ctx, chips: Chip[], height: number, font: string, limit: number): Chip[][] {
  const lines: Chip[][] = [];
  let room = 0;
  for (const chip of chips) {
    const wide = chipWidth(ctx, chip, height, font) + height * 0.14;
    const last = lines.at(-1);
    if (last && room >= wide) last.push(chip);
    else {
      lines.push([chip]);
      room = limit;
    }
    room -= wide;
  }
  return lines;
}

/** The totals of a judged site over it, its winner standing out; they come up and fade. */
export function drawVerdict(ctx: Ctx, scene: Scene, layout: Layout, verdict: Verdict, style: Style): void {
  const [at, first] = verdict.row;
  const point = layout.points[at ?? -1];
  const chips = totals(scene, verdict.row);
  if (!point || !chips.length) return;
  const winner = scene.faction(first)?.name;
  const grown = Math.min(1, verdict.part / 0.22);
  const height = Math.max(SMALLEST * 1.15, layout.size * 0.54) * (0.7 + 0.3 * grown);
  const lines = pairs(ctx, chips, height, style.font, Math.max(layout.size * 2.2, PAIR));
  apart(ctx, () => {
    ctx.globalAlpha *= verdict.part > 0.85 ? (1 - verdict.part) / 0.15 : grown;
    lines.forEach((line, i) => {
      const middle: Point = { x: point.x, y: point.y + (i - (lines.length - 1) / 2) * height * 1.16 };
      row(ctx, middle, height, line, style.font, layout.width, (chip) => chip.faction.name === winner);
    });
  });
}
