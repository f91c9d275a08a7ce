/** A mid-game position of the four-seat board, as Python would send it. */

import type { Node, Picks, Seat, Step, Token, Traits, Words } from "../src/protocol.ts";
import { at, gem, grid, kind, STEPS, type Variant } from "./boards.ts";

export { at, card, gem, grid, kind } from "./boards.ts";

const UNITS = `a2 yellow A1 1, a3 green B2 2, b3 blue B2 0, b5 green B1 4, c1 red B1 3, c2 blue B3 1, c3 red B2 5,
c4 yellow A2 2, d3 red S1 0, d5 yellow B1 3, e1 blue S1 1, e2 green B3 2, e3 yellow B2 4, e4 red C1 0,
e5 yellow B3 1, e6 blue C2 2, f2 blue C1 3, f5 red A1 1, f6 green A1 0`;

/** Tokens from "a2 yellow A1 1, ..." */
export function tokens(units: string, variant: Variant = "four"): Token[] {
  return units.split(",").flatMap((entry): Token[] => {
    const [name, faction, key, turn] = entry.trim().split(" ");
    const where = at(name ?? "", variant);
    return where < 0 ? [] : [[where, kind(faction ?? "", key ?? ""), Number(turn)]];
  });
}

/** Kinds from a faction and "A2 B3". */
export function hand(faction: string, keys: string): number[] {
  return keys.split(" ").map((key) => kind(faction, key));
}

/** The trie that Python would send: a cell next to a unit with an equal edge. */
export function legal(
  all: Token[],
  faction: string,
  keys: string,
  variant: Variant = "four",
): Record<string, string> {
  const board = grid("en", variant);
  const on = new Map(all.map((token) => [token[0], token]));
  const tree: Record<string, string> = {};
  for (const key of keys.split(" ")) {
    const edges = board.kinds[kind(faction, key)]?.edges ?? [];
    const pairs: string[] = [];
    board.places.forEach((place, here) => {
      if ((place.kind !== "cell" && place.kind !== "start") || on.has(here)) return;
      let mask = 0;
      for (let turn = 0; turn < 6; turn++) {
        STEPS.forEach(([dq, dr], d) => {
          const next = board.places.findIndex((p) => p.q === place.q + dq && p.r === place.r + dr);
          const token = on.get(next);
          const other = token && board.kinds[token[1]]?.edges[(d + 3 - token[2] + 6) % 6];
          if (other !== undefined && edges[(d - turn + 6) % 6] === other) mask |= 1 << turn;
        });
      }
      if (mask) pairs.push(`${place.name} ${mask}`);
    });
    if (pairs.length) tree[key] = pairs.join(" ");
  }
  return tree;
}

/** Choices that are sent as soon as they are made. */
export function choices(steps: Step[], tree: Node, also: string[] = []): Picks {
  return { steps, tree, also, confirm: false, preset: [], refused: [] };
}

/** A seat without ability and goals. */
export function seat(
  faction: number,
  score: number,
  gems: string,
  units: number[] | number,
  deck: number,
): Seat {
  const stones = gems.split(" ").filter(Boolean).map(gem);
  return { faction, score, gems: stones, hand: units, deck, ability: -1, goals: 0, lives: 0 };
}

const GREEN = "C1 C2 C4 S1";

export function traits(words: Words, language = "en"): Traits {
  const ja = language === "ja";
  const all = tokens(UNITS);
  return {
    grid: grid(language),
    tokens: all,
    marks: {
      stones: [],
      gems: [
        [at("d6"), gem("R7"), gem("B3")],
        [at("d2"), gem("B6"), gem("Y4")],
        [at("f4"), gem("Y5"), gem("G4")],
      ],
      done: [
        [at("b4"), 0],
        [at("f7"), 3],
        [at("f1"), 1],
      ],
      last: [at("e6")],
      notes: [
        [at("d2"), ja ? "赤 8、青 11、緑 4" : "Red 8, Blue 11, Green 4"],
        [at("d6"), ja ? "黄 9、青 3" : "Yellow 9, Blue 3"],
      ],
      heat: [],
    },
    tray: {
      seats: [
        seat(0, 5, "G5", hand("red", "A2 B3 C2 C4"), 2),
        seat(1, 1, "", 4, 2),
        seat(2, 4, "R2", hand("yellow", "S1 C1 C3 C4"), 2),
        seat(3, 1, "", hand("green", GREEN), 2),
      ],
      goals: [],
    },
    picks: choices(["hand", "place", "turn"], legal(all, "green", GREEN)),
    status: {
      turn: 3,
      placing: 3,
      phase: "place",
      heading: ja ? "ラウンド 5 / 8" : "Round 5 / 8",
      prompt: ja ? "緑がユニットを置きます" : "Green places a unit",
      event: { text: ja ? "青が e6 に C2 を置きました。" : "Blue placed C2 on e6.", rule: "MH-PLACE-3" },
      judged: [],
      undo: true,
      redo: false,
      handover: null,
      result: null,
      committed: [],
      story: [],
    },
    rev: 19,
    words,
    theme: "light",
    digits: false,
    language,
  };
}
