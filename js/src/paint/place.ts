/** The ground: cells, start cells, sites and hollows. */

import type { Point } from "../geometry.ts";
import type { Faction } from "../protocol.ts";
import { ink, type Palette } from "../theme.ts";
import { apart, type Ctx, emblem, hexagon, letter, polygon, type Style } from "./shape.ts";

export function cell(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  hexagon(ctx, at, size * 0.965, style.orientation);
  ctx.fillStyle = colours.cell;
  ctx.fill();
  ctx.lineWidth = Math.max(0.75, size * 0.023);
  ctx.strokeStyle = colours.cellLine;
  ctx.stroke();
}

export function label(ctx: Ctx, at: Point, size: number, name: string, colours: Palette, style: Style): void {
  ctx.fillStyle = colours.cellText;
  letter(ctx, name, at, Math.max(9, size * 0.26), style.font, 500);
}

export function start(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  hexagon(ctx, at, size * 0.66, style.orientation);
  ctx.lineWidth = Math.max(1.2, size * 0.055);
  ctx.strokeStyle = colours.accent;
  ctx.stroke();
  ctx.fillStyle = colours.accentText;
  letter(ctx, "S", { x: at.x, y: at.y - size * 0.09 }, size * 0.4, style.font, 700);
}

/** A void inside the board: a hollow with a quiet crown. */
export function hollow(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  hexagon(ctx, at, size * 0.965, style.orientation);
  ctx.fillStyle = colours.hollow;
  ctx.fill();
  const on = (x: number, y: number): Point => ({ x: at.x + x * size * 0.36, y: at.y + y * size * 0.36 });
  apart(ctx, () => {
    ctx.globalAlpha *= 0.55;
    ctx.fillStyle = colours.cellText;
    polygon(ctx, [
      on(-1, 0.42),
      on(-1, -0.55),
      on(-0.5, 0),
      on(0, -0.85),
      on(0.5, 0),
      on(1, -0.55),
      on(1, 0.42),
    ]);
    ctx.fill();
    polygon(ctx, [on(-1, 0.54), on(1, 0.54), on(1, 0.74), on(-1, 0.74)]);
    ctx.fill();
  });
}

export function site(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  const glow = ctx.createRadialGradient(at.x, at.y - size * 0.2, 0, at.x, at.y, size * 0.95);
  glow.addColorStop(0, colours.siteGlow);
  glow.addColorStop(1, colours.site);
  hexagon(ctx, at, size * 0.93, style.orientation);
  ctx.fillStyle = glow;
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * 0.036);
  ctx.strokeStyle = colours.accent;
  ctx.stroke();
}

/** The quiet mark of a judged site: the emblem of who was first, or a dash for nobody. */
export function judged(ctx: Ctx, at: Point, size: number, winner: Faction | undefined): void {
  apart(ctx, () => {
    ctx.globalAlpha *= 0.9;
    if (winner) {
      const inks = ink(winner.name);
      emblem(ctx, winner.emblem, at, size * 0.17);
      ctx.fillStyle = inks.light;
      ctx.fill();
      ctx.lineWidth = Math.max(0.75, size * 0.025);
      ctx.strokeStyle = "rgba(255, 255, 255, 0.75)";
      ctx.stroke();
    } else {
      ctx.fillStyle = "rgba(255, 255, 255, 0.45)";
      ctx.fillRect(at.x - size * 0.15, at.y - size * 0.025, size * 0.3, size * 0.05);
    }
  });
}
