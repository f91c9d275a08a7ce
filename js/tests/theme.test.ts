import { describe, expect, test } from "vitest";
import { contrast, ink, luminance, palette, parse, properties } from "../src/theme.ts";

describe.each(["light", "dark"] as const)("the %s palette", (name) => {
  const p = palette(name);
  test.each([
    ["text", "page"],
    ["text", "panel"],
    ["text", "box"],
    ["muted", "panel"],
    ["muted", "box"],
    ["cellText", "cell"],
    ["accentText", "panel"],
    ["accentText", "cell"],
    ["warn", "box"],
    ["page", "strong"],
  ] as const)("%s is readable on %s", (front, back) => {
    expect(contrast(p[front], p[back])).toBeGreaterThanOrEqual(4.5);
  });

  test("becomes custom properties", () => {
    expect(Object.fromEntries(properties(p))["--hw-page"]).toBe(p.page);
  });
});

test.each(["red", "blue", "yellow", "green", "none"])(
  "letters are readable on the %s unit's middle",
  (name) => {
    const { text, core, emblem } = ink(name);
    expect(contrast(text, core)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, emblem)).toBeGreaterThanOrEqual(4.5);
  },
);

test("pips stand out from every unit", () => {
  for (const name of ["red", "blue", "yellow", "green"]) {
    const { text, base } = ink(name);
    expect(contrast(text, base)).toBeGreaterThanOrEqual(3);
  }
});

test("small stones carry a readable number", () => {
  for (const name of ["light", "dark"] as const) {
    expect(contrast("#ffffff", palette(name).small)).toBeGreaterThanOrEqual(4.5);
  }
});

test("colours of hosts are understood", () => {
  expect(parse("rgb(255, 0, 16)")).toEqual([255, 0, 16]);
  expect(parse("rgba(30, 30, 30, 0.9)")).toEqual([30, 30, 30]);
  expect(parse("#fff")).toEqual([255, 255, 255]);
  expect(parse("rgba(0, 0, 0, 0)")).toBeNull();
  expect(parse("")).toBeNull();
});

test("luminance spans black to white", () => {
  expect(luminance([0, 0, 0])).toBe(0);
  expect(luminance([255, 255, 255])).toBeCloseTo(1);
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});
