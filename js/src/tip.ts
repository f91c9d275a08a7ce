/** The small tip beside a place under the pointer: its label, who stands there, its notes. */

import type { Layout } from "./layout.ts";
import { h } from "./panel/dom.ts";
import type { Scene } from "./scene.ts";
import { facts } from "./told.ts";

const HALF = 70; // pixels kept free on both sides

export class Tip {
  readonly element = h("div", { class: "hw-tip", "aria-hidden": "true", hidden: true });

  show(scene: Scene, layout: Layout | null, at: number | null): void {
    const place = scene.place(at);
    const point = layout?.points[at ?? -1];
    const lines = at === null ? [] : facts(scene, at);
    const speaks = place?.kind === "large" || place?.kind === "small" || lines.length > 0;
    this.element.hidden = !place || !point || !speaks;
    if (!place || !point || !layout || !speaks) return;
    this.element.replaceChildren(h("b", {}, place.name), ...lines.map((text) => h("span", {}, text)));
    const below = point.y < layout.size * 2.2;
    this.element.dataset.below = String(below);
    this.element.style.left = `${Math.min(Math.max(point.x, HALF), layout.width - HALF)}px`;
    this.element.style.top = `${point.y + layout.size * (below ? 0.95 : -0.95)}px`;
  }
}
