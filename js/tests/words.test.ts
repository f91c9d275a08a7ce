import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { say } from "../src/words.ts";
import { wordsOf } from "./words.ts";

const en = wordsOf("en");
const ja = wordsOf("ja");

function places(text: string | undefined): string[] {
  return [...(text ?? "").matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
}

test("words are filled in, and what is unknown stays visible", () => {
  expect(say({ hi: "{a} and {b}" }, "hi", { a: 1 })).toBe("1 and {b}");
  expect(say({}, "missing")).toBe("missing");
});

test("a number chooses among the forms, by the rule before them", () => {
  const polish = (n: number) =>
    n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && ((n % 100) - (n % 10)) / 10 !== 1 ? 1 : 2;
  const rule = Array.from({ length: 200 }, (_, n) => polish(n)).join("");
  const words = { points: `${rule}\0{n} punkt\0{n} punkty\0{n} punktów`, cells: "010\0cells: {n}\0a cell" };
  const told = (n: number) => say(words, "points", { n }).slice(String(n).length + 1);
  expect([1, 2, 5, 12, 22, 25, 101, 104, 112].map(told)).toEqual(
    "punkt punkty punktów punktów punkty punktów punktów punkty punktów".split(" "),
  );
  for (let n = 200; n < 2000; n++) expect(told(n)).toBe(["punkt", "punkty", "punktów"][polish(n)]);
  expect([-1, 0.5, 1.5, 7, 7000].map((n) => say(words, "cells", { n }))).toEqual([
    "a cell",
    "cells: 0.5",
    "cells: 1.5",
    "cells: 7",
    "cells: 7000",
  ]);
});

test("English and Japanese have the same keys with the same places", () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    expect([key, places(ja[key])]).toEqual([key, places(en[key]?.split("\0")[1] ?? en[key])]);
  }
});

test("Japanese texts are Japanese", () => {
  for (const [key, text] of Object.entries(ja)) {
    if (key !== "take" && key !== "placing") expect(text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  }
});

/** All sources under a folder but those of `other`. */
function sources(folder: string, other = ""): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name === other) return [];
    if (statSync(path).isDirectory()) return sources(path, other);
    return path.endsWith(".ts") ? [readFileSync(path, "utf8")] : [];
  });
}

test("every word that the editor asks for exists, and none that it does not ask for", () => {
  const all = sources(join(import.meta.dirname, "../src/edit")).join("\n");
  const known = wordsOf("editor/en");
  expect(Object.keys(wordsOf("editor/ja")).sort()).toEqual(Object.keys(known).sort());
  for (const [, key] of all.matchAll(/say\(words, "(\w+)"/g)) expect(Object.keys(known)).toContain(key);
  const python = ["fine", "faulty"]; // what Python says with them
  for (const key of Object.keys(known)) if (!python.includes(key)) expect(all).toMatch(`"${key}"`);
});

test("every word that the sources ask for exists", () => {
  const text = sources(join(import.meta.dirname, "../src"), "edit").join("\n");
  const asked = [...text.matchAll(/(?:say\([\w.#]+|#tell|\[say\(words), "(\w+)"/g)].map(
    ([, key]) => key ?? "",
  );
  expect(asked.length).toBeGreaterThan(15);
  for (const key of asked) expect(Object.keys(en)).toContain(key);
});
