// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from "vitest";
import { at, gem, kind, traits } from "../dev/fixture.ts";
import { FakeModel } from "../dev/model.ts";
import { scenes } from "../dev/scenes.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/index.ts";
import type { Traits } from "../src/protocol.ts";
import { media, observers, queries, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const words = wordsOf("en");

interface Shown {
  model: FakeModel;
  el: HTMLElement;
  root: BoardElement;
  close: () => void;
}

function show(name = "play", change: Partial<Traits> = {}, width = 1000): Shown {
  const base = scenes[name]?.(traits(words)) ?? traits(words);
  const model = new FakeModel({ ...base, ...change });
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: model.model, el });
  const root = el.querySelector<BoardElement>(".hexwidgets-board");
  if (!root) throw new Error("render puts a board into el");
  if (width) resize(width);
  return { model, el, root, close };
}

function line(root: BoardElement, word: string): string | undefined {
  return root
    .describe()
    .split("\n")
    .find((one) => one.startsWith(`${word} `));
}

function point(root: BoardElement, name: string): { x: number; y: number } {
  const found = root.locate(name);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function pointer(
  type: string,
  target: Element,
  to: { x: number; y: number },
  more: PointerEventInit = {},
): void {
  const init = { bubbles: true, cancelable: true, clientX: to.x, clientY: to.y, pointerId: 1, ...more };
  target.dispatchEvent(new PointerEvent(type, init));
}

function pressed(root: HTMLElement, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  root.dispatchEvent(event);
  return event;
}

function card(root: HTMLElement, key: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-name="hand:${key}"]`);
  if (!found) throw new Error(`${key} is not in the hand`);
  return found;
}

/** A press and release on a unit of the hand, as a mouse does it. */
function clickCard(root: HTMLElement, key: string): void {
  pointer("pointerdown", card(root, key), { x: 5, y: 5 });
  pointer("pointerup", root, { x: 5, y: 5 });
}

function clickPlace(root: BoardElement, name: string): void {
  const to = point(root, name);
  const canvas = root.querySelector("canvas.hw-board");
  if (!canvas) throw new Error("the board has a canvas");
  pointer("pointermove", canvas, to);
  canvas.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: to.x, clientY: to.y, detail: 1 }));
}

function press(root: HTMLElement, name: string): void {
  root.querySelector<HTMLElement>(`[data-name="button:${name}"]`)?.click();
}

async function changed(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  media.add("(prefers-reduced-motion: reduce)");
});

describe("the root element", () => {
  test("says what it shows", () => {
    const { root } = show();
    expect(root.dataset).toMatchObject({ game: "monsterhex", rev: "19", ready: "", theme: "light" });
    expect(root.lang).toBe("en");
    expect(root.language).toBe("en");
    expect(root.theme).toBe("light");
    expect(root.describe().split("\n")[0]).toBe("board monsterhex rev 19 light");
    expect(line(root, "unit d3")).toBe("unit d3 red S1 ^0 545343");
    expect(line(root, "stones d2")).toBe("stones d2 B6 Y4");
    expect(line(root, "done b4")).toBe("done b4 red");
    expect(line(root, "hand blue")).toBe("hand blue 4 hidden");
    expect(line(root, "hand green")).toBe("hand green C1 C2 C4 S1");
    expect(line(root, "last")).toBe("last e6");
  });

  test("locates cells, hand, stones and buttons, and nothing else", () => {
    const { root } = show();
    for (const name of ["c4", "d2", "hand:S1", "stone:R7", "button:undo", "button:help"]) {
      expect(root.locate(name), name).not.toBeNull();
    }
    for (const name of ["z9", "hand:A1", "stone:R2", "button:pass", "button:reveal"]) {
      expect(root.locate(name), name).toBeNull();
    }
  });

  test("shows labels as text, never as markup", () => {
    const status = { ...traits(words).status, heading: "<img src=x onerror=alert(1)>" };
    const grid = { ...traits(words).grid, note: "<b>note</b>" };
    const { root } = show("play", { status, grid });
    expect(root.querySelector("img, .hw-note b")).toBeNull();
    expect(root.querySelector(".hw-heading")?.textContent).toContain("<img");
  });
});

describe("a container without size", () => {
  test("is ignored until it is shown", () => {
    const { root } = show("play", {}, 0);
    expect(root.dataset.ready).toBeUndefined();
    resize(0);
    expect(root.dataset.ready).toBeUndefined();
    resize(700);
    expect(root.dataset.ready).toBe("");
  });

  test("keeps its picture while hidden and catches up when shown again", async () => {
    const { root, model } = show();
    resize(0);
    model.update({ rev: 20 });
    await changed();
    resize(900);
    expect(root.dataset.rev).toBe("20");
  });

  test("puts the panel below when narrow", () => {
    const { root } = show();
    expect(root.dataset.breadth).toBe("wide");
    resize(700);
    expect(root.dataset.breadth).toBe("mid");
    resize(320);
    expect(root.dataset.breadth).toBe("narrow");
  });
});

describe("playing with the pointer", () => {
  test("picking, turning and dropping sends exactly one move", () => {
    const { root, model } = show();
    clickCard(root, "C1");
    expect(line(root, "carry")).toBe("carry C1 ^0");
    pressed(root, "r");
    pressed(root, "r");
    pressed(root, "R", { shiftKey: true });
    clickPlace(root, "d7");
    expect(model.sent).toEqual([
      { v: 1, view: expect.any(String), seq: 1, rev: 19, kind: "move", picks: ["C1", "d7", 1] },
    ]);
    expect(line(root, "sent")).toBe("sent C1 ^1 on d7");
  });

  test("dragging from the hand to a cell does the same", () => {
    const { root, model } = show();
    pointer("pointerdown", card(root, "S1"), { x: 5, y: 5 });
    pointer("pointermove", root, point(root, "c5"));
    pointer("pointerup", root, point(root, "c5"));
    expect(model.sent).toMatchObject([{ kind: "move", picks: ["S1", "c5", 0] }]);
  });

  test("a drag that ends beside the board sends nothing", () => {
    const { root, model } = show();
    pointer("pointerdown", card(root, "S1"), { x: 5, y: 5 });
    pointer("pointermove", root, { x: 2000, y: 2000 });
    pointer("pointerup", root, { x: 2000, y: 2000 });
    expect(model.sent).toEqual([]);
    expect(line(root, "carry")).toBeUndefined();
  });

  test("clicking the carried unit's slot puts it back, and so do Esc and the second button", () => {
    const { root } = show();
    clickCard(root, "C1");
    clickCard(root, "C1");
    expect(line(root, "carry")).toBeUndefined();
    clickCard(root, "C1");
    pressed(root, "Escape");
    expect(line(root, "carry")).toBeUndefined();
    clickCard(root, "C1");
    root.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    expect(line(root, "carry")).toBeUndefined();
  });

  test("the wheel turns only what is carried and otherwise scrolls the page", () => {
    const { root } = show();
    const roll = (): WheelEvent => {
      const event = new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true });
      root.dispatchEvent(event);
      return event;
    };
    expect(roll().defaultPrevented).toBe(false);
    clickCard(root, "C1");
    expect(roll().defaultPrevented).toBe(true);
    expect(line(root, "carry")).toBe("carry C1 ^1");
  });

  test("a finger's first tap shows, its second one places", () => {
    const { root, model } = show();
    pointer("pointerdown", card(root, "C1"), { x: 5, y: 5 }, { pointerType: "touch" });
    pointer("pointerup", root, { x: 5, y: 5 }, { pointerType: "touch" });
    clickPlace(root, "d7");
    pointer("pointerleave", root, point(root, "d7"), { pointerType: "touch" });
    expect(model.sent).toEqual([]);
    expect(line(root, "carry")).toBe("carry C1 ^0 over d7");
    press(root, "turn-left");
    clickPlace(root, "d7");
    expect(model.sent).toMatchObject([{ picks: ["C1", "d7", 1] }]);
  });

  test("hovering tells the place and its notes", () => {
    const { root } = show();
    pointer("pointermove", root, point(root, "d2"));
    const tip = root.querySelector<HTMLElement>(".hw-tip");
    expect(tip?.hidden).toBe(false);
    expect(tip?.textContent).toBe("d2Red 8, Blue 11, Green 4");
    pointer("pointerleave", root, { x: 0, y: 0 });
    expect(tip?.hidden).toBe(true);
  });
});

describe("what comes back", () => {
  test("a refusal shows its text and rule, and nothing moves", () => {
    const { root, model } = show();
    clickCard(root, "C1");
    clickPlace(root, "g2");
    const view = "view" in (model.sent[0] ?? {}) ? (model.sent[0]?.view ?? "") : "";
    model.say({
      v: 1,
      kind: "answer",
      view,
      seq: 1,
      ok: false,
      rev: 19,
      rule: "MH-PLACE-3",
      text: "No match.",
    });
    expect(line(root, "message")).toBe("message No match. [MH-PLACE-3]");
    expect(root.querySelector(".hw-rule")?.textContent).toBe("MH-PLACE-3");
    expect(line(root, "carry")).toBe("carry C1 ^0 over g2");
    expect(line(root, "unit g2")).toBeUndefined();
    expect(root.querySelector(".hw-live")?.textContent).toBe("No match.");
  });

  test("answers for another view or an older intent are ignored", () => {
    const { root, model } = show();
    clickCard(root, "C1");
    clickPlace(root, "g2");
    const refused = { v: 1, kind: "answer", ok: false, rev: 19, rule: "R", text: "no" } as const;
    model.say({ ...refused, view: "someone", seq: 1 });
    model.say({ ...refused, view: model.sent[0]?.view ?? "", seq: 7 });
    expect(line(root, "sent")).toBe("sent C1 ^0 on g2");
  });

  test("a new position is painted and named", async () => {
    const { root, model } = show();
    const tokens = [...model.get("tokens"), [at("d7"), kind("green", "C1"), 2] as [number, number, number]];
    model.update({ tokens, rev: 20 });
    await changed();
    expect(root.dataset.rev).toBe("20");
    expect(line(root, "unit d7")).toBe("unit d7 green C1 ^2 234321");
  });

  test("with motion the old position is named until the new one lies still", async () => {
    media.clear();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance"] });
    const { root, model } = show();
    const tokens = [...model.get("tokens"), [at("d7"), kind("green", "C1"), 2] as [number, number, number]];
    const seats = model
      .get("tray")
      .seats.map((s, i) => (i === 2 ? { ...s, gems: [...s.gems, gem("R7")] } : s));
    model.update({ tokens, tray: { seats, goals: [] }, rev: 20 });
    await changed();
    expect(root.dataset.rev).toBe("19");
    expect(root.querySelectorAll(".hw-float")).toHaveLength(2);
    vi.advanceTimersByTime(250);
    expect(root.dataset.rev).toBe("20");
    expect(line(root, "unit d7")).toBeDefined();
    expect(root.querySelectorAll(".hw-float")).toHaveLength(1);
  });

  test("a second position ends the motion of the first", async () => {
    media.clear();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance"] });
    const { root, model } = show();
    const tokens = [...model.get("tokens"), [at("d7"), kind("green", "C1"), 2] as [number, number, number]];
    model.update({ tokens, rev: 20 });
    await changed();
    model.update({ rev: 21 });
    await changed();
    expect(root.dataset.rev).toBe("21");
  });

  test("silence is mentioned and the unit stays where it was put", () => {
    vi.useFakeTimers();
    const { root } = show();
    clickCard(root, "C1");
    clickPlace(root, "d7");
    vi.advanceTimersByTime(4000);
    expect(line(root, "message")).toBe(`message ${words.silent}`);
    expect(line(root, "sent")).toBe("sent C1 ^0 on d7");
  });

  test("a ping is answered while the board is there, and not after", () => {
    const { model, close } = show();
    model.say({ v: 1, kind: "ping", id: 4 });
    expect(model.sent).toMatchObject([{ kind: "pong", id: 4 }]);
    close();
    model.say({ v: 1, kind: "ping", id: 5 });
    expect(model.sent).toHaveLength(1);
  });
});

describe("other choices", () => {
  test("a stone is taken on the board or by its button", () => {
    const { root, model } = show("stones");
    expect(line(root, "pick")).toBe("pick R7 B3");
    clickPlace(root, "stone:B3");
    press(root, "take:R7");
    expect(model.sent).toMatchObject([{ picks: ["B3"] }, { picks: ["R7"] }]);
  });

  test("a button step shows its buttons", () => {
    const { root, model } = show("pass");
    expect(root.locate("button:pass")).not.toBeNull();
    press(root, "pass");
    expect(model.sent).toMatchObject([{ picks: ["pass"] }]);
  });

  test("abilities are cards to press", () => {
    const { root, model } = show("choose");
    expect(line(root, "card")).toBe("card enchant reward");
    expect(line(root, "ability yellow")).toBe("ability yellow scheme");
    const enchant = root.querySelector<HTMLElement>('[data-name="card:enchant"]');
    expect(enchant?.textContent).toContain("every edge +1");
    expect(enchant?.querySelectorAll("svg")).toHaveLength(2); // star and dot are drawn
    expect(root.locate("card:enchant")).not.toBeNull();
    enchant?.click();
    expect(model.sent).toMatchObject([{ kind: "move", picks: ["enchant"] }]);
  });

  test("an ability is turned on a marked place, or declined", () => {
    const { root, model } = show("curse");
    expect(line(root, "legal")).toBe("legal a2 b3 e5 e6 f5");
    expect(line(root, "also")).toBe("also decline");
    expect(line(root, "using")).toMatch(/^using curse ● 1 black counter/);
    clickPlace(root, "e5");
    press(root, "decline");
    expect(model.sent).toMatchObject([{ picks: ["e5"] }, { picks: ["decline"] }]);
  });

  test("hovering over a target tells what would happen to it", () => {
    const { root } = show("curse");
    const tip = root.querySelector<HTMLElement>(".hw-tip");
    pointer("pointermove", root, point(root, "e5"));
    expect(tip?.textContent).toContain("Curse");
    pointer("pointermove", root, point(root, "f6"));
    expect(tip?.textContent).not.toContain("Curse");
  });

  test("an ability without a target is a card to press", () => {
    const { root, model } = show("scheme");
    const scheme = root.querySelector<HTMLElement>('[data-name="button:scheme"]');
    expect(scheme?.className).toBe("hw-ability");
    expect(root.querySelector(".hw-using")).toBeNull();
    scheme?.click();
    expect(model.sent).toMatchObject([{ picks: ["scheme"] }]);
  });

  test("a unit is confused where it stands, by clicks and keys", () => {
    const { root, model } = show("confuse");
    clickPlace(root, "e6");
    expect(line(root, "carry")).toBe("carry C2 ^2 over e6");
    pressed(root, "r");
    pressed(root, "Enter");
    expect(model.sent).toMatchObject([{ picks: ["e6", 3] }]);
  });

  test("a click elsewhere leaves a lifted unit as it was", () => {
    const { root, model } = show("confuse");
    clickPlace(root, "e6");
    clickPlace(root, "f5");
    expect(line(root, "carry")).toBe("carry A1 ^1 over f5");
    expect(model.sent).toEqual([]);
  });

  test("arrows reach the targets, Enter takes one", () => {
    const { root, model } = show("curse");
    pressed(root, "ArrowDown");
    expect(document.activeElement?.ariaLabel).toMatch(/^a2, Yellow A1, powers: east \d, .*, may be chosen$/);
    pressed(root, "Enter");
    expect(model.sent).toMatchObject([{ picks: ["a2"] }]);
  });

  test("the hand-over screen hides the hand until it is revealed", () => {
    const { root, model } = show("handover");
    expect(root.locate("hand:C1")).toBeNull();
    expect(line(root, "handover")).toBe("handover Green");
    press(root, "reveal");
    expect(model.sent).toMatchObject([{ kind: "reveal", rev: 19 }]);
  });

  test("the result is shown beside the board", () => {
    const { root } = show("result");
    expect(root.querySelector(".hw-result")?.textContent).toContain("Red wins");
    expect(line(root, "result")).toBe("result Red wins / Red has the most points: 5.");
  });
});

describe("goals", () => {
  test("are listed with the points of each faction", () => {
    const { root } = show("goals");
    expect(root.describe()).toContain("goal open 1 red 1 blue 2 yellow 0 green 1\n");
    expect(root.describe()).toContain("goal red 8 red 2\n");
    expect(root.describe()).toContain("goals blue 1 hidden\n");
    expect(root.querySelectorAll(".hw-goal")).toHaveLength(5);
    expect(root.querySelectorAll(".hw-goal > canvas")).toHaveLength(3); // formations
  });

  test("show their text when pressed, and fold away", () => {
    const { root } = show("goals");
    root.querySelector<HTMLElement>('[data-name="goal:8"]')?.click();
    expect(root.querySelector(".hw-goal-text")?.textContent).toContain("between two own units");
    press(root, "goals");
    expect(root.querySelector(".hw-goal")).toBeNull();
    expect(root.locate("button:goals")).not.toBeNull();
  });

  test("count at the end", () => {
    const { root } = show("end");
    const rows = [...root.querySelectorAll(".hw-final li")].map((row) => row.textContent);
    expect(rows[0]).toBe("Red3 from goals5");
    expect(rows).toHaveLength(4);
  });

  test("leave no trace in a game without them", () => {
    const { root } = show();
    expect(root.querySelector(".hw-goals")?.childElementCount).toBe(0);
    expect(root.describe()).not.toMatch(/^(goal|goals|ability|card|also|judged|stone|using) /m);
  });
});

describe("what a site comes to", () => {
  test("is told while a unit is carried over a place where it fits", () => {
    vi.useFakeTimers();
    const { root, model } = show();
    clickCard(root, "C1");
    pointer("pointermove", root, point(root, "d7"));
    vi.advanceTimersByTime(100);
    const asked = model.sent[0];
    expect(asked).toMatchObject({ kind: "preview", picks: ["C1", "d7", 0] });
    const tallies = [[at("d6"), 1, 3, 3, 2, 9, 12, 3, -1, 4]];
    model.say({ v: 1, kind: "preview", view: asked?.view ?? "", seq: 1, rev: 19, tallies });
    expect(line(root, "preview")).toBe("preview d6 blue 3 yellow 9>12 green ->4");
    pressed(root, "Escape");
    expect(line(root, "preview")).toBeUndefined();
  });

  test("is told once it is judged", async () => {
    const { root, model } = show();
    const { marks, status } = scenes.judged?.(traits(words)) ?? traits(words);
    model.update({ marks, status, rev: 20 });
    await changed();
    expect(root.dataset.rev).toBe("20");
    expect(line(root, "judged d2")).toBe("judged d2 red 11 blue 14 green 4 first blue second red");
    expect(line(root, "judged b7")).toBe("judged b7 yellow 2 green 5 first green");
  });

  test.each([
    ["waits for its end", (): void => void vi.advanceTimersByTime(900)],
    [
      "ends with a key",
      (): void => void pressed(document.querySelector("div.hexwidgets-board") as never, "Tab"),
    ],
  ])("the judgement is shown for under a second and %s", async (_, end) => {
    media.clear();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance"] });
    const { root, model } = show();
    const { marks, status } = scenes.judged?.(traits(words)) ?? traits(words);
    model.update({ marks, status, rev: 20 });
    await changed();
    vi.advanceTimersByTime(150);
    expect(root.dataset.rev).toBe("19");
    end();
    expect(root.dataset.rev).toBe("20");
  });
});

test("cells that are stones, and counters, are described", () => {
  const { root } = show("all");
  expect(line(root, "stone c6")).toBe("stone c6 2");
  expect(line(root, "unit a3")).toMatch(/ \+1$/);
  pointer("pointermove", root, point(root, "c6"));
  expect(root.querySelector(".hw-tip")?.textContent).toBe("c6Stone cell, 2 points");
});

test("only the shared unit may be picked when it is to be placed", () => {
  const { root } = show("shared");
  const group = root.querySelector(".hw-commanded");
  expect(group?.getAttribute("aria-label")).toBe("Shared: Yellow");
  expect(root.querySelectorAll(".hw-card[data-off]")).toHaveLength(2);
  const own = root.querySelector<HTMLElement>(".hw-card[data-off]");
  pointer("pointerdown", own as HTMLElement, { x: 5, y: 5 });
  expect(line(root, "carry")).toBeUndefined();
  pointer("pointerdown", group?.querySelector(".hw-card") as HTMLElement, { x: 5, y: 5 });
  expect(line(root, "carry")).toBe("carry C1 ^0");
});

describe("keys", () => {
  test("undo and redo are asked for only when there is something to undo", () => {
    const { root, model } = show();
    pressed(root, "u");
    pressed(root, "U", { shiftKey: true });
    expect(model.sent.map((intent) => intent.kind)).toEqual(["undo"]);
  });

  test("an undo that would be refused is dimmed and says why, and may be asked for", () => {
    const why = "That would take back what has been revealed: Red draws 1.";
    const { root, model } = show("play", { status: { ...traits(words).status, undo: true, kept: why } });
    const undo = root.querySelector<HTMLButtonElement>('[data-name="button:undo"]');
    expect(undo).toMatchObject({ disabled: false, ariaDisabled: "true" });
    expect(undo?.title).toContain(why);
    expect(undo?.ariaLabel).toContain(why);
    undo?.click();
    expect(model.sent).toMatchObject([{ kind: "undo" }]);
  });

  test("keys and buttons zoom, and what is said of it goes when all is shown again", () => {
    const { root } = show();
    const d1 = point(root, "d1");
    pressed(root, "+");
    expect(line(root, "zoom")).toBe("zoom 1.4");
    expect(root.locate("d1")).not.toEqual(d1);
    press(root, "zoom-in");
    expect(line(root, "zoom")).toBe("zoom 1.96");
    pressed(root, "-");
    press(root, "zoom-reset");
    expect(line(root, "zoom")).toBeUndefined();
    expect(root.locate("d1")).toEqual(d1);
  });

  test("every place is an entry that can have the focus, and a click on it is one on the board", () => {
    const { root, model } = show("curse");
    const places = [...root.querySelectorAll<HTMLElement>("[role=listbox] [role=option]")];
    expect(places.every((one) => one.tabIndex === -1 && one.ariaLabel)).toBe(true);
    places.find((one) => one.ariaLabel?.startsWith("a2, "))?.click();
    expect(model.sent).toMatchObject([{ picks: ["a2"] }]);
  });

  test("the same refusal is said anew, and only when it comes", () => {
    const { root, model } = show();
    const live = root.querySelector(".hw-live");
    const refuse = (seq: number): void => {
      const view = "view" in (model.sent[0] ?? {}) ? (model.sent[0]?.view ?? "") : "";
      model.say({ v: 1, kind: "answer", view, seq, ok: false, rev: 19, rule: "R", text: "No." });
    };
    clickCard(root, "C1");
    clickPlace(root, "g2");
    refuse(1);
    const first = live?.firstChild;
    expect(live?.textContent).toBe("No.");
    pressed(root, "?");
    expect(live?.firstChild).toBe(first);
    clickPlace(root, "g2");
    refuse(2);
    expect(live?.textContent).toBe("No.");
    expect(live?.firstChild).not.toBe(first);
  });

  test("arrows walk, Enter places", () => {
    const { root, model } = show();
    card(root, "C1").click(); // as Enter on the button does
    pressed(root, "ArrowRight");
    const first = line(root, "legal")?.split(" ")[1];
    expect(line(root, "carry")).toBe(`carry C1 ^0 over ${first}`);
    pressed(root, "ArrowDown");
    const where = line(root, "carry")?.split(" ").at(-1);
    pressed(root, "Enter");
    expect(model.sent).toMatchObject([{ picks: ["C1", where, 0] }]);
  });

  test("help is opened by ? and closed by Esc", () => {
    const { root } = show();
    pressed(root, "?");
    expect(root.querySelector(".hw-keys")).not.toBeNull();
    pressed(root, "Escape");
    expect(root.querySelector(".hw-keys")).toBeNull();
  });

  test("Tab and shortcuts of the page are left alone", () => {
    const { root } = show();
    expect(pressed(root, "Tab").defaultPrevented).toBe(false);
    expect(pressed(root, "Escape").defaultPrevented).toBe(false);
    expect(pressed(root, "r", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(pressed(root, "r").defaultPrevented).toBe(true);
  });

  test("keys pressed on a button are not the notebook's either", () => {
    const buttons = [...show("goals").root.querySelectorAll("button")];
    expect(buttons.length).toBeGreaterThan(5);
    for (const one of buttons) expect(one.hasAttribute("data-lm-suppress-shortcuts")).toBe(true);
  });

  test("focus stays on the button that was pressed when the panel is remade", () => {
    const { root } = show();
    const help = root.querySelector<HTMLElement>('[data-name="button:help"]');
    help?.focus();
    help?.click();
    const now = document.activeElement as HTMLElement;
    expect(now.dataset.name).toBe("button:help");
    expect(now.getAttribute("aria-expanded")).toBe("true");
  });
});

describe("the theme", () => {
  test("may be fixed", async () => {
    const { root, model } = show();
    model.update({ theme: "dark" });
    await changed();
    expect(root.theme).toBe("dark");
    expect(root.dataset.theme).toBe("dark");
    expect(root.style.getPropertyValue("--hw-page")).toBe("#1b1d22");
  });

  test("follows the host's background, heard from the probe", () => {
    const { root } = show("play", { theme: "auto" });
    expect(root.theme).toBe("light");
    const probe = root.querySelector<HTMLElement>(".hw-probe");
    if (!probe) throw new Error("the board has a probe");
    probe.style.backgroundColor = "rgb(17, 17, 17)";
    probe.dispatchEvent(new Event("transitionend", { bubbles: true }));
    expect(root.dataset.theme).toBe("dark");
  });

  test("follows the system where the host says nothing", () => {
    media.add("(prefers-color-scheme: dark)");
    expect(show("play", { theme: "auto" }).root.theme).toBe("dark");
  });
});

test("a screen of another resolution gets a picture of its own", () => {
  const { root } = show();
  const canvas = root.querySelector<HTMLCanvasElement>(".hw-board");
  const before = canvas?.width ?? 0;
  vi.stubGlobal("devicePixelRatio", 2);
  queries.get("(resolution: 1dppx)")?.dispatchEvent(new Event("change"));
  expect(canvas?.width).toBeGreaterThan(before * 1.9);
  vi.stubGlobal("devicePixelRatio", 1);
});

describe("closing", () => {
  test("removes the element, every listener and every timer", () => {
    vi.useFakeTimers();
    const { el, root, model, close } = show();
    clickCard(root, "C1");
    clickPlace(root, "d7");
    expect(model.listeners).toBeGreaterThan(0);
    close();
    expect(model.listeners).toBe(0);
    expect(observers.size).toBe(0);
    expect(el.childElementCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    pressed(root, "u");
    clickCard(root, "C2");
    expect(model.sent).toHaveLength(1);
  });

  test("also happens through the host's signal, once", () => {
    const model = new FakeModel(traits(words));
    const el = document.createElement("div");
    const abort = new AbortController();
    const close = widget.render({ model: model.model, el, signal: abort.signal });
    abort.abort();
    expect(model.listeners).toBe(0);
    expect(el.childElementCount).toBe(0);
    close();
  });

  test("listens to nothing outside its element", () => {
    const spies = [vi.spyOn(document, "addEventListener"), vi.spyOn(window, "addEventListener")];
    show();
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });
});

test("two boards of one model play on their own", () => {
  const model = new FakeModel(traits(words));
  const roots = [0, 1].map(() => {
    const el = document.createElement("div");
    document.body.append(el);
    widget.render({ model: model.model, el });
    return el.querySelector<BoardElement>(".hexwidgets-board") as BoardElement;
  });
  resize(900);
  const [one, two] = roots as [BoardElement, BoardElement];
  clickCard(one, "C1");
  expect(line(one, "carry")).toBe("carry C1 ^0");
  expect(line(two, "carry")).toBeUndefined();
});
