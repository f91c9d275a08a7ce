/** The proportions of what is drawn, shared with the painter in Python through one file. */

import LOOK, { alias, inks, palettes } from "../../hexwidgets/board/look.json";
import type { Point } from "./geometry.ts";

export { alias, inks, LOOK, palettes };

/** A length: a part of a size, but never less than so many pixels. */
export function measure([part = 0, least = 0]: readonly number[], size: number): number {
  return Math.max(least, part * size);
}

/** The points of a shape around a middle. */
export function shape(points: readonly number[][], at: Point, size: number): Point[] {
  return points.map(([x = 0, y = 0]) => ({ x: at.x + x * size, y: at.y + y * size }));
}
