import { expect, test } from "vitest";
import { at, kind, traits } from "../dev/fixture.ts";
import { dropped, taken } from "../src/motion.ts";
import type { Traits } from "../src/protocol.ts";
import { facing, meetings, power, Scene } from "../src/scene.ts";

function scene(change: Partial<Traits> = {}): Scene {
  const all = { ...traits({}), ...change };
  return new Scene((key) => all[key]);
}

test("a unit turned k times shows edge i in direction i + k", () => {
  const unit = scene().kind(kind("red", "S1"));
  if (!unit) throw new Error("the fixture has a red S1");
  expect(facing(unit, 0)).toEqual([5, 4, 5, 3, 4, 3]);
  expect(facing(unit, 1)).toEqual([3, 5, 4, 5, 3, 4]);
  expect(power(unit, 1, 1)).toBe(5);
  expect(power(unit, 1, -5)).toBe(5);
});

test("meetings name the neighbours with units and whether the powers are equal", () => {
  const one = scene({ tokens: [[at("c3"), kind("red", "S1"), 0]] }); // shows 5 east
  const mine = one.kind(kind("green", "C3")); // 5 1 2 2 1 4
  if (!mine) throw new Error("the fixture has a green C3");
  expect(meetings(one, at("c4"), mine, 3)).toEqual([{ direction: 3, at: at("c3"), equal: true }]);
  expect(meetings(one, at("c4"), mine, 0)).toEqual([{ direction: 3, at: at("c3"), equal: false }]);
  expect(meetings(one, at("g4"), mine, 0)).toEqual([]);
});

test("the active hand is the mover's where it may be seen, else the viewer's own", () => {
  const open = scene();
  expect(open.activeSeat?.faction).toBe(3);
  const { grid, tray } = open.traits;
  const hidden = tray.seats.map((seat) => (seat.faction === 0 ? seat : { ...seat, hand: 4 }));
  const red = scene({ tray: { seats: hidden, goals: [] }, grid: { ...grid, seat: "red" } });
  expect(red.activeSeat?.faction).toBe(0);
  expect(scene({ tray: { seats: hidden, goals: [] } }).activeHand).toEqual([]);
});

test("a new token has dropped; a whole new position has not", () => {
  const before = scene();
  const more = scene({ tokens: [...before.traits.tokens, [at("g2"), kind("green", "C1"), 0]] });
  expect(dropped(before, more)).toEqual([at("g2")]);
  expect(dropped(scene({ tokens: [] }), before)).toEqual([]);
});

test("a stone that left a site for a seat was taken by it", () => {
  const before = scene();
  const seats = before.traits.tray.seats.map((seat, i) =>
    i === 2 ? { ...seat, gems: [...seat.gems, 0] } : seat,
  );
  expect(taken(before, scene({ tray: { seats, goals: [] } }))).toEqual([{ gem: 0, from: at("d6"), seat: 2 }]);
  expect(taken(before, before)).toEqual([]);
});
