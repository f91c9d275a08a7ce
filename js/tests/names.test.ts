import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The names that the build makes short; whatever a host, Python or the style sheet knows must keep its own. */
const config = readFileSync("esbuild.config.mjs", "utf8");
const list = /const OURS =([^;]*);/.exec(config)?.[1] ?? "";
const ours = new Set([...list.matchAll(/\w+/g)].map(([name]) => name));

const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);
const code = sources.map((name) => readFileSync(`src/${name}`, "utf8")).join("\n");
const bare = (text: string): string => text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? "").filter((name) => ours.has(name));

const LIBRARY = "node_modules/@typescript";

describe("the names that are made short", () => {
  test("are many", () => {
    expect(ours.size).toBeGreaterThan(20);
  });

  test("are of no field on the wire", () => {
    const wire = bare(readFileSync("src/protocol.ts", "utf8"));
    expect(found(wire, /(\w+)/g)).toEqual([]);
  });

  test("are of no proportion, colour or word that is shared with Python", () => {
    const look = readFileSync("../hexwidgets/board/look.json", "utf8");
    const words = readFileSync("../hexwidgets/board/words/messages.pot", "utf8");
    expect(found(look, /"(\w+)"/g)).toEqual([]);
    expect(found(words, /^msgctxt "(\w+)"/gm)).toEqual([]);
  });

  test("are of nothing that a page has", () => {
    const platform = readdirSync(LIBRARY).find((name) => name.startsWith("typescript-"));
    const dom = readFileSync(`${LIBRARY}/${platform}/lib/lib.dom.d.ts`, "utf8");
    const core = readFileSync(`${LIBRARY}/${platform}/lib/lib.es5.d.ts`, "utf8");
    expect(found(dom + core, /^\s+(?:readonly |get |set )*(\w+)\??[:(<]/gm)).toEqual([]);
  });

  test("are not reached by a text or through the data of an element", () => {
    expect(found(code, /\.dataset\.(\w+)/g)).toEqual([]);
    expect(found(code, /\["(\w+)"\]/g)).toEqual([]);
    expect(found(code, /defineProperties[\s\S]*?\{\n\s+(\w+):/g)).toEqual([]);
    const icons = /const ICONS = \{([^}]*)\}/.exec(code)?.[1] ?? "";
    expect(icons).toContain("undo:");
    expect(found(icons, /^\s+(\w+):/gm)).toEqual([]);
  });
});
