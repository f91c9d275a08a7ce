/** The ground: cells, start cells, sites and hollows. */

import type { Point } from "../geometry.ts";
import { LOOK, measure, shape } from "../look.ts";
import type { Faction } from "../protocol.ts";
import { ink, type Palette } from "../theme.ts";
import {
  apart,
  type Ctx,
  emblem,
  filled,
  hexagon,
  letter,
  lined,
  polygon,
  rounded,
  type Style,
} from "./shape.ts";

export function cell(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  hexagon(ctx, at, size * LOOK.ground.cell, style.orientation);
  filled(ctx, colours.cell);
  lined(ctx, measure(LOOK.ground.cellLine, size), colours.cellLine);
}

export function label(ctx: Ctx, at: Point, size: number, name: string, colour: string, style: Style): void {
  ctx.fillStyle = colour;
  letter(ctx, name, at, measure(LOOK.ground.label, size), style.font, 500);
}

export function start(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  hexagon(ctx, at, size * LOOK.ground.ring, style.orientation);
  lined(ctx, measure(LOOK.ground.ringLine, size), colours.accent);
  ctx.fillStyle = colours.accentText;
  letter(
    ctx,
    "S",
    { x: at.x, y: at.y - measure(LOOK.ground.startRise, size) },
    size * LOOK.ground.startText,
    style.font,
    700,
  );
}

/** A void inside the board: a hollow with a quiet crown. */
export function hollow(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  hexagon(ctx, at, size * LOOK.ground.cell, style.orientation);
  filled(ctx, colours.hollow);
  apart(ctx, () => {
    ctx.globalAlpha *= 0.55;
    ctx.fillStyle = colours.cellText;
    for (const part of [LOOK.ground.crownTop, LOOK.ground.crownFoot]) {
      polygon(ctx, shape(part, at, size * LOOK.ground.crown));
      ctx.fill();
    }
  });
}

export function site(ctx: Ctx, at: Point, size: number, colours: Palette, style: Style): void {
  const high = at.y - size * LOOK.ground.glowRise;
  const glow = ctx.createRadialGradient(at.x, high, 0, at.x, at.y, size * LOOK.ground.glow);
  glow.addColorStop(0, colours.siteGlow);
  glow.addColorStop(1, colours.site);
  hexagon(ctx, at, size * LOOK.ground.site, style.orientation);
  filled(ctx, glow);
  lined(ctx, measure(LOOK.ground.siteLine, size), colours.accent);
}

/** A cell that is a stone for now: rough grey rock, unlike the smooth dark sites; its gem is drawn over it. */
export function rock(ctx: Ctx, at: Point, size: number, name: string, style: Style): void {
  const lit = ctx.createLinearGradient(at.x - size * 0.5, at.y - size, at.x + size * 0.5, at.y + size);
  lit.addColorStop(0, LOOK.rock.lit);
  lit.addColorStop(1, LOOK.rock.shade);
  hexagon(ctx, at, size * LOOK.rock.body, style.orientation);
  filled(ctx, lit);
  apart(ctx, () => {
    ctx.clip();
    for (const { points, fill } of LOOK.rock.facets) {
      polygon(ctx, shape(points, at, size));
      filled(ctx, fill);
    }
  });
  hexagon(ctx, at, size * LOOK.rock.body, style.orientation);
  lined(ctx, measure(LOOK.rock.line, size), LOOK.rock.rim);
  ctx.fillStyle = LOOK.rock.text;
  const below = { x: at.x, y: at.y + LOOK.rock.labelDrop * size };
  letter(ctx, name, below, measure(LOOK.rock.label, size), style.font, 600);
}

/** Outside the arena: a wall or a door, strong towards the inside and gone on the far side. */
export function wall(ctx: Ctx, at: Point, size: number, inward: Point, colour: string, style: Style): void {
  const on = (far: number): Point => ({ x: at.x + inward.x * size * far, y: at.y + inward.y * size * far });
  const [near, far] = [on(LOOK.ground.wallFrom), on(LOOK.ground.wallTo)];
  const fade = ctx.createLinearGradient(near.x, near.y, far.x, far.y);
  fade.addColorStop(LOOK.ground.wallSolid, colour);
  fade.addColorStop(1, `${colour}00`);
  hexagon(ctx, at, size * LOOK.ground.cell, style.orientation);
  filled(ctx, fade);
}

/** The quiet mark of a judged site: the emblem of who was first, or a dash for nobody. */
export function judged(ctx: Ctx, at: Point, size: number, winner: Faction | undefined): void {
  apart(ctx, () => {
    ctx.globalAlpha *= LOOK.judged.alpha;
    if (winner) {
      const inks = ink(winner.name);
      emblem(ctx, winner.emblem, at, size * LOOK.judged.emblem);
      filled(ctx, inks.light);
      lined(ctx, measure(LOOK.judged.line, size), "rgba(255, 255, 255, 0.75)");
    } else {
      ctx.fillStyle = "rgba(255, 255, 255, 0.45)";
      const [wide, high] = [size * LOOK.judged.dashWide, size * LOOK.judged.dashHigh];
      rounded(ctx, at, wide, high, 0);
      ctx.fill();
    }
  });
}
