/** A snapshot of the traits with the look-ups that drawing and playing need. */

import { type Hex, neighbour, sixth } from "./geometry.ts";
import {
  type Card,
  EMPTY,
  type Faction,
  type Gem,
  type Kind,
  type Marks,
  type Picks,
  type Place,
  type Seat,
  type Status,
  type Token,
  type Traits,
  type Tray,
} from "./protocol.ts";

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

const { stones, heat, ability, goals, also, judged, handover, result } = EMPTY;
const { lives, confirm, preset, refused, committed, story } = EMPTY;

/** Fields as they are when left out; nobody writes into them. */
type Defaults<T> = { readonly [K in keyof T]?: T[K] | readonly (T[K] & unknown[])[number][] };

function fill<T extends object>(defaults: Defaults<T>, given: T): T {
  return { ...defaults, ...given };
}

/** The traits with what was left out on the wire. */
function filled(traits: Traits): Traits {
  const seats = traits.tray.seats.map((seat) => fill<Seat>({ ability, goals, lives }, seat));
  return {
    ...traits,
    marks: fill<Marks>({ stones, heat }, traits.marks),
    tray: { ...fill<Tray>({ goals }, traits.tray), seats },
    picks: fill<Picks>({ also, confirm, preset, refused }, traits.picks),
    status: fill<Status>({ judged, handover, result, committed, story }, traits.status),
  };
}

export class Scene {
  readonly traits: Traits;
  readonly #tokens: Map<number, Token>;
  readonly #names: Map<string, number>;
  readonly #hexes: Map<string, number>;

  constructor(get: Get) {
    this.traits = filled(Object.fromEntries(TRAITS.map((key) => [key, get(key)])) as unknown as Traits);
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

  card(index: number): Card | undefined {
    return this.traits.grid.cards[index];
  }

  /** The card that a word picks: "enchant". */
  cardOf(key: string): Card | undefined {
    return this.traits.grid.cards.find((card) => card.key === key);
  }

  token(at: number): Token | undefined {
    return this.#tokens.get(at);
  }

  /** The points of a cell that is a stone for now; null for any other place. */
  rock(at: number): number | null {
    return this.traits.marks.stones.find(([where]) => where === at)?.[1] ?? null;
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

  get moverSeat(): Seat | undefined {
    return this.traits.tray.seats.find((seat) => seat.faction === this.traits.status.turn);
  }

  /** The ability that may be used now. */
  get ability(): Card | undefined {
    return this.traits.status.phase === "ability" ? this.card(this.moverSeat?.ability ?? -1) : undefined;
  }

  /** The hand to play from: the mover's when this board may see it, else the viewer's own. */
  get activeSeat(): Seat | undefined {
    const { grid, tray } = this.traits;
    const movers = this.moverSeat;
    if (movers && Array.isArray(movers.hand)) return movers;
    const own = tray.seats.find((seat) => this.faction(seat.faction)?.name === grid.seat);
    return own && Array.isArray(own.hand) ? own : undefined;
  }

  /** Whether there are units to place; a game of fighters has none in the hand. */
  get hasHands(): boolean {
    return this.traits.grid.kinds.some((kind) => !kind.figure);
  }

  get fighters(): Token[] {
    return this.traits.tokens.filter(([, kind]) => this.kind(kind)?.figure === "fighter");
  }

  fighterOf(faction: number): Token | undefined {
    return this.fighters.find(([, kind]) => this.kind(kind)?.faction === faction);
  }

  /** Whether a place lies inside, where something may stand. */
  inside(at: number): boolean {
    const kind = this.places[at]?.kind;
    return kind !== undefined && !["wall", "door", "obstacle"].includes(kind);
  }

  seatOf(faction: number): Seat | undefined {
    return this.traits.tray.seats.find((seat) => seat.faction === faction);
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
