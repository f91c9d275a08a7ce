/** Cards that may be taken, as large buttons with their whole text. */

import type { Card } from "../protocol.ts";
import { ink } from "../theme.ts";
import { h, marked } from "./dom.ts";
import type { PanelView } from "./view.ts";

export function cards(view: PanelView): HTMLElement[] {
  const { scene } = view;
  const faction = scene.faction(scene.traits.status.turn)?.name;
  return view.cards.map((key) => {
    const card = scene.cardOf(key);
    return bigCard(`card:${key}`, card ?? plain(key), ink(faction).base);
  });
}

/** A card to press. */
export function bigCard(name: string, card: Card, colour: string): HTMLElement {
  const button = h(
    "button",
    { class: "hw-ability", "data-name": name },
    h("b.ability-name", {}, card.label),
    h("span.ability-text", {}, ...marked(card.text)),
  );
  button.style.setProperty("--hw-own", colour);
  return button;
}

function plain(key: string): Card {
  return { key, label: key, text: "", points: 0, pattern: [] };
}
