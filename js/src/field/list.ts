/**
 * The cells as a list for screen readers: a transparent box over each, to which the keys move the focus. On a large board
 * only the last few that the keys reached are there.
 */

import type { Point } from "../geometry.ts";
import { h } from "../panel/dom.ts";

const MANY = 400;
const KEPT = 3;

export interface Listed {
  count: number;
  size: number;
  title: string;
  several: boolean; // whether more than one may be chosen
  spot(at: number): Point;
  label(at: number): string;
  chosen(at: number): boolean;
}

export class List {
  readonly element = h("div", { class: "hw-cells", role: "listbox" });
  #cells = new Map<number, HTMLElement>();

  update(listed: Listed, cursor: number | null): void {
    const { element } = this;
    element.ariaLabel = listed.title;
    element.ariaMultiSelectable = String(listed.several);
    element.style.setProperty("--hw-size", `${listed.size}px`);
    const few = listed.count <= MANY;
    if (few) for (let at = 0; at < listed.count; at++) this.#cell(at);
    else if (cursor !== null) this.#cell(cursor);
    for (const [at, cell] of this.#cells) {
      const stale = at >= listed.count || (!few && this.#cells.size > KEPT && at !== cursor);
      if (stale) {
        cell.remove();
        this.#cells.delete(at);
        continue;
      }
      const { x, y } = listed.spot(at);
      const label = listed.label(at);
      if (cell.ariaLabel !== label) cell.ariaLabel = label;
      cell.ariaSelected = String(listed.chosen(at));
      cell.style.translate = `${x}px ${y}px`;
    }
  }

  focus(at: number): void {
    this.#cells.get(at)?.focus({ preventScroll: true });
  }

  #cell(at: number): void {
    if (this.#cells.has(at)) return;
    const cell = h("div", { class: "hw-cell", role: "option", tabindex: "-1", "data-at": String(at) });
    this.#cells.set(at, cell);
    this.element.append(cell);
  }
}
