// @vitest-environment jsdom

/** A board for any purpose: what it makes of bytes, of changes, and of what a person does. */

import type { AnyModel } from "@anywidget/types";
import { beforeEach, expect, test, vi } from "vitest";
import { Data, WATCHED } from "../src/field/data.ts";
import type { FieldElement } from "../src/field/field.ts";
import widget from "../src/field/index.ts";
import { heatColour } from "../src/field/paint.ts";
import { Post } from "../src/field/post.ts";
import type { Kind, Sent, Traits } from "../src/field/protocol.ts";
import { View } from "../src/field/view.ts";
import { LocalModel } from "../src/model.ts";
import type { Traits as SceneTraits } from "../src/protocol.ts";
import { media, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const shorts = (...numbers: number[]): DataView => new DataView(Int16Array.from(numbers).buffer);
const ints = (...numbers: number[]): DataView => new DataView(Uint32Array.from(numbers).buffer);

/** Two rows: a1 a2 a3 and, given first, b1 b2. */
const CELLS = shorts(-1, 1, 0, 1, 0, 0, 1, 0, 2, 0);

function traits(changes: Partial<Traits> = {}): Traits {
  return {
    grid: { orientation: "pointy", cells: CELLS },
    words: wordsOf("en"),
    ...{ language: "en", theme: "light", rev: 1, title: "", names: true, select: "one", drag: "pan" },
    ...{ selection: [], heat_title: "", _fills: {}, _heat: {}, _labels: {}, _tooltips: {}, _pieces: {} },
    ...{ _edges: {}, _arrows: [], _recent: {}, _scale: [0, 1], _hears: [] },
    ...changes,
  } as Traits;
}

function data(changes: Partial<Traits> = {}): Data {
  const all = traits(changes);
  const made = new Data();
  made.update((key) => all[key], new Set(WATCHED));
  return made;
}

class Model extends LocalModel {
  written: Record<string, unknown>[] = [];
  #now: Record<string, unknown> = {};
  set(key: string, value: unknown): void {
    this.#now[key] = value;
  }
  save_changes(): void {
    this.written.push(this.#now);
    this.update(this.#now as Partial<SceneTraits>);
    this.#now = {};
  }
}

function show(changes: Partial<Traits> = {}) {
  const model = new Model(traits(changes) as unknown as SceneTraits);
  const sent: Sent[] = [];
  model.heard = (message) => sent.push(message as unknown as Sent);
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: model as unknown as AnyModel<Traits>, el });
  resize(600);
  const change = async (news: Partial<Traits>): Promise<void> => {
    model.update(news as unknown as Partial<SceneTraits>);
    await Promise.resolve();
  };
  return { model, sent, close, change, root: el.querySelector(".hexwidgets-board") as FieldElement };
}

function press(root: FieldElement, name: string, init: PointerEventInit = {}): void {
  const at = root.locate(name);
  const target = root.querySelector(".hw-field");
  for (const type of ["pointerdown", "pointerup"]) {
    const event = new MouseEvent(type, { bubbles: true, clientX: at?.x ?? 0, clientY: at?.y ?? 0, ...init });
    target?.dispatchEvent(Object.assign(event, { pointerId: 1, isPrimary: true, pointerType: "mouse" }));
  }
}

beforeEach(() => {
  media.add("(prefers-reduced-motion: reduce)");
  HTMLElement.prototype.getBoundingClientRect = () =>
    ({ left: 0, top: 0, right: 600, bottom: 600, width: 0, height: 0 }) as DOMRect;
});

test("cells without names get the usual labels, in whatever order they come", () => {
  expect(data().names).toEqual(["b1", "b2", "a1", "a2", "a3"]);
  const wide = new DataView(Int32Array.from([0, 0, 100_000, 0]).buffer);
  expect(data({ grid: { orientation: "flat", cells: wide, wide: true } }).names).toEqual(["a1", "a2"]);
  expect(data({ grid: { orientation: "flat", cells: shorts(0, 0), names: ["home"] } }).at("home")).toBe(0);
});

test("the twenty-seventh row is aa", () => {
  const many = data({
    grid: { orientation: "pointy", cells: shorts(...Array.from({ length: 53 }, (_, r) => [0, r]).flat()) },
  });
  expect([many.names[25], many.names[26], many.names[52]]).toEqual(["z1", "aa1", "ba1"]);
});

test("whole layers are read from their bytes, whatever their width", () => {
  const inks = ["red", "#123456"];
  for (const at of [
    new Uint8Array([0, 1, 2, 0, 0]),
    new Uint16Array([0, 1, 2, 0, 0]),
    new Uint32Array([0, 1, 2, 0, 0]),
  ]) {
    expect([...data({ _fills: { inks, at: new DataView(at.buffer) } }).fills]).toEqual([
      [1, "red"],
      [2, "#123456"],
    ]);
  }
  const heat = new DataView(Float32Array.from([NaN, 0.5, NaN, NaN, 0]).buffer);
  expect([...data({ _heat: { at: heat } }).heat]).toEqual([
    [1, 0.5],
    [4, 0],
  ]);
  expect(data({ _labels: { keys: ints(3), values: ["x"] } }).labels.get(3)).toBe("x");
});

test("single changes come on top of the whole and name the cells that look different", () => {
  const now = traits({ _labels: { keys: ints(3), values: ["x"] }, _recent: { fills: [[0, "red"]] } });
  const made = new Data();
  expect(made.update((key) => now[key], new Set(WATCHED))).toBeNull();
  expect(made.fills.get(0)).toBe("red");
  now._recent = {
    fills: [
      [0, "red"],
      [1, "blue"],
    ],
    labels: [[3, null]],
    tooltips: [[2, "unseen"]],
  };
  expect(made.update((key) => now[key], new Set(["_recent"]))).toEqual(new Set([1, 3]));
  expect(made.labels.size).toBe(0);
  now.selection = ["a1", "nowhere"];
  expect(made.update((key) => now[key], new Set(["selection"]))).toEqual(new Set([2]));
  now._recent = { ...now._recent, edges: [[6, ["red", 8, false]]] };
  expect(made.update((key) => now[key], new Set(["_recent"]))).toBeNull(); // a line lies between cells
});

test("a stroke that skips cells has come to those between", () => {
  const made = data();
  expect(made.between(2, 4)).toEqual([3, 4]);
  expect(made.between(2, 2)).toEqual([]);
});

test("numbers beyond a scale have the colours of its ends", () => {
  expect(heatColour(-5, [0, 1])).toBe(heatColour(0, [0, 1]));
  expect(heatColour(9, [0, 1])).toBe("#fde725");
  expect(heatColour(3, [3, 3])).toBe(heatColour(0.5, [0, 1]));
});

test("what lies under the pointer stays there while it zooms, and the stage stays full", () => {
  const view = new View();
  view.fit(data(), 600);
  const at = { x: 100, y: 60 };
  const before = view.plane(at);
  view.enlarge(2, at);
  expect(view.plane(at).x).toBeCloseTo(before.x);
  expect(view.plane(at).y).toBeCloseTo(before.y);
  view.move(9999, 9999);
  expect(view.shift).toEqual({ x: 0, y: 0 });
  view.enlarge(0, at);
  expect([view.zoom, view.shift]).toEqual([1, { x: 0, y: 0 }]);
  view.enlarge(1000, at);
  expect(view.zoom).toBe(4);
});

test("a click chooses, tells Python where it listens, and takes a message away", async () => {
  const { model, sent, root, change } = show();
  press(root, "a2");
  await Promise.resolve();
  expect(model.written).toEqual([{ selection: ["a2"] }]);
  expect(sent).toEqual([]);
  await change({ _hears: ["click"], select: "off" });
  press(root, "b1", { button: 2, shiftKey: true });
  expect(sent).toMatchObject([{ v: 1, seq: 1, kind: "click", at: 0, button: 2, keys: 8 }]);
  expect(model.written).toHaveLength(1);
  const answer = {
    v: 1,
    kind: "answer",
    view: sent[0]?.view,
    seq: 1,
    ok: false,
    rule: "",
    text: "on_click failed",
    rev: 1,
  };
  model.say(answer as never);
  expect(root.describe()).toContain("message on_click failed");
  press(root, "b1");
  expect(root.describe()).not.toContain("message");
});

test("texts from Python are never markup", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  const { root, change } = show({
    title: evil,
    heat_title: evil,
    _tooltips: { keys: ints(3), values: [evil] },
  });
  await change({
    _labels: { keys: ints(3), values: [evil] },
    _heat: { at: new DataView(new Float32Array(5).buffer) },
    rev: 2,
  });
  const cell = root.querySelector<HTMLElement>('[data-at="3"]');
  cell?.focus();
  expect(root.querySelector("img")).toBeNull();
  expect(root.querySelector(".hw-tip")?.textContent).toContain(evil);
  expect(cell?.ariaLabel).toContain(evil);
});

test("a large board has an element for the cell that the keys reached only", async () => {
  const places = Array.from({ length: 900 }, (_, i) => [i % 30, Math.floor(i / 30)]).flat();
  const { root } = show({ grid: { orientation: "flat", cells: shorts(...places) } });
  expect(root.querySelectorAll("[role=option]")).toHaveLength(0);
  for (let i = 0; i < 9; i++) {
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
  expect(root.querySelectorAll("[role=option]").length).toBeLessThan(5);
  expect(document.activeElement?.getAttribute("role")).toBe("option");
});

test("a board without a size paints nothing and is ready once it has one", () => {
  const { root } = show();
  expect(root.dataset.ready).toBe("");
  resize(0);
  expect(root.dataset.ready).toBe("");
  const other = document.createElement("div");
  document.body.append(other);
  resize(0);
  const model = new Model(traits() as unknown as SceneTraits);
  widget.render({ model: model as unknown as AnyModel<Traits>, el: other });
  expect(other.querySelector<HTMLElement>(".hexwidgets-field")?.dataset.ready).toBeUndefined();
});

test("closing leaves nothing behind", () => {
  const { model, root, close } = show();
  expect(model.listeners).toBeGreaterThan(15);
  close();
  expect(model.listeners).toBe(0);
  expect(root.isConnected).toBe(false);
});

function post(hears: Kind[]): { line: Post; sent: Sent[]; silent: ReturnType<typeof vi.fn> } {
  vi.useFakeTimers();
  const sent: Sent[] = [];
  const silent = vi.fn();
  const line = new Post(
    (message) => sent.push(message),
    () => hears,
    { said: vi.fn(), silent },
  );
  return { line, sent, silent };
}

test("hovering is told at once and then seldom, the last cell always", () => {
  const { line, sent } = post(["hover"]);
  for (let at = 0; at < 9; at++) line.hover(at, 0);
  vi.advanceTimersByTime(500);
  line.hover(8, 0); // the same cell
  vi.advanceTimersByTime(500);
  line.hover(-1, 0);
  expect(sent.map((message) => message.kind === "hover" && message.at)).toEqual([0, 8, -1]);
});

test("a stroke is told in parts that begin and end it, and no cell is lost", () => {
  const { line, sent } = post(["paint"]);
  line.paint([0], 0, 0, 0);
  for (let at = 1; at < 6; at++) line.paint([at], 1, 0, 0);
  vi.advanceTimersByTime(60);
  line.paint([6], 1, 0, 0);
  line.paint([], 2, 0, 0);
  line.paint([7], 0, 0, 0);
  line.paint([], 2, 0, 0);
  const strokes = sent.map((message) => message.kind === "paint" && [message.phase, message.cells]);
  expect(strokes).toEqual([
    [0, [0]],
    [1, [1, 2, 3, 4, 5]],
    [2, [6]],
    [0, [7]],
    [2, []],
  ]);
});

test("silence is mentioned, unless nobody was asked", () => {
  const { line, sent, silent } = post(["click"]);
  line.click(1, 0, 0);
  line.click(2, 0, 0);
  const [first] = sent;
  line.hear({ v: 1, kind: "answer", view: first?.view, seq: first?.seq, ok: true, rev: 1 });
  vi.advanceTimersByTime(9000);
  expect(silent).toHaveBeenCalledOnce();
  line.paint([1], 0, 0, 0);
  expect(sent).toHaveLength(2);
  for (const junk of [null, 3, "x", [], {}, { v: 1, kind: "answer" }, { v: 1, kind: "notice", text: 3 }])
    line.hear(junk);
  line.close();
});
