/**
 * What travels between Python and the board.
 *
 * Python's twin of this file is hexwidgets/board/scene.py; a test compares the two.
 * Everything needed to draw is in traits. Messages carry only what may be lost.
 *
 * `at` is an index into `Grid.places`, `kind` an index into `Grid.kinds`, `gem` an index into
 * `Grid.gems`, `faction` an index into `Grid.factions`. Turns are sixths, counter-clockwise.
 */

export const PROTOCOL = 1;

/** A place of the board: something that can hold a token, or a site, or nothing. */
export interface Place {
  name: string; // label that people use: "c4"
  q: number;
  r: number;
  kind: "cell" | "start" | "large" | "small" | "void";
  points?: number; // printed points of a small site
  touches?: number[]; // places next to a site
}

export type Emblem = "triangle" | "disc" | "diamond" | "square";

export interface Faction {
  name: string; // "red": stable, also the palette key
  label: string; // in the board's language
  letter: string;
  emblem: Emblem;
}

/** A sort of token: one unit of one faction. */
export interface Kind {
  key: string; // first pick of a move: "S1"
  faction: number;
  rank: string; // letter in the middle
  mark: "" | "star" | "dot"; // units that carry an ability
  edges: number[]; // six powers, edge i points to direction i at turn 0
}

/** A stone. */
export interface Gem {
  key: string; // pick that takes it: "R7"
  colour: string; // "red", "blue", "yellow", "green", or "none"
  points: number;
}

/** Static, sent once. */
export interface Grid {
  game: string; // shown as data-game
  orientation: "pointy" | "flat";
  places: Place[];
  factions: Faction[];
  kinds: Kind[];
  gems: Gem[];
}

/** [at, kind, turn] or [at, kind, turn, counters]; counters are signed (white > 0, black < 0). */
export type Token = [number, number, number] | [number, number, number, number];

export interface Marks {
  gems: number[][]; // [at, gem, gem, ...]: stones that lie on a large site
  done: [number, number][]; // [at, faction that was first, or -1]: judged sites
  last: number[]; // places of the last move
  notes: [number, string][]; // what hovering over a place tells ("Red 12, Blue 9")
  heat: [number, number][]; // [at, 0..1] overlay
}

export interface Seat {
  faction: number;
  score: number;
  gems: number[];
  hand: number[] | number; // kinds, or how many when this board may not see them
  deck: number; // how many are left to draw
}

export interface Tray {
  seats: Seat[];
}

/**
 * What may be chosen next. `steps` names the levels of `tree`; keys of a "hand" level are Kind.key,
 * of a "place" level Place.name, of a "gem" level Gem.key, of a "button" level a word of `words`.
 * A node is an object {key: node}; or a string "c4 63 d5 21", which lists key and turn-mask pairs
 * (bit k set: turn k is legal); or 1, the end.
 */
export type Node = { [key: string]: Node } | string | 1;
export type Step = "hand" | "place" | "turn" | "gem" | "card" | "button";
export interface Picks {
  steps: Step[];
  tree: Node;
}

export interface Status {
  seat: string | null; // whose knowledge this board shows: a faction, "turn" (hot seat), null (open)
  turn: number | null; // faction that decides now
  placing: number | null; // faction of the unit to place
  phase: string;
  heading: string; // "Round 5 / 8"
  prompt: string; // "Green places a unit"
  event: { text: string; rule: string } | null; // the last thing that happened
  note: string; // "Open table: every hand is shown", or ""
  undo: boolean;
  redo: boolean;
  handover: { faction: number; text: string; button: string } | null; // hot seat, hand still hidden
  result: { heading: string; lines: string[] } | null;
}

/** All words the board itself shows, in the board's language: words.undo, words.hand, ... */
export type Words = Record<string, string>;

/** The widget's traits. */
export interface Traits {
  grid: Grid;
  tokens: Token[];
  marks: Marks;
  tray: Tray;
  picks: Picks;
  status: Status;
  rev: number;
  words: Words;
  theme: "auto" | "light" | "dark";
  digits: boolean; // digits instead of pips
  language: string; // lang attribute of the root
}

/** Up. Every intent is answered, except pong. */
export type Intent =
  | { v: 1; view: string; seq: number; rev: number; kind: "move"; picks: (string | number)[] }
  | { v: 1; view: string; seq: number; rev: number; kind: "undo" | "redo" | "reveal" }
  | { v: 1; view: string; kind: "pong"; id: number };

/** Down. `view` and `seq` repeat the intent's. */
export type Answer =
  | { v: 1; kind: "answer"; view: string; seq: number; ok: true; rev: number }
  | { v: 1; kind: "answer"; view: string; seq: number; ok: false; rev: number; rule: string; text: string };
export type Ping = { v: 1; kind: "ping"; id: number };
export type Notice = { v: 1; kind: "notice"; text: string }; // an error elsewhere that must be seen
export type Down = Answer | Ping | Notice;
