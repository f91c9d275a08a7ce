// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from "vitest";
import { odds, story } from "../dev/duel.ts";
import { traits } from "../dev/fixture.ts";
import { FakeModel } from "../dev/model.ts";
import { scenes } from "../dev/scenes.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/index.ts";
import type { Traits } from "../src/protocol.ts";
import { REST } from "../src/question.ts";
import { media, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const words = wordsOf("en");

interface Shown {
  model: FakeModel;
  root: BoardElement;
  close: () => void;
}

function position(name: string): Traits {
  return scenes[name]?.(traits(words)) as Traits;
}

function show(name = "duel", change: (given: Traits) => Partial<Traits> = () => ({}), width = 1000): Shown {
  const given = position(name);
  const model = new FakeModel({ ...given, ...change(given) });
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: model.model, el });
  const root = el.querySelector<BoardElement>(".hexwidgets-board");
  if (!root) throw new Error("render puts a board into el");
  resize(width);
  return { model, root, close };
}

function lines(root: BoardElement, word: string): string[] {
  return root
    .describe()
    .split("\n")
    .filter((one) => one.startsWith(`${word} `));
}

function named(root: HTMLElement, name: string): HTMLButtonElement {
  const found = root.querySelector<HTMLButtonElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function choose(root: HTMLElement, ...cards: string[]): void {
  for (const card of cards) named(root, `card:${card}`).click();
}

function point(root: BoardElement, name: string): { x: number; y: number } {
  const found = root.locate(name);
  if (!found) throw new Error(`${name} is not on show`);
  return found;
}

function hover(root: BoardElement, name: string): void {
  const { x, y } = point(root, name);
  const init = { bubbles: true, clientX: x, clientY: y, pointerId: 1 };
  root.querySelector("canvas.hw-board")?.dispatchEvent(new PointerEvent("pointermove", init));
}

function click(root: BoardElement, name: string): void {
  hover(root, name);
  const { x, y } = point(root, name);
  const init = { bubbles: true, clientX: x, clientY: y, detail: 1 };
  root.querySelector("canvas.hw-board")?.dispatchEvent(new MouseEvent("click", init));
}

function press(target: HTMLElement, ...keys: string[]): KeyboardEvent[] {
  return keys.map((key) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event;
  });
}

function answer(model: FakeModel, more: object): void {
  const { view = "", seq = 0 } = { ...(model.sent.at(-1) as { view: string; seq: number }) };
  model.say({ v: 1, kind: "answer", view, seq, rev: 19, ...more } as never);
}

async function changed(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  media.add("(prefers-reduced-motion: reduce)");
});

describe("the arena", () => {
  test("is described with fighters, the enemy's dice, cards and the last turn", () => {
    const { root } = show();
    expect(lines(root, "fighter")).toEqual(["fighter b2 north ^5 life 4", "fighter c4 south ^2 life 2"]);
    expect(lines(root, "arc")).toEqual([
      "arc b3 north 2",
      "arc a2 north 1",
      "arc a1 north 0",
      "arc b1 north 1",
      "arc c2 north 2",
      "arc c3 north 3",
    ]);
    expect(lines(root, "legal")).toEqual(["legal b3 b4 c3 c4 c5 d3 d4"]);
    expect(lines(root, "card")).toEqual(["card F FR FL BR BL B S = > <"]);
    expect(lines(root, "dim")).toHaveLength(3);
    expect(lines(root, "dim")[0]).toMatch(/^dim CF \[AD-CHARGE-1\] North won the charge roll/);
    expect(lines(root, "story")[0]).toBe("story F> / FL= | orders [AD-ORDER-1]");
    expect(lines(root, "story")[5]).toMatch(/^story \| North advances/);
    expect(lines(root, "unit")).toEqual([]);
    expect(lines(root, "plan")).toEqual([]);
  });

  test("arcs leave out walls and obstacles, and are shown for the fighter aimed at", () => {
    const { root } = show("duel-obstacles");
    expect(lines(root, "arc").map((one) => one.split(" ")[1])).not.toContain("c3"); // an obstacle
    hover(root, "d2");
    expect(lines(root, "arc").every((one) => one.includes(" south "))).toBe(true);
    expect(root.querySelector(".hw-tip")?.textContent).toBe("d2South, facing north-east, life 2 of 5");
    hover(root, "e1");
    expect(lines(root, "arc").every((one) => one.includes(" north "))).toBe(true);
  });

  test("shows no arcs where nobody orders, unless a fighter is aimed at", () => {
    const { root } = show("duel-pursue");
    expect(lines(root, "arc")).toEqual([]);
    hover(root, "c2");
    expect(lines(root, "arc").length).toBeGreaterThan(3);
  });

  test("lives are markers, and a number where there are many", () => {
    const marker = named(show().root, "seat:south").querySelector(".hw-lives");
    expect([marker?.tagName, marker?.getAttribute("aria-label")]).toEqual(["CANVAS", "life 2 of 5"]);
    const number = named(show("duel-long").root, "seat:south").querySelector(".hw-lives");
    expect(number?.textContent).toBe("12 / 20");
  });

  test("locates cards, seats, buttons and cells", () => {
    const { root } = show();
    for (const name of ["card:F", "card:=", "card:CF", "seat:north", "button:commit", "button:odds", "c3"]) {
      expect(root.locate(name), name).not.toBeNull();
    }
    expect(root.locate("hand:north")).toBeNull();
  });
});

describe("an order by the pointer", () => {
  test("is put together card by card and sent when committed", () => {
    const { root, model } = show();
    const commit = () => named(root, "button:commit");
    expect([commit().disabled, commit().textContent]).toEqual([true, words.commit_not_yet]);
    choose(root, ">", "BL");
    expect(lines(root, "plan")).toEqual(["plan south BL> d3 ^1"]);
    expect(model.sent).toEqual([]);
    expect([commit().disabled, commit().textContent]).toEqual([false, "Commit BL>"]);
    commit().click();
    expect(model.sent).toEqual([
      { v: 1, view: expect.any(String), seq: 1, rev: 19, kind: "move", picks: ["BL", ">"] },
    ]);
    expect(commit().disabled).toBe(true); // until it is answered
    commit().click();
    expect(model.sent).toHaveLength(1);
  });

  test("tells what is pressed, and keeps the buttons that have focus", () => {
    const { root } = show();
    const forward = named(root, "card:F");
    forward.focus();
    choose(root, "F");
    expect(named(root, "card:F")).toBe(forward);
    expect(document.activeElement).toBe(forward);
    expect(forward.getAttribute("aria-pressed")).toBe("true");
    choose(root, "B");
    expect(forward.getAttribute("aria-pressed")).toBe("false");
  });

  test("a cell to which one card leads chooses it; the own one is to stay", () => {
    const { root, model } = show();
    click(root, "b3");
    expect(lines(root, "plan")).toEqual(["plan south F= b3 ^2"]);
    click(root, "c4");
    choose(root, "<");
    expect(lines(root, "plan")).toEqual(["plan south S< c4 ^3"]);
    click(root, "e1"); // no card leads there
    expect(lines(root, "plan")).toEqual(["plan south S< c4 ^3"]);
    expect(model.sent).toEqual([]);
  });

  test("a wall tells why no card leads there", () => {
    const { root } = show("duel-start");
    click(root, "door:south");
    expect(lines(root, "message")).toEqual(["message B from e3 leads into the wall. [AD-MOVE-2]"]);
  });

  test("a dimmed card can be reached, tells its reason and sends nothing", () => {
    const { root, model } = show();
    const charge = named(root, "card:CF");
    expect(charge.disabled).toBe(false);
    expect(charge.getAttribute("aria-disabled")).toBe("true");
    expect(charge.title).toMatch(/^North won the charge roll.*\[AD-CHARGE-1\]$/);
    charge.click();
    expect(lines(root, "message")[0]).toMatch(/^message North won the charge roll.*\[AD-CHARGE-1\]$/);
    expect(root.querySelector(".hw-box .hw-rule")?.textContent).toBe("AD-CHARGE-1");
    expect(root.querySelector(".hw-live")?.textContent).toContain("North won the charge roll");
    expect(lines(root, "plan")).toEqual([]);
    choose(root, "F");
    expect(lines(root, "message")[0]).not.toContain("charge roll");
    expect(model.sent).toEqual([]);
  });

  test.each([
    ["duel", ["CF"]],
    ["duel-open", ["south", "CF"]],
  ])("where somebody listens, a dimmed card of %s that is chosen is reported as %j", (scene, picks) => {
    const { root, model } = show(scene, ({ status }) => ({ status: { ...status, hears: true } }));
    if (picks.length > 1) named(root, "seat:south").click();
    named(root, "card:CF").click();
    expect(model.sent).toEqual([expect.objectContaining({ kind: "tried", picks, rev: 19 })]);
    answer(model, { ok: false, rule: "AD-CHARGE-1", text: "Once more." }); // the page has told it already
    expect(lines(root, "message")[0]).toMatch(/^message North won the charge roll.*\[AD-CHARGE-1\]$/);
  });

  test.each([
    ["pointer", "pointerover", "pointerleave"],
    ["focus", "focusin", "focusout"],
  ])("the %s on a card shows its ghost for a while", (_, on, off) => {
    const { root } = show("duel-plan");
    named(root, "card:F").dispatchEvent(new Event(on, { bubbles: true }));
    expect(lines(root, "plan")).toEqual(["plan south F= b3 ^2"]);
    expect(lines(root, "using")).toEqual(["using F One hex; the facing is kept."]);
    named(root, "card:CF").dispatchEvent(new Event(on, { bubbles: true }));
    expect(lines(root, "plan")).toEqual(["plan south BL= d3 ^2"]);
    expect(lines(root, "message")[0]).toContain("[AD-CHARGE-1]");
    root.dispatchEvent(new Event(off));
    expect(lines(root, "message")[0]).toContain("Back-left + Keep facing");
    expect(named(root, "button:commit").textContent).toBe("Commit BL=");
  });

  test("a refusal is told and the order may be sent again", () => {
    const { root, model } = show("duel-plan");
    named(root, "button:commit").click();
    answer(model, { ok: false, rule: "AD-REAR-1", text: "No." });
    expect(lines(root, "message")).toEqual(["message No. [AD-REAR-1]"]);
    expect(named(root, "button:commit").disabled).toBe(false);
  });

  test("silence is mentioned and the order may be sent again", () => {
    vi.useFakeTimers();
    const { root } = show("duel-plan");
    named(root, "button:commit").click();
    vi.advanceTimersByTime(4000);
    expect(lines(root, "message")).toEqual([`message ${words.silent}`]);
    expect(named(root, "button:commit").disabled).toBe(false);
  });
});

describe("an order that is in", () => {
  test("is told, and may be changed", async () => {
    const { root, model } = show("duel-plan");
    named(root, "button:commit").click();
    answer(model, { ok: true });
    const given = model.get("picks");
    model.update({
      picks: { ...given, preset: [["BL", "="]] },
      status: { ...model.get("status"), committed: [1] },
    });
    await changed();
    expect(lines(root, "committed")).toEqual(["committed south BL="]);
    expect(lines(root, "message")[0]).toContain("BL= is in");
    expect(named(root, "button:commit").textContent).toBe("BL= is in");
    expect(named(root, "button:commit").disabled).toBe(true);
    choose(root, "F");
    expect(named(root, "button:commit").textContent).toBe("Change to F=");
    named(root, "button:commit").click();
    expect(model.sent.at(-1)).toMatchObject({ kind: "move", picks: ["F", "="] });
  });

  test("of the other seat shows on an open table only what Python tells", () => {
    const { root } = show("duel-handover");
    expect(lines(root, "committed")).toEqual(["committed north"]);
    const mark = named(root, "seat:north").querySelector('[role="img"][title]');
    expect(mark?.getAttribute("aria-label")).toBe(words.order_ready);
  });
});

describe("an order by the keys", () => {
  test("is spelled, turned and committed", () => {
    const { root, model } = show();
    press(root, "f", "r", ".");
    expect(lines(root, "plan")).toEqual(["plan south FR> b4 ^1"]);
    press(root, "Enter");
    expect(model.sent).toMatchObject([{ kind: "move", picks: ["FR", ">"] }]);
  });

  test("is not sent before it is complete", () => {
    const { root, model } = show();
    press(root, "Enter");
    expect(model.sent).toEqual([]);
    expect(lines(root, "message")).toEqual([`message ${words.order_hint}`]);
  });

  test("Esc begins anew, and is the page's where nothing was begun", () => {
    const { root } = show("duel-committed");
    press(root, "b", "=");
    expect(lines(root, "plan")).toEqual(["plan south B= d4 ^2"]);
    expect(press(root, "Escape")[0]?.defaultPrevented).toBe(true);
    expect(lines(root, "plan")).toEqual(["plan south F> b3 ^1"]);
    expect(press(root, "Escape")[0]?.defaultPrevented).toBe(false);
  });

  test("Enter on a card chooses it, and commits once it is chosen", () => {
    const { root, model } = show();
    press(named(root, "card:B"), "Enter");
    expect(lines(root, "plan")).toEqual(["plan south B= d4 ^2"]);
    expect(model.sent).toEqual([]);
    press(named(root, "card:B"), "Enter");
    expect(model.sent).toMatchObject([{ picks: ["B", "="] }]);
  });

  test("Enter on another button is that button's", () => {
    const { root, model } = show("duel-plan");
    expect(press(named(root, "button:help"), "Enter")[0]?.defaultPrevented).toBe(false);
    expect(model.sent).toEqual([]);
  });

  test("arrows walk from the own fighter and never into walls; Enter chooses, then commits", () => {
    const { root, model } = show();
    press(root, "ArrowUp");
    expect(document.activeElement?.ariaLabel).toBe("b3, may be chosen, Forward, North throws 2 there");
    press(root, "Enter");
    expect(lines(root, "plan")).toEqual(["plan south F= b3 ^2"]);
    for (let i = 0; i < 9; i++) press(root, "ArrowDown");
    expect(document.activeElement?.ariaLabel).not.toMatch(/wall|door/);
    press(root, "f", "Enter");
    expect(model.sent).toMatchObject([{ picks: ["F", "="] }]);
  });

  test("undo, help and Tab stay what they are", () => {
    const { root, model } = show();
    press(root, "u");
    expect(model.sent).toMatchObject([{ kind: "undo" }]);
    press(root, "?");
    expect(root.querySelector(".hw-keys")?.textContent).toContain(words.help_letters);
    expect(press(root, "Tab")[0]?.defaultPrevented).toBe(false);
  });

  test("letters are the page's where no order is asked for", () => {
    const { root } = show("duel-result");
    for (const event of press(root, "f", "o", "=")) expect(event.defaultPrevented).toBe(false);
  });
});

describe("the odds", () => {
  function asked(model: FakeModel) {
    return model.sent.filter(({ kind }) => kind === "odds") as {
      seq: number;
      view: string;
      picks: string[];
    }[];
  }

  function tell(model: FakeModel, table = odds("F=", "en")): void {
    const { seq = 0, view = "" } = asked(model).at(-1) ?? {};
    model.say({ v: 1, kind: "table", view, seq, rev: 19, table });
  }

  test("are asked for on demand and follow the order", () => {
    vi.useFakeTimers();
    const { root, model } = show();
    press(root, "o");
    expect(root.querySelector(".hw-odds")?.textContent).toBe(words.odds_hint);
    choose(root, "F");
    choose(root, "B", "F"); // not asked for while it changes
    vi.advanceTimersByTime(REST);
    expect(asked(model).map(({ picks }) => picks)).toEqual([["F", "="]]);
    tell(model);
    expect(lines(root, "odds")[0]).toBe("odds F= 0 % 20 % \u22120.20");
    expect(root.querySelectorAll(".hw-odds tbody th")).toHaveLength(17);
    choose(root, "B");
    expect(root.querySelector(".hw-scroll")?.getAttribute("aria-busy")).toBe("true");
    vi.advanceTimersByTime(REST);
    expect(asked(model).at(-1)?.picks).toEqual(["B", "="]);
    named(root, "button:odds").click();
    expect(root.querySelector(".hw-odds")?.childElementCount).toBe(0);
    expect(named(root, "button:odds").getAttribute("aria-expanded")).toBe("false");
  });

  test("where there are none show nothing", () => {
    vi.useFakeTimers();
    const { root, model } = show("duel-plan");
    press(root, "o");
    vi.advanceTimersByTime(REST);
    expect(root.querySelector(".hw-odds")?.textContent).toBe(words.odds_wait);
    tell(model, null as never);
    expect(root.querySelector(".hw-odds")?.childElementCount).toBe(0);
    expect(lines(root, "odds")).toEqual([]);
  });

  test("are text, never markup", () => {
    vi.useFakeTimers();
    const { root, model } = show("duel-plan");
    press(root, "o");
    vi.advanceTimersByTime(REST);
    const evil = "<img src=x onerror=alert(1)>";
    tell(model, {
      heading: evil,
      note: evil,
      columns: [evil],
      rows: [{ label: evil, cells: [[evil, 0, evil]] }],
    });
    expect(root.querySelector("img")).toBeNull();
    expect(root.querySelector(".hw-odds td[title]")?.textContent).toBe(evil);
  });

  test("arrows scroll the table when it has the focus", () => {
    vi.useFakeTimers();
    const { root, model } = show("duel-plan");
    press(root, "o");
    vi.advanceTimersByTime(REST);
    tell(model);
    const table = root.querySelector<HTMLElement>(".hw-scroll");
    expect(press(table as HTMLElement, "ArrowDown")[0]?.defaultPrevented).toBe(false);
  });
});

describe("other seats", () => {
  test("an open table orders for each in turn", () => {
    const { root, model } = show("duel-open");
    expect(lines(root, "committed")).toEqual(["committed north F>"]);
    choose(root, "F");
    expect(named(root, "button:commit").textContent).toBe("Commit F= for South");
    named(root, "button:commit").click();
    expect(model.sent).toMatchObject([{ picks: ["south", "F", "="] }]);
    answer(model, { ok: true });
    named(root, "seat:north").click();
    expect(named(root, "seat:north").getAttribute("aria-pressed")).toBe("true");
    expect(root.querySelector(".hw-orders")?.textContent).toContain("North, in secret");
    press(root, "c", "f");
    expect(lines(root, "plan")).toEqual(["plan north CF> d3 ^4"]);
    expect(named(root, "button:commit").textContent).toBe("Change to CF> for North");
    press(root, "Enter");
    expect(model.sent.at(-1)).toMatchObject({ picks: ["north", "CF", ">"] });
  });

  test("a seat's own board has no such choice", () => {
    expect(named(show().root, "seat:north").tagName).toBe("LI");
  });

  test("a hot seat shows no cards before the screen is handed over", () => {
    const { root, model } = show("duel-handover");
    expect(root.locate("card:F")).toBeNull();
    expect(root.locate("button:commit")).toBeNull();
    named(root, "button:reveal").click();
    expect(model.sent).toMatchObject([{ kind: "reveal" }]);
  });

  test("to pursue or to hold is a choice of two buttons", () => {
    const { root, model } = show("duel-pursue");
    expect(lines(root, "pick")).toEqual(["pick pursue hold"]);
    named(root, "button:hold").click();
    expect(model.sent).toMatchObject([{ picks: ["hold"] }]);
  });

  test("the end is told without cards", () => {
    const { root } = show("duel-result");
    expect(root.querySelector(".hw-result")?.textContent).toContain("North wins");
    expect(root.querySelector(".hw-order, .hw-final")).toBeNull();
  });
});

describe("the last turn", () => {
  test("is listed line by line, with the rule in reach of everyone", () => {
    const { root } = show();
    const list = [...root.querySelectorAll<HTMLElement>(".hw-story li")];
    expect(list.map((line) => line.querySelector(".hw-lead")?.textContent)).toEqual(
      story("en", false).map(({ lead }) => lead),
    );
    expect(list[3]?.title).toBe("AD-DICE-2");
    expect(list[3]?.textContent).toContain("AD-DICE-2");
  });

  function played(model: FakeModel): void {
    const { tokens, tray, status } = position("duel-told");
    model.update({ tokens, tray, status, rev: 20 });
  }

  test("is spoken and shown at its end where motion is unwelcome", async () => {
    const { root, model } = show();
    played(model);
    await changed();
    expect(root.dataset.rev).toBe("20");
    expect(root.querySelector(".hw-live")?.textContent).toContain(
      "6 5 2 / 6 3: Combat, 3 dice to 2: North wins.",
    );
    expect(root.querySelector(".hw-live")?.textContent).toContain("South life 1 of 5");
  });

  describe("with motion", () => {
    beforeEach(() => {
      media.clear();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "performance"] });
    });

    test("is told beat by beat, in under 1.8 s", async () => {
      const { root, model } = show();
      played(model);
      await changed();
      vi.advanceTimersByTime(600);
      const toCome = root.querySelectorAll(".hw-story [data-tocome]").length;
      expect(toCome).toBeGreaterThan(0);
      expect(toCome).toBeLessThan(7);
      expect(named(root, "seat:south").querySelector(".hw-lives")?.getAttribute("aria-label")).toBe(
        "life 2 of 5",
      );
      expect(root.dataset.rev).toBe("19");
      vi.advanceTimersByTime(1200);
      expect(root.dataset.rev).toBe("20");
      expect(root.querySelectorAll(".hw-story [data-tocome]")).toHaveLength(0);
      expect(named(root, "seat:south").querySelector(".hw-lives")?.getAttribute("aria-label")).toBe(
        "life 1 of 5",
      );
    });

    test.each([
      ["a key", (root: BoardElement) => void press(root, "Tab")],
      [
        "a click",
        (root: BoardElement) => void root.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
      ],
    ])("ends with %s", async (_, end) => {
      const { root, model } = show();
      played(model);
      await changed();
      vi.advanceTimersByTime(300);
      end(root);
      expect(root.dataset.rev).toBe("20");
      expect(lines(root, "fighter")).toEqual(["fighter d3 north ^5 life 4", "fighter e2 south ^2 life 1"]);
    });

    test("ends with a newer position", async () => {
      const { root, model } = show();
      played(model);
      await changed();
      vi.advanceTimersByTime(300);
      model.update({ rev: 21, status: { ...model.get("status"), story: [] } });
      await changed();
      expect(root.dataset.rev).toBe("21");
    });

    test("is not told again when an order comes in or a move is undone", async () => {
      const { root, model } = show("duel-told");
      model.update({ status: { ...model.get("status"), committed: [1] } });
      await changed();
      expect(root.querySelectorAll("[data-tocome]")).toHaveLength(0);
      const { tokens, tray, status } = position("duel");
      model.update({ tokens, tray, status, rev: 21 });
      await changed();
      expect(root.dataset.rev).toBe("21");
    });

    test("leaves no timer behind when the board is closed", async () => {
      const { model, close } = show();
      played(model);
      await changed();
      vi.advanceTimersByTime(300);
      close();
      vi.advanceTimersByTime(50);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
