/** The board as a file or on the clipboard; see also ../export.ts, which does the same for scenes of games. */

import { copy } from "../clipboard.ts";
import type { Format } from "../export.ts";
import { pen, plain } from "../paint/pen.ts";
import type { Ctx } from "../paint/shape.ts";
import { h } from "../panel/dom.ts";
import type { Palette } from "../theme.ts";
import type { Data } from "./data.ts";
import { arrows, bare, type Looks, paint } from "./paint.ts";
import { View } from "./view.ts";

const WIDTH = 720; // at most: a picture does not depend on the width of the page
const SCALE = 2; // pixels of a PNG for each of these

export type Still = Pick<Looks, "font" | "names" | "widest"> & { data: Data; colours: Palette };

/** Save the board as a file, or copy the text that tells the same; whether the page allows it. */
export function give(root: HTMLElement, format: Format, still: Still, told: string): boolean {
  if (format === "text") return copy(root.ownerDocument, told);
  const href = format === "png" ? png(still) : `data:image/svg+xml,${encodeURIComponent(svg(still, told))}`;
  h("a", { href, download: `board.${format}` }).click();
  return true;
}

export function svg(still: Still, told: string): string {
  const { ctx, written } = pen();
  const { width, height } = draw(still, () => ctx);
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}" text-anchor="middle" stroke-linejoin="round" stroke-linecap="round"><desc>${plain(told)}</desc><rect ${size} fill="${still.colours.page}"/>${written()}</svg>`;
}

function png(still: Still): string {
  const canvas = h("canvas");
  const ctx = canvas.getContext("2d") as Ctx;
  draw(still, (wide, high) => {
    canvas.width = wide * SCALE;
    canvas.height = high * SCALE;
    ctx.scale(SCALE, SCALE);
    ctx.fillStyle = still.colours.page;
    ctx.fillRect(0, 0, wide, high);
    return ctx;
  });
  return canvas.toDataURL();
}

function draw(still: Still, on: (width: number, height: number) => Ctx): View {
  const { data } = still;
  const view = new View();
  view.fit(data, WIDTH);
  const ctx = on(view.width, view.height);
  const spot = (at: number) => view.seen(data.points[at] ?? { x: 0, y: 0 });
  const looks = { ...still, size: view.size, spot };
  for (const _ of paint(ctx, data, [...data.points.keys()], looks)) {
    // all at once
  }
  if (!bare(view.size) || data.arrows.length) arrows(ctx, data, looks);
  return view;
}
