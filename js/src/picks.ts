/** Reading the trie of what may be chosen next. */

import type { Node, Picks, Step } from "./protocol.ts";

export type Choices = Pick<Picks, "steps" | "tree" | "also">;

/** All six turns. */
export const ANY_TURN = 63;

/** The next choices of a node with the turns that each allows (all six where no turn is chosen). */
export function options(node: Node | null): Map<string, number> {
  if (node === null || node === 1) return new Map();
  if (typeof node === "string") return pairs(node);
  return new Map(Object.entries(node).map(([key, child]) => [key, turns(child)]));
}

function pairs(text: string): Map<string, number> {
  const words = text.split(" ").filter(Boolean);
  const found = new Map<string, number>();
  for (let i = 0; i + 1 < words.length; i += 2) found.set(words[i] ?? "", Number(words[i + 1]));
  return found;
}

/** The mask of a node whose own keys are turns, as {"0": 1, "3": 1}. */
function turns(node: Node): number {
  if (typeof node !== "object") return ANY_TURN;
  const keys = Object.keys(node);
  if (!keys.length || !keys.every((key) => /^[0-5]$/.test(key))) return ANY_TURN;
  return keys.reduce((mask, key) => mask | (1 << Number(key)), 0);
}

/** The node under a chain of choices; null where the chain is not offered. */
export function walk(node: Node, chain: readonly string[]): Node | null {
  let here: Node | null = node;
  for (const key of chain) {
    if (here === null || typeof here !== "object") return null;
    here = here[key] ?? null;
  }
  return here;
}

/** The sort of choice that follows a chain; null when nothing is left to choose. */
export function stepAfter(picks: Choices, chain: readonly string[]): Step | null {
  if (isEmpty(picks)) return null;
  return picks.steps[chain.length] ?? null;
}

/** Whether nothing may be chosen here: somebody else decides, or the game is over. */
export function isEmpty(picks: Choices): boolean {
  return options(picks.tree).size === 0 && picks.also.length === 0;
}

/** Whether the chosen place still needs a turn. */
export function needsTurn(picks: Choices, chain: readonly string[]): boolean {
  return picks.steps[chain.length + 1] === "turn";
}

/** Places that some unit of the hand may go to. */
export function reachable(picks: Choices): Set<string> {
  const found = new Set<string>();
  for (const key of options(picks.tree).keys()) {
    for (const place of options(walk(picks.tree, [key])).keys()) found.add(place);
  }
  return found;
}

export function allows(mask: number | undefined, turn: number): boolean {
  return ((mask ?? 0) & (1 << turn)) !== 0;
}
