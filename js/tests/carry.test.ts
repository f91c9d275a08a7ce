import { expect, test } from "vitest";
import { act, type Carry, sitting } from "../src/carry.ts";

const PICK = { type: "pick", key: "S1", kind: 3, turn: 0, origin: "hand", drag: false } as const;

function carried(change: Partial<Carry> = {}): Carry {
  const carry = act(null, PICK);
  if (!carry) throw new Error("picking up gives a carried unit");
  return { ...carry, ...change };
}

test("nothing happens to empty hands", () => {
  expect(act(null, { type: "turn", by: 1 })).toBeNull();
  expect(act(null, { type: "over", at: 3 })).toBeNull();
});

test("turning wraps around in both directions", () => {
  expect(act(carried(), { type: "turn", by: -1 })?.turn).toBe(5);
  expect(act(carried({ turn: 5 }), { type: "turn", by: 1 })?.turn).toBe(0);
});

test("a unit that waits for its answer neither turns nor moves", () => {
  const waiting = carried({ over: 4, waiting: 9 });
  expect(act(waiting, { type: "turn", by: 1 })).toEqual(waiting);
  expect(act(waiting, { type: "over", at: 7 })).toEqual(waiting);
});

test("a refusal gives a clicked unit back to the hand that carries it, and ends a drag", () => {
  expect(act(carried({ waiting: 9 }), { type: "refused", seq: 9 })?.waiting).toBeNull();
  expect(act(carried({ waiting: 9, drag: true }), { type: "refused", seq: 9 })).toBeNull();
});

test("answers to other intents change nothing", () => {
  const waiting = carried({ waiting: 9 });
  expect(act(waiting, { type: "refused", seq: 8 })).toEqual(waiting);
  expect(act(waiting, { type: "accepted", seq: 8 })).toEqual(waiting);
  expect(act(waiting, { type: "accepted", seq: 9 })).toBeNull();
});

test("letting go turns a drag into carrying by clicks", () => {
  expect(act(carried({ drag: true }), { type: "release" })?.drag).toBe(false);
  expect(act(carried(), { type: "putDown" })).toBeNull();
});

test("sitting tells whether a unit sits, would sit turned, or does not sit", () => {
  const masks = new Map([["c4", 0b000010]]);
  expect(sitting(carried({ turn: 1 }), "c4", masks)).toBe("fits");
  expect(sitting(carried(), "c4", masks)).toBe("turn");
  expect(sitting(carried(), "d5", masks)).toBe("no");
  expect(sitting(carried(), undefined, masks)).toBe("nowhere");
});
