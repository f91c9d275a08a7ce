import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { at, card, traits } from "../dev/fixture.ts";
import { scenes } from "../dev/scenes.ts";
import { arrange } from "../src/layout.ts";
import { judged, taken } from "../src/motion.ts";
import { ABSENT, chipWidth, row } from "../src/paint/chip.ts";
import type { Ctx } from "../src/paint/shape.ts";
import { goalPoints, ordered, standing } from "../src/panel/goals.ts";
import type { Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { drawForeseen, drawVerdict, foreseen, totals } from "../src/tallies.ts";

const STYLE = { orientation: "pointy", font: "sans-serif", digits: false } as const;

function scene(change: Partial<Traits> = {}, name = "play"): Scene {
  const all = { ...(scenes[name]?.(traits({})) ?? traits({})), ...change };
  return new Scene((key) => all[key]);
}

function sheet(width = 200, height = 200): Ctx {
  return createCanvas(width, height).getContext("2d") as unknown as Ctx;
}

/** Left, right, top and bottom of what is painted. */
function painted(ctx: Ctx): [number, number, number, number] {
  const { width, height } = ctx.canvas;
  const { data } = ctx.getImageData(0, 0, width, height);
  const on = Array.from({ length: width * height }, (_, i) => i).filter((i) => (data[i * 4 + 3] ?? 0) > 0);
  const [xs, ys] = [on.map((i) => i % width), on.map((i) => Math.floor(i / width))];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

describe("chips", () => {
  test("a preview names each faction with its total before and after", () => {
    const chips = foreseen(scene(), [at("d2"), 0, 5, 9, 3, ABSENT, 4]);
    expect(chips.map((one) => [one.faction.name, one.before, one.after])).toEqual([
      ["red", 5, 9],
      ["green", ABSENT, 4],
    ]);
  });

  test("a judgement names each faction with its total", () => {
    const chips = totals(scene(), [at("d2"), 0, -1, 0, 11, 1, 9]);
    expect(chips.map((one) => [one.faction.name, one.after])).toEqual([
      ["red", 11],
      ["blue", 9],
    ]);
  });

  test("a change takes more room than a number", () => {
    const ctx = sheet();
    const [same, more] = foreseen(scene(), [0, 0, 5, 5, 0, 5, 9]);
    if (!same || !more) throw new Error("two chips");
    expect(chipWidth(ctx, more, 20, "sans-serif")).toBeGreaterThan(chipWidth(ctx, same, 20, "sans-serif"));
  });

  test("a row never leaves the board", () => {
    for (const x of [0, 200]) {
      const ctx = sheet();
      row(ctx, { x, y: 100 }, 20, foreseen(scene(), [0, 0, 5, 9, 1, 4, 4]), "sans-serif", 200);
      const [left, right] = painted(ctx);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThan(200);
      expect(right - left).toBeGreaterThan(60);
    }
  });

  test("totals to come leave the stones of their site free", () => {
    const one = scene();
    const layout = arrange(one.traits.grid, 600, 600);
    const ctx = sheet(600, 600);
    const p = layout.points[at("d2")] ?? { x: 0, y: 0 };
    drawForeseen(ctx, one, layout, [at("d2"), 0, 5, 9, 1, 4, 4, 2, 3, 3, 3, -1, 4], STYLE);
    expect(ctx.getImageData(Math.round(p.x), Math.round(p.y), 1, 1).data[3]).toBe(0);
    expect(painted(ctx)[0]).toBeGreaterThan(0);
  });

  test("a verdict lies on its site and is gone at its end", () => {
    const one = scene();
    const layout = arrange(one.traits.grid, 600, 600);
    const p = layout.points[at("d2")] ?? { x: 0, y: 0 };
    const alpha = (part: number): number => {
      const ctx = sheet(600, 600);
      drawVerdict(ctx, one, layout, { row: [at("d2"), 0, 1, 0, 11, 1, 9], part }, STYLE);
      const [left, , top, bottom] = painted(ctx);
      return left === Number.POSITIVE_INFINITY || top > p.y || bottom < p.y ? 0 : 1;
    };
    expect(alpha(0.5)).toBe(1);
    expect(alpha(1)).toBe(0);
  });
});

describe("what was judged", () => {
  const rows = scenes.judged?.(traits({})).status.judged ?? [];

  test("is shown in order", () => {
    expect(judged(scene(), scene({}, "judged"))).toEqual(rows);
  });

  test("is not shown again by a later position or an undo", () => {
    const after = scene({}, "judged");
    expect(judged(after, after)).toEqual([]);
    const less = scene({ tokens: after.traits.tokens.slice(1) }, "judged");
    expect(judged(scene(), less)).toEqual([]);
  });

  test("a cell that was a stone gives its gem to its taker", () => {
    const before = scene({ marks: { ...scene().traits.marks, stones: [[at("c6"), 2]] } });
    const plain = before.traits.grid.gems.findIndex((gem) => gem.key === "N2");
    const seats = before.traits.tray.seats.map((one, i) => (i === 1 ? { ...one, gems: [plain] } : one));
    const after = scene({ tray: { seats, goals: [] } });
    expect(taken(before, after)).toEqual([{ gem: plain, from: at("c6"), seat: 1 }]);
  });
});

describe("goals", () => {
  test("open ones come first, then those of each holder", () => {
    const rows = [
      [1, 2],
      [2, -1],
      [3, 0],
    ];
    expect(ordered(rows).map(([which]) => which)).toEqual([2, 3, 1]);
  });

  test("list points by faction", () => {
    expect(standing([card("goal:1"), -1, 0, 1, 3, 2])).toEqual([
      [0, 1],
      [3, 2],
    ]);
  });

  test("give a faction the open ones and its own", () => {
    const one = scene({}, "goals");
    expect([0, 1, 2, 3].map((faction) => goalPoints(one, faction))).toEqual([3, 5, 0, 4]);
  });
});
