/** The boards of Monster Hex and what is played on them, as Python would send it. */

import type { Card, Gem, Grid, Kind, Place } from "../src/protocol.ts";

export type Variant = "four" | "three" | "two";

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

interface Map {
  large: string[];
  small: string[];
  starts: string[];
  voids: string[];
  holds(q: number, r: number): boolean; // whether a cell lies there, where nothing else does
}

const near = (q: number, r: number): boolean => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= 3;
const TWO = ["-2 0", "0 0", "2 0"];

const MAPS: Record<Variant, Map> = {
  four: {
    large: ["2 0", "-2 0", "1 -2", "-1 2"],
    small: ["4 -2", "2 2", "-4 2", "-2 -2"],
    starts: ["1 0", "-1 0"],
    voids: ["0 0"],
    holds: near,
  },
  three: {
    large: ["0 0", "2 0", "-2 2", "0 -2"],
    small: ["2 2", "-4 2", "2 -4"],
    starts: ["0 1", "1 -1"],
    voids: [],
    holds: (q, r) => near(q, r) && !["0 3", "-3 0", "3 -3"].includes(`${q} ${r}`),
  },
  two: {
    large: TWO,
    small: ["-1 -2", "1 2", "3 -2", "-3 2"],
    starts: ["1 -2", "-1 2"],
    voids: [],
    holds: (q, r) => STEPS.some(([dq, dr]) => TWO.includes(`${q + dq} ${r + dr}`)),
  },
};

export const STEPS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

function kindAt(map: Map, q: number, r: number): Place["kind"] | null {
  const key = `${q} ${r}`;
  if (map.small.includes(key)) return "small";
  if (map.voids.includes(key)) return "void";
  if (map.large.includes(key)) return "large";
  if (map.starts.includes(key)) return "start";
  return map.holds(q, r) ? "cell" : null;
}

/** Rows lettered from the top, numbered from the left. */
export function places(variant: Variant = "four"): Place[] {
  const inside: Place[] = [];
  let rows = 0;
  for (let r = -4; r <= 4; r++) {
    let n = 0;
    for (let q = -5; q <= 5; q++) {
      const kind = kindAt(MAPS[variant], q, r);
      if (!kind) continue;
      n += 1;
      const points = kind === "small" ? { points: 1 } : {};
      inside.push({ name: `${"abcdefgh"[rows]}${n}`, q, r, kind, ...points });
    }
    if (n) rows += 1;
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

export const NAMES = ["red", "blue", "yellow", "green"];
const EMBLEMS = ["triangle", "disc", "diamond", "square"] as const;
export const LABELS: Record<string, string[]> = {
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
  { key: "N1", colour: "none", points: 1 },
  { key: "N2", colour: "none", points: 2 },
];

type Written = [key: string, en: string[], ja: string[], points?: number, pattern?: string];

const CARDS: Written[] = [
  [
    "enchant",
    ["Enchant", "● 1 white counter on an own unit: every edge +1 at judgement. ★ 2 counters."],
    ["強化", "● 味方1体に白カウンター1個。判定のとき全辺+1。★ 2個。"],
  ],
  [
    "reward",
    ["Reward", "● +1 point for each such unit next to a large site won as place 1. ★ +2."],
    ["褒賞", "● 1位で取った大魔石に隣り合うこのユニット1体につき+1点。★ +2点。"],
  ],
  [
    "blitz",
    [
      "Blitz",
      "Place a second unit in the same turn. Later turns are skipped once the hand is down to its last units.",
    ],
    ["速攻", "同じ手番に2体目を置く。手札が最後の枚数になったら、以後の手番は飛ばされる。"],
  ],
  [
    "scatter",
    ["Scatter", "● No equal edge needed. ★ No neighbour either."],
    ["散兵", "● 辺が一致しなくてよい。★ 隣にユニットがなくてもよい。"],
  ],
  [
    "confuse",
    ["Confuse", "● Turn one enemy unit next to it. ★ Turn any enemy unit."],
    ["混乱", "● 隣の敵1体を好きな向きに回す。★ どの敵でもよい。"],
  ],
  [
    "scheme",
    ["Scheme", "Draw one goal card; the others do not see it."],
    ["隠密", "目標カードを1枚引き、非公開で持つ。"],
  ],
  [
    "curse",
    ["Curse", "● 1 black counter on an enemy unit: every edge -1 at judgement, never below 0. ★ 2 counters."],
    ["呪い", "● 敵1体に黒カウンター1個。判定のとき全辺-1（0未満にはならない）。★ 2個。"],
  ],
  [
    "petrify",
    ["Petrify", "Turn an empty cell into a stone of 1 point ●, of 2 points ★, until it is surrounded."],
    ["魔石化", "空きマスを魔石にする（● 1点、★ 2点）。周りが埋まるまで続く。"],
  ],
  [
    "goal:1",
    ["Line of three", "Three own units in a straight line: 1 point each."],
    ["三連", "味方3体が一直線に並ぶ。1組につき1点。"],
    1,
    "0 0 o 1 0 o 2 0 o",
  ],
  [
    "goal:7",
    ["Trefoil", "Three own units on alternate cells of a large site: 3 points each."],
    ["三つ葉", "大魔石の周りの1つおきの3マスに味方。1か所につき3点。"],
    3,
    "0 0 L 1 0 o 0 -1 o -1 1 o",
  ],
  [
    "goal:8",
    ["Hostage", "An enemy unit between two own units in a line: 1 point each."],
    ["人質", "一直線に、味方2体の間に敵1体。1組につき1点。"],
    1,
    "-1 0 o 0 0 e 1 0 o",
  ],
  [
    "goal:5",
    ["Rhombus", "Two triangles that share an edge: 3 points each."],
    ["菱形", "辺を共有する2つの三角形。1組につき3点。"],
    3,
    "0 0 o 1 0 o 0 1 o 1 1 o",
  ],
  ["goal:10", ["Pebbles", "Most small stones: 3 points."], ["小石集め", "小魔石の獲得数が最多。3点。"], 3],
  [
    "goal:16",
    ["Three colours", "Stones of at least three colours: 3 points."],
    ["三色", "3色以上の魔石を持つ。3点。"],
    3,
  ],
  [
    "goal:20",
    ["Small but brave", "For each large site won with a C unit there: 1 point."],
    ["小兵の意地", "Cランクのユニットがいて1位で取った大魔石1つにつき1点。"],
    1,
  ],
];

function cards(language: string): Card[] {
  return CARDS.map(([key, en, ja, points = 0, pattern = ""]) => {
    const [label = "", text = ""] = language === "ja" ? ja : en;
    const cells = [...pattern.matchAll(/(-?\d) (-?\d) (\w)/g)];
    return {
      key,
      label,
      text,
      points,
      pattern: cells.map(([, q, r, what]): [number, number, string] => [Number(q), Number(r), what ?? "a"]),
    };
  });
}

export function grid(language = "en", variant: Variant = "four"): Grid {
  return {
    seat: null,
    note: language === "ja" ? "全員の手札を公開中" : "Open table: every hand is shown",
    game: "monsterhex",
    orientation: "pointy",
    places: places(variant),
    factions: NAMES.map((name, i) => ({
      name,
      label: LABELS[language]?.[i] ?? name,
      letter: name[0]?.toUpperCase() ?? "",
      emblem: EMBLEMS[i] ?? "disc",
    })),
    kinds: kinds(),
    gems: GEMS,
    cards: cards(language),
  };
}

export function at(name: string, variant: Variant = "four"): number {
  return places(variant).findIndex((p) => p.name === name);
}

export function kind(faction: string, key: string): number {
  return NAMES.indexOf(faction) * 10 + Object.keys(EDGES).indexOf(key);
}

export function gem(key: string): number {
  return GEMS.findIndex((g) => g.key === key);
}

export function card(key: string): number {
  return CARDS.findIndex(([name]) => name === key);
}
