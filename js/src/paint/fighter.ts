/** A fighter: a body that points where it faces, the letter upright on it, its dice as pips along the edges of its hex. */

import { angle, mix, type Point, polar } from "../geometry.ts";
import { LOOK, measure } from "../look.ts";
import type { Faction, Kind } from "../protocol.ts";
import { facing } from "../scene.ts";
import { ink, type Palette, shade } from "../theme.ts";
import { count } from "./die.ts";
import {
  apart,
  type Ctx,
  disc,
  filled,
  hexagon,
  letter,
  lined,
  polygon,
  type Style,
  sides,
  turned,
} from "./shape.ts";

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
  body(ctx, at, a, size);
  apart(ctx, () => {
    const lit = ctx.createLinearGradient(
      at.x,
      at.y - size * LOOK.fighter.lit,
      at.x,
      at.y + size * LOOK.fighter.lit,
    );
    lit.addColorStop(0, inks.light);
    lit.addColorStop(0.55, inks.base);
    ctx.fillStyle = lit;
    if (look.shadow) {
      ctx.shadowColor = look.shadow;
      ctx.shadowBlur = size * LOOK.unit.blur * ctx.getTransform().a;
      ctx.shadowOffsetY = size * LOOK.unit.drop * ctx.getTransform().a;
    }
    ctx.fill();
  });
  ctx.lineJoin = "round";
  lined(ctx, measure(LOOK.fighter.line, size), inks.dark);
  wedge(ctx, at, a, size);
  filled(ctx, "rgba(255, 255, 255, 0.94)");
  ctx.fillStyle = inks.text;
  letter(
    ctx,
    look.kind.rank,
    polar(at, a, -size * LOOK.fighter.letterBack),
    size * LOOK.fighter.letter,
    style.font,
  );
}

/** A drop: straight from the tip to where it touches the round part. */
function body(ctx: Ctx, at: Point, a: number, size: number, grown = 1): void {
  const reach = LOOK.fighter.tip - LOOK.fighter.back;
  const touch = Math.acos(LOOK.fighter.round / reach);
  const middle = polar(at, a, size * LOOK.fighter.back);
  const tip = polar(middle, a, size * reach * grown);
  ctx.beginPath();
  ctx.moveTo(tip.x, tip.y);
  ctx.arc(middle.x, middle.y, size * LOOK.fighter.round * grown, a + touch, a + 2 * Math.PI - touch);
  ctx.closePath();
}

function wedge(ctx: Ctx, at: Point, a: number, size: number): void {
  const [tip, left, dent, right] = turned(LOOK.fighter.wedge, at, a, size) as [Point, Point, Point, Point];
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
  ctx.fillStyle = shade(look.faction.name, colours);
  const far = size * (style.digits ? LOOK.fighter.pips + LOOK.fighter.digitOut : LOOK.fighter.pips);
  const sizes: [number, number, number] = [
    measure(LOOK.fighter.pip, size),
    size * LOOK.fighter.pipGap,
    measure(LOOK.fighter.digit, size),
  ];
  sides(ctx, at, facing(look.kind, look.turn), far, sizes, style);
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
  apart(ctx, () => {
    body(ctx, at, a, size);
    apart(ctx, () => {
      ctx.globalAlpha *= 0.34;
      filled(ctx, inks.base);
    });
    ctx.setLineDash([size * 0.12, size * 0.08]);
    lined(ctx, Math.max(1.4, size * 0.055), line);
    wedge(ctx, at, a, size);
    filled(ctx, colours.name === "dark" ? "rgba(255, 255, 255, 0.8)" : "rgba(255, 255, 255, 0.95)");
  });
}

/** The outline of a fighter around whoever stands there: around itself, where it stays and faces another way. */
export function stays(
  ctx: Ctx,
  at: Point,
  size: number,
  look: FighterLook,
  colours: Palette,
  style: Style,
): void {
  apart(ctx, () => {
    body(ctx, at, angle(look.turn, style.orientation), size, 1.16);
    ctx.setLineDash([size * 0.12, size * 0.08]);
    lined(ctx, Math.max(1.4, size * 0.05), shade(look.faction.name, colours));
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
    lined(ctx, Math.max(1.6, size * 0.06), shade(name, colours));
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
    filled(ctx, ink(name).base);
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
    filled(ctx, ground);
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
  polygon(ctx, turned(LOOK.ground.doorArrow, at, angle(turn, style.orientation), size));
  filled(ctx, colours.cellText);
}
