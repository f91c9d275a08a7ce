/**
 * The picture of the cells: a canvas larger than what is seen, moved and stretched by the page while the board is panned
 * and zoomed, and painted anew in short turns behind it. So a frame costs the same whatever the number of cells.
 */

import type { Ctx } from "../paint/shape.ts";
import { h } from "../panel/dom.ts";
import type { Data } from "./data.ts";
import { arrows, bare, type Looks, paint } from "./paint.ts";
import type { View } from "./view.ts";

const TURN = 5; // milliseconds of painting in one frame
const PIXELS = 3e6; // of one canvas, on a screen of usual resolution
const REST = 120; // milliseconds without a zoom after which it is painted sharp
const NEAR = 0.2; // of the stage's width: so close to the canvas's end a new one is painted

type Style = Omit<Looks, "size" | "spot">;

/** What one canvas shows: the part of the stage that it covered when it was painted, at which zoom. */
interface Frame {
  canvas: HTMLCanvasElement;
  left: number; // from the board's corner, in pixels at that zoom
  top: number;
  width: number;
  height: number;
  zoom: number;
}

export class Sheet {
  readonly element = h("div", { class: "hw-sheet", "aria-hidden": "true" });
  #data: Data;
  #view: View;
  #style: () => Style;
  #shown: Frame | null = null;
  #next: Frame | null = null;
  #spare: HTMLCanvasElement | null = null;
  #work: Generator<void> | null = null;
  #again = false;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #done: () => void;

  constructor(data: Data, view: View, style: () => Style, done: () => void) {
    this.#data = data;
    this.#view = view;
    this.#style = style;
    this.#done = done;
  }

  get canvas(): HTMLCanvasElement | null {
    return this.#shown?.canvas ?? null;
  }

  /** Whether what is shown is all there is to show. */
  get settled(): boolean {
    return this.#shown !== null && !this.#work && !this.#again;
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#work = null;
  }

  /** Paint everything anew, now as far as a turn goes. */
  renew(): void {
    if (this.#work) {
      this.#again = true; // to its end first: a board that changes all the time is seen, too
      return;
    }
    this.#begin();
    this.#turn();
  }

  /** Paint cells that look different over what is shown. */
  touch(cells: ReadonlySet<number>): void {
    const { zoom } = this.#view;
    const frame = this.#shown;
    if (this.#work || !frame || frame.zoom !== zoom || this.#data.arrows.length || cells.size > 400) {
      this.renew();
      return;
    }
    const { ctx, looks } = this.#on(frame);
    for (const _ of paint(ctx, this.#data, [...cells], looks)) {
      // all at once
    }
    this.#done();
  }

  /** Follow the view. */
  follow(): void {
    const { zoom, shift, width } = this.#view;
    const frame = this.#shown;
    if (!frame) return;
    const k = zoom / frame.zoom;
    const ratio = devicePixelRatio || 1;
    const whole = (n: number): number => (k === 1 ? Math.round(n * ratio) / ratio : n);
    const [x, y] = [whole(frame.left * k + shift.x), whole(frame.top * k + shift.y)];
    frame.canvas.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    clearTimeout(this.#rest);
    if (k !== 1) this.#rest = setTimeout(() => this.renew(), REST);
    else if (this.#runsOut(frame, width * NEAR) && !this.#work) this.renew();
  }

  /** Whether the canvas ends, and the board does not, so far from what is seen. */
  #runsOut(frame: Frame, far: number): boolean {
    const { shift, width, height, zoom } = this.#view;
    const lacks = (start: number, length: number, seen: number, size: number): boolean =>
      start > Math.max(0, seen - far) + 1 || start + length < Math.min(size * zoom, seen + size + far) - 1;
    return (
      lacks(frame.left, frame.width, -shift.x, width) || lacks(frame.top, frame.height, -shift.y, height)
    );
  }

  #begin(): void {
    const { zoom, shift, width, height } = this.#view;
    const ratio = devicePixelRatio || 1;
    // So many times as wide and high as the stage, never so little that it runs out again at once.
    const room = Math.max(1 + 3 * NEAR, Math.sqrt(PIXELS / (width * height)));
    const span = (seen: number, size: number): [number, number] => {
      const length = Math.min(size * zoom, size * room);
      const start = Math.min(Math.max(0, -seen - (length - size) / 2), size * zoom - length);
      return [Math.floor(start * ratio) / ratio, length];
    };
    const [[left, wide], [top, high]] = [span(shift.x, width), span(shift.y, height)];
    const [w, t] = [Math.ceil(wide * ratio), Math.ceil(high * ratio)];
    const canvas = this.#spare ?? h("canvas", { class: "hw-board" });
    this.#spare = null;
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== t) canvas.height = t;
    canvas.style.width = `${w / ratio}px`;
    canvas.style.height = `${t / ratio}px`;
    this.#next = { canvas, left, top, width: w / ratio, height: t / ratio, zoom };
    this.#work = this.#all(this.#next);
    this.#again = false;
  }

  *#all(frame: Frame): Generator<void> {
    const { ctx, looks } = this.#on(frame);
    ctx.clearRect(0, 0, frame.width, frame.height);
    const { size } = looks;
    const inside = this.#data.points.flatMap((_, at) => {
      const { x, y } = looks.spot(at);
      return x > -size && y > -size && x < frame.width + size && y < frame.height + size ? [at] : [];
    });
    yield;
    yield* paint(ctx, this.#data, inside, looks);
    if (!bare(size) || this.#data.arrows.length < 2000) arrows(ctx, this.#data, looks);
  }

  #on(frame: Frame): { ctx: Ctx; looks: Looks } {
    const ratio = devicePixelRatio || 1;
    const ctx = frame.canvas.getContext("2d") as Ctx;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { points } = this.#data;
    const { shift, size } = this.#view;
    const origin = this.#view.seen({ x: 0, y: 0 });
    const [x, y] = [origin.x - shift.x - frame.left, origin.y - shift.y - frame.top];
    const spot = (at: number) => {
      const point = points[at] ?? { x: 0, y: 0 };
      return { x: point.x * size + x, y: point.y * size + y };
    };
    return { ctx, looks: { ...this.#style(), size, spot } };
  }

  /** Paint as long as a frame bears it. */
  #turn(): void {
    const end = performance.now() + TURN;
    while (this.#work) {
      if (this.#work.next().done) this.#finish();
      else if (performance.now() > end) {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => this.#turn());
        return;
      }
    }
  }

  #finish(): void {
    const old = this.#shown;
    this.#work = null;
    this.#shown = this.#next;
    this.#next = null;
    if (this.#shown && this.#shown.canvas !== old?.canvas) {
      this.element.replaceChildren(this.#shown.canvas);
      this.#spare = old?.canvas ?? null;
    }
    const stale = this.#again || this.#shown?.zoom !== this.#view.zoom;
    this.follow();
    if (stale && this.#shown?.zoom === this.#view.zoom) {
      this.#again = false;
      this.#frame = requestAnimationFrame(() => this.renew());
    }
    this.#done();
  }
}
