// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from "vitest";
import { traits } from "../dev/fixture.ts";
import { FakeModel } from "../dev/model.ts";
import { scenes } from "../dev/scenes.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/index.ts";
import type { Row, Status, Table, Traits } from "../src/protocol.ts";
import { media, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const TOOLS = [{ key: "hint", label: "Hint", title: "What would be good here?" }];
const EVIL = "<img src=x>";

interface Shown {
  model: FakeModel;
  el: HTMLElement;
  root: BoardElement;
}

function show(name = "play", status: Partial<Status> = { tools: TOOLS }): Shown {
  const given = scenes[name]?.(traits(wordsOf("en"))) as Traits;
  const model = new FakeModel({ ...given, status: { ...given.status, ...status } });
  const el = document.createElement("div");
  document.body.append(el);
  widget.render({ model: model.model, el });
  const root = el.querySelector<BoardElement>(".hexwidgets-board");
  if (!root) throw new Error("render puts a board into el");
  resize(1000);
  return { model, el, root };
}

function named(root: HTMLElement, name: string): HTMLButtonElement {
  const found = root.querySelector<HTMLButtonElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function lines(root: BoardElement, word: string): string[] {
  return root
    .describe()
    .split("\n")
    .filter((one) => one.startsWith(`${word} `));
}

function table(...rows: Row[]): Table {
  return { heading: "Hint for Green", note: "The best first.", columns: ["value"], rows };
}

function row(label: string, picks?: string[]): Row {
  return { label, cells: [["+1.5", 0.5, ""]], ...(picks ? { picks } : {}) };
}

/** What Python says to the last intent. */
function say(model: FakeModel, said: object): void {
  const { view, seq, rev } = model.sent.at(-1) as { view: string; seq: number; rev: number };
  model.say({ v: 1, view, seq, rev, ...said } as never);
}

function hint(shown: Shown, ...rows: Row[]): void {
  named(shown.root, "button:tool:hint").click();
  say(shown.model, { kind: "table", table: table(...rows) });
}

function press(target: HTMLElement, key: string): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

function leave(root: HTMLElement): void {
  root.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: 9999, clientY: 9999 }));
}

beforeEach(() => {
  media.add("(prefers-reduced-motion: reduce)");
});

describe("a tool", () => {
  test("is a button in the row of actions, found by its name and described", () => {
    const { root } = show();
    const names = [...root.querySelectorAll<HTMLElement>(".hw-tools > button")].map((e) => e.dataset.name);
    expect(names).toEqual(["undo", "redo", "save", "help", "tool:hint"].map((name) => `button:${name}`));
    expect(named(root, "button:tool:hint").title).toBe("What would be good here?");
    expect(root.locate("button:tool:hint")).not.toBeNull();
    expect(lines(root, "tool")).toEqual(["tool hint Hint"]);
  });

  test("asks Python, and what comes is a table with its heading said aloud", () => {
    const shown = show();
    hint(shown, row("S1@b1^3"), row(EVIL));
    const { root, model } = shown;
    expect(model.sent.at(-1)).toMatchObject({ kind: "tool", picks: ["hint"] });
    expect(lines(root, "table")).toEqual(["table Hint for Green"]);
    expect(lines(root, "row")).toEqual(["row S1@b1^3 +1.5", `row ${EVIL} +1.5`]);
    expect(root.querySelector(".hw-live")?.textContent).toBe("Hint for Green");
    expect(root.querySelector("img")).toBeNull();
    expect(root.querySelectorAll(".hw-row")).toHaveLength(0); // these rows stand for no move
    expect(root.querySelector(".hw-scroll")?.getAttribute("aria-label")).toBe("Hint for Green");
  });

  test("may answer later, but not to another question nor about another position", () => {
    const { root, model } = show();
    named(root, "button:tool:hint").click();
    const first = model.sent.at(-1) as { view: string; seq: number; rev: number };
    say(model, { kind: "answer", ok: true });
    expect(lines(root, "table")).toEqual([]);
    named(root, "button:tool:hint").click();
    model.say({ v: 1, kind: "table", ...{ ...first, picks: undefined }, table: table(row("old")) } as never);
    expect(lines(root, "table")).toEqual([]);
    say(model, { kind: "table", rev: first.rev - 1, table: table(row("stale")) });
    expect(lines(root, "table")).toEqual([]);
    hint({ root, model, el: root }, row("new"));
    expect(lines(root, "row")).toEqual(["row new +1.5"]);
  });

  test("that is refused says why", () => {
    const { root, model } = show();
    named(root, "button:tool:hint").click();
    say(model, { kind: "answer", ok: false, rule: "", text: "Not here." });
    expect(lines(root, "message")).toEqual(["message Not here."]);
  });

  test("shows whether it is on", () => {
    const { root } = show("play", { tools: [{ ...TOOLS[0], on: true } as never] });
    expect(lines(root, "tool")).toEqual(["tool hint Hint on"]);
    expect(named(root, "button:tool:hint").getAttribute("aria-pressed")).toBe("true");
  });

  test("cannot be used without Python", async () => {
    const { root, el, model } = show();
    el.classList.add("jupyter-widgets-disconnected");
    model.update({ language: "en" });
    await Promise.resolve();
    await Promise.resolve();
    expect(named(root, "button:tool:hint").disabled).toBe(true);
    expect(root.querySelector("button.hw-rule")).toBeNull();
  });
});

describe("a table", () => {
  test("is closed by its button, by Esc, and by the next position", async () => {
    const shown = show();
    const { root, model } = shown;
    hint(shown, row("S1"));
    named(root, "button:close").click();
    expect(lines(root, "table")).toEqual([]);
    hint(shown, row("S1"));
    press(root, "Escape");
    expect(lines(root, "table")).toEqual([]);
    hint(shown, row("S1"));
    model.update({ rev: model.get("rev") + 1 });
    await Promise.resolve();
    await Promise.resolve();
    expect(lines(root, "table")).toEqual([]);
  });

  test("puts the unit of a row on its cell, where it stays until it is placed or put back", () => {
    const shown = show();
    const { root, model } = shown;
    const [cell = ""] = lines(root, "legal")[0]?.split(" ").slice(1) ?? [];
    const [key = ""] =
      lines(root, "hand")
        .find((one) => one.startsWith("hand green"))
        ?.split(" ")
        .slice(2) ?? [];
    hint(shown, row("best", [key, cell, "2"]));
    const sent = model.sent.length;
    named(root, "button:row:0").click();
    leave(root);
    expect(lines(root, "carry")).toEqual([`carry ${key} ^2 over ${cell}`]);
    expect(document.activeElement).toBe(named(root, "button:place"));
    expect(model.sent.slice(sent).filter(({ kind }) => kind === "move")).toEqual([]);
    named(root, "button:place").click();
    expect(model.sent.at(-1)).toMatchObject({ kind: "move", picks: [key, cell, 2] });
    say(model, { kind: "answer", ok: false, rule: "", text: "no" });
    press(root, "Escape");
    expect(lines(root, "carry")).toEqual([]);
    expect(lines(root, "table")).toHaveLength(1); // the first Esc puts back, the second one closes
  });

  test("is chosen from anywhere in a row", () => {
    const shown = show("duel");
    hint(shown, row("F=", ["F", "="]));
    shown.root.querySelector<HTMLElement>(".hw-odds td[data-good]")?.click();
    expect(lines(shown.root, "plan")).toHaveLength(1);
  });

  test("puts an order together without committing it", () => {
    const shown = show("duel");
    const { root, model } = shown;
    hint(shown, row("S>", ["S", ">"]), row("F=", ["F", "="]));
    named(root, "button:row:1").click();
    expect(lines(root, "plan")[0]).toMatch(/^plan \w+ F= /);
    expect(document.activeElement).toBe(named(root, "button:commit"));
    named(root, "button:row:0").click();
    expect(lines(root, "plan")[0]).toMatch(/^plan \w+ S> /);
    expect(model.sent.filter(({ kind }) => kind === "move")).toEqual([]);
    named(root, "button:commit").click();
    expect(model.sent.at(-1)).toMatchObject({ kind: "move", picks: ["S", ">"] });
  });

  test("chooses for whom to order where one decides for several", () => {
    const shown = show("duel-open");
    hint(shown, row("S> of South", ["south", "S", ">"]));
    named(shown.root, "button:row:0").click();
    expect(lines(shown.root, "plan")[0]).toMatch(/^plan south S> /);
  });

  test("of nonsense changes nothing", () => {
    const shown = show();
    const before = shown.root.describe();
    hint(shown, row("nowhere", ["Q9", "zz", "x"]), row("nothing", []), row("word", ["toString"]));
    named(shown.root, "button:close").click();
    hint(shown, row("nowhere", ["Q9", "zz", "x"]), row("nothing", []), row("word", ["toString"]));
    for (const name of ["0", "1", "2"]) named(shown.root, `button:row:${name}`).click();
    named(shown.root, "button:close").click();
    expect(shown.root.describe()).toBe(before);
  });
});

describe("the id of a rule", () => {
  const event = { text: "Green takes it.", rule: "MH-LARGE-1" };

  test("is a button that asks for the rule, which stays over the next position", async () => {
    const { root, model } = show("play", { tools: [], event });
    named(root, "button:rule:MH-LARGE-1").click();
    expect(model.sent.at(-1)).toMatchObject({ kind: "tool", picks: ["rule", "MH-LARGE-1"] });
    const rule = { heading: "MH-LARGE-1 · Large sites", note: "Two units are first.", columns: [], rows: [] };
    say(model, { kind: "table", table: rule });
    expect(root.querySelector(".hw-live")?.textContent).toBe(`${rule.heading}\n${rule.note}`);
    expect(root.querySelector(".hw-odds table")).toBeNull();
    model.update({ rev: model.get("rev") + 1 });
    await Promise.resolve();
    await Promise.resolve();
    expect(lines(root, "table")).toEqual([`table ${rule.heading}`]);
  });

  test("is only read where nobody answers", () => {
    const { root } = show("play", { event });
    expect(root.querySelector(".hw-rule")?.tagName).toBe("SPAN");
  });

  test("stands in the lines of the last turn, too", () => {
    const { root, model } = show("duel", { tools: [] });
    root.querySelector<HTMLElement>(".hw-story button.hw-rule")?.click();
    expect(model.sent.at(-1)).toMatchObject({ kind: "tool", picks: ["rule", "AD-ORDER-1"] });
  });
});

test("the edges of a refusal are shown until something else is done", () => {
  const { root, model } = show();
  named(root, "button:tool:hint").click();
  const at = model.get("grid").places.findIndex(({ name }) => name === "c4");
  const edges = [
    [at, 2, 0],
    [at, 5, 1],
  ];
  say(model, { kind: "answer", ok: false, rule: "R-1", text: "no", edges });
  expect(lines(root, "edge")).toEqual(["edge c4 2 bad", "edge c4 5 good"]);
  press(root, "?");
  expect(lines(root, "edge")).toHaveLength(2);
  named(root, "button:tool:hint").click();
  expect(lines(root, "edge")).toEqual([]);
});
