/** The canvas of the board: its size, its resolution, and the way from client coordinates to places. */

import type { Point } from "./geometry.ts";
import { arrange, type Layout, placeAt } from "./layout.ts";
import type { Ctx } from "./paint/shape.ts";
import { h, sharpen } from "./panel/dom.ts";
import type { Grid } from "./protocol.ts";

export class Surface {
  readonly canvas = h("canvas", { class: "hw-board", role: "img" });
  layout: Layout | null = null;
  #grid: Grid | null = null;

  /** Fit the grid; the next context comes with the new size. */
  fit(grid: Grid, width: number, maxHeight: number): void {
    this.#grid = grid;
    this.layout = arrange(grid, width, maxHeight);
  }

  /** A context in CSS pixels, at the resolution of the screen. */
  context(): Ctx | null {
    return this.layout && sharpen(this.canvas, this.layout.width, this.layout.height);
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
    const zoom = this.#zoom(box);
    return { x: (client.x - box.left) / zoom, y: (client.y - box.top) / zoom };
  }

  toClient(local: Point): Point {
    const box = this.canvas.getBoundingClientRect();
    const zoom = this.#zoom(box);
    return { x: box.left + local.x * zoom, y: box.top + local.y * zoom };
  }

  #zoom(box: DOMRect): number {
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
