/** Pointer and keys, all heard on the board's own root. */

import type { Format } from "./export.ts";
import type { Point } from "./geometry.ts";
import type { Session } from "./session.ts";
import { fingers } from "./touch.ts";

export interface Stage {
  root: HTMLElement;
  canvas: HTMLCanvasElement;
  placeAt(client: Point): number | null;
  gemAt(client: Point): string | null;
  pointer(client: Point | null): void; // where the carried unit floats
  walk(dx: number, dy: number): void;
  reach(at: number): void; // the keys are at a place
  zoom(by: number, to?: Point, from?: Point): void; // brings what is at a client point to another; 0: all of it
  card(target: EventTarget | null, at: Point): boolean; // show the card of a unit, if there is one
  hurry(): void; // end what is being shown
  save(format: Format): void;
  ready(): void; // the keys are at what confirms the choice
}

const SLACK = 6; // pixels that a press may wander and still be a click
const NOTCH = 60; // wheel travel that makes one turn
const LONG = 450; // milliseconds after which a press asks for the unit's card

interface Press {
  id: number;
  at: Point;
  moved: boolean;
  again: boolean; // the pressed unit was carried already
}

/** Hear an event of the board, or of a part of it, as long as it is there. */
export type On = <K extends keyof HTMLElementEventMap>(
  type: K,
  hear: (event: HTMLElementEventMap[K]) => void,
  target?: HTMLElement,
) => void;

export function listen(stage: Stage, session: Session, signal: AbortSignal): void {
  const on: On = (type, hear, target = stage.root) =>
    target.addEventListener(type, hear, { signal, passive: false });
  pointer(stage, session, on, signal);
  wheel(stage, session, on);
  buttons(stage, session, on);
  cards(session, on);
  fingers(stage, session, on);
  for (const type of ["pointerdown", "keydown"]) {
    stage.root.addEventListener(type, () => stage.hurry(), { signal, capture: true });
  }
  on("keydown", (event) => key(event, stage, session));
}

function pointer(stage: Stage, session: Session, on: On, signal: AbortSignal): void {
  const { root, canvas } = stage;
  let press: Press | null = null;
  let touch = false;
  let long: ReturnType<typeof setTimeout> | undefined;
  let told = false; // the press has shown a card, and means nothing else
  let down: Point | null = null;
  signal.addEventListener("abort", () => clearTimeout(long));

  on("pointerdown", (event) => {
    touch = event.pointerType === "touch";
    told = false;
    down = client(event);
    clearTimeout(long);
    const ask = (): void => {
      told = stage.card(event.target, client(event));
    };
    if (event.pointerType !== "mouse" && event.isPrimary) long = setTimeout(ask, LONG);
    const card = closest(event.target, "[data-kind]");
    if (!card || event.button !== 0) return;
    const kind = Number(card.dataset.kind);
    const again = session.carry?.kind === kind;
    press = { id: event.pointerId, at: client(event), moved: false, again };
    session.pick(kind, true);
    stage.pointer(client(event));
    root.setPointerCapture(event.pointerId); // the press may end anywhere
  });

  on("pointermove", (event) => {
    const at = client(event);
    if (down && distance(down, at) > SLACK) clearTimeout(long);
    if (press && press.id !== event.pointerId) return; // a second finger
    if (press && distance(press.at, at) > SLACK) press.moved = true;
    if (touch && !press) return; // a finger that scrolls is not a hand that hovers
    const place = stage.placeAt(at);
    session.cursor = null;
    session.hover = place;
    session.over(place);
    stage.pointer(at);
  });

  on("pointerup", (event) => {
    clearTimeout(long);
    if (press?.id !== event.pointerId) return;
    const { moved, again } = press;
    press = null;
    if (!moved && (again || told)) session.putDown();
    else if (!moved) session.release();
    else if (stage.placeAt(client(event)) !== null) session.drop();
    else session.putDown();
    stage.pointer(moved || touch ? null : client(event));
  });

  on("pointercancel", (event) => {
    clearTimeout(long);
    if (press?.id !== event.pointerId) return; // the page scrolls
    press = null;
    session.putDown();
  });

  on("pointerleave", (event) => {
    if (event.pointerType === "touch") return; // a finger leaves after every tap
    session.hover = null;
    session.over(null);
    stage.pointer(null);
  });

  on("click", (event) => told || click(event, stage, session, touch), canvas);

  on("contextmenu", (event) => {
    if (!session.carry && !touch) return;
    event.preventDefault();
    if (session.carry) session.putDown();
  });
}

/** A click on the board. A finger cannot hover, so its first tap shows and its second one places. */
function click(event: MouseEvent, stage: Stage, session: Session, touch: boolean): void {
  const place = stage.placeAt(client(event));
  if (session.carry?.origin !== "hand" && event.detail > 1) return; // a double click means one choice
  if (session.carry?.origin === "board" && session.carry.over !== place) session.putDown();
  if (session.carry) {
    const shown = session.carry.over === place;
    session.over(place);
    if (place !== null && (shown || !touch)) session.drop();
    return;
  }
  if (touch && session.scene.fighters.length) session.hover = place; // a tap shows what hovering would
  const gem = stage.gemAt(client(event));
  if (gem !== null && session.gems.has(gem)) session.choose(gem);
  else if (place !== null) session.choosePlace(place);
}

function wheel(stage: Stage, session: Session, on: On): void {
  const { canvas } = stage;
  let travel = 0;
  on("wheel", (event) => {
    if (event.ctrlKey && event.target === canvas) {
      event.preventDefault();
      stage.zoom(Math.exp(-Math.max(-25, Math.min(25, event.deltaY)) / 100), client(event));
    }
    if (!session.carry || session.carry.waiting !== null || event.ctrlKey) return;
    event.preventDefault(); // only while a unit is carried; otherwise the page scrolls
    travel += event.deltaY;
    if (Math.abs(travel) < NOTCH) return;
    session.turn(Math.sign(travel));
    travel = 0;
  });
}

function buttons(stage: Stage, session: Session, on: On): void {
  const cell = (event: Event) => closest(event.target, "[data-at]")?.dataset.at;
  on("focusin", (event) => cell(event) && stage.reach(Number(cell(event))));
  on("click", (event) => {
    if (cell(event)) {
      stage.reach(Number(cell(event))); // a screen reader clicks on a place
      enter(event, session);
      return;
    }
    const row = closest(event.target, "tr"); // all of it is a button where its name is one
    const target = closest(event.target, "button[data-name]") ?? row?.querySelector<HTMLElement>(".hw-row");
    if (!target) return;
    if (target.dataset.kind !== undefined) {
      if (event.detail === 0) pickByKey(session, Number(target.dataset.kind)); // keyboard or script
      return;
    }
    press(target, stage, session);
  });
}

/** A card under the pointer, or with the focus, shows what it would do. */
function cards(session: Session, on: On): void {
  const card = (target: EventTarget | null) => closest(target, "[data-order]")?.dataset.order ?? null;
  for (const type of ["pointerover", "focusin"] as const) {
    on(type, (event) => session.look(card(event.target)));
  }
  for (const type of ["pointerleave", "focusout"] as const) {
    on(type, () => session.look(null));
  }
}

function pickByKey(session: Session, kind: number): void {
  if (session.carry?.kind === kind) {
    session.putDown();
  } else {
    session.pick(kind, false);
    session.release();
  }
}

function press(target: HTMLElement, stage: Stage, session: Session): void {
  const { order, seat } = target.dataset;
  if (order !== undefined) {
    session.choose(order);
    return;
  }
  if (seat !== undefined) {
    session.orderFor(seat);
    return;
  }
  const name = target.dataset.name?.replace(/^(button|card):/, "") ?? "";
  const actions: Record<string, () => void> = {
    undo: () => session.ask("undo"),
    redo: () => session.ask("redo"),
    reveal: () => session.ask("reveal"),
    help: () => session.toggleHelp(),
    save: () => unfold(target),
    save_png: () => stage.save("png"),
    save_svg: () => stage.save("svg"),
    copy_text: () => stage.save("text"),
    goals: () => session.toggleGoals(),
    commit: () => session.commit(),
    odds: () => session.toggleOdds(),
    close: () => session.closeTable(),
    "turn-left": () => session.turn(1),
    "turn-right": () => session.turn(-1),
    place: () => session.drop(),
    "zoom-in": () => stage.zoom(STEP),
    "zoom-reset": () => stage.zoom(0),
    drop: () => session.putDown(),
  };
  const { gem, goal } = target.dataset;
  if (goal !== undefined) actions[name] = () => session.readGoal(goal);
  const [sort = "", id = ""] = name.split(/:(.*)/s);
  if (sort === "tool") session.use(id);
  else if (sort === "rule") session.use(sort, id);
  else if (sort === "row") {
    session.propose(Number(id));
    stage.ready();
  } else (actions[name] ?? (() => session.choose(gem ?? name)))();
}

/** Show what a button of the toolbar offers, or hide it again. */
function unfold(button: HTMLElement): void {
  const menu = button.parentElement?.querySelector<HTMLElement>(".hw-menu");
  if (menu) button.ariaExpanded = String(!menu.toggleAttribute("hidden"));
}

const STEP = 1.4;
const ZOOM: Record<string, number> = { "+": STEP, "-": 1 / STEP, "0": 0 };
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function key(event: KeyboardEvent, stage: Stage, session: Session): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (!handle(event, stage, session)) return;
  event.preventDefault();
  event.stopPropagation(); // the notebook has its own meaning for most keys
}

/** Whether the key meant something here; others are left to the page. */
function handle(event: KeyboardEvent, stage: Stage, session: Session): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (closest(event.target, ".hw-scroll")) return false; // there they scroll
    stage.walk(...arrow);
    return true;
  }
  const zoom = ZOOM[event.key];
  if (zoom !== undefined) {
    stage.zoom(zoom);
    return true;
  }
  const { status } = session.scene.traits;
  if (session.order.open && session.spell(event.key, event.timeStamp)) return true;
  switch (event.key.toLowerCase()) {
    case "o":
      if (!session.order.open) return false;
      session.toggleOdds();
      return true;
    case "r":
      if (session.carry) session.turn(event.shiftKey ? -1 : 1);
      return true;
    case "u":
      if (event.shiftKey ? status.redo : status.undo) session.ask(event.shiftKey ? "redo" : "undo");
      return true;
    case "?":
      session.toggleHelp();
      return true;
    case "escape":
      return giveUp(session);
    case " ":
      return !closest(event.target, "button, .hw-scroll") && (enter(event, session) || true);
    case "enter":
      return enter(event, session);
    default:
      return false;
  }
}

function giveUp(session: Session): boolean {
  if (session.help) session.toggleHelp();
  else if (session.busy) session.putDown();
  else if (session.table) session.closeTable();
  else return false;
  return true;
}

/** Enter places what is carried or chooses the place under the cursor; on a button it presses that. */
function enter(event: Event, session: Session): boolean {
  const button = closest(event.target, "button");
  if (session.order.open) return enterOrder(button, session);
  if (button && button.dataset.kind === undefined) return false;
  if (session.carry && session.carry.over !== null) {
    session.drop();
    return true;
  }
  if (button || session.cursor === null) return false;
  session.choosePlace(session.cursor);
  return true;
}

/** Enter chooses the card that has the focus, or that leads to the cursor; else it commits the order. */
function enterOrder(button: HTMLElement | null, session: Session): boolean {
  if (button && button.dataset.order === undefined) return false;
  const key = button ? button.dataset.order : session.offerAt(session.cursor)?.card.key;
  const offer = session.order.offer(key);
  if (offer && !offer.chosen) session.choose(offer.card.key);
  else session.commit();
  return true;
}

function client(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
