/**
 * Pointer, wheel and keys of an editor. They are heard on the root before the board hears them, which keeps what means
 * nothing here: hovering, zooming, undo, the help.
 */

import type { House } from "../board.ts";
import type { Point } from "../geometry.ts";
import { walkTo } from "../layout.ts";
import { lying, stoneAt } from "../stones.ts";
import type { Desk } from "./desk.ts";
import type { Menu } from "./menu.ts";
import type { Thing } from "./protocol.ts";

const SLACK = 6; // pixels that a press may wander and still be a click
const NOTCH = 60; // wheel travel that makes one turn
const LONG = 450; // milliseconds after which a press opens the menu

interface Press {
  id: number;
  at: Point;
  moved: boolean;
  thing: Thing | null; // what lies there, to be taken
  from: number | null; // place that it lies on
  again: boolean; // it was held already
}

type Hear = <K extends keyof HTMLElementEventMap>(
  type: K,
  hear: (event: HTMLElementEventMap[K]) => void,
) => void;

export function listen(house: House, desk: Desk, menu: Menu, follow: (at: Point | null) => void): void {
  const hear: Hear = (type, listener) =>
    house.root.addEventListener(type, listener, { capture: true, passive: false, signal: house.signal });
  pointer(house, desk, hear, follow);
  clicks(house, desk, hear);
  wheel(house, desk, hear);
  hear("keydown", (event) => {
    if (desk.open && key(event, house, desk, menu)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });
}

function pointer(
  { root, session, surface, signal, refresh }: House,
  desk: Desk,
  hear: Hear,
  follow: (at: Point | null) => void,
): void {
  let press: Press | null = null;
  let long: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(long));

  const gemAt = (at: Point): string | null =>
    stoneAt(lying(session.scene, surface.layout), surface.toLocal(at));
  const there = (at: Point): { thing: Thing | null; from: number | null } => {
    const place = surface.placeAt(at);
    return { thing: desk.lying(place, gemAt(at)), from: place };
  };
  const aim = (at: Point): void => {
    const place = surface.placeAt(at);
    follow(at);
    if (session.hover === place && session.cursor === null) return;
    session.cursor = null;
    session.hover = place;
    refresh();
  };

  hear("pointerdown", (event) => {
    if (!desk.open) return;
    if (closest(event.target, ".hw-context")) return;
    if (desk.menu !== null) desk.openMenu(null);
    const item = closest(event.target, "[data-thing]");
    const canvas = event.target === surface.canvas;
    if ((!item && !canvas) || event.button !== 0) return;
    event.stopPropagation();
    const at = client(event);
    const thing = desk.kit.things.find(({ key }) => key === item?.dataset.thing) ?? null;
    const found = item ? { thing, from: null } : there(at);
    const again = item !== null && desk.held?.thing.key === thing?.key && desk.held?.from === null;
    press = { id: event.pointerId, at, moved: false, again, ...found };
    if (item && thing && !again) desk.take(thing, null, true);
    if (canvas) aim(at);
    root.setPointerCapture(event.pointerId); // the press may end anywhere
    clearTimeout(long);
    if (event.pointerType !== "mouse" && canvas && !desk.held) {
      long = setTimeout(() => {
        press = null;
        desk.openMenu(surface.placeAt(at));
      }, LONG);
    }
  });

  hear("pointermove", (event) => {
    if (!desk.open || (press && press.id !== event.pointerId)) return;
    const at = client(event);
    if (press && !press.moved && Math.hypot(press.at.x - at.x, press.at.y - at.y) > SLACK) {
      press.moved = true;
      clearTimeout(long);
      if (!desk.held && press.thing) desk.take(press.thing, press.from, true);
    }
    if (press || desk.held) aim(at);
    mark(root, press?.moved && desk.held ? groupAt(root, at) : null);
  });

  hear("pointerup", (event) => {
    clearTimeout(long);
    if (press?.id !== event.pointerId) return;
    const { moved, thing, from, again } = press;
    press = null;
    event.stopPropagation();
    mark(root, null);
    const at = client(event);
    const place = surface.placeAt(at);
    if (!desk.held) {
      if (!moved && thing) desk.take(thing, from, false);
    } else if (!moved && from === null && thing) {
      if (again) desk.cancel();
      else desk.release();
    } else if (place !== null) {
      desk.put(place);
    } else if (moved) {
      const group = groupAt(root, at)?.dataset.group;
      if (group) desk.putInto(group);
      else if (desk.held.from === null) desk.cancel();
      else desk.throwAway();
    }
    if (event.pointerType === "touch") follow(null);
  });

  hear("pointercancel", () => {
    clearTimeout(long);
    if (press && desk.held?.drag) desk.cancel();
    press = null;
    mark(root, null);
  });

  // A finger on something takes it; elsewhere it scrolls the page.
  hear("touchstart", (event) => {
    const [finger, second] = event.touches;
    if (!desk.open || !finger || second || event.target !== surface.canvas) return;
    if (!there({ x: finger.clientX, y: finger.clientY }).thing && !desk.held) return;
    event.preventDefault();
    event.stopPropagation();
  });

  hear("contextmenu", (event) => {
    const inside = event.target === surface.canvas || closest(event.target, ".hw-cell, [data-thing]");
    if (!desk.open || (!inside && event.target !== root)) return;
    event.preventDefault();
    event.stopPropagation();
    if (desk.held?.sent === null) desk.cancel();
    else desk.openMenu(event.target === surface.canvas ? surface.placeAt(client(event)) : session.cursor);
  });
}

/** Show which group would take what is dragged. */
function mark(root: HTMLElement, group: HTMLElement | null): void {
  for (const one of root.querySelectorAll<HTMLElement>("[data-over]"))
    if (one !== group) delete one.dataset.over;
  if (group) group.dataset.over = "";
}

function groupAt(root: HTMLElement, at: Point): HTMLElement | null {
  const page = root.getRootNode() as Document | ShadowRoot;
  return closest(page.elementFromPoint(at.x, at.y), "[data-group]");
}

function clicks({ session, surface, refresh, root }: House, desk: Desk, hear: Hear): void {
  const stop = (event: Event): void => event.stopPropagation();

  hear("click", (event) => {
    const switched = closest(event.target, '[data-name="button:edit"]');
    if (switched && !session.lost) {
      stop(event);
      desk.ask(["edit"]);
      return;
    }
    if (!desk.editing) return;
    const cell = closest(event.target, "[data-at]");
    if (event.target === surface.canvas) {
      stop(event);
    } else if (cell && desk.open) {
      stop(event); // a screen reader clicks on a place
      session.cursor = Number(cell.dataset.at);
      session.hover = null;
      enter(desk);
      refresh();
    } else if (closest(event.target, ".hw-edit, .hw-context")) {
      stop(event);
      if (desk.open) press(event, desk);
    }
  });

  hear("change", (event) => {
    const field = event.target;
    if (!desk.open || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    const row = desk.bench.rows.find(({ key }) => key === field.dataset.row);
    if (row) desk.set(row, field.value);
  });

  hear("toggle", (event) => {
    const { target } = event;
    const row = target instanceof HTMLDetailsElement ? target.dataset.many : undefined;
    if (row !== undefined) desk.fold(row, (target as HTMLDetailsElement).open);
  });

  hear("focusin", (event) => {
    if (desk.menu !== null && !closest(event.target, ".hw-context") && event.target !== root)
      desk.openMenu(null);
  });
}

/** A button of the palette, the form or the menu was pressed. */
function press(event: MouseEvent, desk: Desk): void {
  const target = closest(event.target, "button");
  if (!target) return;
  const { thing, into, item, row, value, name = "" } = target.dataset;
  if (thing !== undefined) {
    if (event.detail === 0) pick(desk, thing); // keyboard or script
  } else if (into !== undefined) {
    desk.putInto(into);
  } else if (item !== undefined) {
    const chosen = desk.items(desk.menu)[Number(item)];
    if (chosen && desk.menu !== null) desk.act(chosen, desk.menu);
  } else if (row !== undefined) {
    const line = desk.bench.rows.find(({ key }) => key === row);
    if (line) desk.set(line, value ?? "");
  } else {
    const actions: Record<string, () => void> = {
      "button:apply": () => desk.ask(["apply"]),
      "button:discard": () => desk.ask(["discard"]),
      "button:leave": () => desk.ask(["play"]),
      "button:hold-left": () => desk.turn(1),
      "button:hold-right": () => desk.turn(-1),
      "button:hold-cancel": () => desk.cancel(),
      "button:hold-off": () => desk.throwAway(),
    };
    actions[name]?.();
  }
}

function pick(desk: Desk, key: string): void {
  const thing = desk.kit.things.find((one) => one.key === key);
  if (desk.held?.thing.key === key && desk.held.from === null) desk.cancel();
  else if (thing) desk.take(thing, null, false);
}

function wheel({ surface, session }: House, desk: Desk, hear: Hear): void {
  let travel = 0;
  hear("wheel", (event) => {
    if (!desk.open || event.ctrlKey) return;
    const place = event.target === surface.canvas ? surface.placeAt(client(event)) : null;
    if (!desk.held && !desk.turns(place)) return;
    event.preventDefault(); // only where it turns something; elsewhere the page scrolls
    event.stopPropagation();
    travel += event.deltaY;
    if (Math.abs(travel) < NOTCH) return;
    const by = Math.sign(travel);
    travel = 0;
    if (desk.held) desk.turn(by);
    else if (place !== null) desk.turnThere(place, by);
    session.hover = place ?? session.hover;
  });
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Whether the key meant something here; others are left to the board, and to the page. */
function key(event: KeyboardEvent, house: House, desk: Desk, menu: Menu): boolean {
  const field = closest(event.target, "input, select");
  if (desk.menu !== null) return inMenu(event, house, desk, menu);
  if (event.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return !field && history(event, house);
  if (field) {
    event.stopPropagation(); // digits and letters are its own
    return false;
  }
  const arrow = ARROWS[event.key];
  if (arrow && !event.altKey) {
    walk(house, desk, ...arrow);
    return true;
  }
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    desk.openMenu(desk.aim);
    return true;
  }
  if (event.altKey) return false;
  if (event.key === "Enter" || event.key === " ")
    return !closest(event.target, "button, summary") && enter(desk);
  if (event.key === "Escape" && !desk.held) return false;
  const name = event.key === "Backspace" || event.key === "Delete" ? "Del" : event.key.toUpperCase();
  if (desk.held) return holding(name, event.shiftKey, desk);
  return desk.key((event.shiftKey ? "Shift+" : "") + name);
}

/** A key while something is held. */
function holding(name: string, shift: boolean, desk: Desk): boolean {
  if (name === "ESCAPE") desk.cancel();
  else if (name === "R") desk.turn(shift ? -1 : 1);
  else if (name === "Del") desk.throwAway();
  else return false;
  return true;
}

function inMenu(event: KeyboardEvent, house: House, desk: Desk, menu: Menu): boolean {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") menu.step(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Escape" || event.key === "Tab") {
    const at = desk.menu;
    desk.openMenu(null);
    focus(house, at);
  } else return event.key !== "Enter" && event.key !== " "; // those press the line that has the focus
  return true;
}

function history(event: KeyboardEvent, { session }: House): boolean {
  const name = event.key.toLowerCase();
  if (name !== "z" && name !== "y") return false;
  session.ask(name === "y" || event.shiftKey ? "redo" : "undo");
  return true;
}

/** Put down what is held, or take what lies at the place aimed at. */
function enter(desk: Desk): boolean {
  const { aim, held } = desk;
  if (aim === null) return false;
  const thing = desk.lying(aim);
  if (held) desk.put(aim);
  else if (thing) desk.take(thing, aim, false);
  else desk.openMenu(aim);
  return true;
}

function walk(house: House, desk: Desk, dx: number, dy: number): void {
  const { session, surface } = house;
  const { layout } = surface;
  if (!layout) return;
  const inside = new Set(Object.values(desk.kit.areas).flat());
  const first = desk.aim ?? desk.lit[0] ?? [...inside][0] ?? 0;
  const to = desk.aim === null ? first : (walkTo(layout, first, dx, dy, (at) => inside.has(at)) ?? first);
  surface.reveal(to);
  session.cursor = to;
  session.hover = null;
  focus(house, to);
  house.refresh();
}

function focus({ root }: House, at: number | null): void {
  root.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true });
}

function client(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
