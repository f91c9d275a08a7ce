/** What the order would lead to against each answer, as a small table. */

import type { OddsRow } from "../protocol.ts";
import { say } from "../words.ts";
import { h } from "./dom.ts";
import type { PanelView } from "./view.ts";

export function odds({ scene, order, odds, oddsShown }: PanelView): HTMLElement[] {
  const { words } = scene.traits;
  if (!oddsShown || !order.open) return [];
  if (!order.complete) return [h("p", { class: "hw-hint" }, say(words, "odds_hint"))];
  if (!odds?.table)
    return odds?.stale === false ? [] : [h("p", { class: "hw-hint" }, say(words, "odds_wait"))];
  const { heading, note, columns, rows } = odds.table;
  const head = h("tr", {}, h("td"), ...columns.map((name) => h("th", { scope: "col" }, name)));
  const table = h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows.map(row)));
  const attributes = { class: "hw-scroll", role: "region", tabindex: "0", "aria-label": heading };
  return [
    h("h3", { class: "hw-title" }, heading),
    h("div", { ...attributes, "data-stale": odds.stale, "aria-busy": String(odds.stale) }, table),
    note && h("p", { class: "hw-hint" }, note),
  ].filter((part) => part instanceof HTMLElement);
}

function row({ label, cells }: OddsRow): HTMLElement {
  return h("tr", {}, h("th", { scope: "row" }, label), ...cells.map(cell));
}

function cell([text, tone, title]: OddsRow["cells"][number]): HTMLElement {
  const one = h("td", { title: title || undefined, "data-good": tone > 0 }, text);
  one.style.setProperty("--hw-tone", `${Math.round(Math.min(1, Math.abs(tone)) * 42)}%`);
  return one;
}
