/** What the last decision did, one line each: what stands first, the words, and the rule. */

import type { Beat } from "../protocol.ts";
import { say } from "../words.ts";
import { h, rule as ruleId } from "./dom.ts";
import type { PanelView } from "./view.ts";

export function events({ scene, told, asks }: PanelView): HTMLElement[] {
  const { status, words } = scene.traits;
  if (!status.story.length) return [];
  const title = say(words, "last_turn");
  const list = h(
    "ol.story",
    { "aria-label": title },
    ...status.story.map((beat, i) => line(beat, told !== null && i > told, asks)),
  );
  return [h("h3.title", {}, title), list];
}

function line({ lead, text, rule }: Beat, toCome: boolean, asks: boolean): HTMLElement {
  return h(
    "li",
    { title: rule || undefined, "data-tocome": toCome },
    h("b.lead", {}, lead),
    h("span.words", {}, text, rule ? " " : "", rule && ruleId(rule, asks)),
  );
}
