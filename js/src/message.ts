/** What the message box says and offers: one text, one hint, a few buttons. */

import type { Carry, Fit } from "./carry.ts";
import type { Card, Step } from "./protocol.ts";
import { meetings, type Scene } from "./scene.ts";
import { say } from "./words.ts";

export interface Flash {
  text: string;
  rule: string;
  tone: "refused" | "warn" | "notice"; // a refusal, something to know, an error elsewhere
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
  return say(words, n === 0 ? "fits_free" : n === 1 ? "fits_one" : "fits_many", { ...facts, n });
}
