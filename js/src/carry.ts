/**
 * The unit in the hand of whoever plays, as a state machine: nothing here draws or sends.
 *
 *   null --pick--> carried --drop--> waiting --accepted--> null
 *                    ^  | putDown      |
 *                    |  v              | refused
 *                    | null            |
 *                    +-----------------+   (a drag ends instead: the unit snaps back)
 */

import { sixth } from "./geometry.ts";
import { allows } from "./picks.ts";

export interface Carry {
  key: string; // first pick: "S1", or the place a unit was lifted from
  kind: number;
  turn: number;
  over: number | null; // place under the pointer
  origin: "hand" | "board";
  drag: boolean; // the button has been held since the unit was picked up
  waiting: number | null; // seq of the intent that was sent
}

export type Act =
  | { type: "pick"; key: string; kind: number; turn: number; origin: Carry["origin"]; drag: boolean }
  | { type: "turn"; by: number }
  | { type: "over"; at: number | null }
  | { type: "release" } // the button went up where it went down: from now on clicks carry
  | { type: "sent"; seq: number }
  | { type: "refused"; seq: number }
  | { type: "accepted"; seq: number }
  | { type: "putDown" };

export function act(carry: Carry | null, action: Act): Carry | null {
  if (action.type === "pick") return pick(action);
  if (carry === null) return null;
  switch (action.type) {
    case "turn":
      return carry.waiting === null ? { ...carry, turn: sixth(carry.turn + action.by) } : carry;
    case "over":
      return carry.waiting === null ? { ...carry, over: action.at } : carry;
    case "release":
      return { ...carry, drag: false };
    case "sent":
      return { ...carry, waiting: action.seq };
    case "refused":
      return refused(carry, action.seq);
    case "accepted":
      return carry.waiting === action.seq ? null : carry;
    case "putDown":
      return null;
  }
}

function pick(action: Extract<Act, { type: "pick" }>): Carry {
  const { key, kind, turn, origin, drag } = action;
  return { key, kind, turn, origin, drag, over: null, waiting: null };
}

function refused(carry: Carry, seq: number): Carry | null {
  if (carry.waiting !== seq) return carry;
  return carry.drag ? null : { ...carry, waiting: null };
}

/** How the carried unit sits: over nothing, well, well if turned, or not at all. */
export type Fit = "nowhere" | "fits" | "turn" | "no";

export function sitting(carry: Carry, place: string | undefined, masks: ReadonlyMap<string, number>): Fit {
  if (place === undefined) return "nowhere";
  const mask = masks.get(place);
  if (!mask) return "no";
  return allows(mask, carry.turn) ? "fits" : "turn";
}
