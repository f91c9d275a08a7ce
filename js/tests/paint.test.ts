import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { at, gem as gemIndex, kind, traits } from "../dev/fixture.ts";
import { act } from "../src/carry.ts";
import { arrange } from "../src/layout.ts";
import { smallGem } from "../src/paint/gem.ts";
import { bar } from "../src/paint/overlay.ts";
import { pattern } from "../src/paint/pattern.ts";
import { type Ctx, emblem } from "../src/paint/shape.ts";
import { back, unit } from "../src/paint/unit.ts";
import { type Play, paint } from "../src/painter.ts";
import type { Emblem, Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { ink, palette, parse, type Rgb } from "../src/theme.ts";

const STYLE = { orientation: "pointy", font: "sans-serif", digits: false } as const;
const QUIET: Play = {
  carry: null,
  fit: "nowhere",
  lit: new Set(),
  step: null,
  aim: null,
  gems: new Set(),
  tallies: [],
  verdict: null,
  cursor: null,
  landing: new Map(),
};

function sheet(width = 200, height = 200): { canvas: Canvas; ctx: Ctx } {
  const canvas = createCanvas(width, height);
  return { canvas, ctx: canvas.getContext("2d") as unknown as Ctx };
}

function pixel(ctx: Ctx, x: number, y: number): number[] {
  return [...ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data];
}

function close(found: number[], colour: string, slack = 14): boolean {
  return (parse(colour) as Rgb).every((v, i) => Math.abs(v - (found[i] ?? 0)) <= slack);
}

/** How many pixels of a canvas are near a colour. */
function count(ctx: Ctx, colour: string, slack = 14): number {
  const { width, height } = ctx.canvas;
  const { data } = ctx.getImageData(0, 0, width, height);
  const [r, g, b] = parse(colour) as Rgb;
  const near = (i: number, want: number): boolean => Math.abs((data[i] ?? 0) - want) <= slack;
  let n = 0;
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i + 3] ?? 0) > 250 && near(i, r) && near(i + 1, g) && near(i + 2, b)) n++;
  }
  return n;
}

function scene(change: Partial<Traits> = {}): Scene {
  const all = { ...traits({}), ...change };
  return new Scene((key) => all[key]);
}

function draw(shown: Scene, play: Partial<Play> = {}, theme: "light" | "dark" = "light") {
  const layout = arrange(shown.traits.grid, 600, 600);
  const { ctx, canvas } = sheet(600, Math.ceil(layout.height));
  paint({ ctx, scene: shown, play: { ...QUIET, ...play }, layout, colours: palette(theme), style: STYLE });
  return { ctx, canvas, layout, spot: (name: string) => layout.points[at(name)] ?? { x: 0, y: 0 } };
}

describe("a unit", () => {
  const faction = { name: "red", label: "", letter: "R", emblem: "triangle" as const };
  const weak = { key: "C1", faction: 0, rank: "C", mark: "" as const, edges: [1, 0, 0, 0, 0, 0] };
  const strong = { ...weak, edges: [5, 0, 0, 0, 0, 0] };

  function pips(edges: number[], turn: number): number[] {
    const { ctx } = sheet();
    unit(ctx, { x: 100, y: 100 }, 90, { kind: { ...weak, rank: "", edges }, faction, turn }, STYLE);
    const { data } = ctx.getImageData(0, 0, 200, 200);
    const found: number[] = [];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === 255 && data[i + 1] === 255 && data[i + 2] === 255) found.push(i / 4);
    }
    return found;
  }

  test("shows as many pips as its power, at the edge they count for", () => {
    const one = pips(weak.edges, 0);
    expect(pips(strong.edges, 0).length / one.length).toBeCloseTo(5, 0);
    expect(one.every((i) => i % 200 > 150)).toBe(true); // east
    expect(pips(weak.edges, 3).every((i) => i % 200 < 50)).toBe(true); // turned west
    expect(pips(weak.edges, 1).every((i) => i < 200 * 70)).toBe(true); // counter-clockwise: up
  });

  test("may be drawn as a ghost", () => {
    const { ctx } = sheet();
    unit(ctx, { x: 100, y: 100 }, 90, { kind: weak, faction, turn: 0, alpha: 0.4 }, STYLE);
    expect(pixel(ctx, 36, 100)[3]).toBeLessThan(140);
  });

  test("face down tells the faction only", () => {
    const { ctx } = sheet();
    back(ctx, { x: 100, y: 100 }, 90, faction, STYLE);
    expect(count(ctx, "#ffffff")).toBe(0);
  });
});

test.each(["triangle", "disc", "diamond", "square"] as Emblem[])("the %s has a shape of its own", (shape) => {
  const { ctx } = sheet();
  emblem(ctx, shape, { x: 100, y: 100 }, 60);
  ctx.fill();
  const at = (x: number, y: number): boolean => (pixel(ctx, x, y)[3] ?? 0) > 0;
  expect(at(100, 100)).toBe(true);
  const corners = [at(60, 60), at(100, 40), at(45, 100)];
  const expected = {
    triangle: [false, true, false],
    disc: [true, false, true],
    diamond: [false, true, true],
    square: [true, false, false],
  };
  if (shape === "disc") expect(at(52, 52)).toBe(false);
  if (shape === "square") expect(at(52, 52)).toBe(true);
  if (shape === "triangle" || shape === "diamond") expect(corners).toEqual(expected[shape]);
});

describe("counters", () => {
  const yellow = { name: "yellow", label: "", letter: "Y", emblem: "diamond" as const };
  const kind = { key: "C1", faction: 2, rank: "C", mark: "" as const, edges: [0, 0, 0, 0, 0, 0] };

  test.each([
    ["white", 2, "#ffffff"],
    ["black", -1, "#1c1b22"],
  ])("%s ones lie between two edges", (_, counters, colour) => {
    const bare = sheet();
    const with_ = sheet();
    unit(bare.ctx, { x: 100, y: 100 }, 90, { kind, faction: yellow, turn: 0 }, STYLE);
    unit(with_.ctx, { x: 100, y: 100 }, 90, { kind, faction: yellow, turn: 0, counters }, STYLE);
    expect(count(with_.ctx, colour)).toBeGreaterThan(count(bare.ctx, colour) + 300);
    expect(close(pixel(with_.ctx, 127, 117), colour)).toBe(true); // left of the number, lower right of the middle
  });
});

test("the picture of a formation tells own, enemy and site apart", () => {
  const { ctx } = sheet(60, 40);
  const cells: [number, number, string][] = [
    [-1, 0, "o"],
    [0, 0, "L"],
    [1, 0, "e"],
  ];
  const light = palette("light");
  pattern(ctx, 60, 40, cells, light.accent, light, STYLE);
  const step = 8.5 * Math.sqrt(3);
  expect(close(pixel(ctx, 30 - step, 20), light.accent)).toBe(true);
  expect(close(pixel(ctx, 30, 14), "#332e49")).toBe(true);
  expect(close(pixel(ctx, 30 + step, 15), light.panel)).toBe(true);
});

test("a spent small stone is fainter than a fresh one", () => {
  const alpha = (spent: boolean): number => {
    const { ctx } = sheet();
    smallGem(ctx, { x: 100, y: 100 }, 90, 1, "#7d63ba", spent, "sans-serif");
    return pixel(ctx, 100, 122)[3] ?? 0;
  };
  expect(alpha(true)).toBeLessThan(alpha(false) / 2);
});

test("only equal edges are joined by a green bar", () => {
  for (const equal of [true, false]) {
    const { ctx } = sheet();
    bar(ctx, { x: 100, y: 100 }, 80, 0, equal, palette("light"), "pointy");
    expect(count(ctx, palette("light").match) > 0).toBe(equal);
    expect(pixel(ctx, 100 + 80 * 0.866, 100)[3]).toBeGreaterThan(0);
  }
});

describe("the whole picture", () => {
  test("shows units, sites, hollow and cells in their colours", () => {
    const { ctx, spot, layout } = draw(scene());
    const light = palette("light");
    expect(close(pixel(ctx, spot("d4").x, spot("d4").y - layout.size * 0.7), light.hollow)).toBe(true);
    expect(close(pixel(ctx, spot("g2").x, spot("g2").y + layout.size * 0.5), light.cell)).toBe(true);
    expect(close(pixel(ctx, spot("e1").x + layout.size * 0.42, spot("e1").y), ink("blue").core, 6)).toBe(
      true,
    );
  });

  test("is the same twice", () => {
    const [a, b] = [draw(scene()), draw(scene())];
    expect(a.canvas.toBuffer("image/png").equals(b.canvas.toBuffer("image/png"))).toBe(true);
  });

  test("differs between light and dark", () => {
    const place = (theme: "light" | "dark"): number[] => {
      const { ctx, spot, layout } = draw(scene(), {}, theme);
      return pixel(ctx, spot("g2").x, spot("g2").y + layout.size * 0.5);
    };
    expect(close(place("dark"), palette("dark").cell)).toBe(true);
    expect(place("light")).not.toEqual(place("dark"));
  });

  test("lights the places that may be chosen", () => {
    const change = (lit: Set<number>): number[] => {
      const { ctx, spot, layout } = draw(scene(), { lit });
      return pixel(ctx, spot("g2").x, spot("g2").y + layout.size * 0.5);
    };
    expect(change(new Set([at("g2")]))).not.toEqual(change(new Set()));
  });

  test("marks the last move in the game's accent", () => {
    const accent = palette("light").accent;
    const bare = draw(scene({ marks: { ...scene().traits.marks, last: [] } }));
    expect(count(draw(scene()).ctx, accent)).toBeGreaterThan(count(bare.ctx, accent) + 100);
  });

  test("joins equal edges of a carried unit and hatches a taken spot", () => {
    const board = scene({ tokens: [[at("c3"), kind("red", "S1"), 0]] });
    const pick = {
      type: "pick",
      key: "C3",
      kind: kind("green", "C3"),
      turn: 3,
      origin: "hand",
      drag: false,
    } as const;
    const carry = act(act(null, pick), { type: "over", at: at("c4") });
    const fits = draw(board, { carry, fit: "fits" });
    expect(count(fits.ctx, palette("light").match)).toBeGreaterThan(20);
    const onto = act(carry, { type: "over", at: at("c3") });
    const taken = draw(board, { carry: onto, fit: "no" });
    expect(count(taken.ctx, palette("light").match)).toBe(0);
    expect(pixel(taken.ctx, 1, 1)[3]).toBe(0);
  });

  test("shows a cell that is a stone as rock, neither cell nor site", () => {
    const marks = { ...scene().traits.marks, stones: [[at("c6"), 2]] as [number, number][] };
    const { ctx, spot, layout } = draw(scene({ marks }));
    const found = pixel(ctx, spot("c6").x - layout.size * 0.55, spot("c6").y + layout.size * 0.25);
    const light = palette("light");
    expect([close(found, light.cell), close(found, light.site)]).toEqual([false, false]);
    expect(Math.max(...found.slice(0, 3))).toBeLessThan(130);
  });

  test("outlines the place that a click would choose", () => {
    const change = (aim: number | null): number => {
      const { ctx } = draw(scene(), { lit: new Set([at("g2")]), step: "place", aim });
      return count(ctx, palette("light").strong);
    };
    expect(change(at("g2"))).toBeGreaterThan(change(null) + 100);
    expect(change(at("g3"))).toBe(change(null));
  });

  test("lights units and cells that an ability may be turned on", () => {
    const change = (lit: number[]): number => {
      const { ctx } = draw(scene(), { lit: new Set(lit) });
      return count(ctx, palette("light").strong);
    };
    expect(change([at("e5")])).toBeGreaterThan(change([]) + 100);
  });

  test("lets stones that may be taken shine", () => {
    const plain = draw(scene());
    const shining = draw(scene(), { gems: new Set(["R7", "B3"]) });
    expect(count(shining.ctx, "#ffffff", 4)).toBeGreaterThan(count(plain.ctx, "#ffffff", 4));
    expect(gemIndex("R7")).toBe(0);
  });
});

test("the edges of a refusal are told apart by shape, and keep to their edge", () => {
  const colours = palette("light");
  const drawn = (good: 0 | 1) => draw(scene(), { edges: [[at("d4"), 0, good]] });
  const ink = (good: 0 | 1, colour: string): number => count(drawn(good).ctx, colour, 6);
  const plain = draw(scene());
  expect(ink(1, colours.match)).toBeGreaterThan(count(plain.ctx, colours.match, 6) + 50);
  expect(ink(0, colours.warn)).toBeGreaterThan(count(plain.ctx, colours.warn, 6) + 50);
  expect(ink(0, colours.match)).toBe(count(plain.ctx, colours.match, 6));
  const { ctx, spot, layout } = drawn(0);
  const edge = spot("d4").x + (Math.sqrt(3) / 2) * layout.size;
  const arm = 0.08 * layout.size; // a diagonal, off the edge itself: the cross
  expect(close(pixel(ctx, edge + arm, spot("d4").y + arm), colours.warn, 40)).toBe(true);
  expect(close(pixel(ctx, edge - arm, spot("d4").y + arm), colours.warn, 40)).toBe(true);
});
