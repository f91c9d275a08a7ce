/** What jsdom lacks: a real canvas, sizes, media queries, pointer capture. */

import { createCanvas } from "@napi-rs/canvas";
import { afterEach, beforeEach, vi } from "vitest";

/** Media queries that hold in the present test. */
export const media = new Set<string>();

/** Queries that were asked; `dispatchEvent` on one plays a change. */
export const queries = new Map<string, EventTarget>();

/** Observers that a board has made; `resize` plays the browser. */
export const observers = new Set<FakeObserver>();

class FakeObserver {
  #callback: ResizeObserverCallback;
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
    observers.add(this);
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {
    observers.delete(this);
  }
  tell(): void {
    this.#callback([], this as unknown as ResizeObserver);
  }
}

let width = 0;

export function resize(to: number): void {
  width = to;
  for (const observer of observers) observer.tell();
}

const contexts = new WeakMap<HTMLCanvasElement, CanvasRenderingContext2D>();

function context(this: HTMLCanvasElement): CanvasRenderingContext2D {
  const known = contexts.get(this);
  if (known && known.canvas.width === this.width && known.canvas.height === this.height) return known;
  const fresh = createCanvas(Math.max(1, this.width), Math.max(1, this.height)).getContext("2d");
  contexts.set(this, fresh as unknown as CanvasRenderingContext2D);
  return fresh as unknown as CanvasRenderingContext2D;
}

beforeEach(() => {
  width = 0;
  media.clear();
  queries.clear();
  observers.clear();
  vi.stubGlobal("ResizeObserver", FakeObserver);
  vi.stubGlobal("CSS", { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") });
  window.matchMedia = (query: string) => {
    const target = new EventTarget() as MediaQueryList;
    queries.set(query, target);
    return Object.defineProperty(target, "matches", { get: () => media.has(query) });
  };
  HTMLCanvasElement.prototype.getContext = context as unknown as HTMLCanvasElement["getContext"];
  HTMLElement.prototype.setPointerCapture = () => {};
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => width });
  HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
    const w = Number.parseFloat(this.style.width) || 20;
    const h = Number.parseFloat(this.style.height) || 20;
    return { left: 0, top: 0, x: 0, y: 0, right: w, bottom: h, width: w, height: h, toJSON: () => "" };
  };
});

afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

// Jupyter's drag and drop, loaded with its widgets, asks for this class when it is loaded.
globalThis.DragEvent ??= class extends MouseEvent {} as typeof DragEvent;
