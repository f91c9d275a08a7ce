/**
 * The places of the board as a list for screen readers. Each entry is a transparent box over its place: the arrow
 * keys move the real focus from one to the next, a finger that explores finds them, magnifiers follow.
 */

import { h } from "./panel/dom.ts";
import type { Scene } from "./scene.ts";
import type { Surface } from "./surface.ts";
import { spoken } from "./told.ts";
import { say } from "./words.ts";

const MANY = 400; // on a larger board only the places that the keys reached are there

export class Cells {
  readonly element = h("div.cells", { role: "listbox" });
  #all: HTMLElement[] = []; // by place

  /** `more`: what else there is to say of the place that the keys reached. */
  update(
    scene: Scene,
    surface: Surface,
    cursor: number | null,
    open: ReadonlySet<number>,
    more: string[],
  ): void {
    const few = scene.places.length <= MANY;
    const { words } = scene.traits;
    this.element.ariaLabel = say(words, "places");
    this.element.style.setProperty("--hw-size", `${surface.size}px`);
    scene.places.forEach((_, at) => {
      if (!few && at !== cursor) return;
      const label = [spoken(scene, at, open.has(at)), ...(at === cursor ? more : [])].join(", ");
      const cell = this.#all[at] ?? this.#make(at);
      const { x, y } = surface.spot(at);
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
      cell.style.translate = `${x}px ${y}px`;
    });
  }

  /** Move the focus to a place. */
  focus(at: number): void {
    this.#all[at]?.focus({ preventScroll: true });
  }

  #make(at: number): HTMLElement {
    const cell = h("div.cell", { role: "option", tabindex: "-1", "data-at": String(at) });
    this.element.append(cell);
    this.#all[at] = cell;
    return cell;
  }
}
