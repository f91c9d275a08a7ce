/** A unit: a hexagon in the faction's colour, six wedges with pips, the emblem and rank in the middle. */

import { angle, corner, corners, mix, type Point } from "../geometry.ts";
import { LOOK, measure, shape } from "../look.ts";
import type { Faction, Kind } from "../protocol.ts";
import { facing } from "../scene.ts";
import { type Ink, ink } from "../theme.ts";
import { apart, type Ctx, disc, emblem, hexagon, letter, polygon, type Style, star } from "./shape.ts";

const APOTHEM = Math.sqrt(3) / 2;
const { body: BODY, core: CORE } = LOOK.unit; // of the cell, of the body

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
  lit.addColorStop(1, inks.base);
  apart(ctx, () => {
    if (look.shadow) {
      ctx.shadowColor = look.shadow;
      ctx.shadowBlur = radius * LOOK.unit.blur * ctx.getTransform().a;
      ctx.shadowOffsetY = radius * LOOK.unit.drop * ctx.getTransform().a;
    }
    hexagon(ctx, at, radius * LOOK.unit.rim, style.orientation);
    ctx.fillStyle = lit;
    ctx.fill();
  });
  ctx.lineWidth = measure(LOOK.unit.line, radius);
  ctx.lineJoin = "round";
  ctx.strokeStyle = inks.dark;
  ctx.stroke();
  hexagon(ctx, at, radius * LOOK.unit.inner, style.orientation);
  ctx.lineWidth = measure(LOOK.unit.innerLine, radius);
  ctx.strokeStyle = "rgba(255, 255, 255, 0.22)";
  ctx.stroke();
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
  const middle = (radius * APOTHEM * (LOOK.unit.edge + CORE)) / 2;
  ctx.fillStyle = inks.text;
  facing(look.kind, look.turn).forEach((value, direction) => {
    const a = angle(direction, style.orientation);
    const centre = { x: at.x + Math.cos(a) * middle, y: at.y + Math.sin(a) * middle };
    if (style.digits) letter(ctx, String(value), centre, radius * LOOK.unit.digit, style.font);
    else pips(ctx, centre, { x: -Math.sin(a), y: Math.cos(a) }, value, radius);
  });
}

function pips(ctx: Ctx, centre: Point, along: Point, value: number, radius: number): void {
  const gap = radius * LOOK.unit.pipGap;
  for (let i = 0; i < value; i++) {
    const d = (i - (value - 1) / 2) * gap;
    disc(ctx, { x: centre.x + along.x * d, y: centre.y + along.y * d }, radius * LOOK.unit.pip);
    ctx.fill();
  }
}

function middle(ctx: Ctx, at: Point, radius: number, inks: Ink, look: UnitLook, style: Style): void {
  hexagon(ctx, at, radius * CORE, style.orientation);
  ctx.fillStyle = inks.core;
  ctx.fill();
  emblem(ctx, look.faction.emblem, at, radius * LOOK.unit.emblem);
  ctx.fillStyle = inks.emblem;
  ctx.fill();
  ctx.lineWidth = measure(LOOK.unit.emblemLine, radius);
  ctx.strokeStyle = "rgba(255, 255, 255, 0.18)";
  ctx.stroke();
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
  ctx.fillStyle = inks.text;
  ctx.fill();
}

function counters(ctx: Ctx, at: Point, radius: number, n: number, style: Style): void {
  const towards = corner(0, style.orientation); // between two edges: hides no pip
  const spot = mix(at, { x: at.x + towards.x * radius, y: at.y + towards.y * radius }, LOOK.unit.counter);
  const [ground, text] = n > 0 ? ["#ffffff", "#1c1b22"] : ["#1c1b22", "#ffffff"];
  const half = measure(LOOK.unit.counterDisc, radius);
  disc(ctx, spot, half + measure(LOOK.unit.counterRim, radius));
  ctx.fillStyle = text;
  ctx.fill();
  disc(ctx, spot, half);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.fillStyle = text;
  letter(ctx, `${n > 0 ? "+" : "\u2212"}${Math.abs(n)}`, spot, half * LOOK.unit.counterText, style.font);
}

/** A face-down unit: the faction's hexagon with its emblem and nothing else. */
export function back(ctx: Ctx, at: Point, size: number, faction: Faction, style: Style): void {
  const inks = ink(faction.name);
  hexagon(ctx, at, size * LOOK.back.body, style.orientation);
  ctx.fillStyle = inks.core;
  ctx.fill();
  ctx.lineWidth = measure(LOOK.back.line, size);
  ctx.strokeStyle = inks.dark;
  ctx.stroke();
  emblem(ctx, faction.emblem, at, size * LOOK.back.emblem);
  ctx.fillStyle = inks.light;
  ctx.fill();
}

/** The empty slot that a carried unit leaves in the hand. */
export function slot(ctx: Ctx, at: Point, size: number, colour: string, style: Style): void {
  const c = corners(style.orientation).map((p) => ({
    x: at.x + p.x * size * 0.9,
    y: at.y + p.y * size * 0.9,
  }));
  polygon(ctx, c);
  ctx.setLineDash([size * 0.12, size * 0.1]);
  ctx.lineWidth = Math.max(1, size * 0.035);
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.setLineDash([]);
}
