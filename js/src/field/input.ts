/** Pointer and keys of a board for any purpose, all heard on its own root. */

import type { Format } from "../export.ts";
import type { Point } from "../geometry.ts";
import type { On } from "../input.ts";
import { fingers } from "../touch.ts";

export interface Stage {
  root: HTMLElement;
  canvas: HTMLElement; // what cells are seen through
  drag(): "pan" | "paint" | "select";
  hears(kind: "click"): boolean;
  cellAt(client: Point): number | null;
  between(from: number, to: number): number[];
  pan(dx: number, dy: number): void;
  zoom(by: number, to?: Point, from?: Point): void; // 0: all of it
  hover(at: number | null, keys: number): void;
  click(at: number, button: number, keys: number): void;
  stroke(cells: number[], phase: number, button: number, keys: number): void;
  walk(dx: number, dy: number, keys: number): void;
  reach(at: number): void;
  enter(keys: number): void;
  escape(): boolean;
  save(format: Format): void;
  menu(): void;
}

const SLACK = 5; // pixels that a press may wander and still be a click

interface Press {
  id: number;
  at: Point;
  last: Point;
  cell: number | null;
  button: number;
  moved: boolean;
  does: "click" | "pan" | "stroke";
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ZOOM: Record<string, number> = { "+": 1.25, "=": 1.25, "-": 0.8, "0": 0 };

export function listen(stage: Stage, signal: AbortSignal): void {
  const on: On = (type, hear, target = stage.root) =>
    target.addEventListener(type, hear, { signal, passive: false });
  pointer(stage, on);
  on("wheel", (event) => {
    if (!event.ctrlKey || !within(event, stage.canvas)) return; // otherwise the page scrolls
    event.preventDefault();
    stage.zoom(Math.exp(-Math.max(-25, Math.min(25, event.deltaY)) / 100), client(event));
  });
  const hand = { carry: null, turn: () => {}, scene: { token: () => undefined } };
  fingers({ canvas: stage.canvas, placeAt: () => null, zoom: stage.zoom }, hand, on);
  on("keydown", (event) => {
    if (event.isComposing || !key(event, stage)) return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has its own meaning for most keys
  });
  on("click", (event) => buttons(event, stage));
  on("focusin", (event) => {
    const cell = closest(event.target, "[data-at]")?.dataset.at;
    if (cell !== undefined) stage.reach(Number(cell));
  });
}

function pointer(stage: Stage, on: On): void {
  let press: Press | null = null;
  const { canvas } = stage;

  on(
    "pointerdown",
    (event) => {
      if (press || !event.isPrimary) {
        if (press?.does === "stroke") stage.stroke([], 2, press.button, keys(event));
        press = null; // a second finger: it zooms
        return;
      }
      const [at, cell, button] = [client(event), stage.cellAt(client(event)), event.button];
      const strokes = stage.drag() !== "pan" && button !== 1 && cell !== null;
      press = {
        id: event.pointerId,
        at,
        last: at,
        cell,
        button,
        moved: false,
        does: strokes ? "stroke" : "click",
      };
      if (!strokes) return;
      canvas.setPointerCapture(event.pointerId);
      stage.stroke([cell], 0, button, keys(event));
    },
    canvas,
  );

  on("pointermove", (event) => {
    const at = client(event);
    if (!press || press.id !== event.pointerId) {
      if (event.pointerType !== "touch") stage.hover(inside(stage, event), keys(event));
      return;
    }
    if (Math.hypot(at.x - press.at.x, at.y - press.at.y) > SLACK) press.moved = true;
    if (press.does === "stroke") {
      const cells: number[] = [];
      for (const one of event.getCoalescedEvents?.() ?? [event]) {
        const cell = stage.cellAt(client(one));
        if (cell === null || cell === press.cell) continue;
        cells.push(...(press.cell === null ? [cell] : stage.between(press.cell, cell)));
        press.cell = cell;
      }
      if (cells.length) stage.stroke(cells, 1, press.button, keys(event));
      stage.hover(press.cell, keys(event));
    } else if (press.moved && event.pointerType !== "touch") {
      if (press.does !== "pan") canvas.setPointerCapture(event.pointerId); // it may end anywhere
      press.does = "pan";
      stage.pan(at.x - press.last.x, at.y - press.last.y);
    }
    press.last = at;
  });

  on("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { does, moved, cell, button } = press;
    press = null;
    if (does === "stroke") stage.stroke([], 2, button, keys(event));
    if (moved || cell === null || stage.cellAt(client(event)) !== cell) return;
    stage.click(cell, button, keys(event));
  });

  on("pointercancel", (event) => {
    if (press?.id !== event.pointerId) return; // the page scrolls
    if (press.does === "stroke") stage.stroke([], 2, press.button, keys(event));
    press = null;
  });

  on("pointerleave", (event) => {
    if (event.pointerType !== "touch") stage.hover(null, keys(event));
  });

  on(
    "contextmenu",
    (event) => {
      if (stage.hears("click") || stage.drag() !== "pan") event.preventDefault(); // the right button means something
    },
    canvas,
  );
  on("auxclick", (event) => event.button === 1 && event.preventDefault(), canvas);
}

function inside(stage: Stage, event: PointerEvent): number | null {
  return within(event, stage.canvas) ? stage.cellAt(client(event)) : null;
}

function within(event: Event, element: HTMLElement): boolean {
  return event.target instanceof Node && element.contains(event.target);
}

function buttons(event: MouseEvent, stage: Stage): void {
  const cell = closest(event.target, "[data-at]")?.dataset.at;
  if (cell !== undefined) {
    stage.reach(Number(cell)); // a screen reader clicks on a cell
    stage.enter(keys(event));
    return;
  }
  const name = closest(event.target, "button[data-name]")?.dataset.name ?? "";
  if (name === "button:zoom-in") stage.zoom(1.5);
  else if (name === "button:zoom-reset") stage.zoom(0);
  else if (name === "button:save") stage.menu();
  else if (name.startsWith("button:save-")) stage.save(name.slice(12) as Format);
}

function key(event: KeyboardEvent, stage: Stage): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    stage.walk(...arrow, keys(event));
    return true;
  }
  const zoom = ZOOM[event.key];
  if (zoom !== undefined && !event.ctrlKey && !event.metaKey) {
    stage.zoom(zoom);
    return true;
  }
  if (event.key === "Escape") return stage.escape();
  if (event.key !== "Enter" && event.key !== " ") return false;
  if (closest(event.target, "button")) return false;
  stage.enter(keys(event));
  return true;
}

/** 1 for Alt, 2 for Ctrl, 4 for Meta, 8 for Shift. */
function keys(event: MouseEvent | KeyboardEvent): number {
  return +event.altKey + 2 * +event.ctrlKey + 4 * +event.metaKey + 8 * +event.shiftKey;
}

function client(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
