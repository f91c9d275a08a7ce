/** Where the places of a grid fall on a canvas of a given width, in CSS pixels from its top left corner. */

import { centre, corners, hexAt, mix, type Orientation, type Point } from "./geometry.ts";
import { LOOK } from "./look.ts";
import type { Grid, Place } from "./protocol.ts";

export interface Layout {
  width: number;
  height: number;
  size: number; // side of a hex
  origin: Point; // where hex (0, 0) falls
  orientation: Orientation;
  points: Point[]; // middle of each place as drawn
}

const LARGEST = LOOK.layout.largest; // side of a hex in pixels: a small board does not swell
const MARGIN = LOOK.layout.margin; // sides of a hex; room for outlines and shadows
const RIM = LOOK.layout.rim; // half width of a small site
const WALL = LOOK.layout.wall; // how much of a wall is seen, on both sides of its middle: it fades outwards
const LEAN = LOOK.layout.lean; // how far a small site leans to its two cells

export function arrange(grid: Grid, width: number, maxHeight: number): Layout {
  const units = grid.places.map((place) => spot(place, grid));
  const box = bounds(units, grid);
  const size = Math.max(1, Math.min(width / box.width, maxHeight / box.height, LARGEST));
  const origin = { x: -box.left * size, y: -box.top * size };
  const points = units.map((p) => ({ x: origin.x + p.x * size, y: origin.y + p.y * size }));
  const { orientation } = grid;
  return { width: box.width * size, height: box.height * size, size, origin, orientation, points };
}

/** The middle of a place in hex sides. A small site leans towards the notch between its cells. */
function spot(place: Place, grid: Grid): Point {
  const own = centre(place, grid.orientation);
  if (place.kind !== "small" || !place.touches?.length) return own;
  const cells = place.touches.flatMap((at) => grid.places[at] ?? []);
  const points = cells.map((cell) => centre(cell, grid.orientation));
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return mix(own, { x: sum.x / points.length, y: sum.y / points.length }, LEAN);
}

function isWall({ kind }: Place): boolean {
  return kind === "wall" || kind === "door";
}

function bounds(units: Point[], grid: Grid) {
  const outline = corners(grid.orientation);
  const reach = grid.places.flatMap((place, at) => {
    const p = units[at] ?? { x: 0, y: 0 };
    const half = place.kind === "small" ? RIM : isWall(place) ? WALL - MARGIN : null;
    return half !== null
      ? [-half, half].map((d) => ({ x: p.x + d, y: p.y + d }))
      : outline.map((c) => ({ x: p.x + c.x, y: p.y + c.y }));
  });
  const xs = reach.map((p) => p.x);
  const ys = reach.map((p) => p.y);
  const left = Math.min(0, ...xs) - MARGIN;
  const top = Math.min(0, ...ys) - MARGIN;
  return {
    left,
    top,
    width: Math.max(0, ...xs) + MARGIN - left,
    height: Math.max(0, ...ys) + MARGIN - top,
  };
}

/** The place under a point of the canvas, or null. */
export function placeAt(layout: Layout, grid: Grid, point: Point): number | null {
  const close = grid.places.findIndex((place, at) => {
    const p = layout.points[at];
    return place.kind === "small" && p && Math.hypot(p.x - point.x, p.y - point.y) < RIM * layout.size;
  });
  if (close >= 0) return close;
  const x = (point.x - layout.origin.x) / layout.size;
  const y = (point.y - layout.origin.y) / layout.size;
  const { q, r } = hexAt({ x, y }, layout.orientation);
  const found = grid.places.findIndex((p) => p.q === q && p.r === r && p.kind !== "small");
  return found < 0 ? null : found;
}

/** Where stone `i` of `n` lies on a site. */
export function gemPoint(layout: Layout, at: number, i: number, n: number): Point {
  const p = layout.points[at] ?? { x: 0, y: 0 };
  return { x: p.x + (i - (n - 1) / 2) * gemSize(layout, n) * LOOK.layout.gemsApart, y: p.y };
}

/** Half width of a stone where `n` share a site. */
export function gemSize(layout: Layout, n: number): number {
  return layout.size * (n > 2 ? LOOK.layout.gemsShare / n : LOOK.layout.gem);
}

/** The place nearest in the direction of an arrow key, among those that count; null at the rim. */
export function walkTo(
  layout: Layout,
  from: number,
  dx: number,
  dy: number,
  counts: (at: number) => boolean = () => true,
): number | null {
  const start = layout.points[from];
  if (!start) return null;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  layout.points.forEach((p, at) => {
    const along = (p.x - start.x) * dx + (p.y - start.y) * dy;
    const aside = Math.abs((p.x - start.x) * dy) + Math.abs((p.y - start.y) * dx);
    if (along < layout.size * 0.4 || !counts(at)) return;
    const cost = along + aside * 1.2;
    if (cost < least) [best, least] = [at, cost];
  });
  return best;
}
