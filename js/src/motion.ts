/** What moved between two snapshots: units that dropped, stones that were taken. */

import type { Scene } from "./scene.ts";

export const DROP = 120; // milliseconds
export const FLY = 250;
const MANY = 3; // more than this at once is a jump in the game, not a move

export interface Flight {
  gem: number;
  from: number; // site
  seat: number; // index of the taker in the tray
}

export function dropped(before: Scene, after: Scene): number[] {
  const fresh = after.traits.tokens.filter(([at, kind]) => before.token(at)?.[1] !== kind).map(([at]) => at);
  return fresh.length > MANY ? [] : fresh;
}

export function taken(before: Scene, after: Scene): Flight[] {
  const lay = new Map<number, number>();
  for (const [at, ...gems] of before.traits.marks.gems) for (const gem of gems) lay.set(gem, at ?? 0);
  const flights = after.traits.tray.seats.flatMap((seat, index) => {
    const had = new Set(before.traits.tray.seats[index]?.gems);
    return seat.gems.flatMap((gem) => {
      const from = lay.get(gem);
      return had.has(gem) || from === undefined ? [] : [{ gem, from, seat: index }];
    });
  });
  return flights.length > MANY ? [] : flights;
}
