/** Where the cards of an order would take its player's token. */

import { sixth } from "./geometry.ts";
import type { Card } from "./protocol.ts";
import type { Scene } from "./scene.ts";

export interface Ghost {
  faction: number;
  kind: number;
  way: number[]; // places from where it stands to where it would
  turn: number; // facing at the end
}

/** The token of a faction after some cards; null where it would stay as it is, or leave the board. */
export function ghost(scene: Scene, faction: number, keys: readonly string[]): Ghost | null {
  const token = scene.fighterOf(faction);
  if (!token) return null;
  const cards = keys.map((key) => scene.cardOf(key));
  const moved = cards.some((card) => card?.act?.[0] === "go");
  const turned = cards.reduce((sum, card) => sum + (card?.act?.[0] === "turn" ? card.act[1] : 0), 0);
  if (!moved && !turned) return null;
  const way = cards.reduce<number[] | null>((far, card) => far && on(scene, far, token[2], card), [token[0]]);
  return way && { faction, kind: token[1], way, turn: sixth(token[2] + turned) };
}

/** A way with the steps of a card added. */
function on(scene: Scene, way: number[], facing: number, card: Card | undefined): number[] | null {
  if (card?.act?.[0] !== "go") return way;
  const [, direction, steps] = card.act;
  const far = [...way];
  for (let i = 0; i < steps; i++) {
    const next = scene.next(far.at(-1) ?? 0, facing + direction);
    if (next === null) return null;
    far.push(next);
  }
  return far;
}

/** The place where a single card leads; null where it is no move. */
export function leads(scene: Scene, faction: number, card: Card): number | null {
  if (card.act?.[0] !== "go") return null;
  return ghost(scene, faction, [card.key])?.way.at(-1) ?? null;
}
