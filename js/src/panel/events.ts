/** What the last decision did, one line each: what stands first, the words, and the rule. */

import type { Beat } from "../protocol.ts";
import { say } from "../words.ts";
import { h } from "./dom.ts";
import type { PanelView } from "./view.ts";

export function events({ scene, told }: PanelView): HTMLElement[] {
  const { status, words } = scene.traits;
  if (!status.story.length) return [];
  const title = say(words, "last_turn");
  const list = h(
    "ol",
    { class: "hw-story", "aria-label": title },
    ...status.story.map((beat, i) => line(beat, told !== null && i > told)),
  );
  return [h("h3", { class: "hw-title" }, title), list];
}

function line({ lead, text, rule }: Beat, toCome: boolean): HTMLElement {
  return h(
    "li",
    { title: rule || undefined, "data-tocome": toCome },
    h("b", { class: "hw-lead" }, lead),
    h("span", { class: "hw-words" }, text, rule ? " " : "", rule && h("span", { class: "hw-rule" }, rule)),
  );
}
