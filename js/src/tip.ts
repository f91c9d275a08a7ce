/** The small tip beside a place under the pointer: its label, who stands there, its notes. */

import type { Layout } from "./layout.ts";
import { h } from "./panel/dom.ts";
import type { Scene } from "./scene.ts";
import { facts } from "./told.ts";

const HALF = 70; // pixels kept free on both sides, at least

export class Tip {
  readonly element = h("div", { class: "hw-tip", "aria-hidden": "true", hidden: true });

  /** `target`: whether the ability in use may be turned on the place. */
  show(scene: Scene, layout: Layout | null, at: number | null, target: boolean): void {
    const place = scene.place(at);
    const point = layout?.points[at ?? -1];
    const lines = at === null ? [] : facts(scene, at);
    const ability = target ? scene.ability : undefined;
    const site = place?.kind === "large" || place?.kind === "small";
    const speaks = site || ability !== undefined || lines.length > 0;
    this.element.hidden = !place || !point || !speaks;
    if (!place || !point || !layout || !speaks) return;
    this.element.replaceChildren(h("b", {}, place.name), ...lines.map((text) => h("span", {}, text)));
    if (ability) this.element.append(h("span", {}, ability.label)); // the message box has its text
    const away = layout.size * 0.95;
    const below = point.y - away < this.element.offsetHeight;
    this.element.dataset.below = String(below);
    const half = Math.max(HALF, this.element.offsetWidth / 2);
    this.element.style.left = `${Math.max(half, Math.min(point.x, layout.width - half))}px`;
    this.element.style.top = `${point.y + (below ? away : -away)}px`;
  }
}
