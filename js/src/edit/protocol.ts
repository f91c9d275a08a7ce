/**
 * What a board in edit mode is told besides its scene, and what it says.
 *
 * Python's twin of this file is hexwidgets/board/kit.py; a test compares the two. `at` is an index into `Grid.places`.
 * A group, like a place, is somewhere that a thing can be put, and no group has the name of a place.
 *
 * Every gesture is an intent of kind "edit": ["put", thing, place or group, turn], ["move", from, to, turn],
 * ["turn", place, by], ["off", place], ["set", row, value], the picks of a menu's item, ["apply"], ["discard"],
 * ["edit"] and ["play"].
 */

import type { Traits } from "../protocol.ts";

export type Look = ["kind" | "gem" | "counter" | "rock" | "obstacle", number];

/** Something that can be put down. */
export interface Thing {
  key: string; // its name in picks
  label: string;
  look: Look; // kind, gem, 1 for white or -1 for black, points, or nothing
  onto: string; // the area that takes it
  sort: string; // what groups take it as
  plenty: boolean; // putting one down leaves as many as before
}

/** A line of a menu. */
export interface Item {
  label: string;
  key: string; // the key that does it too: "R", "Shift+R", "Del"
  picks: (string | number)[]; // "@" is the place
}

/** What can be done to a "token", a "rock", the "gems" of a site, or a place of a kind. */
export interface Menu {
  on: string;
  items: Item[];
}

/** What does not change while a position is set up. */
export interface Kit {
  things: Thing[];
  areas: Record<string, number[]>; // places by name
  menus: Menu[];
  words: Record<string, string>;
}

/** Things that lie together beside the board. */
export interface Group {
  key: string;
  label: string;
  faction: number; // -1 where it is nobody's
  takes: string[]; // sorts of things that can be put there
  things: number[]; // indices of `Kit.things`
}

export type Option = [string, string, number]; // value, label, whether it holds

/** A line of the form. */
export interface Row {
  key: string;
  label: string;
  sort: "number" | "one" | "many";
  value: number;
  low: number;
  high: number;
  options: Option[];
}

/** Something that is wrong, and where it is to be seen. */
export interface Flaw {
  text: string;
  rule: string;
  places: number[];
  rows: string[]; // rows and groups
}

/** How the draft stands. */
export interface Bench {
  groups: Group[];
  rows: Row[];
  flaws: Flaw[];
  changed: boolean;
  note: string; // what was lost when the game moved on
}

/** The traits of an editor besides those of a board. */
export interface EditTraits extends Traits {
  kit: Kit;
  bench: Partial<Bench>; // nothing in play mode
  mode: "edit" | "play";
}
