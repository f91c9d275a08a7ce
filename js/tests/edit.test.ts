// @vitest-environment jsdom

import type { AnyModel } from "@anywidget/types";
import { beforeEach, describe, expect, test } from "vitest";
import { at, gem, kind, traits } from "../dev/fixture.ts";
import { FakeModel } from "../dev/model.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/edit/index.ts";
import type { Bench, EditTraits, Kit, Row, Thing } from "../src/edit/protocol.ts";
import type { Intent, Traits } from "../src/protocol.ts";
import { media, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const board = traits(wordsOf("en"));
const cells = board.grid.places.flatMap(({ kind }, index) =>
  kind === "cell" || kind === "start" ? [index] : [],
);
const unit = (key: string, index: number): Thing => ({
  ...{ key, label: `Unit ${key}`, look: ["kind", index], onto: "cells", sort: "red", plenty: false },
});
const kit: Kit = {
  things: [
    unit("red S1", kind("red", "S1")),
    unit("red A1", kind("red", "A1")),
    { key: "white", label: "White", look: ["counter", 1], onto: "cells", sort: "", plenty: true },
    { key: "R7", label: "Red stone", look: ["gem", gem("R7")], onto: "cells", sort: "stone", plenty: false },
  ],
  areas: { cells },
  menus: [
    {
      on: "token",
      items: [
        { label: "Turn left", key: "R", picks: ["turn", "@", 1] },
        { label: "Take off", key: "Del", picks: ["off", "@"] },
      ],
    },
  ],
  words: wordsOf("editor/en"),
};
const number: Row = { key: "round", label: "Round", sort: "number", value: 3, low: 1, high: 8, options: [] };
const turn: Row = {
  ...number,
  ...{
    key: "turn",
    label: "To move",
    sort: "one",
    options: [
      ["red", "Red", 1],
      ["blue", "Blue", 0],
    ],
  },
};
const goals: Row = {
  ...number,
  ...{
    key: "goals:red",
    label: "Goals",
    sort: "many",
    options: [
      ["goal:1", "1", 0],
      ["goal:2", "2", 1],
    ],
  },
};
const bench: Bench = {
  groups: [
    { key: "hand:red", label: "Hand", faction: 0, takes: ["red"], things: [0, 1] },
    { key: "taken:red", label: "Stones", faction: 0, takes: ["stone"], things: [] },
    { key: "plenty", label: "Counters", faction: -1, takes: [], things: [2] },
  ],
  rows: [number, turn, goals],
  flaws: [],
  changed: true,
  note: "",
};

beforeEach(() => {
  document.elementFromPoint = () => null; // nothing lies beside a board of no size
});

interface Shown {
  model: FakeModel;
  root: BoardElement;
  update(change: Partial<EditTraits>): void;
  close(): void;
}

function show(change: Partial<EditTraits> = {}): Shown {
  media.add("(prefers-reduced-motion: reduce)");
  const token: Traits["tokens"] = [[at("c4"), kind("blue", "S1"), 2]];
  const all = { ...board, tokens: token, kit, bench, mode: "edit" as const, ...change };
  const model = new FakeModel(all);
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: model.model as unknown as AnyModel<EditTraits>, el });
  const root = el.querySelector<BoardElement>(".hexwidgets-board");
  if (!root) throw new Error("render puts a board into el");
  resize(1000);
  return { model, root, close, update: (more) => model.update(more as Partial<Traits>) };
}

function lines(root: BoardElement, word: string): string[] {
  return root
    .describe()
    .split("\n")
    .filter((one) => one === word || one.startsWith(`${word} `));
}

function find(root: HTMLElement, name: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function key(root: HTMLElement, name: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const target = (document.activeElement as HTMLElement | null) ?? root;
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more });
  (root.contains(target) ? target : root).dispatchEvent(event);
  return event;
}

function mouse(
  type: string,
  target: Element,
  to: { x: number; y: number },
  more: PointerEventInit = {},
): void {
  const init = { bubbles: true, cancelable: true, clientX: to.x, clientY: to.y, pointerId: 1, ...more };
  target.dispatchEvent(new PointerEvent(type, init));
}

function spot(root: BoardElement, name: string): { x: number; y: number } {
  const found = root.locate(name);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function canvas(root: HTMLElement): HTMLElement {
  const found = root.querySelector<HTMLElement>("canvas.hw-board");
  if (!found) throw new Error("a board has a canvas");
  return found;
}

/** A press and a release in one place. */
function click(root: BoardElement, name: string): void {
  mouse("pointerdown", canvas(root), spot(root, name));
  mouse("pointerup", root, spot(root, name));
}

function picks(model: FakeModel): unknown[] {
  return model.sent.flatMap((intent: Intent) => (intent.kind === "edit" ? [intent.picks] : []));
}

function answer(model: FakeModel, ok: boolean, text = "no", rule = "R-1"): void {
  const last = model.sent.at(-1);
  if (!last || last.kind === "pong") throw new Error("nothing was asked");
  const { v, view, seq, rev } = last;
  const base = { v, view, seq, rev, kind: "answer" as const };
  model.say(ok ? { ...base, ok } : { ...base, ok, rule, text });
}

describe("the palette", () => {
  test("shows what can be put down, by groups that have something or take what is held", () => {
    const { root } = show();
    expect(lines(root, "group")).toEqual([
      "group hand:red red S1 red A1",
      "group taken:red",
      "group plenty white",
    ]);
    expect(find(root, "group:hand:red").hidden).toBe(false);
    expect(find(root, "group:taken:red").hidden).toBe(true);
    expect(find(root, "thing:red S1").getAttribute("aria-label")).toBe("Unit red S1");
  });

  test("a click on a thing and a click on a place put it there", () => {
    const { root, model } = show();
    mouse("pointerdown", find(root, "thing:red S1"), { x: 3, y: 3 });
    mouse("pointerup", root, { x: 3, y: 3 });
    expect(lines(root, "holding")).toEqual(["holding red S1 ^0"]);
    key(root, "r");
    click(root, "d3");
    expect(picks(model)).toEqual([["put", "red S1", "d3", 1]]);
    expect(lines(root, "sent")).toEqual(["sent red S1 ^1 on d3"]);
    answer(model, true);
    expect(lines(root, "sent")).toEqual([]);
    expect(lines(root, "holding")).toEqual([]);
  });

  test("of what there is plenty one goes on laying until it is put back", () => {
    const { root, model } = show();
    find(root, "thing:white").click();
    click(root, "c4");
    answer(model, true);
    expect(lines(root, "holding")).not.toEqual([]);
    click(root, "c4");
    answer(model, true);
    key(root, "Escape");
    expect(lines(root, "holding")).toEqual([]);
    expect(picks(model)).toEqual([
      ["put", "white", "c4"],
      ["put", "white", "c4"],
    ]);
  });

  test("a group takes what is held, by its name", () => {
    const { root, model } = show({ tokens: [[at("c4"), kind("red", "A1"), 2]] });
    click(root, "c4");
    expect(lines(root, "holding")[0]).toBe("holding red A1 ^2 over c4");
    find(root, "into:hand:red").click();
    expect(picks(model)).toEqual([["move", "c4", "hand:red"]]);
    expect(root.querySelector('[data-name="into:plenty"]')).toBeNull();
  });

  test("a refusal is said with its rule, and what was held is put back", () => {
    const { root, model } = show();
    find(root, "thing:red S1").click();
    click(root, "c4");
    answer(model, false, "c4 is taken", "MH-PLACE-2");
    expect(lines(root, "said")).toEqual(["said c4 is taken [MH-PLACE-2]"]);
    expect(root.querySelector(".hw-bench")?.textContent).toContain("c4 is taken");
    expect(lines(root, "holding")).toEqual([]);
  });
});

describe("what lies on the board", () => {
  test("is moved by dragging, and taken off outside", () => {
    const { root, model } = show({ tokens: [[at("c4"), kind("red", "A1"), 2]] });
    mouse("pointerdown", canvas(root), spot(root, "c4"));
    mouse("pointermove", root, spot(root, "d3"));
    expect(lines(root, "holding")).toEqual(["holding red A1 ^2 over d3"]);
    mouse("pointerup", root, spot(root, "d3"));
    expect(picks(model)).toEqual([["move", "c4", "d3", 2]]);
    answer(model, false);
    mouse("pointerdown", canvas(root), spot(root, "c4"));
    mouse("pointermove", root, { x: 5000, y: 5000 });
    mouse("pointerup", root, { x: 5000, y: 5000 });
    expect(picks(model).at(-1)).toEqual(["off", "c4"]);
  });

  test("is turned by the wheel, and the page stays", () => {
    const { root, model } = show({ tokens: [[at("c4"), kind("red", "A1"), 2]] });
    const init = { bubbles: true, cancelable: true, deltaY: 120 };
    const to = (name: string): WheelEvent => {
      const { x: clientX, y: clientY } = spot(root, name);
      const event = new WheelEvent("wheel", { ...init, clientX, clientY });
      canvas(root).dispatchEvent(event);
      return event;
    };
    expect(to("c4").defaultPrevented).toBe(true);
    expect(picks(model)).toEqual([["turn", "c4", 1]]);
    expect(to("d3").defaultPrevented).toBe(false);
  });

  test("is put back where it was by letting go there", () => {
    const { root, model } = show({ tokens: [[at("c4"), kind("red", "A1"), 2]] });
    click(root, "c4");
    click(root, "c4");
    expect(picks(model)).toEqual([]);
    expect(lines(root, "holding")).toEqual([]);
  });

  test("vanishes from the hand when somebody else takes it off", () => {
    const { root, update } = show({ tokens: [[at("c4"), kind("red", "A1"), 2]] });
    click(root, "c4");
    update({ tokens: [], rev: board.rev + 1 });
    return Promise.resolve().then(() => expect(lines(root, "holding")).toEqual([]));
  });
});

describe("the menu of a place", () => {
  const token: Partial<EditTraits> = { tokens: [[at("c4"), kind("red", "A1"), 2]] };

  test("opens by a right click, and does what its line says", () => {
    const { root, model } = show(token);
    mouse("contextmenu", canvas(root), spot(root, "c4"));
    expect(lines(root, "menu")).toEqual(["menu c4 Turn left / Take off"]);
    find(root, "menu:off").click();
    expect(picks(model)).toEqual([["off", "c4"]]);
    expect(lines(root, "menu")).toEqual([]);
  });

  test("is walked by arrows and left by Escape", () => {
    const { root } = show(token);
    mouse("contextmenu", canvas(root), spot(root, "c4"));
    const now = (): string | undefined => (document.activeElement as HTMLElement).dataset.name;
    expect(now()).toBe("menu:turn 1");
    key(root, "ArrowDown");
    expect(now()).toBe("menu:off");
    key(root, "ArrowDown");
    expect(now()).toBe("menu:turn 1");
    key(root, "Escape");
    expect(lines(root, "menu")).toEqual([]);
    expect((document.activeElement as HTMLElement).dataset.at).toBe(String(at("c4")));
  });

  test("does not open where there is nothing to do", () => {
    const { root } = show(token);
    mouse("contextmenu", canvas(root), spot(root, "d3"));
    expect(lines(root, "menu")).toEqual([]);
  });
});

describe("keys", () => {
  test("walk, take, turn, put and take off", () => {
    const { root, model } = show({ tokens: [[at("c4"), kind("red", "A1"), 2]] });
    root.querySelector<HTMLElement>(`[data-at="${at("c4")}"]`)?.focus();
    key(root, "Enter");
    expect(lines(root, "holding")).toEqual(["holding red A1 ^2 over c4"]);
    key(root, "R", { shiftKey: true });
    key(root, "Enter");
    expect(picks(model)).toEqual([["move", "c4", "c4", 1]]);
    answer(model, true);
    key(root, "r");
    key(root, "Delete");
    expect(picks(model).slice(1)).toEqual([
      ["turn", "c4", 1],
      ["off", "c4"],
    ]);
  });

  test("undo and redo", () => {
    const { root, model } = show();
    key(root, "z", { ctrlKey: true });
    key(root, "z", { ctrlKey: true, shiftKey: true });
    key(root, "y", { metaKey: true });
    expect(model.sent.map(({ kind }) => kind)).toEqual(["undo", "redo", "redo"]);
  });

  test("in a field are the field's own", () => {
    const { root, model } = show();
    find(root, "row:round").focus();
    for (const name of ["u", "r", "0", "Delete", "ArrowUp"]) {
      expect(key(root, name).defaultPrevented).toBe(false);
    }
    expect(model.sent).toEqual([]);
  });
});

describe("the form", () => {
  test("sets numbers, one of some, and any of some", () => {
    const { root, model } = show();
    expect(lines(root, "row")).toEqual(["row round 3", "row turn red", "row goals:red goal:2"]);
    const round = find(root, "row:round") as HTMLInputElement;
    round.value = "5";
    round.dispatchEvent(new Event("change", { bubbles: true }));
    const turn = find(root, "row:turn") as HTMLSelectElement;
    turn.value = "blue";
    turn.dispatchEvent(new Event("change", { bubbles: true }));
    find(root, "row:goals:red:goal:1").click();
    expect(picks(model)).toEqual([
      ["set", "round", "5"],
      ["set", "turn", "blue"],
      ["set", "goals:red", "goal:1"],
    ]);
  });

  test("keeps what is being typed when something else changes", () => {
    const { root, update } = show();
    const field = (): HTMLInputElement => find(root, "row:round") as HTMLInputElement;
    field().focus();
    field().value = "7";
    update({ bench: { ...bench, rows: [number, { ...turn, label: "Who moves" }, goals] } });
    return Promise.resolve().then(() => {
      expect(root.textContent).toContain("Who moves");
      expect(field().value).toBe("7");
      expect(document.activeElement).toBe(field());
    });
  });

  test("what is wrong is marked in it, told, and keeps the position from being played", () => {
    const flaws = [{ text: "Too many rounds", rule: "MH-END-1", places: [at("c4")], rows: ["round"] }];
    const { root } = show({ bench: { ...bench, flaws } });
    expect(lines(root, "flaw")).toEqual(["flaw c4 [MH-END-1] Too many rounds"]);
    expect(find(root, "row:round").getAttribute("aria-invalid")).toBe("true");
    expect((find(root, "button:apply") as HTMLButtonElement).disabled).toBe(true);
    expect((find(root, "button:discard") as HTMLButtonElement).disabled).toBe(false);
    expect(root.querySelector(".hw-flaws")?.textContent).toContain("Too many rounds");
    expect([...root.querySelectorAll("[aria-live]")].at(-1)?.textContent).toBe("Too many rounds");
  });
});

describe("modes", () => {
  test("in play the board plays, and offers to edit", () => {
    const { root, model } = show({
      mode: "play",
      bench: {},
      kit: { ...kit, things: [], areas: {}, menus: [] },
    });
    expect(lines(root, "mode")).toEqual(["mode play"]);
    expect(root.dataset.mode).toBe("play");
    const hand = root.querySelector<HTMLElement>("[data-kind]");
    mouse("pointerdown", hand ?? root, { x: 3, y: 3 });
    expect(lines(root, "carry")).not.toEqual([]);
    find(root, "button:edit").click();
    expect(picks(model)).toEqual([["edit"]]);
  });

  test("the buttons ask to play, and to forget", () => {
    const { root, model, update } = show();
    find(root, "button:apply").click();
    find(root, "button:discard").click();
    update({ bench: { ...bench, changed: false } });
    return Promise.resolve().then(() => {
      find(root, "button:leave").click();
      expect(picks(model)).toEqual([["apply"], ["discard"], ["play"]]);
    });
  });

  test("a board that is closed hears nothing more", () => {
    const { root, model, close } = show();
    close();
    key(root, "z", { ctrlKey: true });
    expect(model.sent).toEqual([]);
  });
});
