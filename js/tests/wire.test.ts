import { beforeEach, expect, test, vi } from "vitest";
import type { Intent } from "../src/protocol.ts";
import { PATIENCE, Wire } from "../src/wire.ts";

let sent: Intent[];
let wire: Wire;
const ears = {
  accepted: vi.fn(),
  refused: vi.fn(),
  notice: vi.fn(),
  foreseen: vi.fn(),
  told: vi.fn(),
  silent: vi.fn(),
};

beforeEach(() => {
  vi.useFakeTimers();
  for (const ear of Object.values(ears)) ear.mockReset();
  sent = [];
  wire = new Wire((intent) => sent.push(intent), ears);
});

test("intents carry the view, a rising seq and the position they were made at", () => {
  wire.move(7, ["S1", "c4", 2]);
  wire.ask(7, "undo");
  expect(sent).toEqual([
    { v: 1, view: wire.view, seq: 1, rev: 7, kind: "move", picks: ["S1", "c4", 2] },
    { v: 1, view: wire.view, seq: 2, rev: 7, kind: "undo" },
  ]);
});

test("every view has a name of its own", () => {
  expect(new Wire(() => {}, ears).view).not.toBe(wire.view);
});

test("answers are matched by view and seq, once", () => {
  const seq = wire.move(7, []);
  const answer = { v: 1, kind: "answer", view: wire.view, seq, ok: false, rev: 7, rule: "R", text: "no" };
  wire.hear({ ...answer, view: "other" });
  wire.hear({ ...answer, seq: seq + 1 });
  expect(ears.refused).not.toHaveBeenCalled();
  wire.hear(answer);
  wire.hear(answer);
  expect(ears.refused.mock.calls).toEqual([[seq, "R", "no", []]]);
});

test("of two quick clicks the second one's refusal says nothing", () => {
  const [first, second] = [wire.move(7, ["a"]), wire.move(7, ["b"])];
  const stale = { ok: false, rule: "STALE", text: "moved on" };
  const answer = { v: 1, kind: "answer", view: wire.view, rev: 8 };
  wire.hear({ ...answer, seq: first, ok: true });
  const third = wire.move(7, ["c"]);
  wire.hear({ ...answer, seq: second, ...stale });
  wire.hear({ ...answer, seq: third, ...stale });
  expect(ears.refused.mock.calls).toEqual([
    [second, "STALE", "", []],
    [third, "STALE", "moved on", []],
  ]);
});

test("a ping is answered with its id", () => {
  wire.hear({ v: 1, kind: "ping", id: 5 });
  expect(sent).toEqual([{ v: 1, view: wire.view, kind: "pong", id: 5 }]);
});

test("notices are passed on", () => {
  wire.hear({ v: 1, kind: "notice", text: "boom" });
  expect(ears.notice).toHaveBeenCalledWith("boom");
});

test.each([
  null,
  3,
  "x",
  [],
  { v: 2, kind: "ping", id: 1 },
  { v: 1, kind: "ping" },
  { v: 1, kind: "answer", seq: 1 },
])("what is no message of ours is ignored: %j", (junk) => {
  wire.move(1, []);
  wire.hear(junk);
  expect(sent).toHaveLength(1);
  expect(ears.accepted).not.toHaveBeenCalled();
  expect(ears.refused).not.toHaveBeenCalled();
});

test("odds are asked for and told, and a question that cannot be answered is told as such", () => {
  const seq = wire.odds(7, ["F", ">"]);
  expect(sent).toEqual([{ v: 1, view: wire.view, seq, rev: 7, kind: "odds", picks: ["F", ">"] }]);
  const table = { heading: "", note: "", columns: [], rows: [] };
  const told = { v: 1, kind: "table", view: wire.view, seq, rev: 7 };
  wire.hear({ ...told, table: 3 });
  wire.hear({ ...told, view: "other", table });
  expect(ears.told).not.toHaveBeenCalled();
  wire.hear({ ...told, table });
  wire.hear({ ...told, table: null });
  expect(ears.told.mock.calls).toEqual([
    [seq, 7, table],
    [seq, 7, null],
  ]);
  wire.hear({ v: 1, kind: "answer", view: wire.view, seq, ok: false, rev: 8, rule: "", text: "moved on" });
  expect(ears.foreseen).toHaveBeenCalledWith(seq, []);
  vi.advanceTimersByTime(PATIENCE);
  expect(ears.silent).not.toHaveBeenCalled();
});

test("a tool is answered like a move, its table may come later, and edges come with a refusal", () => {
  const [first, second] = [wire.tool(7, ["hint"]), wire.tool(7, ["rule", "R-1"])];
  expect(sent[0]).toEqual({ v: 1, view: wire.view, seq: first, rev: 7, kind: "tool", picks: ["hint"] });
  const table = { heading: "", note: "", columns: [], rows: [] };
  wire.hear({ v: 1, kind: "answer", view: wire.view, seq: first, ok: true, rev: 7 });
  wire.hear({ v: 1, kind: "table", view: wire.view, seq: second, rev: 7, table });
  vi.advanceTimersByTime(PATIENCE);
  expect(ears.silent).not.toHaveBeenCalled();
  wire.hear({ v: 1, kind: "table", view: wire.view, seq: first, rev: 7, table: null });
  expect(ears.told.mock.calls).toEqual([
    [second, 7, table],
    [first, 7, null],
  ]);
  const refusal = { v: 1, kind: "answer", view: wire.view, ok: false, rev: 7, rule: "R", text: "no" };
  wire.hear({ ...refusal, seq: wire.tool(7, ["x"]), edges: [[3, 1, 0]] });
  expect(ears.refused).toHaveBeenCalledWith(3, "R", "no", [[3, 1, 0]]);
});

test("silence is mentioned after a while, and a late answer still counts", () => {
  const seq = wire.move(7, []);
  vi.advanceTimersByTime(PATIENCE - 1);
  expect(ears.silent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ears.silent).toHaveBeenCalledWith(seq);
  wire.hear({ v: 1, kind: "answer", view: wire.view, seq, ok: true, rev: 8 });
  expect(ears.accepted).toHaveBeenCalledWith(seq, 8);
});

test("a closed wire has no timers left", () => {
  wire.move(7, []);
  wire.close();
  expect(vi.getTimerCount()).toBe(0);
});
