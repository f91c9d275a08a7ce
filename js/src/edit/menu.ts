/** The menu of a place: by right click, a long press, or the menu key. */

import type { Point } from "../geometry.ts";
import { h } from "../panel/dom.ts";
import { say } from "../words.ts";
import type { Desk } from "./desk.ts";

export class Menu {
  readonly element = h("div", { class: "hw-context", role: "menu", hidden: true });
  #desk: Desk;
  #root: HTMLElement;
  #shown: number | null = null;

  constructor(desk: Desk, root: HTMLElement) {
    this.#desk = desk;
    this.#root = root;
  }

  /** Show it at a client point, or hide it. */
  update(at: Point | null): void {
    const { menu } = this.#desk;
    if (menu === this.#shown) return;
    this.#shown = menu;
    this.element.hidden = menu === null;
    if (menu === null || !at) {
      this.element.replaceChildren();
      return;
    }
    const place = this.#desk.place(menu);
    this.element.ariaLabel = say(this.#desk.words, "menu", { place });
    const items = this.#desk.items(menu).map((item, index) => {
      const attributes = {
        type: "button",
        role: "menuitem",
        tabindex: "-1",
        "data-item": String(index),
        "data-name": `menu:${item.picks.filter((pick) => pick !== "@").join(" ")}`,
      };
      return h("button", attributes, h("span", {}, item.label), item.key && h("kbd", {}, item.key));
    });
    this.element.replaceChildren(...items);
    const box = this.#root.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.element;
    const within = (want: number, size: number, room: number): number =>
      Math.max(4, Math.min(want, room - size - 4));
    this.element.style.left = `${within(at.x - box.left + 8, wide, box.width)}px`;
    this.element.style.top = `${within(at.y - box.top + 8, high, box.height)}px`;
    items[0]?.focus({ preventScroll: true });
  }

  /** Go to the next line, or the one before. */
  step(by: number): void {
    const all = [...this.element.querySelectorAll<HTMLElement>("button")];
    const page = this.element.getRootNode() as Document | ShadowRoot;
    const now = all.indexOf(page.activeElement as HTMLElement);
    all[(now + by + all.length) % all.length]?.focus({ preventScroll: true });
  }
}
