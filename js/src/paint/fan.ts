/** Where it is best to end and how to face there: a side of each place, the stronger the likelier, with its percentage. */

import { angle, mix, polar } from "../geometry.ts";
import { LOOK, measure } from "../look.ts";
import type { Picture } from "../painter.ts";
import type { Fan } from "../protocol.ts";
import type { Scene } from "../scene.ts";
import { ink, shade } from "../theme.ts";
import { apart, emblem, filled, letter, lined, polygon, rounded, turned } from "./shape.ts";

/** The fans to show: while an order is put together for a faction, only its own. */
export function fansOf(scene: Scene, own: number | undefined): Fan[] {
  return (scene.traits.marks.fans ?? []).filter(([, , , who]) => own === undefined || who === own);
}

/**
 * Under all that stands on the board the sides, which factions that would face the same way share. Over it, where it is
 * told which places are `free`: the percentages, on the edge where somebody stands, and emblems in those places.
 */
export function fans(
  { ctx, scene, play, layout, colours, style }: Picture,
  free?: (at: number) => boolean,
): void {
  const { size } = layout;
  const all = fansOf(scene, play.own);
  ctx.lineJoin = "round";
  for (const fan of all) {
    const [at, direction, part, who] = fan;
    const p = layout.points[at];
    const faction = scene.faction(who);
    if (!p || !faction) continue;
    const here = all.filter(([where]) => where === at);
    const alike = here.filter(([, way]) => way === direction);
    const taken = scene.token(at);
    const a = angle(direction, style.orientation);
    const colour = shade(faction.name, colours);
    const line = measure(LOOK.fan.line, size);
    if (free) {
      if (free(at)) {
        const radius = measure(LOOK.fan.hub, size);
        const number = [...new Set(here.map(([, , , one]) => one))].indexOf(who);
        emblem(ctx, faction.emblem, { x: p.x + number * 2.4 * radius, y: p.y }, radius);
        filled(ctx, colour);
        lined(ctx, radius * 0.5, colours.cell);
      }
      if (part < LOOK.fan.least || alike[1]) continue;
      const text = Math.round(part * 100) + (size < LOOK.fan.percent || part >= 0.995 ? "" : "%");
      const height = measure(LOOK.fan.label, size);
      const middle = polar(p, a, size * (taken ? LOOK.fan.edgeAt : LOOK.fan.labelAt));
      if (taken) {
        rounded(ctx, middle, (0.56 * text.length + 0.5) * height, height * 1.3, height * 0.35);
        filled(ctx, colours.page);
        lined(ctx, line, colour);
      }
      ctx.fillStyle = colour;
      letter(ctx, text, middle, height, style.font);
      continue;
    }
    const [from = p, to = p] = [1, -1].map((way) => polar(p, a + (way * Math.PI) / 6, LOOK.fan.outer * size));
    const [first, last] = [0, 1].map((i) => mix(from, to, (alike.indexOf(fan) + i) / alike.length));
    const points = [p, first ?? p, last ?? p];
    const middle = mix(p, mix(points[1] ?? p, points[2] ?? p, 0.5), 2 / 3);
    polygon(
      ctx,
      points.map((one) => mix(middle, one, LOOK.fan.inset)),
    );
    filled(ctx, colours.cell);
    apart(ctx, () => {
      ctx.globalAlpha *= LOOK.fan.faint + LOOK.fan.strong * part;
      filled(ctx, ink(faction.name).base);
    });
    lined(ctx, line + LOOK.fan.lineMore * size * part, colour);
    if (taken) continue;
    polygon(ctx, turned(LOOK.fan.dart, p, a, size));
    filled(ctx, colour);
  }
}
