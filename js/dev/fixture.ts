/** A mid-game position of the four-seat board, as Python would send it. */

import type { Gem, Grid, Kind, Place, Seat, Token, Traits, Words } from "../src/protocol.ts";

const EDGES: Record<string, string> = {
  S1: "545343",
  A1: "554232",
  A2: "524343",
  B1: "543123",
  B2: "442314",
  B3: "513513",
  C1: "432123",
  C2: "333222",
  C3: "512214",
  C4: "413142",
};

const SITES = ["2 0", "-2 0", "1 -2", "-1 2"];
const SMALL = ["4 -2", "2 2", "-4 2", "-2 -2"];
const STARTS = ["1 0", "-1 0"];
const STEPS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

function kindAt(q: number, r: number): Place["kind"] | null {
  const key = `${q} ${r}`;
  if (SMALL.includes(key)) return "small";
  if (Math.max(Math.abs(q), Math.abs(q + r)) > 3) return null;
  if (key === "0 0") return "void";
  if (SITES.includes(key)) return "large";
  return STARTS.includes(key) ? "start" : "cell";
}

function places(): Place[] {
  const inside: Place[] = [];
  for (let r = -3; r <= 3; r++) {
    let n = 0;
    for (let q = -4; q <= 4; q++) {
      const kind = kindAt(q, r);
      if (!kind) continue;
      n += 1;
      const points = kind === "small" ? { points: 1 } : {};
      inside.push({ name: `${"abcdefg"[r + 3]}${n}`, q, r, kind, ...points });
    }
  }
  for (const place of inside) {
    if (place.kind !== "large" && place.kind !== "small") continue;
    place.touches = STEPS.flatMap(([dq, dr]) => {
      const at = inside.findIndex((p) => p.q === place.q + dq && p.r === place.r + dr && p.kind !== "small");
      return at < 0 ? [] : [at];
    });
  }
  return inside;
}

const NAMES = ["red", "blue", "yellow", "green"];
const EMBLEMS = ["triangle", "disc", "diamond", "square"] as const;
const LABELS: Record<string, string[]> = {
  en: ["Red", "Blue", "Yellow", "Green"],
  ja: ["赤", "青", "黄", "緑"],
};

function kinds(): Kind[] {
  return NAMES.flatMap((_, faction) =>
    Object.entries(EDGES).map(([key, edges]) => ({
      key,
      faction,
      rank: key[0] ?? "",
      mark:
        key === "S1" ? ("star" as const) : key === "B1" || key === "C1" ? ("dot" as const) : ("" as const),
      edges: [...edges].map(Number),
    })),
  );
}

const GEMS: Gem[] = [
  { key: "R7", colour: "red", points: 7 },
  { key: "R2", colour: "red", points: 2 },
  { key: "B6", colour: "blue", points: 6 },
  { key: "B3", colour: "blue", points: 3 },
  { key: "Y5", colour: "yellow", points: 5 },
  { key: "Y4", colour: "yellow", points: 4 },
  { key: "G5", colour: "green", points: 5 },
  { key: "G4", colour: "green", points: 4 },
];

export function grid(language = "en"): Grid {
  return {
    game: "monsterhex",
    orientation: "pointy",
    places: places(),
    factions: NAMES.map((name, i) => ({
      name,
      label: LABELS[language]?.[i] ?? name,
      letter: name[0]?.toUpperCase() ?? "",
      emblem: EMBLEMS[i] ?? "disc",
    })),
    kinds: kinds(),
    gems: GEMS,
  };
}

export function at(name: string): number {
  return places().findIndex((p) => p.name === name);
}

export function kind(faction: string, key: string): number {
  return NAMES.indexOf(faction) * 10 + Object.keys(EDGES).indexOf(key);
}

export function gem(key: string): number {
  return GEMS.findIndex((g) => g.key === key);
}

const UNITS = `a2 yellow A1 1, a3 green B2 2, b3 blue B2 0, b5 green B1 4, c1 red B1 3, c2 blue B3 1, c3 red B2 5,
c4 yellow A2 2, d3 red S1 0, d5 yellow B1 3, e1 blue S1 1, e2 green B3 2, e3 yellow B2 4, e4 red C1 0,
e5 yellow B3 1, e6 blue C2 2, f2 blue C1 3, f5 red A1 1, f6 green A1 0`;

function tokens(): Token[] {
  return UNITS.split(",").flatMap((entry): Token[] => {
    const [name, faction, key, turn] = entry.trim().split(" ");
    const where = at(name ?? "");
    return where < 0 ? [] : [[where, kind(faction ?? "", key ?? ""), Number(turn)]];
  });
}

function hand(faction: string, keys: string): number[] {
  return keys.split(" ").map((key) => kind(faction, key));
}

/** The trie that Python would send for green: a cell next to a unit with an equal edge. */
export function legal(all: Token[], faction: string, keys: string): Record<string, string> {
  const board = grid();
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

const GREEN = "C1 C2 C4 S1";

export function traits(words: Words, language = "en"): Traits {
  const ja = language === "ja";
  const all = tokens();
  const seats: Seat[] = [
    { faction: 0, score: 5, gems: [gem("G5")], hand: hand("red", "A2 B3 C2 C4"), deck: 2 },
    { faction: 1, score: 1, gems: [], hand: 4, deck: 2 },
    { faction: 2, score: 4, gems: [gem("R2")], hand: hand("yellow", "S1 C1 C3 C4"), deck: 2 },
    { faction: 3, score: 1, gems: [], hand: hand("green", GREEN), deck: 2 },
  ];
  return {
    grid: grid(language),
    tokens: all,
    marks: {
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
    tray: { seats },
    picks: { steps: ["hand", "place", "turn"], tree: legal(all, "green", GREEN) },
    status: {
      seat: null,
      turn: 3,
      placing: 3,
      phase: "place",
      heading: ja ? "ラウンド 5 / 8" : "Round 5 / 8",
      prompt: ja ? "緑がユニットを置きます" : "Green places a unit",
      event: { text: ja ? "黄が e6 に C2 を置きました。" : "Blue placed C2 on e6.", rule: "MH-PLACE-3" },
      note: ja ? "全員の手札を公開中" : "Open table: every hand is shown",
      undo: true,
      redo: false,
      handover: null,
      result: null,
    },
    rev: 19,
    words,
    theme: "light",
    digits: false,
    language,
  };
}

/** The same position with other things going on. */
export const scenes: Record<string, (base: Traits) => Traits> = {
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
    tray: { seats: base.tray.seats.map((seat) => ({ ...seat, score: 0, gems: [] })) },
    picks: { steps: ["hand", "place", "turn"], tree: { C1: "d3 63 d5 63", S1: "d3 63 d5 63" } },
    status: { ...base.status, event: null, undo: false },
  }),
  stones: (base) => ({
    ...base,
    picks: { steps: ["gem"], tree: { R7: 1, B3: 1 } },
    status: { ...base.status, phase: "take", prompt: "Yellow takes a stone", turn: 2 },
  }),
  pass: (base) => ({ ...base, picks: { steps: ["button"], tree: { pass: 1 } } }),
  handover: (base) => ({
    ...base,
    picks: { steps: ["hand", "place", "turn"], tree: {} },
    tray: { seats: base.tray.seats.map((seat) => ({ ...seat, hand: 4 })) },
    status: {
      ...base.status,
      seat: "turn",
      note: "",
      handover: { faction: 3, text: "Pass the screen to Green.", button: "Show Green's hand" },
    },
  }),
  result: (base) => ({
    ...base,
    picks: { steps: ["hand", "place", "turn"], tree: {} },
    status: {
      ...base.status,
      turn: null,
      placing: null,
      phase: "over",
      prompt: "",
      heading: "Round 8 / 8",
      result: { heading: "Red wins", lines: ["Red 19", "Yellow 14", "Green 9", "Blue 6"] },
    },
  }),
  wait: (base) => ({
    ...base,
    picks: { steps: ["hand", "place", "turn"], tree: {} },
    tray: {
      seats: base.tray.seats.map((s, i) =>
        i === 1 ? { ...s, hand: hand("blue", "A1 A2 C3") } : { ...s, hand: 4 },
      ),
    },
    status: { ...base.status, seat: "blue", note: "" },
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
  confuse: (base) => ({
    ...base,
    picks: { steps: ["place", "turn"], tree: "e6 63 f5 59 d5 63" },
    status: { ...base.status, phase: "ability", prompt: "Green turns an enemy unit" },
  }),
};
