/** The message box, the help that lies over it, and the row of buttons under it. */

import type { Choice } from "../message.ts";
import { gem } from "../paint/gem.ts";
import type { Card } from "../protocol.ts";
import type { Scene } from "../scene.ts";
import { ink } from "../theme.ts";
import { stone as stoneLabel } from "../told.ts";
import { say } from "../words.ts";
import { bigCard } from "./cards.ts";
import { button, h, marked, picture, rule } from "./dom.ts";
import type { PanelView } from "./view.ts";

export function box(view: PanelView): HTMLElement[] {
  const { message, help } = view;
  if (help) return helpLines(view);
  const text = h("p.text", {}, message.text);
  if (message.rule) text.append(" ", rule(message.rule, view.asks));
  const parts: HTMLElement[] = message.text ? [text] : [];
  const card = message.card;
  const asks = card && message.choices.some(({ key }) => key === card.key); // its own button tells it
  if (card && !asks && !view.carry) parts.push(using(card));
  if (message.hint) parts.push(h("p.hint", {}, message.hint));
  const choices = view.carry
    ? turners(view)
    : message.choices.map((choice) => offer(view, choice.kind, choice.key));
  if (choices.length) parts.push(h("div.choices", {}, ...choices));
  return parts;
}

/** Buttons for hands without a keyboard or a wheel. */
function turners({ scene, carry }: PanelView): HTMLElement[] {
  const { words } = scene.traits;
  if (carry?.waiting !== null) return [];
  const lifted = carry.origin === "board";
  const place = button("place", say(words, "place"), "Enter", "place");
  place.disabled = carry.over === null;
  return [
    button("turn-left", say(words, "turn_left"), "R", "left"),
    button("turn-right", say(words, "turn_right"), "Shift+R", "right"),
    place,
    button("drop", say(words, lifted ? "leave" : "put_back"), "Esc", "drop"),
  ];
}

/** The card that is being used, in short. */
function using(card: Card): HTMLElement {
  return h("p.using", {}, h("b", {}, card.label), " ", ...marked(card.text));
}

function offer(view: PanelView, kind: Choice["kind"], key: string): HTMLElement {
  const { scene, style, message } = view;
  const { words, grid } = scene.traits;
  const card = kind === "also" ? scene.cardOf(key) : undefined;
  if (card) return bigCard(`button:${key}`, card, ink(scene.mover?.name).base);
  if (kind !== "gem") {
    const plain = button(key, say(words, key), "", null, say(words, key));
    if (kind === "button" || message.choices.length === 1) plain.classList.add("hw-main");
    return plain;
  }
  const stone = grid.gems.find((one) => one.key === key);
  const label = stoneLabel(scene, stone);
  const draw = (ctx: CanvasRenderingContext2D): void =>
    gem(ctx, { x: 14, y: 13 }, 12, stone?.colour ?? "none", stone?.points ?? 0, style.font);
  const take = button(`take:${key}`, label, "", null);
  take.dataset.gem = key;
  take.append(picture(28, 27, draw), h("span", {}, label));
  return take;
}

function helpLines({ scene }: PanelView): HTMLElement[] {
  const { words } = scene.traits;
  const orders = !scene.hasHands && scene.fighters.length > 0;
  const keys: [string, string][] = orders
    ? orderKeys(scene)
    : [
        ["R", "turn_left"],
        ["Shift+R", "turn_right"],
        ["Esc", "put_back"],
        [say(words, "keys_arrows"), "help_walk"],
        ["Enter", "help_enter"],
        ["U", "undo"],
        ["Shift+U", "redo"],
        ["+ - 0", "help_zoom"],
        ["?", "help"],
      ];
  const rows = keys.flatMap(([key, word]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, say(words, word))]);
  return [h("p.text", {}, say(words, orders ? "help_order" : "help_play")), h("dl.keys", {}, ...rows)];
}

function orderKeys({ traits: { words } }: Scene): [string, string][] {
  return [
    ["F R \u2026 C F", "help_letters"],
    ["< = >", "help_turns"],
    ["Enter", "help_commit"],
    ["Esc", "help_reset"],
    ["O", "odds"],
    [say(words, "keys_arrows"), "help_walk"],
    ["U", "undo"],
    ["Shift+U", "redo"],
    ["+ - 0", "help_zoom"],
    ["?", "help"],
  ];
}

export function toolbar(view: PanelView): HTMLElement[] {
  const { words, status, grid } = view.scene.traits;
  const undo = button("undo", say(words, "undo"), "U", "undo", say(words, "undo"));
  const redo = button("redo", say(words, "redo"), "Shift+U", "redo", say(words, "redo"));
  const help = button("help", say(words, "help"), "?", "help");
  undo.disabled = !status.undo;
  if (status.kept) {
    undo.ariaDisabled = "true"; // it still tells why
    undo.title = undo.ariaLabel = `${undo.ariaLabel}. ${status.kept}`;
  }
  redo.disabled = !status.redo;
  help.setAttribute("aria-expanded", String(view.help));
  const tools = (status.tools ?? []).map(({ key, label, title, on }) => {
    const tool = button(`tool:${key}`, label, "", null, label);
    tool.title = title;
    tool.ariaPressed = String(on ?? false);
    tool.disabled = !view.asks;
    return tool;
  });
  const save = button("save", say(words, "save"), "", "save");
  const ways = ["save_png", "save_svg", "copy_text"].map((way) =>
    button(way, say(words, way), "", null, say(words, way)),
  );
  const note = h("span.note", {}, grid.note);
  const menu = h("div.menu", { hidden: true }, ...ways);
  return [undo, redo, save, help, menu, ...tools, note];
}
