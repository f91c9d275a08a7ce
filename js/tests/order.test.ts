import { describe, expect, test } from "vitest";
import { at, duels, NORTH, SOUTH } from "../dev/duel.ts";
import { traits } from "../dev/fixture.ts";
import { ghost, leads } from "../src/ghost.ts";
import { Order } from "../src/order.ts";
import type { Picks, Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";

function position(name: string, change: (given: Traits) => Partial<Traits> = () => ({})): Scene {
  const given = duels[name]?.(traits({})) as Traits;
  const all = { ...given, ...change(given) };
  return new Scene((key) => all[key]);
}

function picked(name: string, picks: Partial<Picks>, more: Partial<Traits> = {}): Scene {
  return position(name, (given) => ({ picks: { ...given.picks, ...picks }, ...more }));
}

describe("an order", () => {
  test("begins with its preset and is complete once every level is chosen", () => {
    const order = new Order(position("duel"));
    expect([order.text, order.complete, order.changed]).toEqual(["=", false, false]);
    order.choose("F");
    expect([order.text, order.complete, order.changed]).toEqual(["F=", true, true]);
  });

  test("is chosen in any sequence and may be changed", () => {
    const order = new Order(picked("duel", { preset: [] }));
    expect(order.path).toEqual(["", ""]);
    for (const key of [">", "F", "BL", "<"]) order.choose(key);
    expect(order.path).toEqual(["BL", "<"]);
    order.reset();
    expect(order.path).toEqual(["", ""]);
  });

  test("loses what no longer goes with an earlier choice", () => {
    const order = new Order(picked("duel", { tree: { F: { ">": 1 }, S: { "=": 1 } }, preset: [["F", ">"]] }));
    order.choose("S");
    expect(order.path).toEqual(["S", ""]);
    expect(order.offer(">")?.open).toBe(false);
    order.choose(">");
    expect(order.path).toEqual(["S", ""]);
  });

  test("shows a tentative card in place of its like, without choosing it", () => {
    const order = new Order(position("duel-plan"));
    order.tentative = "F";
    expect(order.shown).toEqual(["F", "="]);
    expect(order.text).toBe("BL=");
    order.tentative = "CF"; // not open
    expect(order.shown).toEqual(["BL", "="]);
  });

  test("offers every card of orders, with the reason where it may not be chosen", () => {
    const order = new Order(position("duel"));
    expect(order.offers).toHaveLength(13);
    expect(order.offer("CF")).toMatchObject({ open: false, rule: "AD-CHARGE-1" });
    expect(order.offer("CF")?.reason).toContain("South cannot order CF");
    expect(order.offer("F")).toMatchObject({ open: true, chosen: false, rule: "", reason: "" });
    expect(order.offer("=")).toMatchObject({ open: true, chosen: true });
    expect(order.keys).toEqual(["F", "FR", "FL", "BR", "BL", "B", "S", "=", ">", "<"]);
  });

  test("that is in is settled until another one is put together", () => {
    const order = new Order(position("duel-committed"));
    expect([order.committed, order.settled]).toEqual(["F>", true]);
    order.choose("B");
    expect([order.committed, order.settled]).toEqual(["F>", false]);
    order.choose("F");
    expect(order.settled).toBe(true);
  });

  test("of another seat is known to be in, but not what it is", () => {
    const scene = position("duel", (given) => ({ status: { ...given.status, committed: [NORTH] } }));
    const order = new Order(scene);
    expect(order.committedOf(NORTH)).toBe("");
    expect(order.committedOf(SOUTH)).toBeNull();
  });

  test("is nobody's where nothing is to be confirmed", () => {
    for (const name of ["duel-pursue", "duel-result", "duel-handover"]) {
      const order = new Order(position(name));
      expect([order.open, order.offers, order.seats, order.keys]).toEqual([false, [], [], []]);
    }
  });
});

describe("a new snapshot", () => {
  test("of the same position keeps the order", () => {
    const order = new Order(position("duel"));
    order.choose("F");
    order.see(position("duel"));
    expect(order.text).toBe("F=");
  });

  test("of another position begins anew", () => {
    const order = new Order(position("duel"));
    order.choose("F");
    order.see(position("duel", () => ({ rev: 20 })));
    expect(order.text).toBe("=");
  });

  test("with another preset follows that", () => {
    const order = new Order(position("duel"));
    order.choose("S");
    order.see(position("duel-committed"));
    expect(order.text).toBe("F>");
  });
});

describe("an open table", () => {
  test("shows the seat of the first preset, and the others on demand", () => {
    const order = new Order(position("duel-open"));
    expect([order.seats, order.seat, order.faction, order.text]).toEqual([
      ["north", "south"],
      "south",
      SOUTH,
      "=",
    ]);
    order.turnTo("north");
    expect([order.seat, order.faction, order.text, order.committed]).toEqual(["north", NORTH, "F>", "F>"]);
    expect(order.offer("CF")?.open).toBe(true); // north may charge, south may not
    order.turnTo("nobody");
    expect(order.seat).toBe("north");
  });

  test("keeps what was put together for the other seat", () => {
    const order = new Order(position("duel-open"));
    order.choose("BL");
    order.turnTo("north");
    order.choose("S");
    order.turnTo("south");
    expect(order.path).toEqual(["south", "BL", "="]);
    order.turnTo("north");
    expect(order.path).toEqual(["north", "S", ">"]);
    order.reset();
    expect(order.text).toBe("F>");
  });

  test("turns to the other seat once one is in, and does not forget what that had begun", () => {
    const order = new Order(position("duel-open"));
    order.turnTo("north");
    order.choose("S");
    order.turnTo("south");
    order.choose("F");
    const preset = [
      ["north", "F", ">"],
      ["south", "F", "="],
    ];
    order.see(picked("duel-open", { preset }));
    expect([order.seat, order.text]).toEqual(["north", "S>"]);
    order.turnTo("south");
    expect(order.text).toBe("F=");
  });

  test("without presets begins with the first seat of the tree", () => {
    expect(new Order(picked("duel-open", { preset: [] })).path).toEqual(["north", "", ""]);
  });
});

describe("the ghost of an order", () => {
  const scene = position("duel"); // south on c4, facing north

  test("stands and faces where the cards lead", () => {
    expect(ghost(scene, SOUTH, ["BL", "<"])).toEqual({
      faction: SOUTH,
      kind: 1,
      way: [at("c4"), at("d3")],
      turn: 3,
    });
    expect(ghost(scene, NORTH, ["CF", "="])?.way).toEqual([at("b2"), at("c3"), at("d3")]);
  });

  test("stays on its hex and only turns", () => {
    expect(ghost(scene, SOUTH, ["S", ">"])).toMatchObject({ way: [at("c4")], turn: 1 });
    expect(ghost(scene, SOUTH, ["", ">"])).toMatchObject({ way: [at("c4")], turn: 1 });
  });

  test("is not there where nothing would change, nobody stands, or the board ends", () => {
    expect(ghost(scene, SOUTH, ["", "="])).toBeNull();
    expect(ghost(scene, -1, ["F", "="])).toBeNull();
    expect(ghost(position("duel-start"), SOUTH, ["B", "="])?.way.at(-1)).toBe(at("door:south"));
    const out = position("duel", (given) => ({
      tokens: [given.tokens[0] ?? [0, 0, 0], [at("door:south"), 1, 2]],
    }));
    expect(ghost(out, SOUTH, ["B", "="])).toBeNull();
  });

  test("a card alone leads to one place, a turn to none", () => {
    const card = (key: string) => scene.cardOf(key) ?? Object.create(null);
    expect(leads(scene, SOUTH, card("F"))).toBe(at("b3"));
    expect(leads(scene, SOUTH, card("S"))).toBe(at("c4"));
    expect(leads(scene, SOUTH, card(">"))).toBeNull();
  });
});
