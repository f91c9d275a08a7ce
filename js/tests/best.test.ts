// @vitest-environment jsdom

import { createCanvas } from "@napi-rs/canvas";
import { beforeEach, describe, expect, test } from "vitest";
import { at, NORTH, SOUTH } from "../dev/duel.ts";
import { traits } from "../dev/fixture.ts";
import { FakeModel } from "../dev/model.ts";
import { scenes } from "../dev/scenes.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/index.ts";
import { arrange } from "../src/layout.ts";
import type { Ctx } from "../src/paint/shape.ts";
import { paint } from "../src/painter.ts";
import type { Fan, Table, Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { sceneAt, telling } from "../src/story.ts";
import { palette } from "../src/theme.ts";
import { media, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const CHANCE: [number, number][] = [
  [NORTH, 0.508],
  [SOUTH, 0.492],
];
const FANS: Fan[] = [
  [at("c3"), 2, 0.7, SOUTH],
  [at("d3"), 5, 0.04, SOUTH],
  [at("c2"), 5, 0.81, NORTH],
];

interface Shown {
  model: FakeModel;
  root: BoardElement;
}

function given(name: string, language = "en"): Traits {
  return scenes[name]?.(traits(wordsOf(language))) as Traits;
}

/** A position with the best play laid over it. */
function advised(
  from: Traits,
  shares: [string, number][] = [],
  chance = CHANCE,
  course = [0.5, 0.508],
): Traits {
  const { picks, marks, status } = from;
  return {
    ...from,
    picks: { ...picks, shares },
    marks: { ...marks, fans: FANS },
    status: { ...status, chance, course, tools: [{ key: "best", label: "Best play", title: "", on: true }] },
  };
}

function show(shown: Traits): Shown {
  const model = new FakeModel(shown);
  const el = document.createElement("div");
  document.body.append(el);
  widget.render({ model: model.model, el });
  const root = el.querySelector<BoardElement>(".hexwidgets-board");
  if (!root) throw new Error("render puts a board into el");
  resize(1000);
  return { model, root };
}

async function change({ model }: Shown, to: Traits): Promise<void> {
  model.update(to);
  await Promise.resolve();
  await Promise.resolve();
}

function lines(root: BoardElement, word: string): string[] {
  return root
    .describe()
    .split("\n")
    .filter((one) => one.startsWith(`${word} `));
}

function named(root: HTMLElement, name: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function small(root: HTMLElement, card: string): string {
  return named(root, `card:${card}`).querySelector("small")?.textContent ?? "";
}

beforeEach(() => {
  media.add("(prefers-reduced-motion: reduce)");
});

describe("chances to win", () => {
  test("are a bar and numbers, told in words, with their course", () => {
    const { root } = show(advised(given("duel")));
    const bar = named(root, "chance");
    expect(bar.getAttribute("role")).toBe("img");
    expect(bar.getAttribute("aria-label")).toBe("Chance to win: North 50.8%, South 49.2%");
    expect([...bar.querySelectorAll("i")].map((one) => one.style.flexGrow)).toEqual(["0.508", "0.492"]);
    expect([...root.querySelectorAll(".hw-sides b")].map((one) => one.textContent)).toEqual([
      "50.8%",
      "49.2%",
    ]);
    const course = root.querySelector(".hw-course");
    expect(course?.getAttribute("aria-label")).toBe("North so far: 50 51");
    expect(lines(root, "chance")).toEqual(["chance north 0.508 south 0.492"]);
    expect(lines(root, "course")).toEqual(["course 0.5 0.508"]);
    expect(root.locate("chance")).not.toBeNull();
  });

  test("move from where they were", async () => {
    const shown = show(advised(given("duel")));
    const later: [number, number][] = [
      [NORTH, 0.25],
      [SOUTH, 0.75],
    ];
    await change(shown, { ...advised(given("duel"), [], later, [0.5, 0.508, 0.25]), rev: 20 });
    const bars = [...shown.root.querySelectorAll<HTMLElement>(".hw-meter i")];
    expect(bars.map((one) => one.style.flexGrow)).toEqual(["0.25", "0.75"]);
    expect(bars.map((one) => one.style.getPropertyValue("--hw-was"))).toEqual(["0.508", "0.492"]);
  });

  test("are not there unless they are told, and have no course at the start", async () => {
    const shown = show(advised(given("duel"), [], CHANCE, [0.508]));
    expect(shown.root.querySelector(".hw-course")).toBeNull();
    await change(shown, given("duel"));
    expect(shown.root.querySelector(".hw-chance")?.childElementCount).toBe(0);
    expect(lines(shown.root, "chance")).toEqual([]);
  });

  test("of a turn that is being told are those before it", () => {
    const scene = (all: Traits): Scene => new Scene((key) => all[key]);
    const before = scene(advised(given("duel")));
    const after = advised(given("duel-told"), [], [[NORTH, 0.9], [SOUTH, 0.1]], [0.5, 0.508, 0.9]); // biome-ignore format: two pairs
    const story = telling(before, scene(after));
    if (!story) throw new Error("there is something to see");
    expect(sceneAt(story, 0).traits.status).toMatchObject({ chance: CHANCE, course: [0.5, 0.508] });
  });
});

describe("shares of cards", () => {
  const shares: [string, number][] = [
    ["F/>", 0.6],
    ["F/=", 0.2],
    ["S/=", 0.2],
  ];

  test("are summed over all orders with the card", () => {
    const { root } = show(advised(given("duel"), shares));
    expect(["F", "S", "B", ">", "=", "<"].map((card) => small(root, card))).toEqual([
      "80%",
      "20%",
      "",
      "60%",
      "40%",
      "",
    ]);
    expect(named(root, "card:F").getAttribute("aria-label")).toMatch(/^F 80%, /);
    expect(named(root, "card:F").title).toMatch(/\nbest play: 80%$/);
    expect(named(root, "card:B").getAttribute("aria-label")).not.toContain("%");
    expect(lines(root, "share")).toContain("share F 0.8");
  });

  test("of later cards go with what was chosen before them", () => {
    const { root } = show(advised(given("duel"), shares));
    named(root, "card:F").click();
    expect([small(root, ">"), small(root, "="), small(root, "F")]).toEqual(["75%", "25%", "80%"]);
    named(root, "card:S").click();
    expect([small(root, ">"), small(root, "=")]).toEqual(["", "100%"]);
    named(root, "card:B").click();
    expect([small(root, ">"), small(root, "=")]).toEqual(["", ""]);
  });

  test("and fans at an open table are of the seat whose cards show", () => {
    const { root } = show(advised(given("duel-open"), [["north/F/=", 1], ["south/S/=", 1]])); // biome-ignore format: two pairs
    const cards = (): string[] => lines(root, "share");
    const fans = (): string[] => lines(root, "fan").map((line) => line.split(" ")[3] ?? "");
    named(root, "seat:north").click();
    expect(cards()).toEqual(["share F 1", "share = 1"]);
    expect(fans()).toEqual(["north"]);
    named(root, "seat:south").click();
    expect(cards()).toEqual(["share S 1", "share = 1"]);
    expect(fans()).toEqual(["south", "south"]);
  });

  test("come and go without changing what was chosen", async () => {
    const shown = show(given("duel-open"));
    named(shown.root, "seat:south").click();
    named(shown.root, "card:F").click();
    await change(shown, advised(given("duel-open"), [["south/F/=", 1]]));
    expect(lines(shown.root, "plan")[0]).toMatch(/^plan south F= /);
    expect(small(shown.root, "F")).toBe("100%");
  });
});

describe("fans", () => {
  function painted(fans: Fan[], own?: number): Buffer {
    const base = given("duel");
    const all: Traits = { ...base, marks: { ...base.marks, fans } };
    const layout = arrange(all.grid, 400, 400);
    const canvas = createCanvas(400, 400);
    const ctx = canvas.getContext("2d") as unknown as Ctx;
    const style = { orientation: "flat", font: "sans-serif", digits: false } as const;
    const quiet = {
      carry: null,
      fit: "nowhere",
      lit: new Set<number>(),
      step: null,
      aim: null,
      own,
    } as const;
    const play = {
      ...quiet,
      gems: new Set<string>(),
      tallies: [],
      verdict: null,
      cursor: null,
      landing: new Map(),
    };
    paint({ ctx, scene: new Scene((key) => all[key]), play, layout, colours: palette("light"), style });
    return canvas.toBuffer("image/png");
  }

  const unlike = (one: Fan[], other: Fan[]): boolean => !painted(one).equals(painted(other));

  test("are told place by place", () => {
    const { root } = show(advised(given("duel")));
    expect(lines(root, "fan")).toEqual(["fan c3 ^2 south 0.7", "fan d3 ^5 south 0.04"]);
  });

  test("differ by place, direction, likelihood and faction", () => {
    const [fan] = FANS as [Fan];
    expect(unlike([fan], [])).toBe(true);
    expect(unlike([fan], [[at("d3"), 2, 0.7, SOUTH]])).toBe(true);
    expect(unlike([fan], [[at("c3"), 3, 0.7, SOUTH]])).toBe(true);
    expect(unlike([fan], [[at("c3"), 2, 0.4, SOUTH]])).toBe(true);
    expect(unlike([fan], [[at("c3"), 2, 0.7, NORTH]])).toBe(true);
    expect(unlike([fan], [fan, [at("c3"), 2, 0.7, NORTH]])).toBe(true);
  });

  test("of others than who orders are not painted", () => {
    expect(painted(FANS, SOUTH).equals(painted(FANS.filter(([, , , who]) => who === SOUTH)))).toBe(true);
  });

  test("of a place, a faction or a direction that is not there do no harm", () => {
    for (const [where, way, who] of [
      [999, 0, NORTH],
      [at("c3"), 0, 99],
      [at("c3"), 8, SOUTH],
    ] as const)
      expect(() => painted([[where, way, 1, who]])).not.toThrow();
  });
});

describe("a row that asks on", () => {
  const table: Table = {
    heading: "Review",
    note: "",
    columns: ["North"],
    rows: [{ label: "1", cells: [["F>", 0, ""]], ask: ["review", "0"] }],
  };

  function asked({ model, root }: Shown): void {
    named(root, "button:tool:best").click();
    const { view, seq, rev } = model.sent.at(-1) as { view: string; seq: number; rev: number };
    model.say({ v: 1, kind: "table", view, seq, rev, table } as never);
  }

  test("sends what it asks, and puts nothing on the board", () => {
    const shown = show(advised(given("duel")));
    asked(shown);
    named(shown.root, "button:row:0").click();
    expect(shown.model.sent.at(-1)).toMatchObject({ kind: "tool", picks: ["review", "0"] });
    expect(lines(shown.root, "plan")).toEqual([]);
    expect(lines(shown.root, "table")).toEqual(["table Review"]);
  });

  test("a tool that has nothing to tell takes the table away", () => {
    const shown = show(advised(given("duel")));
    asked(shown);
    named(shown.root, "button:tool:best").click();
    const { view, seq, rev } = shown.model.sent.at(-1) as { view: string; seq: number; rev: number };
    shown.model.say({ v: 1, kind: "answer", view, seq, rev, ok: true } as never);
    expect(lines(shown.root, "table")).toEqual([]);
  });
});
