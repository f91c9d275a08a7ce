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
  letter(ctx, "S", { x: at.x, y: at.y - Math.max(size * 0.09, 4) }, size * 0.4, style.font, 700);
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

/** A cell that is a stone for now: rough grey rock, unlike the smooth dark sites; its gem is drawn over it. */
export function rock(ctx: Ctx, at: Point, size: number, name: string, style: Style): void {
  const on = (x: number, y: number): Point => ({ x: at.x + x * size, y: at.y + y * size });
  const lit = ctx.createLinearGradient(at.x - size * 0.5, at.y - size, at.x + size * 0.5, at.y + size);
  lit.addColorStop(0, "#6f6d79");
  lit.addColorStop(1, "#3f3d48");
  hexagon(ctx, at, size * 0.95, style.orientation);
  ctx.fillStyle = lit;
  ctx.fill();
  apart(ctx, () => {
    ctx.clip();
    for (const [points, shade] of facets(on)) {
      polygon(ctx, points);
      ctx.fillStyle = shade;
      ctx.fill();
    }
  });
  hexagon(ctx, at, size * 0.95, style.orientation);
  ctx.lineWidth = Math.max(1, size * 0.06);
  ctx.strokeStyle = "#24232b";
  ctx.stroke();
  ctx.fillStyle = "#f1f0f5";
  letter(ctx, name, on(0, 0.63), Math.max(9, size * 0.24), style.font, 600);
}

/** Planes of broken rock: light from the upper left. */
function facets(on: (x: number, y: number) => Point): [Point[], string][] {
  const light = "rgba(255, 255, 255, 0.13)";
  const dark = "rgba(0, 0, 0, 0.2)";
  return [
    [[on(-1, -0.6), on(-0.2, -1), on(-0.34, -0.5), on(-0.66, -0.16), on(-1, -0.1)], light],
    [[on(-0.2, -1), on(0.5, -0.8), on(0.2, -0.52), on(-0.34, -0.5)], "rgba(255, 255, 255, 0.06)"],
    [[on(1, -0.3), on(0.7, 0), on(0.62, 0.46), on(1, 0.7)], dark],
    [[on(-1, 0.3), on(-0.6, 0.36), on(-0.3, 0.86), on(-0.4, 1), on(-1, 0.9)], "rgba(0, 0, 0, 0.12)"],
    [[on(0.62, 0.46), on(1, 0.7), on(0.1, 1), on(0.34, 0.8)], "rgba(0, 0, 0, 0.28)"],
  ];
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
