/**
 * Axial hexes and the plane, in units of one hex side. The plane's y grows downwards, as on screens.
 *
 *   pointy                flat
 *      2 /\ 1               _2_
 *     3 |  | 0           3 /   \ 1      directions turn counter-clockwise:
 *      4 \/ 5            4 \___/ 0      (1,0) (1,-1) (0,-1) (-1,0) (-1,1) (0,1)
 *                            5
 */

export type Orientation = "pointy" | "flat";

export interface Hex {
  q: number;
  r: number;
}

export interface Point {
  x: number;
  y: number;
}

const ROOT3 = Math.sqrt(3);

export const DIRECTIONS: readonly Hex[] = [
  { q: 1, r: 0 },
  { q: 1, r: -1 },
  { q: 0, r: -1 },
  { q: -1, r: 0 },
  { q: -1, r: 1 },
  { q: 0, r: 1 },
];

/** `n` modulo six, never negative. */
export function sixth(n: number): number {
  return ((n % 6) + 6) % 6;
}

export function neighbour(hex: Hex, direction: number): Hex {
  const step = DIRECTIONS[sixth(direction)] ?? { q: 0, r: 0 };
  return { q: hex.q + step.q, r: hex.r + step.r };
}

/** The middle of a hex. */
export function centre(hex: Hex, orientation: Orientation): Point {
  return orientation === "pointy"
    ? { x: ROOT3 * (hex.q + hex.r / 2), y: 1.5 * hex.r }
    : { x: 1.5 * hex.q, y: ROOT3 * (hex.r + hex.q / 2) };
}

/** The hex that holds a point: the exact inverse of `centre`, rounded on the cube x + y + z = 0. */
export function hexAt(point: Point, orientation: Orientation): Hex {
  const { x, y } = point;
  return orientation === "pointy"
    ? roundHex(x / ROOT3 - y / 3, (2 / 3) * y)
    : roundHex((2 / 3) * x, y / ROOT3 - x / 3);
}

/** Round fractional axial coordinates: the worst of the three cube coordinates follows from the others. */
export function roundHex(q: number, r: number): Hex {
  const s = -q - r;
  let rq = Math.round(q);
  let rr = Math.round(r);
  const dq = Math.abs(rq - q);
  const dr = Math.abs(rr - r);
  const ds = Math.abs(Math.round(s) - s);
  if (dq > dr && dq > ds) rq = -rr - Math.round(s);
  else if (dr > ds) rr = -rq - Math.round(s);
  return { q: rq + 0, r: rr + 0 }; // + 0 turns -0 into 0
}

/** The angle of a direction on the screen, in radians, clockwise from east as canvas counts. */
export function angle(direction: number, orientation: Orientation): number {
  return ((orientation === "pointy" ? 0 : 30) - 60 * direction) * (Math.PI / 180);
}

/** Corner `i` lies between edges `i - 1` and `i`. */
export function corner(i: number, orientation: Orientation): Point {
  const a = angle(i - 0.5, orientation);
  return { x: Math.cos(a), y: Math.sin(a) };
}

export function corners(orientation: Orientation): Point[] {
  return DIRECTIONS.map((_, i) => corner(i, orientation));
}

/** The point at an angle, clockwise from east, and a distance from another. */
export function polar(from: Point, a: number, far: number): Point {
  return { x: from.x + Math.cos(a) * far, y: from.y + Math.sin(a) * far };
}

export function mix(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}
