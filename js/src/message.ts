/** What the message box says and offers: one text, one hint, a few buttons. */

import type { Carry, Fit } from "./carry.ts";
import type { Order } from "./order.ts";
import type { Card, Edge, Step } from "./protocol.ts";
import { meetings, type Scene } from "./scene.ts";
import { say } from "./words.ts";

export interface Flash {
  text: string;
  rule: string;
  tone: "refused" | "warn" | "notice"; // a refusal, something to know, an error elsewhere
  edges?: Edge[]; // what it is about
}

export interface Choice {
  kind: "gem" | "button" | "also";
  key: string;
}

export interface Message {
  text: string;
  rule: string;
  hint: string;
  card: Card | null; // the card that is being used
  tone: "plain" | Flash["tone"];
  choices: Choice[];
}

export interface Talk {
  flash: Flash | null;
  order: Order | null; // the order that is put together
  carry: Carry | null;
  fit: Fit;
  step: Step | null;
  options: string[]; // keys of the next choice
}

export function message(scene: Scene, talk: Talk): Message {
  const base = body(scene, talk);
  if (!talk.flash) return base;
  const { text, rule, tone } = talk.flash;
  return { ...base, text, rule, tone, hint: talk.carry ? base.text : base.hint };
}

function body(scene: Scene, talk: Talk): Message {
  const { words, status } = scene.traits;
  const choices = offered(scene, talk);
  const plain: Message = { text: status.prompt, rule: "", hint: "", card: null, tone: "plain", choices };
  if (talk.order) return { ...plain, ...ordering(scene, talk.order) };
  if (talk.carry) {
    const lifted = talk.carry.origin === "board";
    const hint = talk.carry.waiting === null ? say(words, lifted ? "turn_keys" : "carry_keys") : "";
    return { ...plain, text: carrying(scene, talk.carry, talk.fit), hint };
  }
  if (scene.ability) return { ...plain, card: scene.ability, hint: choose(scene, talk.step) };
  const event = status.event?.text ?? "";
  if (talk.step === "gem") return { ...plain, text: say(words, "take_stone"), hint: event };
  const onlyWords = talk.step === null && choices.length > 0;
  if (onlyWords || talk.step === "button" || talk.step === "card") return { ...plain, hint: event };
  const hint = choose(scene, talk.step);
  const rule = status.event?.rule ?? "";
  return event ? { ...plain, rule, text: event, hint } : { ...plain, text: hint || status.prompt };
}

/** What a card on show does or why it may not be chosen; else how far the order is. */
function ordering(scene: Scene, order: Order): Pick<Message, "text" | "rule" | "hint" | "card"> {
  const { words } = scene.traits;
  const { committed } = order;
  const offer = order.offer(order.tentative);
  const inside = committed ? say(words, "committed", { order: committed }) : "";
  const card = offer?.open ? offer.card : null;
  if (card) return { text: "", rule: "", hint: "", card };
  if (offer?.reason) return { text: offer.reason, rule: offer.rule, hint: "", card };
  if (order.settled) return { text: inside, rule: "", hint: "", card };
  const cards = order.path.flatMap((key) => order.offer(key)?.card.label ?? []);
  const told = cards.join(" + ");
  const text = order.complete ? say(words, "order_told", { cards: told }) : say(words, "order_hint");
  return { text, rule: "", hint: inside, card };
}

/** How to make the next choice. */
function choose({ traits: { words } }: Scene, step: Step | null): string {
  if (step === "hand") return say(words, "pick_hint");
  return step === "place" ? say(words, "place_hint") : "";
}

/** Buttons: the next choice itself where it has no place of its own, and what may be picked instead. */
function offered(scene: Scene, { carry, step, options }: Talk): Choice[] {
  if (carry) return [];
  const also = scene.traits.picks.also.map((key) => ({ kind: "also" as const, key }));
  if (step !== "gem" && step !== "button") return also;
  return [...options.map((key) => ({ kind: step, key })), ...also];
}

/** One sentence on the carried unit and the place under it. */
function carrying(scene: Scene, carry: Carry, fit: Fit): string {
  const { words } = scene.traits;
  const kind = scene.kind(carry.kind);
  const place = scene.place(carry.over);
  const facts = { unit: kind?.key ?? carry.key, place: place?.name ?? "" };
  if (carry.waiting !== null) return say(words, "placing", facts);
  const fits = fit === "fits";
  if (carry.origin === "board") return say(words, fits ? "turn_to" : "turn_not", facts);
  if (carry.over === null || !place || !kind) return say(words, "carry_hint", facts);
  if (fit === "turn") return say(words, "fits_turned", facts);
  if (!fits) return say(words, "fits_not", facts);
  const n = meetings(scene, carry.over, kind, carry.turn).filter((m) => m.equal).length;
  return say(words, n === 0 ? "fits_free" : "fits", { ...facts, n });
}
