import { beforeEach, describe, expect, test, vi } from "vitest";
import { at, choices, kind, traits } from "../dev/fixture.ts";
import { scenes } from "../dev/scenes.ts";
import { REST } from "../src/foresight.ts";
import type { Intent, Traits } from "../src/protocol.ts";
import { Scene } from "../src/scene.ts";
import { Session } from "../src/session.ts";
import { wordsOf } from "./words.ts";

const words = wordsOf("en");
let sent: Intent[];
let snaps: number;

function scene(change: Partial<Traits> = {}, name = "play"): Scene {
  const all = { ...(scenes[name]?.(traits(words)) ?? traits(words)), ...change };
  return new Scene((key) => all[key]);
}

function start(first = scene()): Session {
  return new Session(
    first,
    (intent) => sent.push(intent),
    () => {},
    () => snaps++,
  );
}

function answer(session: Session, more: object): void {
  session.wire.hear({ v: 1, kind: "answer", view: session.wire.view, seq: 1, rev: 19, ...more });
}

beforeEach(() => {
  sent = [];
  snaps = 0;
});

const C1 = kind("green", "C1");

function carrying(session: Session): Session {
  session.pick(C1, false);
  session.release();
  return session;
}

describe("placing a unit", () => {
  test("lights the whole hand's places first, then the carried unit's", () => {
    const session = start();
    const all = session.lit;
    carrying(session);
    expect(session.lit.size).toBeGreaterThan(0);
    expect([...session.lit].every((where) => all.has(where))).toBe(true);
  });

  test("sends unit, place and turn", () => {
    const session = carrying(start());
    session.turn(1);
    session.turn(1);
    session.over(at("d7"));
    session.drop();
    expect(sent).toEqual([
      { v: 1, view: session.wire.view, seq: 1, rev: 19, kind: "move", picks: ["C1", "d7", 2] },
    ]);
    expect(session.carry?.waiting).toBe(1);
  });

  test("asks even where it looks illegal: Python explains", () => {
    const session = carrying(start());
    session.over(at("d2"));
    session.drop();
    expect(sent).toHaveLength(1);
  });

  test("asks once however often the unit is dropped", () => {
    const session = carrying(start());
    session.over(at("d7"));
    session.drop();
    session.drop();
    expect(sent).toHaveLength(1);
  });

  test("over nothing sends nothing", () => {
    carrying(start()).drop();
    expect(sent).toEqual([]);
  });

  test("tells how the unit would sit", () => {
    const session = carrying(start());
    session.over(at("g2"));
    expect(session.message.text).toContain("cannot go on g2");
    session.over(at("d7"));
    session.turn(1);
    expect(session.message.text).toContain("when turned");
    for (let i = 0; i < 6 && session.sits !== "fits"; i++) session.turn(1);
    expect(session.message.text).toBe("C1 on d7: one edge matches.");
  });
});

describe("answers", () => {
  test("a refusal shows text and rule and leaves the unit in the hand that carries it", () => {
    const session = carrying(start());
    session.over(at("g2"));
    session.drop();
    answer(session, { ok: false, rule: "MH-PLACE-3", text: "No edge is equal." });
    expect(session.message).toMatchObject({ text: "No edge is equal.", rule: "MH-PLACE-3", tone: "refused" });
    expect(session.carry).toMatchObject({ key: "C1", waiting: null });
    expect(snaps).toBe(0);
  });

  test("a refused drag snaps back", () => {
    const session = start();
    session.pick(C1, true);
    session.over(at("g2"));
    session.drop();
    answer(session, { ok: false, rule: "R", text: "no" });
    expect(session.carry).toBeNull();
    expect(snaps).toBe(1);
  });

  test("an accepted unit stays until its position arrives", () => {
    const session = carrying(start());
    session.over(at("d7"));
    session.drop();
    answer(session, { ok: true, rev: 20 });
    expect(session.carry?.over).toBe(at("d7"));
    session.scene = scene({ rev: 20 });
    expect(session.carry).toBeNull();
  });

  test("the position may also come first", () => {
    const session = carrying(start());
    session.over(at("d7"));
    session.drop();
    session.scene = scene({ rev: 20 });
    answer(session, { ok: true, rev: 20 });
    expect(session.carry).toBeNull();
    expect(session.message.tone).toBe("plain");
  });

  test("a notice stays over a change of position", () => {
    const session = start();
    session.wire.hear({ v: 1, kind: "notice", text: "An observer failed." });
    session.scene = scene({ rev: 20 });
    expect(session.message.text).toBe("An observer failed.");
  });
});

describe("another position", () => {
  test("lets a unit that is still in the hand be carried on", () => {
    const session = carrying(start());
    session.scene = scene({ rev: 20 });
    expect(session.carry?.key).toBe("C1");
  });

  test("takes away a unit that is not", () => {
    const session = carrying(start());
    const base = scene().traits;
    const seats = base.tray.seats.map((seat) => ({ ...seat, hand: [] }));
    session.scene = scene({ rev: 20, tray: { seats, goals: [] } });
    expect(session.carry).toBeNull();
  });

  test("a change of words alone keeps everything", () => {
    const session = carrying(start());
    session.over(at("d7"));
    session.drop();
    session.scene = scene({ language: "ja" });
    expect(session.carry?.waiting).toBe(1);
  });
});

describe("when others decide", () => {
  test("a click says so and sends nothing", () => {
    const session = start(scene({}, "wait"));
    session.pick(kind("blue", "A1"), true);
    session.release();
    expect(session.carry).toBeNull();
    expect(session.message.text).toBe("It is not your turn. Waiting for Green.");
    expect(sent).toEqual([]);
  });

  test("a drag is sent all the same, so that Python names the rule", () => {
    const session = start(scene({}, "wait"));
    session.pick(kind("blue", "A1"), true);
    session.over(at("c5"));
    session.drop();
    expect(sent).toMatchObject([{ kind: "move", picks: ["A1", "c5", 0] }]);
  });

  test("a unit of the faction that is not placing stays in the hand", () => {
    const session = start();
    session.pick(kind("red", "C1"), false);
    expect(session.carry).toBeNull();
    expect(session.message.text).toBe("A unit of Green is placed now.");
  });
});

describe("other choices", () => {
  test("a stone is offered and taken", () => {
    const session = start(scene({}, "stones"));
    expect(session.gems).toEqual(new Set(["R7", "B3"]));
    expect(session.message.choices).toEqual([
      { kind: "gem", key: "R7" },
      { kind: "gem", key: "B3" },
    ]);
    session.choose("Y5");
    session.choose("R7");
    expect(sent).toMatchObject([{ kind: "move", picks: ["R7"] }]);
  });

  test("a button is sent as it is named", () => {
    const session = start(scene({}, "pass"));
    session.choose("pass");
    expect(sent).toMatchObject([{ picks: ["pass"] }]);
  });

  test("a button may lead on to places", () => {
    const picks = choices(["button", "place"], { curse: { e6: 1, f5: 1 }, decline: 1 });
    const session = start(scene({ picks }));
    session.choose("curse");
    expect(sent).toEqual([]);
    expect(session.lit).toEqual(new Set([at("e6"), at("f5")]));
    session.choosePlace(at("f5"));
    expect(sent).toMatchObject([{ picks: ["curse", "f5"] }]);
  });

  test("a unit on the board is turned where it stands", () => {
    const session = start(scene({}, "confuse"));
    session.choosePlace(at("e6"));
    expect(session.carry).toMatchObject({ origin: "board", turn: 2, over: at("e6") });
    session.over(at("a1"));
    session.turn(1);
    session.drop();
    expect(sent).toMatchObject([{ picks: ["e6", 3] }]);
  });

  test("a unit that may not be turned is asked for as it stands", () => {
    const session = start(scene({}, "confuse"));
    session.choosePlace(at("f6"));
    session.choosePlace(at("g2"));
    expect(session.carry).toBeNull();
    expect(sent).toMatchObject([{ picks: ["f6", 0] }, { picks: ["g2", 0] }]);
  });

  test("a place that is not marked is asked for: Python explains", () => {
    const session = start(scene({}, "curse"));
    session.choosePlace(at("f6"));
    expect(sent).toMatchObject([{ kind: "move", picks: ["f6"] }]);
    answer(session, { ok: false, rule: "MH-CURSE", text: "Curse weakens an enemy unit." });
    expect(session.message).toMatchObject({ rule: "MH-CURSE", tone: "refused" });
  });

  test("a place means nothing while a unit of the hand is to be chosen", () => {
    start().choosePlace(at("g2"));
    start(scene({}, "wait")).choosePlace(at("g2"));
    expect(sent).toEqual([]);
  });

  test("a word may be picked instead", () => {
    const session = start(scene({}, "curse"));
    expect(session.message.choices).toEqual([{ kind: "also", key: "decline" }]);
    session.choose("decline");
    session.choose("blitz");
    expect(sent).toMatchObject([{ picks: ["decline"] }]);
  });

  test("words alone are a choice, and nothing is lit", () => {
    const session = start(scene({}, "scheme"));
    expect(session.message.choices.map((choice) => choice.key)).toEqual(["scheme", "decline"]);
    expect(session.lit.size).toBe(0);
    session.choose("scheme");
    expect(sent).toMatchObject([{ picks: ["scheme"] }]);
  });

  test("where there is one word only, what is to be done is told", () => {
    const session = start(scene({}, "only"));
    expect(session.message).toMatchObject({ text: "Green cannot place and passes", tone: "plain" });
    session.choose("pass");
    expect(sent).toMatchObject([{ picks: ["pass"] }]);
  });

  test("the ability in use is told", () => {
    const { message } = start(scene({}, "curse"));
    expect(message.text).toBe("Green may use Curse");
    expect(message.card?.key).toBe("curse");
    expect(start().message.card).toBeNull();
  });

  test("a card is taken", () => {
    const session = start(scene({}, "choose"));
    expect(session.cards).toEqual(["enchant", "reward"]);
    session.choose("reward");
    expect(sent).toMatchObject([{ picks: ["reward"] }]);
  });

  test("a unit of the hand waits for another choice, and a drop of it is explained by Python", () => {
    const session = start(scene({}, "curse"));
    carrying(session);
    expect(session.carry).toBeNull();
    expect(session.message.text).toBe("No unit can be placed yet. Green may use Curse.");
    session.pick(C1, true);
    session.over(at("g2"));
    session.drop();
    expect(sent).toMatchObject([{ picks: ["C1", "g2", 0] }]);
  });

  test("undo, redo and reveal are asked for", () => {
    const session = start();
    session.ask("undo");
    session.ask("redo");
    session.ask("reveal");
    expect(sent.map((intent) => intent.kind)).toEqual(["undo", "redo", "reveal"]);
  });
});

describe("what a move would bring", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  function rest(session: Session, place: string, turn: number): void {
    while (session.carry?.turn !== turn) session.turn(1);
    session.over(at(place));
    vi.advanceTimersByTime(REST);
  }

  function foretell(session: Session, seq = 1): void {
    const tallies = [[at("d6"), 3, -1, 4]];
    session.wire.hear({ v: 1, kind: "preview", view: session.wire.view, seq, rev: 19, tallies });
  }

  test("is asked for where the carried unit fits, and shown", () => {
    const session = carrying(start());
    rest(session, "d7", 0);
    expect(sent).toEqual([
      { v: 1, view: session.wire.view, seq: 1, rev: 19, kind: "preview", picks: ["C1", "d7", 0] },
    ]);
    foretell(session);
    expect(session.tallies).toEqual([[at("d6"), 3, -1, 4]]);
  });

  test("is not asked for where it does not fit", () => {
    const session = carrying(start());
    rest(session, "g2", 0);
    rest(session, "d7", 1);
    expect(sent).toEqual([]);
  });

  test("goes when the unit moves, is put down, or is placed", () => {
    for (const end of [(s: Session) => s.over(null), (s: Session) => s.putDown(), (s: Session) => s.drop()]) {
      const session = carrying(start());
      rest(session, "d7", 0);
      foretell(session);
      expect(session.tallies).toHaveLength(1);
      end(session);
      expect(session.tallies).toEqual([]);
    }
  });

  test("may be refused without a word", () => {
    const session = carrying(start());
    rest(session, "d7", 0);
    answer(session, { ok: false, rule: "", text: "The board has moved on." });
    expect(session.message.tone).toBe("plain");
    vi.advanceTimersByTime(20_000);
    expect(session.message.tone).toBe("plain");
  });
});
