/** The cards of an order, and the button that commits it. */

import type { Offer } from "../order.ts";
import { path } from "../paint/act.ts";
import type { Card, Words } from "../protocol.ts";
import { ink } from "../theme.ts";
import { say } from "../words.ts";
import { button, h, sketch } from "./dom.ts";
import type { PanelView } from "./view.ts";

/** The heading and the cards as they lie; `markCards` tells how each of them stands. */
export function orderCards({ scene, order }: PanelView): HTMLElement[] {
  if (!order.open) return [];
  const faction = scene.faction(order.faction);
  const title = say({ ask: scene.traits.grid.ask ?? "" }, "ask", { faction: faction?.label ?? "" });
  const cards = order.offers.map(({ card }) => card);
  const turns = cards.filter(({ act }) => act?.[0] === "turn");
  turns.sort((a, b) => (b.act?.[1] ?? 0) - (a.act?.[1] ?? 0)); // left, straight on, right: as they turn
  const moves = cards.filter((card) => !turns.includes(card));
  const group = (name: string, list: Card[]): HTMLElement =>
    h("div", { class: name, role: "group", "aria-label": title }, ...list.map(cardButton));
  return [h("h3.title", {}, title), group("hw-moves", moves), group("hw-turns", turns)];
}

function cardButton(card: Card): HTMLElement {
  const image = card.act ? sketch(path(card.act)) : "";
  const attributes = { class: "hw-order", "data-name": `card:${card.key}` };
  const parts = [image, h("span.code", {}, card.key), " ", h("small")];
  return h("button", { ...attributes, "data-order": card.key }, ...parts);
}

/** How each card stands. Done to the buttons that are there: focus and pointer stay on them. */
export function markCards(element: HTMLElement, view: PanelView): void {
  element.style.setProperty("--hw-own", ink(view.scene.faction(view.order.faction)?.name).base);
  const offers = new Map(view.order.offers.map((offer) => [offer.card.key, offer]));
  for (const one of element.querySelectorAll<HTMLElement>("[data-order]")) {
    const offer = offers.get(one.dataset.order ?? "");
    if (offer) mark(one, offer, view.scene.traits.words);
  }
}

function mark(one: HTMLElement, { card, open, chosen, rule, reason, share }: Offer, words: Words): void {
  const n = Math.round(100 * share);
  const part = n ? `${n}%` : "";
  const small = one.querySelector("small");
  if (small) small.textContent = part;
  const told = [`${card.key} ${part}`.trim(), card.label].filter(Boolean).join(", "); // what is seen comes first
  const why = [reason, rule && `[${rule}]`].filter(Boolean).join(" ");
  one.setAttribute("aria-pressed", String(chosen));
  one.setAttribute("aria-disabled", String(!open));
  one.setAttribute("aria-label", open ? told : `${told}. ${why}`);
  const best = part && say(words, "share", { n });
  one.title = open ? [card.label, card.text, best].filter(Boolean).join("\n") : why;
}

export function commitBar(view: PanelView): HTMLElement[] {
  const { scene, order, oddsShown, sending } = view;
  const { words } = scene.traits;
  if (!order.open) return [];
  const label = commitLabel(view);
  const commit = button("commit", label, "Enter", null, label);
  commit.classList.add("hw-commit");
  commit.disabled = sending || !order.complete || order.settled;
  commit.style.setProperty("--hw-own", ink(scene.faction(order.faction)?.name).base);
  const odds = button("odds", say(words, "odds"), "O", "odds");
  odds.setAttribute("aria-expanded", String(oddsShown));
  return [commit, odds];
}

function commitLabel({ scene, order }: PanelView): string {
  const { words } = scene.traits;
  const facts = { order: order.text, faction: scene.faction(order.faction)?.label ?? "" };
  if (!order.complete) return say(words, "commit_not_yet");
  if (order.settled) return say(words, "order_in", facts);
  const several = order.seat !== "";
  if (order.committed !== null) return say(words, several ? "change_for" : "change", facts);
  return say(words, several ? "commit_for" : "commit", facts);
}
