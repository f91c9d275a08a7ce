/**
 * What travels between Python and the board.
 *
 * Python's twin of this file is hexwidgets/board/scene.py; a test compares the two.
 * Everything needed to draw is in traits. Messages carry only what may be lost.
 *
 * A field that is empty is left out on the wire (see `EMPTY`); reading fills it in again.
 *
 * `at` is an index into `Grid.places`, `kind` an index into `Grid.kinds`, `gem` an index into
 * `Grid.gems`, `faction` an index into `Grid.factions`. Turns are sixths, counter-clockwise.
 */

export const PROTOCOL = 1;

/** What a field is when it was left out. Python's twin is `EMPTY` in scene.py. */
export const EMPTY = {
  stones: [],
  heat: [],
  ability: -1,
  goals: [],
  also: [],
  judged: [],
  handover: null,
  result: null,
  lives: 0,
  confirm: false,
  preset: [],
  refused: [],
  committed: [],
  story: [],
} as const;

/** A place of the board: something that can hold a token, or a site, or nothing. */
export interface Place {
  name: string; // label that people use: "c4"
  q: number;
  r: number;
  kind: "cell" | "start" | "large" | "small" | "void" | "wall" | "door" | "obstacle";
  points?: number; // printed points of a small site
  touches?: number[]; // places next to a site
  turn?: number; // direction in which one comes in through a door
}

export type Emblem = "triangle" | "disc" | "diamond" | "square";

export interface Faction {
  name: string; // "red": stable, also the palette key
  label: string; // in the board's language
  letter: string;
  emblem: Emblem;
}

/** A sort of token: one unit or fighter of one faction. */
export interface Kind {
  key: string; // first pick of a move: "S1"
  faction: number;
  rank: string; // letter in the middle
  mark: "" | "star" | "dot"; // units that carry an ability
  edges: number[]; // six powers, edge i points to direction i at turn 0; of a fighter dice, counted from its facing
  figure?: "fighter"; // a body with a facing; a unit where left out
}

/** A stone. */
export interface Gem {
  key: string; // pick that takes it: "R7"
  colour: string; // "red", "blue", "yellow", "green", or "none"
  points: number;
}

/** A card: an ability to take, a goal, or a part of an order. */
export interface Card {
  key: string; // "enchant": pick that takes it; "goal:3"; "CFL": also shown under the picture of its act
  label: string;
  text: string;
  points: number; // 0 where it has none
  pattern: [number, number, string][]; // of a formation: q, r, "o" own, "e" enemy, "a" any, "L" large site
  act?: ["go", number, number] | ["turn", number]; // what it does to its player's token: direction from its facing and steps; sixths
}

/** Static, sent once. */
export interface Grid {
  seat: string | null; // whose knowledge this board shows: a faction, "turn" (hot seat), null (open)
  note: string; // "Open table: every hand is shown", or ""
  game: string; // shown as data-game
  orientation: "pointy" | "flat";
  places: Place[];
  factions: Faction[];
  kinds: Kind[];
  gems: Gem[];
  cards: Card[];
  ask?: string; // said over the cards of an order: "{faction}, in secret: move, then turn"
}

/** [at, kind, turn] or [at, kind, turn, counters]; counters are signed (white > 0, black < 0). */
export type Token = [number, number, number] | [number, number, number, number];

/** [at, direction, 0..1, faction]: how likely it is best for a faction to end there, facing so. */
export type Fan = [number, number, number, number];

export interface Marks {
  stones: [number, number][]; // [at, points]: cells that are stones for now
  gems: number[][]; // [at, gem, gem, ...]: stones that lie on a large site
  done: [number, number][]; // [at, faction that was first, or -1]: judged sites
  last: number[]; // places of the last move
  notes: [number, string][]; // what hovering over a place tells ("Red 12, Blue 9")
  heat: [number, number][]; // [at, 0..1] overlay
  fans?: Fan[]; // where it is best to go
}

export interface Seat {
  faction: number;
  score: number;
  gems: number[];
  hand: number[] | number; // kinds, or how many when this board may not see them
  deck: number; // how many are left to draw
  ability: number; // card, -1 where none was taken
  goals: number[] | number; // private goal cards, or how many when this board may not see them
  lives: number; // where there are any, `score` is what is left of so many
}

/** [card, faction that holds it or -1 when it lies open, faction, points, faction, points, ...]: goals as things stand. */
export type Progress = number[];

export interface Tray {
  seats: Seat[]; // in playing order; a shared faction comes last
  goals: Progress[]; // open goals, and the private ones that this board may see
}

/**
 * What may be chosen next. `steps` names the levels of `tree`; keys of a "hand" level are Kind.key,
 * of a "place" level Place.name, of a "gem" level Gem.key, of a "card" level Card.key, of a "button" level a word
 * of `words`, of a "seat" level the name of the faction to decide for.
 * A node is an object {key: node}; or a string "c4 63 d5 21", which lists key and turn-mask pairs
 * (bit k set: turn k is legal); or 1, the end.
 */
export type Node = { [key: string]: Node } | string | 1;
export type Step = "hand" | "place" | "turn" | "gem" | "card" | "button" | "seat";
export interface Picks {
  steps: Step[];
  tree: Node;
  also: string[]; // words that may be picked instead, offered as buttons: "decline", "pass", "scheme"
  confirm: boolean; // the levels are chosen in any order, may be changed, and are sent only when committed
  preset: string[][]; // paths that are chosen to begin with, "" for not yet
  refused: [string, string, string][]; // keys joined by "/", rule, text: what exists, may not be chosen now, and why
  shares?: [string, number][]; // keys joined by "/", 0..1: how likely it is best to choose it
}

/** [at, first or -1, second or -1, faction, total, faction, total, ...]: what the last decision judged, in order. */
export type Judged = number[];

/** One thing that the last decision did. Only where it was just played does it tell what is to be seen of it. */
export interface Beat {
  lead: string; // first in its line: "6 5 2 / 6 3"
  text: string;
  rule: string;
  tokens?: Token[]; // where all stand from here on
  cards?: [number, ...string[]][]; // faction and the cards that it lays open
  dice?: [number, ...number[]][]; // faction and faces
  hurt?: [number, number][]; // faction and what it loses
}

/** A button by which Python does or tells something. */
export interface Tool {
  key: string;
  label: string;
  title: string;
  on?: boolean; // what it switches is on show, or its answer is being worked on
}

export interface Status {
  turn: number | null; // faction that decides now
  placing: number | null; // faction of the unit to place
  phase: string;
  heading: string; // "Round 5 / 8"
  prompt: string; // "Green places a unit"
  event: { text: string; rule: string } | null; // the last thing that happened
  judged: Judged[];
  undo: boolean;
  kept?: string; // why the last decision may not be taken back here, where it may not
  redo: boolean;
  handover: { faction: number; text: string; button: string } | null; // hot seat, hand still hidden
  result: { heading: string; lines: string[] } | null;
  committed: number[]; // factions whose order is in, as far as this board may know
  story: Beat[]; // what the last decision did, the newest last
  tools?: Tool[]; // there where somebody answers: then ids of rules may be asked about, too
  hears?: boolean; // whether somebody wants to know of attempts at what is in `Picks.refused`
  chance?: [number, number][]; // faction, 0..1: who will win how likely
  course?: number[]; // what the first of these had, decision by decision, until now
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
  | {
      v: 1;
      view: string;
      seq: number;
      rev: number;
      kind: "move" | "tried" | "preview" | "odds" | "tool" | "edit";
      picks: (string | number)[];
    }
  | { v: 1; view: string; seq: number; rev: number; kind: "undo" | "redo" | "reveal" }
  | { v: 1; view: string; kind: "pong"; id: number };

/** Down. `view` and `seq` repeat the intent's. */
export type Answer =
  | { v: 1; kind: "answer"; view: string; seq: number; ok: true; rev: number }
  | {
      v: 1;
      kind: "answer";
      view: string;
      seq: number;
      ok: false;
      rev: number;
      rule: string;
      text: string;
      edges?: Edge[];
    };
/** [at, direction, 1 where the edge is right or 0 where it hinders]: what a refusal is about. */
export type Edge = [number, number, 0 | 1];
/** What each touched site would come to: [at, faction, before, after, faction, before, after, ...]; -1 is absent. */
export type Preview = { v: 1; kind: "preview"; view: string; seq: number; rev: number; tallies: number[][] };
/** Cells are text, tone from -1 to 1 (good for the one who asks), title: one a column. */
export interface Row {
  label: string;
  cells: [string, number, string][];
  picks?: string[]; // the move that the row stands for
  ask?: string[]; // a tool and what it is to tell, where the row asks on
}
/** What Python tells on being asked: the odds of a plan, hints, a rule (a heading and a note without rows). */
export interface Table {
  heading: string;
  note: string;
  columns: string[];
  rows: Row[];
}
/** The answer to "odds" and "tool", for the position `rev`. */
export type Told = { v: 1; kind: "table"; view: string; seq: number; rev: number; table: Table | null };
export type Ping = { v: 1; kind: "ping"; id: number };
export type Notice = { v: 1; kind: "notice"; text: string }; // an error elsewhere that must be seen
export type Down = Answer | Preview | Told | Ping | Notice;
