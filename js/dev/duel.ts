/** Positions of Arena Duel, as Python would send them. */

import { DIRECTIONS } from "../src/geometry.ts";
import type { Beat, Card, Grid, Picks, Place, Seat, Status, Table, Token, Traits } from "../src/protocol.ts";

type Refused = Picks["refused"];

interface Setup {
  obstacles?: string[]; // "q r"
  north?: [string, number]; // cell, facing
  south?: [string, number];
  lives?: [number, number, number]; // of, north's, south's
}

const reach = (q: number, r: number): number => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));

function places(obstacles: string[]): Place[] {
  const found: Place[] = [];
  let rows = 0;
  for (let r = -3; r <= 3; r++) {
    let n = 0;
    for (let q = -3; q <= 3; q++) {
      if (reach(q, r) > 3) continue;
      if (reach(q, r) < 3) {
        n += 1;
        const kind = obstacles.includes(`${q} ${r}`) ? "obstacle" : "cell";
        found.push({ name: `${"abcde"[rows]}${n}`, q, r, kind });
      } else if (q === 0) {
        found.push({ name: `door:${r < 0 ? "north" : "south"}`, q, r, kind: "door", turn: r < 0 ? 5 : 2 });
      } else {
        found.push({ name: `wall:${q},${r}`, q, r, kind: "wall" });
      }
    }
    if (n) rows += 1;
  }
  return found;
}

type Written = [key: string, act: NonNullable<Card["act"]>, en: [string, string], ja: [string, string]];

const HEX: [string, string] = ["One hex; the facing is kept.", "1ヘクス動く。向きは変わらない。"];
const TWO: [string, string] = [
  "Two hexes in a straight line; a hit counts double.",
  "一直線に2ヘクス。当たればダメージ2倍。",
];

function move(key: string, direction: number, en: string, ja: string): Written {
  const charge = key.startsWith("C");
  const text = charge ? TWO : HEX;
  return [key, ["go", direction, charge ? 2 : 1], [en, text[0]], [ja, text[1]]];
}

const CARDS: Written[] = [
  move("F", 0, "Forward", "前進"),
  move("FR", 5, "Forward-right", "右前"),
  move("FL", 1, "Forward-left", "左前"),
  move("BR", 4, "Back-right", "右後ろ"),
  move("BL", 2, "Back-left", "左後ろ"),
  move("B", 3, "Back", "後退"),
  ["S", ["go", 0, 0], ["Stay", "Do not move."], ["停止", "動かない。"]],
  move("CF", 0, "Charge forward", "突進・前"),
  move("CFR", 5, "Charge forward-right", "突進・右前"),
  move("CFL", 1, "Charge forward-left", "突進・左前"),
  ["=", ["turn", 0], ["Keep facing", "The facing stays."], ["そのまま", "向きを変えない。"]],
  [">", ["turn", -1], ["Turn right", "One hexside to the right."], ["右へ", "右に1辺分向きを変える。"]],
  ["<", ["turn", 1], ["Turn left", "One hexside to the left."], ["左へ", "左に1辺分向きを変える。"]],
];

export const NORTH = 0;
export const SOUTH = 1;
const NAMES = ["north", "south"];

function grid(language: string, obstacles: string[]): Grid {
  const ja = language === "ja";
  return {
    seat: "south",
    note: ja ? "あなたは南です" : "You are South",
    game: "arenaduel",
    orientation: "flat",
    places: places(obstacles),
    factions: NAMES.map((name, i) => ({
      name,
      label: ja ? (["北", "南"][i] ?? "") : (["North", "South"][i] ?? ""),
      letter: ["N", "S"][i] ?? "",
      emblem: i ? "disc" : "triangle",
    })),
    kinds: NAMES.map((name, faction) => ({
      key: name,
      faction,
      rank: ja ? (["北", "南"][faction] ?? "") : (["N", "S"][faction] ?? ""),
      mark: "",
      edges: [3, 2, 1, 0, 1, 2],
      figure: "fighter",
    })),
    gems: [],
    cards: CARDS.map(([key, act, en, japanese]) => {
      const [label, text] = ja ? japanese : en;
      return { key, label, text, points: 0, pattern: [], act };
    }),
    ask: ja ? "{faction}の秘密の行動：移動、方向転換" : "{faction}, in secret: move, then turn",
  };
}

export function at(name: string): number {
  return places([]).findIndex((place) => place.name === name);
}

/** The cards of a seat that are legal, and why the others are not. */
function orders(
  board: Grid,
  tokens: Token[],
  seat: number,
  holder: number | null,
): Pick<Picks, "tree" | "refused"> {
  const ja = board.factions[0]?.label === "北";
  const [from = 0, , facing = 0] = tokens[seat] ?? [];
  const [enemy = 0] = tokens[1 - seat] ?? [];
  const inside = (at: number): boolean => board.places[at]?.kind === "cell";
  const step = (at: number, direction: number): number => {
    const [place, by] = [board.places[at], DIRECTIONS[(((facing + direction) % 6) + 6) % 6]];
    return board.places.findIndex(
      (p) => p.q === (place?.q ?? 0) + (by?.q ?? 0) && p.r === (place?.r ?? 0) + (by?.r ?? 0),
    );
  };
  const cell = board.places[from]?.name;
  const name = (who: number): string => board.factions[who]?.label ?? "";
  const tree: Record<string, Record<string, 1>> = {};
  const refused: Refused = [];
  for (const [key, act] of CARDS) {
    if (act[0] !== "go") continue;
    const way: number[] = [];
    for (let i = 0; i < act[2]; i++) way.push(step(way.at(-1) ?? from, act[1]));
    const rear = step(from, 3) === enemy && [2, 3, 4].includes(act[1]) && act[2] > 0;
    if (act[2] === 2 && holder !== seat) {
      const who =
        holder === null
          ? ja
            ? "突進の権利は誰にもない"
            : "Nobody won the charge roll"
          : ja
            ? `突進できるのは${name(holder)}`
            : `${name(holder)} won the charge roll`;
      refused.push([
        key,
        "AD-CHARGE-1",
        ja
          ? `${who}ので、${name(seat)}は${key}を選べません。`
          : `${who}, so ${name(seat)} cannot order ${key} this turn.`,
      ]);
    } else if (!way.every(inside)) {
      refused.push([
        key,
        "AD-MOVE-2",
        ja ? `${cell}から${key}の先は壁です。` : `${key} from ${cell} leads into the wall.`,
      ]);
    } else if (rear) {
      refused.push([
        key,
        "AD-REAR-1",
        ja
          ? `${name(1 - seat)}が真後ろにいるので、${name(seat)}は後ろへ動けません。`
          : `${name(1 - seat)} stands directly behind ${name(seat)}, who cannot move backwards this turn.`,
      ]);
    } else tree[key] = { "=": 1, ">": 1, "<": 1 };
  }
  return { tree, refused };
}

function seat(faction: number, score: number, lives: number): Seat {
  return { faction, score, gems: [], hand: [], deck: 0, ability: -1, goals: 0, lives };
}

/** South's board at the beginning of a turn; `holder` has won the charge roll. */
export function duel(base: Traits, setup: Setup = {}, holder: number | null = NORTH): Traits {
  const { language, words } = base;
  const board = grid(language, setup.obstacles ?? []);
  const [of, north, south] = setup.lives ?? [5, 4, 2];
  const stand = ([cell, facing]: [string, number], kind: number): Token => [at(cell), kind, facing];
  const tokens = [stand(setup.north ?? ["b2", 5], 0), stand(setup.south ?? ["c4", 2], 1)];
  const ja = language === "ja";
  return {
    ...base,
    words,
    grid: board,
    tokens,
    marks: { stones: [], gems: [], done: [], last: [], notes: [], heat: [] },
    tray: { seats: [seat(0, north, of), seat(1, south, of)], goals: [] },
    picks: {
      steps: ["card", "card"],
      also: [],
      confirm: true,
      preset: [["", "="]],
      ...orders(board, tokens, 1, holder),
    },
    status: {
      ...base.status,
      turn: null,
      placing: null,
      phase: "order",
      heading: ja ? "第6回" : "Turn 6",
      prompt:
        holder === null
          ? ja
            ? "突進の権利なし（4：4）"
            : "Nobody may charge (4 : 4)"
          : ja
            ? `${board.factions[holder]?.label}が突進できる（5：2）`
            : `${board.factions[holder]?.label} may charge (5 : 2)`,
      event: null,
      story: story(language, false),
    },
    rev: 19,
  };
}

/** The last turn: a collision, a combat, a push. With what is to be seen of it, or only told. */
export function story(language: string, seen: boolean): Beat[] {
  const ja = language === "ja";
  const told: [string, string, string, string, Partial<Beat>][] = [
    [
      "F> / FL=",
      "orders",
      "行動",
      "AD-ORDER-1",
      {
        cards: [
          [0, "F", ">"],
          [1, "FL", "="],
        ],
      },
    ],
    [
      "4 / 4",
      "Both head for c3. They roll again.",
      "c3で衝突。振り直し。",
      "AD-COLL-1",
      {
        dice: [
          [0, 4],
          [1, 4],
        ],
      },
    ],
    [
      "5 / 2",
      "North goes there, South stays and does not turn.",
      "北が進み、南は向きも変えずに留まります。",
      "AD-COLL-1",
      {
        dice: [
          [0, 5],
          [1, 2],
        ],
        tokens: [
          [at("c3"), 0, 5],
          [at("d3"), 1, 2],
        ],
      },
    ],
    [
      "6 5 2 / 6 3",
      "Combat, 3 dice to 2: North wins.",
      "戦闘、3個対2個：北の勝ち。",
      "AD-DICE-2",
      {
        dice: [
          [0, 6, 5, 2],
          [1, 6, 3],
        ],
      },
    ],
    ["−1", "South loses 1 (2 left).", "南は1ダメージ（残り2）。", "AD-HIT-1", { hurt: [[1, 1]] }],
    [
      "",
      "North advances to d3 and drives South to e2.",
      "北がd3へ踏み込み、南をe2へ押し出しました。",
      "AD-HIT-2",
      {
        tokens: [
          [at("d3"), 0, 5],
          [at("e2"), 1, 2],
        ],
      },
    ],
    [
      "5 / 2",
      "Charge roll: North may charge.",
      "突進の判定：北が突進できます。",
      "AD-CHARGE-1",
      {
        dice: [
          [0, 5],
          [1, 2],
        ],
      },
    ],
  ];
  return told.map(([lead, en, japanese, rule, motion]) => ({
    lead,
    text: ja ? japanese : en,
    rule,
    ...(seen ? motion : {}),
  }));
}

function change(
  base: Traits,
  picks: Partial<Picks>,
  status: Partial<Status> = {},
  seat: Grid["seat"] = "south",
): Traits {
  return {
    ...base,
    grid: { ...base.grid, seat, note: seat === "south" ? base.grid.note : "" },
    picks: { ...base.picks, ...picks },
    status: { ...base.status, ...status },
  };
}

const NONE: Picks = { steps: [], tree: {}, also: [], confirm: false, preset: [], refused: [] };

/** Both seats order at one table. */
function open(base: Traits, holder: number): Traits {
  const { grid: board, tokens, language } = base;
  const each = [0, 1].map((who) => orders(board, tokens, who, holder));
  const refused = each.flatMap((one, who) =>
    one.refused.map(([key, rule, text]): Refused[number] => [`${NAMES[who]}/${key}`, rule, text]),
  );
  const note = language === "ja" ? "全員の手の内を公開中" : "Open table: both orders are shown";
  const opened = change(
    base,
    {
      steps: ["seat", "card", "card"],
      tree: { north: each[0]?.tree ?? {}, south: each[1]?.tree ?? {} },
      preset: [
        ["south", "", "="],
        ["north", "F", ">"],
      ],
      refused,
    },
    { committed: [NORTH] },
    null,
  );
  return { ...opened, grid: { ...opened.grid, note } };
}

export const duels: Record<string, (base: Traits) => Traits> = {
  duel: (base) => duel(base),
  "duel-start": (base) => {
    const start = duel(base, { north: ["a1", 5], south: ["e3", 2], lives: [5, 5, 5] }, SOUTH);
    const ja = base.language === "ja";
    return change(start, {}, { heading: ja ? "第1回" : "Turn 1", story: [], undo: false });
  },
  "duel-plan": (base) => change(duel(base), { preset: [["BL", "="]] }),
  "duel-charge": (base) =>
    change(duel(base, { north: ["b2", 5], south: ["d3", 2] }, SOUTH), { preset: [["CFL", "<"]] }),
  "duel-stay": (base) => change(duel(base, { north: ["c2", 4], south: ["c3", 2] }), { preset: [["S", ">"]] }),
  "duel-committed": (base) => change(duel(base), { preset: [["F", ">"]] }, { committed: [SOUTH] }),
  "duel-handover": (base) => {
    const ja = base.language === "ja";
    const handover = {
      faction: SOUTH,
      text: ja ? "南に画面を渡してください。" : "Pass the screen to South.",
      button: ja ? "南の行動を選ぶ" : "Choose South's order",
    };
    return change(duel(base), NONE, { handover, committed: [NORTH] }, "turn");
  },
  "duel-open": (base) => open(duel(base), NORTH),
  "duel-pursue": (base) => {
    const ja = base.language === "ja";
    const fought = duel(base, { north: ["c2", 4], south: ["c3", 2] });
    const prompt = ja ? "南が追撃するかを選びます" : "South chooses whether to pursue";
    const picks: Picks = { ...NONE, steps: ["button"], tree: { pursue: 1, hold: 1 } };
    return change(fought, picks, {
      turn: SOUTH,
      phase: "pursue",
      prompt,
      story: story(base.language, false).slice(0, 5),
    });
  },
  "duel-result": (base) => {
    const ja = base.language === "ja";
    const result = {
      heading: ja ? "北の勝ち" : "North wins",
      lines: [ja ? "第6回に南の体力が尽きました。" : "South has no life left in turn 6."],
    };
    const over = change(duel(base, { north: ["d3", 5], south: ["e2", 2], lives: [5, 4, 0] }), NONE, {
      result,
      phase: "over",
      prompt: "",
    });
    return over;
  },
  "duel-obstacles": (base) =>
    change(duel(base, { obstacles: ["0 0", "-1 2", "2 -1"], north: ["b2", 4], south: ["d2", 1] }), {}),
  "duel-long": (base) => duel(base, { lives: [20, 17, 12] }),
  "duel-eight": (base) => duel(base, { lives: [8, 7, 3] }),
  "duel-digits": (base) => ({ ...duel(base), digits: true }),
  "duel-told": (base) => {
    const after = duel(base, { north: ["d3", 5], south: ["e2", 2], lives: [5, 4, 1] });
    return {
      ...change(
        after,
        {},
        { story: story(base.language, true), heading: after.status.heading.replace("6", "7") },
      ),
      rev: 20,
    };
  },
};

/** A made-up answer to the odds of an order. */
export function odds(order: string, language: string): Table {
  const ja = language === "ja";
  const rows = [
    "F=",
    "F>",
    "F<",
    "FR=",
    "FR>",
    "FR<",
    "FL=",
    "FL>",
    "FL<",
    "S=",
    "S>",
    "S<",
    "B=",
    "B>",
    "B<",
    "CF=",
    "CF>",
  ];
  return {
    heading: ja ? `${order} の見込み` : `${order} against each answer`,
    note: ja
      ? "勝敗は体力を失わせる確率。"
      : "Chances of a hit, given and taken, and the life lost on average.",
    columns: ja ? ["与える", "受ける", "差"] : ["Hit", "Hurt", "Life"],
    rows: rows.map((label, i) => {
      const [hit, hurt] = [(i * 37) % 90, (i * 53 + 20) % 80];
      const life = (hit - hurt) / 100;
      const sign = life < 0 ? "\u2212" : "+";
      return {
        label,
        cells: [
          [`${hit} %`, hit / 100, ""],
          [`${hurt} %`, -hurt / 100, ""],
          [`${sign}${Math.abs(life).toFixed(2)}`, life, label],
        ],
      };
    }),
  };
}
