/** The position of the fixture with other things going on, and positions of the other boards. */

import type { Picks, Seat, Status, Traits, Tray } from "../src/protocol.ts";
import { card, gem, grid, kind } from "./boards.ts";
import { duels } from "./duel.ts";
import { at, choices, hand, legal, seat, tokens } from "./fixture.ts";

type Change = (base: Traits) => Traits;

const NOTHING: Picks = choices(["hand", "place", "turn"], {});

function status(base: Traits, change: Partial<Status>): Status {
  return { ...base.status, ...change };
}

function ja(base: Traits, japanese: string, english: string): string {
  return base.language === "ja" ? japanese : english;
}

/** The ability that each seat took, in the order of the seats. */
function abled(seats: Seat[], abilities: string): Seat[] {
  const keys = abilities.split(" ");
  return seats.map((one, i) => ({ ...one, ability: card(keys[i] ?? "") }));
}

/** Green has placed a unit and may use its ability. */
function using(base: Traits, ability: string, picks: Picks, words: [string, string]): Traits {
  const seats = abled(base.tray.seats, `reward blitz scheme ${ability}`);
  return {
    ...base,
    tray: { ...base.tray, seats },
    picks,
    status: status(base, { phase: "ability", placing: null, prompt: ja(base, ...words) }),
  };
}

const GOALS: Tray["goals"] = [
  [card("goal:1"), -1, 0, 1, 1, 2, 2, 0, 3, 1],
  [card("goal:10"), -1, 0, 0, 1, 3, 2, 0, 3, 3],
  [card("goal:8"), 0, 0, 2],
  [card("goal:7"), 2, 2, 0],
  [card("goal:16"), 3, 3, 0],
];

function withGoals(base: Traits): Traits {
  const held = [[card("goal:8")], 1, [card("goal:7")], [card("goal:16")]];
  const seats = abled(base.tray.seats, "enchant blitz scheme curse");
  return {
    ...base,
    tray: { seats: seats.map((one, i) => ({ ...one, goals: held[i] ?? 0 })), goals: GOALS },
  };
}

const THREE = `b2 red B1 0, b3 red A1 2, c3 blue C2 3, c4 red C1 4, c5 yellow B2 2, d3 yellow B1 0, d4 red B3 3,
d5 blue B1 3, d6 yellow C4 0, e2 blue C3 4, e4 blue B2 0, e6 yellow A2 1, f2 blue S1 5, f4 yellow B3 3, f5 blue B3 3,
g4 yellow A1 2, g5 red C2 2, g6 red S1 5, h2 blue C4 2, h3 red C4 5`;

const SHARED = `c1 yellow C4 4, d2 blue B1 5, d3 red A2 5, e1 blue S1 5, e2 red S1 0, f2 yellow B3 5, f3 blue B2 5,
f4 red A1 1, f5 yellow B1 5, f6 yellow B2 2, g2 red C2 1, g4 yellow S1 4, g5 blue C2 1, g6 blue C4 4, h2 blue B3 5,
h3 red C4 2`;

const TWO = `a2 red C2 5, b1 blue S1 0, b2 red A1 3, b3 blue C2 4, b4 blue A2 3, b5 red C3 2, c1 red A2 5, c3 blue C4 5,
c5 red C4 2, d2 blue C1 5, d3 red B2 2`;

function three(base: Traits): Traits {
  const all = tokens(THREE, "three");
  const on = (name: string): number => at(name, "three");
  return {
    ...base,
    grid: grid(base.language, "three"),
    tokens: all,
    marks: {
      stones: [],
      gems: [
        [on("e3"), gem("B3"), gem("Y5")],
        [on("e5"), gem("Y4"), gem("G5")],
        [on("g3"), gem("G4"), gem("R2")],
        [on("c2"), gem("R7"), gem("B6")],
      ],
      done: [[on("a1"), 0]],
      last: [on("g5")],
      notes: [[on("e3"), ja(base, "黄 8、赤 3、青 11", "Yellow 8, Red 3, Blue 11")]],
      heat: [],
    },
    tray: {
      seats: [
        seat(0, 1, "", hand("red", "A2 B2 C3"), 0),
        seat(1, 0, "", hand("blue", "A1 A2 C1"), 0),
        seat(2, 0, "", hand("yellow", "S1 C2 C3"), 1),
      ],
      goals: [],
    },
    picks: choices(["hand", "place", "turn"], legal(all, "yellow", "S1 C2 C3", "three")),
    status: status(base, {
      turn: 2,
      placing: 2,
      heading: ja(base, "ラウンド 8 / 10", "Round 8 / 10"),
      prompt: ja(base, "黄がユニットを置きます", "Yellow places a unit"),
      event: null,
    }),
  };
}

function shared(base: Traits): Traits {
  const all = tokens(SHARED, "three");
  const like = three(base);
  const on = (name: string): number => at(name, "three");
  const factions = like.grid.factions.map((one, i) =>
    i === 2 ? { ...one, label: ja(base, "共有色：黄", "Shared: Yellow") } : one,
  );
  return {
    ...like,
    grid: { ...like.grid, factions },
    tokens: all,
    marks: { ...like.marks, done: [[on("g7"), 2]], last: [on("f6")], notes: [] },
    tray: {
      seats: [
        seat(0, 0, "", hand("red", "B1 B2 C3"), 2),
        seat(1, 0, "", [...hand("blue", "C1 A2"), kind("yellow", "C1")], 3),
        seat(2, 1, "", [], 0),
      ],
      goals: [],
    },
    picks: choices(["hand", "place", "turn"], legal(all, "yellow", "C1", "three")),
    status: status(base, {
      turn: 1,
      placing: 2,
      heading: ja(base, "ラウンド 6 / 10", "Round 6 / 10"),
      prompt: ja(base, "青が共有色の黄のユニットを置きます", "Blue places a unit of the shared faction"),
      event: null,
    }),
  };
}

function two(base: Traits): Traits {
  const all = tokens(TWO, "two");
  const on = (name: string): number => at(name, "two");
  return {
    ...base,
    grid: grid(base.language, "two"),
    tokens: all,
    marks: {
      stones: [],
      gems: [
        [on("c2"), gem("Y5"), gem("B3")],
        [on("c4"), gem("Y4"), gem("R7")],
        [on("c6"), gem("B6"), gem("R2")],
      ],
      done: [[on("a1"), 1]],
      last: [on("b5")],
      notes: [],
      heat: [],
    },
    tray: {
      seats: [seat(0, 0, "", hand("red", "S1 B1 C1"), 1), seat(1, 1, "", hand("blue", "A1 B1 C3"), 2)],
      goals: [],
    },
    picks: choices(["hand", "place", "turn"], legal(all, "blue", "A1 B1 C3", "two")),
    status: status(base, {
      turn: 1,
      placing: 1,
      heading: ja(base, "ラウンド 6 / 9", "Round 6 / 9"),
      prompt: ja(base, "青がユニットを置きます", "Blue places a unit"),
      event: null,
    }),
  };
}

export const scenes: Record<string, Change> = {
  ...duels,
  play: (base) => base,
  start: (base) => ({
    ...base,
    tokens: [],
    marks: {
      ...base.marks,
      done: [],
      last: [],
      gems: [...base.marks.gems, [at("b4"), gem("R2"), gem("G5")]],
    },
    tray: { goals: [], seats: base.tray.seats.map((one) => ({ ...one, score: 0, gems: [] })) },
    picks: { ...base.picks, tree: { C1: "d3 63 d5 63", S1: "d3 63 d5 63" } },
    status: status(base, { event: null, undo: false }),
  }),
  stones: (base) => ({
    ...base,
    picks: choices(["gem"], { R7: 1, B3: 1 }),
    status: status(base, {
      phase: "take",
      placing: null,
      prompt: ja(base, "黄が魔石を取ります", "Yellow takes a stone"),
      turn: 2,
    }),
  }),
  pass: (base) => ({ ...base, picks: choices(["button"], { pass: 1 }) }),
  only: (base) => ({
    ...base,
    picks: choices([], {}, ["pass"]),
    status: status(base, { prompt: ja(base, "緑は置けないのでパスします", "Green cannot place and passes") }),
  }),
  handover: (base) => ({
    ...base,
    grid: { ...base.grid, seat: "turn", note: "" },
    picks: NOTHING,
    tray: { ...base.tray, seats: base.tray.seats.map((one) => ({ ...one, hand: 4 })) },
    status: status(base, {
      handover: {
        faction: 3,
        text: ja(base, "緑に画面を渡してください。", "Pass the screen to Green."),
        button: ja(base, "緑の手札を表示", "Show Green's hand"),
      },
    }),
  }),
  result: (base) => ({
    ...base,
    picks: NOTHING,
    status: status(base, {
      turn: null,
      placing: null,
      phase: "over",
      prompt: "",
      heading: ja(base, "ラウンド 8 / 8", "Round 8 / 8"),
      result: {
        heading: ja(base, "赤の勝ち", "Red wins"),
        lines: [ja(base, "赤が最多の5点です。", "Red has the most points: 5.")],
      },
    }),
  }),
  wait: (base) => ({
    ...base,
    grid: { ...base.grid, seat: "blue", note: ja(base, "あなたは青です", "You are Blue") },
    picks: NOTHING,
    tray: {
      ...base.tray,
      seats: base.tray.seats.map((one, i) =>
        i === 1 ? { ...one, hand: hand("blue", "A1 A2 C3") } : { ...one, hand: 4 },
      ),
    },
  }),
  counters: (base) => ({
    ...base,
    digits: true,
    tokens: base.tokens.map((t, i) => (i % 4 === 0 ? [t[0], t[1], t[2], i % 8 ? -1 : 2] : t)),
    marks: {
      ...base.marks,
      heat: [
        [at("a1"), 0.2],
        [at("b2"), 0.5],
        [at("g4"), 1],
      ],
    },
  }),
  pips: (base) => ({
    ...base,
    tokens: base.tokens.map((t, i) => [t[0], t[1], t[2], ((i * 3) % 7) - 3]),
  }),
  three,
  shared,
  two,
  choose: (base) => ({
    ...base,
    tokens: [],
    marks: { ...base.marks, done: [], last: [], notes: [] },
    tray: {
      seats: abled(
        base.tray.seats.map((one) => ({ ...one, score: 0, gems: [] })),
        "- - scheme petrify",
      ).map((one) => ({ ...one, goals: 1 })),
      goals: GOALS.slice(0, 2).map(([which, holder]) => [which, holder, 0, 0, 1, 0, 2, 0, 3, 0] as number[]),
    },
    picks: choices(["card"], { enchant: 1, reward: 1 }),
    status: status(base, {
      turn: 0,
      placing: null,
      phase: "choose-ability",
      heading: ja(base, "ゲームの前に", "Before the game"),
      prompt: ja(base, "赤が能力を選びます", "Red chooses an ability"),
      event: { text: ja(base, "黄が隠密を選びました。", "Yellow took Scheme."), rule: "MH-ABIL-1" },
      undo: false,
    }),
  }),
  curse: (base) =>
    using(base, "curse", choices(["place"], "a2 1 b3 1 e6 1 e5 1 f5 1", ["decline"]), [
      "緑は呪いを使えます",
      "Green may use Curse",
    ]),
  petrify: (base) => ({
    ...using(base, "petrify", choices(["place"], { a1: 1, a4: 1, b2: 1, g2: 1 }, ["decline"]), [
      "緑は魔石化を使えます",
      "Green may use Petrify",
    ]),
    marks: {
      ...base.marks,
      stones: [
        [at("c5"), 2],
        [at("f3"), 1],
      ],
    },
  }),
  confuse: (base) =>
    using(base, "confuse", choices(["place", "turn"], "e6 63 f5 59 d5 63", ["decline"]), [
      "緑は混乱を使えます",
      "Green may use Confuse",
    ]),
  scheme: (base) =>
    using(withGoals(base), "scheme", choices([], {}, ["scheme", "decline"]), [
      "緑は隠密を使えます",
      "Green may use Scheme",
    ]),
  goals: withGoals,
  all: (base) => {
    const game = withGoals(base);
    return {
      ...game,
      tokens: game.tokens.map((t, i) => (i % 5 === 1 ? [t[0], t[1], t[2], i % 2 ? 1 : -2] : t)),
      marks: { ...game.marks, stones: [[at("c6"), 2]] },
      tray: {
        ...game.tray,
        seats: game.tray.seats.map((one, i) => (i === 3 ? { ...one, gems: [gem("N2"), gem("B3")] } : one)),
      },
    };
  },
  end: (base) => {
    const over = scenes.result?.(withGoals(base)) ?? base;
    return over;
  },
  judged: (base) => ({
    ...base,
    marks: { ...base.marks, done: [...base.marks.done, [at("d2"), 1], [at("b7"), 3]] },
    status: status(base, {
      judged: [
        [at("d2"), 1, 0, 0, 11, 1, 14, 3, 4],
        [at("b7"), 3, -1, 2, 2, 3, 5],
      ],
    }),
    rev: 20,
  }),
};
