/** The board as a file or on the clipboard: at rest, without lights, plans and whatever moves. */

import { copy } from "./clipboard.ts";
import { arrange } from "./layout.ts";
import { pen, plain } from "./paint/pen.ts";
import type { Ctx } from "./paint/shape.ts";
import { type Picture, type Play, paint } from "./painter.ts";
import { h } from "./panel/dom.ts";

export type Format = "png" | "svg" | "text";

/** What is to be seen on a picture. */
export type Still = Pick<Picture, "scene" | "colours" | "style">;

const WIDTH = 720; // at most, and as tall at most: a picture does not depend on the width of the page
const SCALE = 2; // pixels of a PNG for each of these

const AT_REST: Play = {
  ...{ carry: null, fit: "nowhere", lit: new Set(), step: null, aim: null, gems: new Set() },
  ...{ tallies: [], verdict: null, cursor: null, landing: new Map() },
};

/** Save the board as a file, or copy the text that tells the same; whether the page allows it. */
export function give(root: HTMLElement, format: Format, still: Still, told: string): boolean {
  if (format === "text") return copy(root.ownerDocument, told);
  const { grid, rev } = still.scene.traits;
  const href = format === "png" ? png(still) : `data:image/svg+xml,${encodeURIComponent(svg(still, told))}`;
  h("a", { href, download: `${grid.game || "board"}-${rev}.${format}` }).click();
  return true;
}

export function svg(still: Still, told: string): string {
  const { ctx, written } = pen();
  const { width, height } = draw(still, () => ctx);
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}" text-anchor="middle" stroke-linejoin="round"><desc>${plain(told)}</desc><rect ${size} fill="${still.colours.page}"/>${written()}</svg>`;
}

function png(still: Still): string {
  const canvas = h("canvas");
  const ctx = canvas.getContext("2d") as Ctx;
  const { width, height } = draw(still, (wide, high) => {
    canvas.width = wide * SCALE;
    canvas.height = high * SCALE;
    ctx.scale(SCALE, SCALE);
    return ctx;
  });
  ctx.globalCompositeOperation = "destination-over";
  ctx.fillStyle = still.colours.page;
  ctx.fillRect(0, 0, width, height);
  return canvas.toDataURL();
}

function draw(still: Still, on: (width: number, height: number) => Ctx): { width: number; height: number } {
  const layout = arrange(still.scene.traits.grid, WIDTH, WIDTH);
  paint({ ...still, ctx: on(layout.width, layout.height), play: AT_REST, layout });
  return layout;
}
