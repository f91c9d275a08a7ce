/** What Python sends to a board for any purpose (hexwidgets/board/field.py) and what comes back (clicks.py). */

import type { Orientation } from "../geometry.ts";
import type { Answer, Notice, Words } from "../protocol.ts";

export type Bytes = DataView;

/** A layer as a whole: which cells, and their values in the same order. Nothing at all where it is empty. */
export interface Sparse<T> {
  keys?: Bytes; // 32-bit, as many as values
  values?: T[];
}

/** Colour, width in hundredths of a cell's side, whether dashed. */
export type Line = [string, number, boolean];

export interface Piece {
  text?: string;
  colour?: string;
  shape?: "disc" | "triangle" | "diamond" | "square" | "hex" | "none";
  facing?: number;
  figure?: "unit" | "fighter";
  faction?: string;
  rank?: string;
  edges?: number[];
  turns?: [number, number];
}

/** What has changed since a layer was sent as a whole: numbers of cells and their values, null for none. */
export type Recent = Record<string, [number, unknown][]>;

export interface Traits {
  grid: { orientation: Orientation; cells: Bytes; wide?: boolean; names?: string[] }; // q, r; names unless usual
  words: Words;
  language: string;
  theme: "auto" | "light" | "dark";
  rev: number;
  title: string;
  names: boolean;
  select: "one" | "many" | "off";
  drag: "pan" | "paint" | "select";
  selection: string[];
  heat_title: string;
  _fills: { inks?: string[]; at?: Bytes }; // for each cell the number of its colour, 0 for none
  _heat: { at?: Bytes }; // for each cell a 32-bit float, nan for none
  _labels: Sparse<string>;
  _tooltips: Sparse<string>;
  _pieces: Sparse<Piece>;
  _edges: Sparse<Line>; // by six times the cell and the direction
  _arrows: [number, number, ...Line][];
  _recent: Recent;
  _scale: [number, number];
  _hears: Kind[]; // what Python wants to know of
}

export type Kind = "click" | "hover" | "paint";

/** `keys` is 1 for Alt, 2 for Ctrl, 4 for Meta, 8 for Shift; `button` 0 left, 1 middle, 2 right. */
export type Gesture =
  | { kind: "click"; at: number; button: number; keys: number }
  | { kind: "hover"; at: number; keys: number }
  | { kind: "paint"; cells: number[]; phase: number; button: number; keys: number };

export type Sent = Gesture & { v: 1; view: string; seq: number };
export type Down = Answer | Notice;
