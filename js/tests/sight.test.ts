import { describe, expect, test } from "vitest";
import { traits } from "../dev/fixture.ts";
import { ink, palette } from "../src/theme.ts";
import { apartInLight, difference, lab, seen, VISIONS } from "./vision.ts";
import { wordsOf } from "./words.ts";

const ENOUGH = 10; // CIEDE2000
const SHAPE = 1.6; // contrast of an emblem to what it lies on, where the shape alone has to tell

const { factions } = traits(wordsOf("en")).grid;
const pairs = factions.flatMap((one, i) => factions.slice(i + 1).map((other) => [one, other] as const));

test.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const)("the difference of %j and %j is %d, as published", (a, b, wanted) => {
  expect(difference([...a], [...b])).toBeCloseTo(wanted, 4);
});

describe.each(Object.keys(VISIONS))("with %s", (vision) => {
  test.each(pairs)("$name and $name are told apart, by colour or by shape", (one, other) => {
    const [a, b] = [one, other].map(({ name }) => lab(seen(ink(name).base, vision)));
    if (a && b && difference(a, b) >= ENOUGH) return;
    expect(one.emblem).not.toBe(other.emblem);
    for (const { name } of [one, other]) {
      const { emblem, core } = ink(name);
      expect(apartInLight(seen(emblem, vision), seen(core, vision))).toBeGreaterThanOrEqual(SHAPE);
    }
  });

  test.each(factions)("letters and pips of $name are read", ({ name }) => {
    const { text, core, emblem, base } = ink(name);
    for (const ground of [core, emblem])
      expect(apartInLight(seen(text, vision), seen(ground, vision))).toBeGreaterThanOrEqual(4);
    expect(apartInLight(seen(text, vision), seen(base, vision))).toBeGreaterThanOrEqual(3);
  });
});

test("only greyscale needs the shapes, and only for red and blue", () => {
  const close = Object.keys(VISIONS).flatMap((vision) =>
    pairs
      .filter(
        ([a, b]) =>
          difference(lab(seen(ink(a.name).base, vision)), lab(seen(ink(b.name).base, vision))) < ENOUGH,
      )
      .map(([a, b]) => `${vision}: ${a.name} ${b.name}`),
  );
  expect(close).toEqual(["greyscale: red blue"]);
});

test("every faction has a shape and a letter of its own", () => {
  expect(new Set(factions.map(({ emblem }) => emblem)).size).toBe(factions.length);
  expect(new Set(factions.map(({ letter }) => letter)).size).toBe(factions.length);
});

test("the system's own colours take the place of all grounds, lines and texts", () => {
  const own = palette("dark", { ground: "#000000", text: "#ffff00", accent: "#00ffff" });
  expect(own).toMatchObject({ forced: true, page: "#000000", cell: "#000000", cellLine: "#ffff00" });
  expect(own).toMatchObject({ text: "#ffff00", muted: "#ffff00", strong: "#ffff00", accent: "#00ffff" });
});
