/** What things look like, in the hand, beside the board and over it, and the marks of what is wrong. */

import type { Point } from "../geometry.ts";
import { fighter } from "../paint/fighter.ts";
import { gem } from "../paint/gem.ts";
import { hatch, legal, outline } from "../paint/overlay.ts";
import { cell, rock } from "../paint/place.ts";
import { type Ctx, disc, filled, letter, type Style } from "../paint/shape.ts";
import { counterDisc, unit } from "../paint/unit.ts";
import type { Picture } from "../painter.ts";
import type { Scene } from "../scene.ts";
import { ink, type Palette } from "../theme.ts";
import type { Desk, Held } from "./desk.ts";
import type { Thing } from "./protocol.ts";

export interface Ground {
  scene: Scene;
  colours: Palette;
  style: Style;
}

/** Draw a thing in a hex with the side `size`. */
export function drawThing(
  ctx: Ctx,
  at: Point,
  size: number,
  { look: [sort, n] }: Thing,
  turn: number,
  { scene, colours, style }: Ground,
): void {
  const kind = sort === "kind" ? scene.kind(n) : undefined;
  const faction = scene.faction(kind?.faction);
  if (kind && faction) {
    const draw = kind.figure ? fighter : unit;
    draw(ctx, at, size, { kind, faction, turn, shadow: colours.shadow }, style);
  } else if (sort === "gem") {
    const { colour = "none", points = 0 } = scene.gem(n) ?? {};
    gem(ctx, at, size * 0.62, colour, points, style.font);
  } else if (sort === "counter") {
    counterDisc(ctx, at, size * 2.6, n, style);
  } else {
    rock(ctx, at, size, "", style);
    if (sort === "rock") gem(ctx, at, size * 0.42, "none", n, style.font);
  }
}

/** Over the board: where what is held may go, itself where it is aimed, and a mark on everything that is wrong. */
export function paintDesk(picture: Picture, desk: Desk): void {
  const { ctx, scene, layout, colours } = picture;
  const spot = (at: number): Point => layout.points[at] ?? { x: 0, y: 0 };
  const { held } = desk;
  if (held) {
    const faction = held.thing.look[0] === "kind" ? scene.kind(held.thing.look[1])?.faction : undefined;
    const inks = ink(scene.faction(faction)?.name);
    const tone = faction === undefined ? colours.accent : colours.name === "dark" ? inks.light : inks.base;
    const colour = colours.forced ? colours.strong : tone;
    for (const at of desk.lit) {
      if (free(scene, held, at)) legal(ctx, spot(at), layout.size, colour, 1, layout.orientation, 0.12);
    }
    paintHeld(picture, held, desk.aim, spot);
  }
  for (const { places } of desk.bench.flaws) {
    for (const at of places) flaw(ctx, spot(at), layout.size, picture);
  }
}

/** Whether nothing is in the way of what is held. */
export function free(scene: Scene, { thing: { look }, from }: Held, at: number): boolean {
  if (look[0] === "counter") return scene.token(at) !== undefined;
  if (look[0] === "gem") return true;
  const clear = scene.rock(at) === null && scene.place(at)?.kind !== "obstacle";
  return at === from || (clear && !scene.token(at));
}

function paintHeld(picture: Picture, held: Held, aim: number | null, spot: (at: number) => Point): void {
  const { ctx, scene, layout, colours, style } = picture;
  const to = held.sent === null ? aim : held.to;
  const moved = held.from !== null && held.thing.look[0] === "kind";
  if (moved && held.from !== null) cell(ctx, spot(held.from), layout.size, colours, style);
  if (to === null) return;
  const fits = free(scene, held, to);
  ctx.globalAlpha = fits ? 0.92 : 0.55;
  const size = held.thing.look[0] === "gem" ? layout.size * 0.75 : layout.size;
  drawThing(ctx, spot(to), size, held.thing, held.turn, { scene, colours, style });
  ctx.globalAlpha = 1;
  if (!fits) hatch(ctx, spot(to), layout.size, colours, layout.orientation);
  outline(ctx, spot(to), layout.size, fits ? colours.strong : colours.warn, 0.065, layout.orientation);
}

/** A ring, and a sign that does not hide what is there. */
function flaw(ctx: Ctx, at: Point, size: number, { colours, layout, style }: Picture): void {
  hatch(ctx, at, size, colours, layout.orientation);
  outline(ctx, at, size * 0.97, colours.warn, 0.1, layout.orientation);
  const sign = { x: at.x + size * 0.52, y: at.y - size * 0.52 };
  disc(ctx, sign, size * 0.24);
  filled(ctx, colours.warn);
  ctx.fillStyle = colours.page;
  letter(ctx, "!", sign, size * 0.34, style.font, 800);
}
