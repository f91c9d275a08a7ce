/** How the arena and its fighters are painted. */

import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { at, duels, NORTH, SOUTH } from "../dev/duel.ts";
import { traits } from "../dev/fixture.ts";
import { angle } from "../src/geometry.ts";
import { ghost } from "../src/ghost.ts";
import { arrange, placeAt, walkTo } from "../src/layout.ts";
import { dropped } from "../src/motion.ts";
import { lines, path } from "../src/paint/act.ts";
import { count, die } from "../src/paint/die.ts";
import { edgeDice, type FighterLook, fighter } from "../src/paint/fighter.ts";
import type { Ctx } from "../src/paint/shape.ts";
import { arcsOf, type Play, paint } from "../src/painter.ts";
import type { Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { actAt, telling } from "../src/story.ts";
import { blend, contrast, ink, palette, parse, type Rgb, shade } from "../src/theme.ts";

const STYLE = { orientation: "flat", font: "sans-serif", digits: false } as const;
const LIGHT = palette("light");

function scene(name = "duel", change: Partial<Traits> = {}): Scene {
  const all = { ...(duels[name]?.(traits({})) as Traits), ...change };
  return new Scene((key) => all[key]);
}

function sheet(width = 200, height = 200): Ctx {
  return createCanvas(width, height).getContext("2d") as unknown as Ctx;
}

function pixel(ctx: Ctx, x: number, y: number): number[] {
  return [...ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data];
}

function near(found: number[], colour: string, slack = 14): boolean {
  return (parse(colour) as Rgb).every((v, i) => Math.abs(v - (found[i] ?? 0)) <= slack);
}

/** The pixels of a canvas that are near a colour. */
function spots(ctx: Ctx, colour: string, slack = 14): { x: number; y: number }[] {
  const { width, height } = ctx.canvas;
  const { data } = ctx.getImageData(0, 0, width, height);
  const [r, g, b] = parse(colour) as Rgb;
  const found: { x: number; y: number }[] = [];
  for (let i = 0; i < data.length; i += 4) {
    const off = [r, g, b].map((v, n) => Math.abs(v - (data[i + n] ?? 0)));
    if ((data[i + 3] ?? 0) > 250 && Math.max(...off) <= slack) {
      found.push({ x: (i / 4) % width, y: Math.floor(i / 4 / width) });
    }
  }
  return found;
}

function draw(shown: Scene, play: Partial<Play> = {}, theme: "light" | "dark" = "light") {
  const layout = arrange(shown.traits.grid, 600, 700);
  const ctx = sheet(600, Math.ceil(layout.height));
  const quiet: Play = {
    ...{ carry: null, fit: "nowhere", lit: new Set(), step: null, aim: null, gems: new Set() },
    ...{ tallies: [], verdict: null, cursor: null, landing: new Map() },
  };
  paint({ ctx, scene: shown, play: { ...quiet, ...play }, layout, colours: palette(theme), style: STYLE });
  return { ctx, layout, spot: (name: string) => layout.points[at(name)] ?? { x: 0, y: 0 } };
}

describe("a fighter", () => {
  const look = (turn: number, edges = [3, 2, 1, 0, 1, 2]): FighterLook => ({
    kind: { key: "north", faction: 0, rank: "", mark: "", edges, figure: "fighter" },
    faction: { name: "north", label: "", letter: "N", emblem: "triangle" },
    turn,
  });

  test.each([0, 1, 2, 3, 4, 5])("points in direction %i, with a white wedge before its middle", (turn) => {
    const ctx = sheet();
    fighter(ctx, { x: 100, y: 100 }, 80, look(turn), STYLE);
    const a = angle(turn, "flat");
    const on = (far: number) => pixel(ctx, 100 + Math.cos(a) * far * 80, 100 + Math.sin(a) * far * 80);
    expect(near(on(0.35), "#ffffff", 24)).toBe(true);
    expect(on(0.6)[3]).toBeGreaterThan(200); // the tip
    expect(on(-0.6)[3]).toBe(0);
  });

  test("wears its faction's colour in both themes", () => {
    expect([ink("north"), ink("south")]).toEqual([ink("red"), ink("blue")]);
    const ctx = sheet();
    fighter(ctx, { x: 100, y: 100 }, 80, look(2), STYLE);
    expect(spots(ctx, ink("north").base).length).toBeGreaterThan(500);
  });

  test("shows the dice of each direction at that edge of its hex", () => {
    const ctx = sheet();
    edgeDice(ctx, { x: 100, y: 100 }, 80, look(2, [3, 0, 0, 0, 0, 0]), LIGHT, STYLE); // ahead is up
    const dots = spots(ctx, shade("north", LIGHT));
    expect(dots.length).toBeGreaterThan(60);
    expect(dots.every(({ y }) => y < 60)).toBe(true);
    const around = [0, 1, 2].map((n) => dots.some(({ x }) => Math.abs(x - (100 + (n - 1) * 11.6)) < 2));
    expect(around).toEqual([true, true, true]);
  });

  test("shows digits instead where these are wanted", () => {
    const ink = (digits: boolean): number => {
      const ctx = sheet();
      edgeDice(ctx, { x: 100, y: 100 }, 80, look(2, [0, 0, 0, 0, 0, 0]), LIGHT, { ...STYLE, digits });
      return spots(ctx, shade("north", LIGHT)).length;
    };
    expect(ink(false)).toBe(0);
    expect(ink(true)).toBeGreaterThan(50);
  });
});

describe("dice", () => {
  test.each([1, 2, 3, 4, 5, 6])("a die shows face %i", (face) => {
    const white = (shown: number): number => {
      const ctx = sheet();
      die(ctx, { x: 100, y: 100 }, 80, shown, "#000000", "#000000", 0);
      return spots(ctx, "#ffffff").length;
    };
    expect(Math.round(white(face) / white(1))).toBe(face);
  });

  test("a face without a picture is written", () => {
    const ctx = sheet();
    die(ctx, { x: 100, y: 100 }, 80, 12, "#000000", "#000000", 0);
    expect(spots(ctx, "#ffffff").length).toBeGreaterThan(100);
  });

  test("as many are drawn as are thrown", () => {
    const marks = (n: number): number => {
      const ctx = sheet();
      count(ctx, { x: 100, y: 100 }, 30, n, "#000000");
      return spots(ctx, "#000000").length;
    };
    expect(marks(0)).toBe(0);
    expect(marks(3) / marks(1)).toBeCloseTo(3, 1);
  });
});

describe("the arena", () => {
  test("has doors and walls that fade outwards, and rocks for obstacles", () => {
    const { ctx, spot, layout } = draw(scene("duel-obstacles"));
    const door = spot("door:south");
    expect(near(pixel(ctx, door.x + layout.size * 0.4, door.y - layout.size * 0.7), LIGHT.door)).toBe(true);
    expect(pixel(ctx, door.x, door.y + layout.size * 0.55)[3]).toBe(0);
    const rock = spot("c3");
    expect(Math.max(...pixel(ctx, rock.x - layout.size * 0.5, rock.y).slice(0, 3))).toBeLessThan(130);
    expect(near(pixel(ctx, spot("e1").x, spot("e1").y + layout.size * 0.5), LIGHT.cell)).toBe(true);
  });

  test("the arrow of a door points inside", () => {
    const { ctx, spot, layout } = draw(scene());
    for (const [name, sign] of [
      ["door:north", 1],
      ["door:south", -1],
    ] as const) {
      const { x, y } = spot(name);
      const at = (far: number, aside: number) =>
        pixel(ctx, x + aside * layout.size, y + sign * far * layout.size);
      expect(near(at(0.3, 0.12), LIGHT.cellText)).toBe(true); // wide at its back
      expect(near(at(0.46, 0.12), LIGHT.cellText)).toBe(false); // narrow at its tip
      expect(near(at(0.44, 0), LIGHT.cellText)).toBe(true);
    }
  });

  test("fits any width, with doors within reach of the pointer", () => {
    const { grid } = scene().traits;
    for (const width of [300, 640, 1600]) {
      const layout = arrange(grid, width, 720);
      expect(layout.width).toBeLessThanOrEqual(width + 0.01);
      expect(layout.height).toBeLessThanOrEqual(720.01);
      const door = layout.points[at("door:north")] ?? { x: -1, y: -1 };
      expect(placeAt(layout, grid, door)).toBe(at("door:north"));
      expect(door.y).toBeGreaterThan(0);
    }
  });

  test("arrow keys may be kept inside", () => {
    const shown = scene();
    const { layout } = draw(shown);
    expect(shown.place(walkTo(layout, at("a1"), 0, -1) ?? -1)?.kind).toBe("door");
    expect(walkTo(layout, at("a1"), 0, -1, (place) => shown.inside(place))).toBeNull();
  });

  test("fighters do not drop in: they walk", () => {
    expect(dropped(scene(), scene("duel-told"))).toEqual([]);
  });
});

describe("arcs", () => {
  test("go round with the facing and leave out what is wall", () => {
    const shown = scene("duel-start");
    const dice = arcsOf(shown, at("a1")).map((arc) => [shown.place(arc.at)?.name, arc.dice]);
    expect(dice).toEqual([
      ["a2", 2],
      ["b1", 2],
      ["b2", 3],
    ]);
    expect(arcsOf(shown, null)).toEqual([]);
    expect(arcsOf(shown, at("c3"))).toEqual([]);
  });

  test("tint the hexes around a fighter, the more dice the darker", () => {
    const { ctx, spot, layout } = draw(scene(), { arcs: at("b2") });
    const green = ["c3", "b3", "a2", "a1"].map(
      (name) => pixel(ctx, spot(name).x, spot(name).y - layout.size * 0.4)[1] ?? 0,
    );
    expect([...green].sort((a, b) => a - b)).toEqual(green);
    expect(new Set(green).size).toBe(4);
    expect(near(pixel(ctx, spot("d1").x, spot("d1").y - layout.size * 0.4), LIGHT.cell)).toBe(true);
  });

  test("against a hex that is taken stand on the edge to it", () => {
    const close = scene("duel-stay"); // north on c2, south beside it on c3
    const box = (arcs: number | null): number => {
      const { ctx, spot } = draw(close, { arcs });
      const [a, b] = [spot("c2"), spot("c3")];
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      return spots(ctx, shade("north", LIGHT)).filter((p) => Math.hypot(p.x - x, p.y - y) < 12).length;
    };
    expect(box(at("c2"))).toBeGreaterThan(box(null) + 10);
  });

  test.each(["light", "dark"] as const)("dice, digits and labels on them are readable in %s", (theme) => {
    const colours = palette(theme);
    for (const name of ["north", "south"]) {
      for (const part of [0, 0.06, 0.14, 0.22, 0.3]) {
        const ground = blend(colours.cell, ink(name).base, part);
        expect(contrast(shade(name, colours), ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast("#ffffff", ink(name).base)).toBeGreaterThanOrEqual(4.5); // chosen cards, the commit button
    }
  });
});

describe("the plan", () => {
  test("is a ghost where the fighter would stand, dashed and faint", () => {
    const shown = scene();
    const plan = ghost(shown, SOUTH, ["BL", "="]);
    const { ctx, spot, layout } = draw(shown, { plan, own: SOUTH });
    const middle = pixel(ctx, spot("d3").x, spot("d3").y + layout.size * 0.1);
    expect(near(middle, ink("south").base)).toBe(false);
    expect(near(middle, LIGHT.cell)).toBe(false);
    expect(middle[2]).toBeGreaterThan(middle[0] ?? 255); // blue
  });

  test("turning where it stands outlines the fighter", () => {
    const shown = scene();
    const bare = spots(draw(shown).ctx, shade("south", LIGHT)).length;
    const plan = ghost(shown, SOUTH, ["S", ">"]);
    expect(spots(draw(shown, { plan, own: SOUTH }).ctx, shade("south", LIGHT)).length).toBeGreaterThan(
      bare + 100,
    );
  });
});

describe("the story on the board", () => {
  const story = telling(scene(), scene("duel-told"));
  const moment = (now: number) => (story ? actAt(story, now) : null);

  test("moves the fighters and opens the cards in the corners of their seats", () => {
    const after = scene("duel-told");
    const { ctx } = draw(after, { act: moment(700) });
    const { width, height } = ctx.canvas;
    const red = spots(ctx, ink("north").base).filter(({ x, y }) => x < width / 4 && y < height / 6);
    const blue = spots(ctx, ink("south").base).filter(({ x, y }) => x > width * 0.75 && y > height * 0.8);
    expect(red.length).toBeGreaterThan(300);
    expect(blue.length).toBeGreaterThan(300);
  });

  test("lets what was lost rise from the one who lost it", () => {
    const after = scene("duel-told");
    const wound = (now: number) => spots(draw(after, { act: moment(now) }).ctx, LIGHT.warn, 4).length;
    expect(wound(4.4 * 250)).toBeGreaterThan(wound(3.9 * 250) + 40);
  });

  test("is drawn at any moment, in both themes", () => {
    for (const theme of ["light", "dark"] as const) {
      for (let now = 0; now <= 1750; now += 97) draw(scene("duel-told"), { act: moment(now) }, theme);
    }
    expect(moment(0)?.poses).toHaveLength(2);
  });
});

describe("the picture of a card", () => {
  test("is an arrow as seen from the fighter, one head per hex", () => {
    const [shaft, ...heads] = lines(["go", 0, 2]);
    expect(shaft?.[0]?.x).toBeCloseTo(12);
    expect(shaft?.[1]?.y).toBeLessThan(shaft?.[0]?.y ?? 0); // up
    expect(heads).toHaveLength(2);
    const left = lines(["go", 1, 1])[0]?.[1];
    expect([(left?.x ?? 12) < 12, (left?.y ?? 12) < 12]).toEqual([true, true]);
  });

  test("stays on its field", () => {
    for (const act of scene().traits.grid.cards.flatMap((card) => (card.act ? [card.act] : []))) {
      for (const { x, y } of lines(act).flat()) {
        expect(Math.min(x, y), path(act)).toBeGreaterThan(1);
        expect(Math.max(x, y), path(act)).toBeLessThan(23);
      }
      expect(path(act)).toMatch(/^M[\d.]+ [\d.]+L/);
    }
  });

  test("left and right mirror each other", () => {
    const written = (points: { x: number; y: number }[]) =>
      points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
    const left = lines(["turn", 1]).flat();
    const right = lines(["turn", -1]).flat();
    expect(written(left.map(({ x, y }) => ({ x: 24 - x, y }))).sort()).toEqual(written(right).sort());
    expect(lines(["turn", 0])).toHaveLength(2);
  });
});

test("a seat is found by its faction, a fighter too", () => {
  const shown = scene();
  expect(shown.seatOf(NORTH)?.score).toBe(4);
  expect(shown.fighterOf(SOUTH)?.[0]).toBe(at("c4"));
  expect(shown.fighterOf(7)).toBeUndefined();
  expect(shown.hasHands).toBe(false);
});
