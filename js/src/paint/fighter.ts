/** A fighter: a body that points where it faces, the letter upright on it, its dice as pips along the edges of its hex. */

import { angle, mix, type Point } from "../geometry.ts";
import { LOOK, measure, shape } from "../look.ts";
import type { Faction, Kind } from "../protocol.ts";
import { facing } from "../scene.ts";
import { ink, type Palette, shade } from "../theme.ts";
import { count } from "./die.ts";
import { apart, type Ctx, disc, hexagon, letter, polygon, type Style } from "./shape.ts";

const { fighter: F } = LOOK;

export interface FighterLook {
  kind: Kind;
  faction: Faction;
  turn: number; // facing; parts of a sixth while it turns
  shadow?: string;
}

/** Draw the body and its letter in a hex with the side `size`. */
export function fighter(ctx: Ctx, at: Point, size: number, look: FighterLook, style: Style): void {
  const inks = ink(look.faction.name);
  const a = angle(look.turn, style.orientation);
  turned(ctx, at, a, () => body(ctx, size));
  apart(ctx, () => {
    const lit = ctx.createLinearGradient(at.x, at.y - size * F.lit, at.x, at.y + size * F.lit);
    lit.addColorStop(0, inks.light);
    lit.addColorStop(0.55, inks.base);
    lit.addColorStop(1, inks.base);
    ctx.fillStyle = lit;
    if (look.shadow) {
      ctx.shadowColor = look.shadow;
      ctx.shadowBlur = size * LOOK.unit.blur * ctx.getTransform().a;
      ctx.shadowOffsetY = size * LOOK.unit.drop * ctx.getTransform().a;
    }
    ctx.fill();
  });
  ctx.lineJoin = "round";
  ctx.lineWidth = measure(F.line, size);
  ctx.strokeStyle = inks.dark;
  ctx.stroke();
  turned(ctx, at, a, () => wedge(ctx, size));
  ctx.fillStyle = "rgba(255, 255, 255, 0.94)";
  ctx.fill();
  ctx.fillStyle = inks.text;
  letter(ctx, look.kind.rank, behind(at, size, a), size * F.letter, style.font);
}

/** Draw or trace something around a point as if it faced east. */
function turned(ctx: Ctx, at: Point, a: number, draw: () => void): void {
  apart(ctx, () => {
    ctx.translate(at.x, at.y);
    ctx.rotate(a);
    draw();
  });
}

/** Where the letter stands: behind the middle, so that the wedge stays clear. */
function behind(at: Point, size: number, a: number): Point {
  return { x: at.x - Math.cos(a) * size * F.letterBack, y: at.y - Math.sin(a) * size * F.letterBack };
}

/** A drop: straight from the tip to where it touches the round part. */
function body(ctx: Ctx, size: number, grown = 1): void {
  const touch = Math.acos(F.round / (F.tip - F.back));
  const tip = size * (F.back + (F.tip - F.back) * grown);
  ctx.beginPath();
  ctx.moveTo(tip, 0);
  ctx.arc(size * F.back, 0, size * F.round * grown, touch, 2 * Math.PI - touch);
  ctx.closePath();
}

function wedge(ctx: Ctx, size: number): void {
  const [tip, left, dent, right] = shape(F.wedge, { x: 0, y: 0 }, size) as [Point, Point, Point, Point];
  ctx.beginPath();
  ctx.moveTo(tip.x, tip.y);
  ctx.lineTo(left.x, left.y);
  ctx.quadraticCurveTo(dent.x, dent.y, right.x, right.y);
  ctx.closePath();
}

/** The dice of each direction as pips along the edges of the fighter's own hex, or as digits. */
export function edgeDice(
  ctx: Ctx,
  at: Point,
  size: number,
  look: FighterLook,
  colours: Palette,
  style: Style,
): void {
  const colour = shade(look.faction.name, colours);
  ctx.fillStyle = colour;
  facing(look.kind, look.turn).forEach((dice, direction) => {
    const a = angle(direction, style.orientation);
    const far = size * (style.digits ? F.pips + F.digitOut : F.pips);
    const middle = { x: at.x + Math.cos(a) * far, y: at.y + Math.sin(a) * far };
    if (style.digits) letter(ctx, String(dice), middle, measure(F.digit, size), style.font);
    else dots(ctx, middle, { x: -Math.sin(a), y: Math.cos(a) }, dice, size);
  });
}

function dots(ctx: Ctx, middle: Point, along: Point, n: number, size: number): void {
  for (let i = 0; i < n; i++) {
    const d = (i - (n - 1) / 2) * size * F.pipGap;
    disc(ctx, { x: middle.x + along.x * d, y: middle.y + along.y * d }, measure(F.pip, size));
    ctx.fill();
  }
}

/** Where a fighter would stand and face: dashed, and faint enough to see what is there now. */
export function ghost(
  ctx: Ctx,
  at: Point,
  size: number,
  look: FighterLook,
  colours: Palette,
  style: Style,
): void {
  const inks = ink(look.faction.name);
  const line = colours.name === "dark" ? shade(look.faction.name, colours) : inks.base;
  const a = angle(look.turn, style.orientation);
  turned(ctx, at, a, () => {
    body(ctx, size);
    apart(ctx, () => {
      ctx.globalAlpha *= 0.34;
      ctx.fillStyle = inks.base;
      ctx.fill();
    });
    ctx.setLineDash([size * 0.12, size * 0.08]);
    ctx.lineWidth = Math.max(1.4, size * 0.055);
    ctx.strokeStyle = line;
    ctx.stroke();
    wedge(ctx, size);
    ctx.fillStyle = colours.name === "dark" ? "rgba(255, 255, 255, 0.8)" : "rgba(255, 255, 255, 0.95)";
    ctx.fill();
  });
}

/** The outline around a fighter that stays where it is and faces another way, or none. */
export function stays(
  ctx: Ctx,
  at: Point,
  size: number,
  look: FighterLook,
  colours: Palette,
  style: Style,
): void {
  turned(ctx, at, angle(look.turn, style.orientation), () => {
    body(ctx, size, 1.16);
    ctx.setLineDash([size * 0.12, size * 0.08]);
    ctx.lineWidth = Math.max(1.4, size * 0.05);
    ctx.strokeStyle = shade(look.faction.name, colours);
    ctx.stroke();
  });
}

/** The way of a move, straight from body to body. */
export function trail(
  ctx: Ctx,
  points: Point[],
  size: number,
  name: string | undefined,
  colours: Palette,
): void {
  const [from, last] = [points[0], points.at(-1)];
  if (!from || !last || points.length < 2) return;
  const far = Math.hypot(last.x - from.x, last.y - from.y);
  const [start, end] = [mix(from, last, (size * 0.86) / far), mix(from, last, 1 - (size * 0.56) / far)];
  apart(ctx, () => {
    ctx.beginPath();
    ctx.moveTo(start.x, start.y);
    ctx.lineTo(end.x, end.y);
    ctx.setLineDash([size * 0.12, size * 0.08]);
    ctx.lineWidth = Math.max(1.6, size * 0.06);
    ctx.strokeStyle = shade(name, colours);
    ctx.stroke();
  });
}

const TINT = [0.06, 0.14, 0.22, 0.3]; // by dice; more dice are no darker

/** Tint a hex next to a fighter by the dice that it would throw there. */
export function tint(
  ctx: Ctx,
  at: Point,
  size: number,
  dice: number,
  name: string | undefined,
  style: Style,
): void {
  apart(ctx, () => {
    ctx.globalAlpha *= TINT[Math.min(dice, TINT.length - 1)] ?? 0;
    hexagon(ctx, at, size * 0.9, style.orientation);
    ctx.fillStyle = ink(name).base;
    ctx.fill();
  });
}

/** The dice themselves, or their number; `ground` under them where they must stand out. */
export function arcDice(
  ctx: Ctx,
  at: Point,
  side: number,
  dice: number,
  name: string | undefined,
  colours: Palette,
  style: Style,
  ground?: string,
): void {
  const line = shade(name, colours);
  if (dice > 0 && !style.digits) {
    count(ctx, at, Math.max(6.5, side), dice, line, ground);
    return;
  }
  if (ground) {
    disc(ctx, at, Math.max(7, side * 0.7));
    ctx.fillStyle = ground;
    ctx.fill();
  }
  ctx.fillStyle = line;
  letter(ctx, String(dice), at, Math.max(10, side * 0.95), style.font, 700);
}

/** The triangle of a door, pointing inwards. */
export function entrance(
  ctx: Ctx,
  at: Point,
  size: number,
  turn: number,
  colours: Palette,
  style: Style,
): void {
  const a = angle(turn, style.orientation);
  const on = (along: number, aside: number): Point => ({
    x: at.x + (Math.cos(a) * along - Math.sin(a) * aside) * size,
    y: at.y + (Math.sin(a) * along + Math.cos(a) * aside) * size,
  });
  polygon(ctx, [on(0.5, 0), on(0.26, -0.17), on(0.26, 0.17)]);
  ctx.fillStyle = colours.cellText;
  ctx.fill();
}
