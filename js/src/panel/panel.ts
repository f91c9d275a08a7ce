/** The panel beside the board: heading, seats, hand, message box, buttons. Parts are remade only when they change. */

import type { Words } from "../protocol.ts";
import { box, toolbar } from "./box.ts";
import { cards } from "./cards.ts";
import { chance } from "./chance.ts";
import { h } from "./dom.ts";
import { events } from "./events.ts";
import { goals } from "./goals.ts";
import { handArea } from "./hand.ts";
import { commitBar, markCards, orderCards } from "./orders.ts";
import { seats } from "./seats.ts";
import { odds, told } from "./table.ts";
import type { PanelView } from "./view.ts";

interface Part {
  element: HTMLElement;
  made: string; // what it was made from
}

export class Panel {
  readonly element: HTMLElement;
  #head = part("header", "hw-head");
  #seats = part("ol", "hw-seats");
  #chance = part("div", "hw-chance");
  #goals = part("div", "hw-goals");
  #cards = part("div", "hw-cards");
  #orders = part("div", "hw-orders");
  #commit = part("div", "hw-commitbar");
  #odds = part("div", "hw-odds");
  #hand = part("div", "hw-handarea");
  #box = part("div", "hw-box");
  #events = part("div", "hw-events");
  #tools = part("div", "hw-tools");
  #table = part("div", "hw-odds");
  #parts: Part[];
  #words: Words | null = null; // what all parts are said with

  constructor() {
    const choosing = [this.#cards, this.#orders, this.#commit, this.#hand, this.#box, this.#odds];
    const above = [this.#head, this.#seats, this.#chance];
    const parts = [...above, ...choosing, this.#events, this.#goals, this.#tools, this.#table];
    this.element = h("section.panel", {}, ...parts.map((p) => p.element));
    this.#parts = parts;
  }

  update(view: PanelView): void {
    const { scene, carry, message, help, breadth, playable, order } = view;
    const { status, tray, words, digits, grid } = scene.traits;
    const look = [
      [view.colours.name, view.colours.page],
      view.style.font,
      digits,
      globalThis.devicePixelRatio,
      breadth,
      view.room,
    ];
    if (words !== this.#words) for (const one of this.#parts) one.made = "";
    this.#words = words;
    const { heading, prompt } = status;
    renew(this.#head, [heading, prompt], () => [h("h2.heading", {}, heading), h("p.prompt", {}, prompt)]);
    const whose = [status.turn, grid.seat, status.committed, order.seats, order.seat, order.committed];
    renew(this.#seats, [look, tray, whose, words.seat_cards], () => seats(view));
    const chances = [look, status.chance, status.course, words.chance];
    renew(this.#chance, chances, () => chance(view, this.#chance.element));
    const offered = order.offers.map(({ card }) => card.key);
    renew(this.#orders, [offered, grid.cards, grid.ask, order.faction], () => orderCards(view));
    markCards(this.#orders.element, view);
    const path = [order.path, order.committed, order.open, view.sending, view.oddsShown];
    renew(this.#commit, [path, words.commit], () => commitBar(view));
    renew(this.#odds, [order.complete, order.open, view.odds, view.oddsShown, words.odds], () => odds(view));
    renew(this.#events, [status.story, view.told, view.asks, words.last_turn], () => events(view));
    renew(this.#goals, [look, tray.goals, grid.cards, view.unfolded, view.goal, words.goals], () =>
      goals(view),
    );
    renew(this.#cards, [view.cards, status.turn, grid.cards], () => cards(view));
    const hand = [
      scene.activeSeat,
      tray.goals.length,
      view.cards,
      status.handover,
      status.result && [status.result, tray],
      scene.placing,
      [...playable],
      words.hand,
    ];
    renew(this.#hand, [look, hand, carry?.origin === "hand" && carry.kind], () => handArea(view));
    renew(
      this.#box,
      [look, message, help, order.open, words.help, view.asks, carry && [carry.waiting, carry.over === null]],
      () => box(view),
    );
    const doing = [status.undo, status.kept, status.redo, status.tools, view.asks];
    renew(this.#tools, [doing, grid.note, help, words.undo], () => toolbar(view));
    if (renew(this.#table, [view.table, words.close], () => told(view)) && view.table)
      this.#table.element.scrollIntoView?.({ block: "nearest" });
    this.#box.element.dataset.tone = message.tone;
  }
}

export function part(tag: "header" | "ol" | "div", name: string): Part {
  return { element: h(tag, { class: name }), made: "" };
}

/** Remake a part when what it shows has changed, which is told; keyboard focus stays on the button of the same name. */
export function renew(target: Part, from: unknown[], make: () => HTMLElement[]): boolean {
  const made = JSON.stringify(from);
  if (made === target.made) return false;
  target.made = made;
  const { element } = target;
  const focused = (element.getRootNode() as Document | ShadowRoot).activeElement;
  const name = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset.name : undefined;
  const root = element.closest<HTMLElement>(".hexwidgets-board");
  element.replaceChildren(...make());
  if (name === undefined) return true;
  const again = element.querySelector<HTMLElement>(`[data-name="${CSS.escape(name)}"]:not(:disabled)`);
  (again ?? root)?.focus({ preventScroll: true });
  return true;
}
