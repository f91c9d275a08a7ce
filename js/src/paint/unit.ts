/** A unit: a hexagon in the faction's colour, six wedges with pips, the emblem and rank in the middle. */

import { corner, corners, mix, type Point } from "../geometry.ts";
import { LOOK, measure, shape } from "../look.ts";
import type { Faction, Kind } from "../protocol.ts";
import { facing } from "../scene.ts";
import { type Ink, ink } from "../theme.ts";
import {
  apart,
  type Ctx,
  disc,
  emblem,
  filled,
  hexagon,
  letter,
  lined,
  polygon,
  type Style,
  sides,
  star,
} from "./shape.ts";

const APOTHEM = Math.sqrt(3) / 2;
const BODY = LOOK.unit.body; // of the cell
const CORE = LOOK.unit.core; // of the body

export interface UnitLook {
  kind: Kind;
  faction: Faction;
  turn: number;
  counters?: number;
  alpha?: number;
  shadow?: string;
}

/** Draw a unit that fills a cell with the side `size`. */
export function unit(ctx: Ctx, at: Point, size: number, look: UnitLook, style: Style): void {
  const inks = ink(look.faction.name);
  const radius = size * BODY;
  apart(ctx, () => {
    ctx.globalAlpha *= look.alpha ?? 1;
    body(ctx, at, radius, inks, look, style);
    wedges(ctx, at, radius, inks, style);
    edges(ctx, at, radius, inks, look, style);
    middle(ctx, at, radius, inks, look, style);
    if (look.counters) counters(ctx, at, radius, look.counters, style);
  });
}

function body(ctx: Ctx, at: Point, radius: number, inks: Ink, look: UnitLook, style: Style): void {
  const lit = ctx.createLinearGradient(at.x, at.y - radius, at.x, at.y + radius);
  lit.addColorStop(0, inks.light);
  lit.addColorStop(0.45, inks.base);
  apart(ctx, () => {
    if (look.shadow) {
      ctx.shadowColor = look.shadow;
      ctx.shadowBlur = radius * LOOK.unit.blur * ctx.getTransform().a;
      ctx.shadowOffsetY = radius * LOOK.unit.drop * ctx.getTransform().a;
    }
    hexagon(ctx, at, radius * LOOK.unit.rim, style.orientation);
    filled(ctx, lit);
  });
  ctx.lineJoin = "round";
  lined(ctx, measure(LOOK.unit.line, radius), inks.dark);
  hexagon(ctx, at, radius * LOOK.unit.inner, style.orientation);
  lined(ctx, measure(LOOK.unit.innerLine, radius), "rgba(255, 255, 255, 0.22)");
}

/** Thin lines from the core to the corners: pips never read across a corner. */
function wedges(ctx: Ctx, at: Point, radius: number, inks: Ink, style: Style): void {
  ctx.strokeStyle = inks.dark;
  ctx.lineWidth = measure(LOOK.unit.wedgeLine, radius);
  ctx.beginPath();
  for (const c of corners(style.orientation)) {
    ctx.moveTo(at.x + c.x * radius * CORE, at.y + c.y * radius * CORE);
    ctx.lineTo(at.x + c.x * radius * LOOK.unit.wedge, at.y + c.y * radius * LOOK.unit.wedge);
  }
  ctx.stroke();
}

function edges(ctx: Ctx, at: Point, radius: number, inks: Ink, look: UnitLook, style: Style): void {
  const far = (radius * APOTHEM * (LOOK.unit.edge + CORE)) / 2;
  ctx.fillStyle = inks.text;
  const sizes: [number, number, number] = [
    radius * LOOK.unit.pip,
    radius * LOOK.unit.pipGap,
    radius * LOOK.unit.digit,
  ];
  sides(ctx, at, facing(look.kind, look.turn), far, sizes, style);
}

function middle(ctx: Ctx, at: Point, radius: number, inks: Ink, look: UnitLook, style: Style): void {
  hexagon(ctx, at, radius * CORE, style.orientation);
  filled(ctx, inks.core);
  emblem(ctx, look.faction.emblem, at, radius * LOOK.unit.emblem);
  filled(ctx, inks.emblem);
  lined(ctx, measure(LOOK.unit.emblemLine, radius), "rgba(255, 255, 255, 0.18)");
  const sink = look.faction.emblem === "triangle" ? radius * LOOK.unit.sink : 0;
  ctx.fillStyle = inks.text;
  letter(ctx, look.kind.rank, { x: at.x, y: at.y + sink }, radius * LOOK.unit.rank, style.font);
  mark(ctx, at, radius, look.kind, inks);
}

function mark(ctx: Ctx, at: Point, radius: number, kind: Kind, inks: Ink): void {
  const [spot = at] = shape([LOOK.unit.mark], at, radius);
  if (kind.mark === "star") star(ctx, spot, radius * LOOK.unit.star);
  else if (kind.mark === "dot") disc(ctx, spot, radius * LOOK.unit.dot);
  else return;
  filled(ctx, inks.text);
}

function counters(ctx: Ctx, at: Point, radius: number, n: number, style: Style): void {
  const towards = corner(0, style.orientation); // between two edges: hides no pip
  const spot = mix(at, { x: at.x + towards.x * radius, y: at.y + towards.y * radius }, LOOK.unit.counter);
  counterDisc(ctx, spot, radius, n, style);
}

/** Counters as a disc with their number, white or black, for a unit of a size. */
export function counterDisc(ctx: Ctx, spot: Point, radius: number, n: number, style: Style): void {
  const [ground, text] = n > 0 ? ["#ffffff", "#1c1b22"] : ["#1c1b22", "#ffffff"];
  const half = measure(LOOK.unit.counterDisc, radius);
  disc(ctx, spot, half + measure(LOOK.unit.counterRim, radius));
  filled(ctx, text);
  disc(ctx, spot, half);
  filled(ctx, ground);
  ctx.fillStyle = text;
  letter(ctx, `${n > 0 ? "+" : "\u2212"}${Math.abs(n)}`, spot, half * LOOK.unit.counterText, style.font);
}

/** A face-down unit: the faction's hexagon with its emblem and nothing else. */
export function back(ctx: Ctx, at: Point, size: number, faction: Faction, style: Style): void {
  const inks = ink(faction.name);
  hexagon(ctx, at, size * LOOK.back.body, style.orientation);
  filled(ctx, inks.core);
  lined(ctx, measure(LOOK.back.line, size), inks.dark);
  emblem(ctx, faction.emblem, at, size * LOOK.back.emblem);
  filled(ctx, inks.light);
}

/** The empty slot that a carried unit leaves in the hand. */
export function slot(ctx: Ctx, at: Point, size: number, colour: string, style: Style): void {
  const c = corners(style.orientation).map((p) => ({
    x: at.x + p.x * size * 0.9,
    y: at.y + p.y * size * 0.9,
  }));
  polygon(ctx, c);
  ctx.setLineDash([size * 0.12, size * 0.1]);
  lined(ctx, Math.max(1, size * 0.035), colour);
  ctx.setLineDash([]);
}
