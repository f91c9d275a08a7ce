/** A snapshot of the traits with the look-ups that drawing and playing need. */

import { type Hex, neighbour, sixth } from "./geometry.ts";
import type { Faction, Gem, Kind, Place, Seat, Token, Traits } from "./protocol.ts";

export type Get = <K extends keyof Traits>(key: K) => Traits[K];

export const TRAITS: readonly (keyof Traits)[] = [
  "grid",
  "tokens",
  "marks",
  "tray",
  "picks",
  "status",
  "rev",
  "words",
  "theme",
  "digits",
  "language",
];

export class Scene {
  readonly traits: Traits;
  readonly #tokens: Map<number, Token>;
  readonly #names: Map<string, number>;
  readonly #hexes: Map<string, number>;

  constructor(get: Get) {
    this.traits = Object.fromEntries(TRAITS.map((key) => [key, get(key)])) as unknown as Traits;
    this.#tokens = new Map(this.traits.tokens.map((token) => [token[0], token]));
    this.#names = new Map(this.places.map((place, at) => [place.name, at]));
    this.#hexes = new Map(this.places.map((place, at) => [`${place.q} ${place.r}`, at]));
  }

  get places(): Place[] {
    return this.traits.grid.places;
  }

  place(at: number | null): Place | undefined {
    return at === null ? undefined : this.places[at];
  }

  faction(index: number | null | undefined): Faction | undefined {
    return this.traits.grid.factions[index ?? -1];
  }

  kind(index: number): Kind | undefined {
    return this.traits.grid.kinds[index];
  }

  gem(index: number): Gem | undefined {
    return this.traits.grid.gems[index];
  }

  token(at: number): Token | undefined {
    return this.#tokens.get(at);
  }

  named(name: string): number | null {
    return this.#names.get(name) ?? null;
  }

  at(hex: Hex): number | null {
    return this.#hexes.get(`${hex.q} ${hex.r}`) ?? null;
  }

  /** The place next to another in a direction. */
  next(at: number, direction: number): number | null {
    const place = this.place(at);
    return place ? this.at(neighbour(place, direction)) : null;
  }

  /** Who decides now. */
  get mover(): Faction | undefined {
    return this.faction(this.traits.status.turn);
  }

  /** The faction of the unit to place. */
  get placing(): number | null {
    return this.traits.status.placing ?? this.traits.status.turn;
  }

  /** The hand to play from: the mover's when this board may see it, else the viewer's own. */
  get activeSeat(): Seat | undefined {
    const { status, tray } = this.traits;
    const movers = tray.seats.find((seat) => seat.faction === status.turn);
    if (movers && Array.isArray(movers.hand)) return movers;
    const own = tray.seats.find((seat) => this.faction(seat.faction)?.name === status.seat);
    return own && Array.isArray(own.hand) ? own : undefined;
  }

  get activeHand(): number[] {
    const hand = this.activeSeat?.hand;
    return Array.isArray(hand) ? hand : [];
  }
}

/** The power that a unit shows in a direction after turning. */
export function power(kind: Kind, turn: number, direction: number): number {
  return kind.edges[sixth(direction - turn)] ?? 0;
}

/** The six powers of a turned unit, by direction. */
export function facing(kind: Kind, turn: number): number[] {
  return kind.edges.map((_, direction) => power(kind, turn, direction));
}

export interface Meeting {
  direction: number;
  at: number; // the neighbour
  equal: boolean;
}

/** Where a unit put on a place would touch others, and whether the powers are equal there. */
export function meetings(scene: Scene, at: number, kind: Kind, turn: number): Meeting[] {
  const found: Meeting[] = [];
  for (let direction = 0; direction < 6; direction++) {
    const next = scene.next(at, direction);
    const token = next === null ? undefined : scene.token(next);
    const other = token && scene.kind(token[1]);
    if (next === null || !token || !other) continue;
    const equal = power(kind, turn, direction) === power(other, token[2], direction + 3);
    found.push({ direction, at: next, equal });
  }
  return found;
}
