import { beforeEach, expect, test, vi } from "vitest";
import { Foresight, LATE, type Pick, REST } from "../src/foresight.ts";

let asked: Pick[][];
let foresight: Foresight;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  foresight = new Foresight((picks) => asked.push(picks));
});

const A: Pick[] = ["S1", "c4", 0];
const B: Pick[] = ["S1", "d5", 0];
const C: Pick[] = ["S1", "d5", 1];
const TALLY = [[3, 0, 5, 9]];

function wish(picks: Pick[] | null, rev = 1): void {
  foresight.wish(rev, picks);
  vi.advanceTimersByTime(REST);
}

test("a unit that rests is asked for, one that passes by is not", () => {
  foresight.wish(1, A);
  foresight.wish(1, B);
  vi.advanceTimersByTime(REST);
  expect(asked).toEqual([B]);
});

test("the same wish is asked for once", () => {
  wish(A);
  wish(A);
  expect(asked).toEqual([A]);
});

test("the answer to the present wish is shown until the wish changes", () => {
  wish(A);
  expect(foresight.heard(1, TALLY)).toBe(true);
  expect(foresight.tallies).toEqual(TALLY);
  foresight.wish(1, null);
  expect(foresight.tallies).toEqual([]);
});

test("one question is open at a time, and the latest wish comes next", () => {
  wish(A);
  wish(B);
  wish(C);
  expect(asked).toEqual([A]);
  expect(foresight.heard(1, TALLY)).toBe(false);
  expect(foresight.tallies).toEqual([]);
  expect(asked).toEqual([A, C]);
});

test("a lost question does not stop the next one", () => {
  wish(A);
  wish(B);
  vi.advanceTimersByTime(LATE);
  expect(asked).toEqual([A, B]);
  expect(foresight.heard(1, TALLY)).toBe(false);
});

test("the same picks at another position are another wish", () => {
  wish(A, 1);
  foresight.heard(1, TALLY);
  wish(A, 2);
  expect(foresight.tallies).toEqual([]);
  expect(asked).toHaveLength(2);
});

test("closing leaves no timer", () => {
  wish(A);
  foresight.wish(1, B);
  foresight.close();
  expect(vi.getTimerCount()).toBe(0);
});
