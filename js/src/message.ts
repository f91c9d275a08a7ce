/** What the message box says and offers: one text, one hint, a few buttons. */

import type { Carry, Fit } from "./carry.ts";
import type { Step } from "./protocol.ts";
import { meetings, type Scene } from "./scene.ts";
import { say } from "./words.ts";

export interface Flash {
  text: string;
  rule: string;
  tone: "refused" | "warn" | "notice"; // a refusal, something to know, an error elsewhere
}

export interface Choice {
  kind: "gem" | "button";
  key: string;
}

export interface Message {
  text: string;
  rule: string;
  hint: string;
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
  const plain = { rule: "", hint: "", tone: "plain" as const, choices: [] };
  if (talk.carry) {
    const hint = talk.carry.waiting === null ? say(words, "carry_keys") : "";
    return { ...plain, text: carrying(scene, talk.carry, talk.fit), hint };
  }
  const event = status.event?.text ?? "";
  if (talk.step === "gem" || talk.step === "button") {
    const kind = talk.step;
    const text = kind === "gem" ? say(words, "take_stone") : status.prompt;
    return { ...plain, text, hint: event, choices: talk.options.map((key) => ({ kind, key })) };
  }
  const hints = { hand: "pick_hint", place: "place_hint" } as Record<string, string>;
  const key = hints[talk.step ?? ""];
  const hint = key ? say(words, key) : "";
  const said = { ...plain, rule: status.event?.rule ?? "" };
  return event ? { ...said, text: event, hint } : { ...said, text: hint || status.prompt };
}

/** One sentence on the carried unit and the place under it. */
function carrying(scene: Scene, carry: Carry, fit: Fit): string {
  const { words } = scene.traits;
  const kind = scene.kind(carry.kind);
  const place = scene.place(carry.over);
  const facts = { unit: kind?.key ?? carry.key, place: place?.name ?? "" };
  if (carry.waiting !== null) return say(words, "placing", facts);
  if (carry.over === null || !place || !kind) return say(words, "carry_hint", facts);
  if (fit === "turn") return say(words, "fits_turned", facts);
  if (fit !== "fits") return say(words, "fits_not", facts);
  const n = meetings(scene, carry.over, kind, carry.turn).filter((m) => m.equal).length;
  return say(words, n === 0 ? "fits_free" : n === 1 ? "fits_one" : "fits_many", { ...facts, n });
}
