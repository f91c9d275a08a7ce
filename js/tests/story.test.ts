import { describe, expect, test } from "vitest";
import { at, duels, NORTH, SOUTH } from "../dev/duel.ts";
import { traits } from "../dev/fixture.ts";
import type { Beat, Token, Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { actAt, BEAT, beatAt, STORY, sceneAt, type Telling, telling } from "../src/story.ts";

function scene(name: string, change: Partial<Traits> = {}): Scene {
  const all = { ...(duels[name]?.(traits({})) as Traits), ...change };
  return new Scene((key) => all[key]);
}

function told(before: Scene, after: Scene): Telling {
  const story = telling(before, after);
  if (!story) throw new Error("there is something to tell");
  return story;
}

const BEFORE = scene("duel");
const AFTER = scene("duel-told");

/** The position after some beats. */
function beats(...all: Partial<Beat>[]): Scene {
  const story = all.map((beat) => ({ lead: "", text: "", rule: "", ...beat }));
  return scene("duel-told", { status: { ...AFTER.traits.status, story } });
}

describe("what is told", () => {
  test("beat after beat, each under 300 ms and all under 1.8 s", () => {
    const story = told(BEFORE, AFTER);
    expect(story.each).toBeLessThanOrEqual(Math.min(BEAT, 300));
    expect(story.time).toBeLessThanOrEqual(STORY);
    const many = told(
      BEFORE,
      beats(...Array.from({ length: 20 }, () => ({ dice: [[0, 1]] as [number, number][] }))),
    );
    expect(many.time).toBeCloseTo(STORY);
  });

  test("nothing after an undo, where no beat has anything to see", () => {
    expect(telling(BEFORE, scene("duel", { rev: 20 }))).toBeNull();
  });

  test("nothing where the position is the same or an older one", () => {
    expect(telling(BEFORE, scene("duel-told", { rev: 19 }))).toBeNull();
    expect(telling(BEFORE, scene("duel-told", { rev: 3 }))).toBeNull();
  });

  test("a beat that shows nothing takes no time", () => {
    const story = told(BEFORE, beats({ lead: "a" }, { dice: [[0, 1]] }, { lead: "b" }));
    expect(story.time).toBe(BEAT);
    expect(beatAt(story, 0)).toBe(1);
    expect(beatAt(story, BEAT)).toBe(2);
  });
});

describe("a moment of the story", () => {
  const tokens: Token[] = [
    [at("b2"), 0, 4],
    [at("d4"), 1, 2],
  ];

  test("figures glide and turn the shorter way", () => {
    const story = told(BEFORE, beats({ tokens })); // north turned from 5 to 4, south moved from c4 to d4
    expect(actAt(story, 0).poses).toMatchObject([
      { kind: 0, part: 0, turn: 5 },
      { kind: 1, from: at("c4"), to: at("d4"), part: 0, turn: 2 },
    ]);
    const half = actAt(story, BEAT / 2).poses;
    expect(half[0]?.turn).toBeCloseTo(4.5);
    expect(half[1]?.part).toBeCloseTo(0.5);
    expect(actAt(story, BEAT).poses).toMatchObject([{ part: 1, turn: 4 }, { part: 1 }]);
    const across = told(scene("duel", { tokens: [[at("b2"), 0, 0]] }), beats({ tokens: [[at("b2"), 0, 5]] }));
    expect(actAt(across, BEAT / 2).poses[0]?.turn).toBeCloseTo(-0.5);
  });

  test("cards stay open and dice lie until others are thrown", () => {
    const story = told(
      BEFORE,
      beats({ cards: [[NORTH, "F", ">"]] }, { dice: [[NORTH, 4]] }, { tokens }, { dice: [[SOUTH, 6, 3]] }),
    );
    expect(actAt(story, BEAT * 2.5)).toMatchObject({
      cards: [{ faction: NORTH, keys: ["F", ">"], part: 1 }],
      dice: [{ faction: NORTH, faces: [4], part: 1 }],
    });
    expect(actAt(story, BEAT * 3.5).dice).toMatchObject([{ faction: SOUTH, faces: [6, 3] }]);
  });

  test("who is hit shakes while it is told", () => {
    const story = told(BEFORE, beats({ hurt: [[SOUTH, 2]] }, { tokens }));
    expect(actAt(story, BEAT / 2)).toMatchObject({ hurt: [{ faction: SOUTH, amount: 2, part: 0.5 }] });
    expect(actAt(story, BEAT / 2).poses.map(({ shake }) => shake)).toEqual([0, 0.5]);
    expect(actAt(story, BEAT * 1.5).hurt).toEqual([]);
  });

  test("the panel loses a life when its beat comes, and tells the end last", () => {
    const result = { heading: "North wins", lines: [] };
    const end = scene("duel-told", { status: { ...AFTER.traits.status, result } });
    const story = told(BEFORE, end);
    const lives = (beat: number) => sceneAt(story, beat).traits.tray.seats.map(({ score }) => score);
    expect(lives(0)).toEqual([4, 2]);
    expect(lives(4)).toEqual([4, 1]);
    expect(sceneAt(story, 6).traits.status).toMatchObject({ heading: "Turn 6", result: null });
  });
});
