/** Where the cells are seen: the size that fits the container, the zoom, and how far the board is moved. */

import type { Point } from "../geometry.ts";
import { LOOK } from "../look.ts";
import type { Data } from "./data.ts";

const TALL = 720;
const LEAST_ZOOM = 4; // that every board can be enlarged to, and far enough to read
const MARGIN = LOOK.layout.margin;

export class View {
  width = 0;
  height = 0;
  zoom = 1;
  /** Where the board's corner lies, in pixels from the stage's. */
  shift: Point = { x: 0, y: 0 };
  /** Side of a hex where the whole board is seen. */
  #fit = 1;
  #box = { left: 0, top: 0 };

  fit({ box }: Data, width: number): void {
    const [wide, high] = [box.right - box.left + 2 * MARGIN, box.bottom - box.top + 2 * MARGIN];
    this.#fit = Math.min(width / wide, TALL / high, LOOK.layout.largest);
    this.#box = { left: box.left - MARGIN, top: box.top - MARGIN };
    this.width = wide * this.#fit;
    this.height = high * this.#fit;
    this.zoom = Math.min(this.zoom, this.#most);
    this.move(0, 0);
  }

  get size(): number {
    return this.#fit * this.zoom;
  }

  /** Where a point of the plane is seen on the stage. */
  seen(point: Point): Point {
    const { size } = this;
    return {
      x: (point.x - this.#box.left) * size + this.shift.x,
      y: (point.y - this.#box.top) * size + this.shift.y,
    };
  }

  /** The point of the plane that is seen at a point of the stage. */
  plane(local: Point): Point {
    const { size } = this;
    return {
      x: (local.x - this.shift.x) / size + this.#box.left,
      y: (local.y - this.shift.y) / size + this.#box.top,
    };
  }

  /** Show it larger by a factor (0: the whole board); what lay at one point comes to another as far as the stage stays full. */
  enlarge(by: number, to: Point, from = to): void {
    const still = this.plane(from);
    this.zoom = Math.min(this.#most, Math.max(1, this.zoom * by));
    const now = this.seen(still);
    this.move(to.x - now.x, to.y - now.y);
  }

  move(dx: number, dy: number): void {
    const kept = (shift: number, size: number): number =>
      Math.min(0, Math.max(size * (1 - this.zoom), shift));
    this.shift = { x: kept(this.shift.x + dx, this.width), y: kept(this.shift.y + dy, this.height) };
  }

  /** Bring a point of the plane into sight. */
  reveal(point: Point): void {
    const { x, y } = this.seen(point);
    const near = Math.min(x, y, this.width - x, this.height - y);
    if (near < this.size / 2) this.move(this.width / 2 - x, this.height / 2 - y);
  }

  get #most(): number {
    return Math.max(LEAST_ZOOM, LOOK.layout.largest / this.#fit);
  }
}
