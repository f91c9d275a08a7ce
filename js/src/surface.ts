/** The canvas of the board: its size, its resolution, and the way from client coordinates to places. */

import type { Point } from "./geometry.ts";
import { arrange, type Layout, placeAt } from "./layout.ts";
import type { Ctx } from "./paint/shape.ts";
import { h, sharpen } from "./panel/dom.ts";
import type { Grid } from "./protocol.ts";

const LARGEST = 4; // times as large as it fits

export class Surface {
  readonly canvas = h("canvas.board", { role: "img" });
  layout: Layout | null = null;
  /** How much larger than it fits the board is shown. */
  zoom = 1;
  #shift: Point = { x: 0, y: 0 }; // where the layout's corner lies on the canvas
  #grid: Grid | null = null;

  /** Fit the grid; the next context comes with the new size. */
  fit(grid: Grid, width: number, maxHeight: number): void {
    this.#grid = grid;
    this.layout = arrange(grid, width, maxHeight);
    this.#move(0, 0);
  }

  /** A context in the layout's pixels, at the resolution of the screen. */
  context(): Ctx | null {
    const ctx = this.layout && sharpen(this.canvas, this.layout.width, this.layout.height);
    ctx?.translate(this.#shift.x, this.#shift.y);
    ctx?.scale(this.zoom, this.zoom);
    return ctx;
  }

  /** Side of a hex as it is seen. */
  get size(): number {
    return (this.layout?.size ?? 0) * this.zoom;
  }

  /** Where the middle of a place is seen, from the canvas's corner. */
  spot(at: number): Point {
    return this.#seen(this.layout?.points[at] ?? { x: 0, y: 0 });
  }

  /** Show the board larger by a factor; what lay at one client point comes to another as far as the canvas stays full. */
  enlarge(by: number, to: Point, from = to): void {
    const still = this.toLocal(from);
    this.zoom = Math.min(LARGEST, Math.max(1, this.zoom * by));
    const now = this.toLocal(to);
    this.#move((now.x - still.x) * this.zoom, (now.y - still.y) * this.zoom);
  }

  /** Bring a place into sight. */
  reveal(at: number): void {
    const { width = 0, height = 0 } = this.layout ?? {};
    const { x, y } = this.spot(at);
    if (Math.min(x, y, width - x, height - y) < this.size / 2) this.#move(width / 2 - x, height / 2 - y);
  }

  /** Move what is shown; the canvas stays full. */
  #move(dx: number, dy: number): void {
    const { width = 0, height = 0 } = this.layout ?? {};
    const kept = (shift: number, size: number): number =>
      Math.min(0, Math.max(size * (1 - this.zoom), shift));
    this.#shift = { x: kept(this.#shift.x + dx, width), y: kept(this.#shift.y + dy, height) };
  }

  #seen({ x, y }: Point): Point {
    return { x: x * this.zoom + this.#shift.x, y: y * this.zoom + this.#shift.y };
  }

  placeAt(client: Point): number | null {
    if (!this.layout || !this.#grid) return null;
    const box = this.canvas.getBoundingClientRect();
    if (client.x < box.left || client.y < box.top || client.x > box.right || client.y > box.bottom)
      return null;
    return placeAt(this.layout, this.#grid, this.toLocal(client));
  }

  /** Client coordinates to the canvas's own; a page may have scaled it. */
  toLocal(client: Point): Point {
    const box = this.canvas.getBoundingClientRect();
    const page = this.#page(box);
    const { x, y } = this.#shift;
    return {
      x: ((client.x - box.left) / page - x) / this.zoom,
      y: ((client.y - box.top) / page - y) / this.zoom,
    };
  }

  toClient(local: Point): Point {
    const box = this.canvas.getBoundingClientRect();
    const page = this.#page(box);
    const { x, y } = this.#seen(local);
    return { x: box.left + x * page, y: box.top + y * page };
  }

  #page(box: DOMRect): number {
    return (box.width || 1) / (this.layout?.width || box.width || 1);
  }
}

/**
 * Tell when the resolution of the screen changes: another monitor, or the browser's zoom. Heard in three
 * ways, for none is heard everywhere: a media query, the canvas's size in the screen's own pixels, a look
 * whenever the pointer comes.
 */
export function watchRatio(canvas: HTMLCanvasElement, changed: () => void, signal: AbortSignal): void {
  let known = 0;
  const look = (): void => {
    const ratio = globalThis.devicePixelRatio || 1;
    if (ratio === known) return;
    const first = known === 0;
    known = ratio;
    const query = globalThis.matchMedia(`(resolution: ${ratio}dppx)`);
    query.addEventListener("change", look, { once: true, signal });
    if (!first) changed();
  };
  look();
  for (const type of ["pointerenter", "pointerdown"]) canvas.addEventListener(type, look, { signal });
  const sizes = new ResizeObserver(look);
  try {
    sizes.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    sizes.disconnect(); // Safari does not know this box
  }
  signal.addEventListener("abort", () => sizes.disconnect());
}
