/** Tables that Python tells: what the order would lead to against each answer, and what a tool found. */

import type { Row, Table } from "../protocol.ts";
import { say } from "../words.ts";
import { button, h } from "./dom.ts";
import type { PanelView } from "./view.ts";

export function odds({ scene, order, odds, oddsShown }: PanelView): HTMLElement[] {
  const { words } = scene.traits;
  if (!oddsShown || !order.open) return [];
  if (!order.complete) return [h("p.hint", {}, say(words, "odds_hint"))];
  if (!odds?.table) return odds?.stale === false ? [] : [h("p.hint", {}, say(words, "odds_wait"))];
  return [h("h3.title", {}, odds.table.heading), ...grid(odds.table, odds.stale)];
}

/** What a tool told, with a button that takes it away; rows that stand for a move are buttons. */
export function told({ scene, table }: PanelView): HTMLElement[] {
  if (!table) return [];
  const close = button("close", say(scene.traits.words, "close"), "Esc", "drop");
  const title = h("h3.title", {}, table.heading);
  return [h("div.tablehead", {}, title, close), ...grid(table)];
}

function grid({ heading, note, columns, rows }: Table, stale = false): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (rows.length) {
    const head = h("tr", {}, h("td"), ...columns.map((name) => h("th", { scope: "col" }, name)));
    const table = h(
      "table",
      {},
      columns.length ? h("thead", {}, head) : "",
      h("tbody", {}, ...rows.map(line)),
    );
    const attributes = { class: "hw-scroll", role: "region", tabindex: "0", "aria-label": heading };
    parts.push(h("div", { ...attributes, "data-stale": stale, "aria-busy": String(stale) }, table));
  }
  if (note) parts.push(h("p.hint", {}, note));
  return parts;
}

function line({ label, cells, picks, ask }: Row, index: number): HTMLElement {
  const name = `button:row:${index}`;
  const attributes = { class: "hw-row", "data-name": name };
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, picks || ask ? h("button", attributes, label) : label),
    ...cells.map(cell),
  );
}

function cell([text, tone, title]: Row["cells"][number]): HTMLElement {
  const one = h("td", { title: title || undefined, "data-good": tone > 0 }, text);
  one.style.setProperty("--hw-tone", `${Math.round(Math.min(1, Math.abs(tone)) * 42)}%`);
  return one;
}
