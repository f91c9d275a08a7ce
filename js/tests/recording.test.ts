import { beforeEach, expect, test } from "vitest";
import { traits } from "../dev/fixture.ts";
import type { Answer, Down, Status } from "../src/protocol.ts";
import { Recording } from "../src/recording.ts";
import { wordsOf } from "./words.ts";

const words = wordsOf("en");
const first = traits(words);
const beat = { lead: "6 / 2", text: "North wins", rule: "AD-DICE-2", dice: [[0, 6] as [number, number]] };

function status(change: Partial<Status>): Status {
  return { ...first.status, event: null, ...change };
}

function recorded(): Recording {
  const { tokens, marks, tray, picks, status: begun, ...board } = first;
  const plies = [
    { tokens, marks, tray, picks, status: begun },
    { tokens: tokens.slice(1) },
    { status: status({ story: [beat] }) },
    { status: status({ event: { text: "Blue placed C2.", rule: "" } }) },
  ];
  return new Recording({ board, plies });
}

let recording: Recording;
let heard: Down[];

beforeEach(() => {
  recording = recorded();
  heard = [];
  recording.local.on("msg:custom", (message) => heard.push(message as Down));
});

async function asked(kind: "move" | "preview" | "odds" | "undo" | "redo"): Promise<Down[]> {
  recording.local.send({ v: 1, view: "a", seq: 7, rev: 1, kind, picks: ["S1"] });
  await Promise.resolve();
  return heard;
}

test("each position is the one before with what changed", () => {
  expect(recording.last).toBe(3);
  expect(recording.at(0).tokens).toEqual(first.tokens);
  for (const ply of [1, 2, 3]) expect(recording.at(ply).tokens).toEqual(first.tokens.slice(1));
  expect([0, 1, 2, 3].map((ply) => recording.at(ply).rev)).toEqual([1, 2, 3, 4]);
});

test("a position is shown all at once, and none is beyond the ends", () => {
  const seen: number[] = [];
  recording.local.on("change:rev", () => seen.push(recording.local.get("tokens").length));
  recording.show(99);
  recording.show(-5);
  recording.show(0);
  expect(seen).toEqual([first.tokens.length - 1, first.tokens.length]);
  expect(recording.ply).toBe(0);
});

test("what happened moves only on the way to the next position", () => {
  recording.show(2);
  expect(recording.local.get("status").story).toEqual([
    { lead: "6 / 2", text: "North wins", rule: "AD-DICE-2" },
  ]);
  recording.show(1);
  recording.show(2);
  expect(recording.local.get("status").story).toEqual([beat]);
});

test("each decision is told in a line", () => {
  expect([0, 2, 3].map((ply) => recording.told(ply))).toEqual([
    "Start",
    "6 / 2 North wins",
    "Blue placed C2.",
  ]);
});

test("undo and redo lead through the recording", async () => {
  await asked("redo");
  expect([recording.ply, (heard[0] as Answer).ok]).toEqual([1, true]);
  await asked("undo");
  expect(recording.ply).toBe(0);
});

test("a move is refused, and a question has no answer to tell", async () => {
  const [refusal] = await asked("move");
  expect(refusal).toMatchObject({ kind: "answer", view: "a", seq: 7, ok: false, text: words.replay_only });
  expect((await asked("preview"))[1]).toMatchObject({ kind: "preview", seq: 7, tallies: [] });
  expect((await asked("odds"))[2]).toMatchObject({ kind: "table", seq: 7, table: null });
  expect(recording.ply).toBe(0);
});
