/** The small tip beside a place: who stands there, its notes; and the card of a unit that is pressed long. */

import type { Point } from "./geometry.ts";
import { h } from "./panel/dom.ts";
import type { Scene } from "./scene.ts";
import type { Surface } from "./surface.ts";
import { facts } from "./told.ts";

const HALF = 70; // pixels kept free on both sides, at least

export class Tip {
  readonly element = h("div.tip", { "aria-hidden": "true", hidden: true });

  /** `target`: whether the ability in use may be turned on the place. */
  show(scene: Scene, surface: Surface, at: number | null, target: boolean): void {
    const place = scene.place(at);
    const lines = at === null ? [] : facts(scene, at);
    const ability = target ? scene.ability : undefined;
    const site = place?.kind === "large" || place?.kind === "small";
    const speaks = site || ability !== undefined || lines.length > 0;
    if (ability) lines.push(ability.label); // the message box has its text
    if (at !== null && place && speaks)
      this.put(surface, surface.spot(at), surface.size, [place.name, ...lines]);
    else this.element.hidden = true;
  }

  /** Show lines over a point of the canvas, so far from its middle that it stays free. */
  put({ layout }: Surface, { x, y }: Point, size: number, [title = "", ...lines]: string[]): void {
    const { element } = this;
    element.hidden = false;
    element.replaceChildren(h("b", {}, title), ...lines.map((text) => h("span", {}, text)));
    const away = size * 0.95;
    const below = y - away < element.offsetHeight;
    element.dataset.below = String(below);
    const half = Math.max(HALF, element.offsetWidth / 2);
    element.style.left = `${Math.max(half, Math.min(x, (layout?.width ?? 0) - half))}px`;
    element.style.top = `${y + (below ? away : -away)}px`;
  }
}
