/** One board in one place of the page: brings scene, session, canvas and panel together. */

import type { AnyModel } from "@anywidget/types";
import { Cells } from "./cells.ts";
import { describe } from "./describe.ts";
import { type Format, give } from "./export.ts";
import { Float } from "./float.ts";
import { frame } from "./frame.ts";
import type { Point } from "./geometry.ts";
import { type Host, watchHost } from "./host.ts";
import { listen } from "./input.ts";
import { walkTo } from "./layout.ts";
import { inert, Link } from "./link.ts";
import { Motion } from "./motion.ts";
import type { Style } from "./paint/shape.ts";
import { unit } from "./paint/unit.ts";
import { arcsOf, type Picture, paint } from "./painter.ts";
import { button, h } from "./panel/dom.ts";
import { Panel, part, renew } from "./panel/panel.ts";
import type { PanelView } from "./panel/view.ts";
import type { Table, Token, Traits } from "./protocol.ts";
import { Scene, TRAITS } from "./scene.ts";
import { Session } from "./session.ts";
import { lying, stoneAt } from "./stones.ts";
import { Surface, watchRatio } from "./surface.ts";
import { type Palette, palette, properties } from "./theme.ts";
import { Tip } from "./tip.ts";
import { card, news } from "./told.ts";
import { say } from "./words.ts";

/** The root element with its public properties. */
export type BoardElement = HTMLElement & {
  locate(name: string): Point | null;
  describe(): string;
  readonly language: string;
  readonly theme: "light" | "dark";
};

/** What may be put on top of a board: it sees what is shown, and hears events before the board does. */
export interface Guest {
  update(view: PanelView): void;
  paint(picture: Picture): void;
  told(): string[]; // lines of the description
}

/** What a guest gets of its board. */
export interface House {
  root: HTMLElement;
  panel: HTMLElement;
  session: Session;
  surface: Surface;
  refresh(): void;
  signal: AbortSignal;
}

export class Board {
  readonly root: BoardElement;
  #model: AnyModel<Traits>;
  #link: Link;
  #session: Session;
  #shown: Scene; // the position that is fully painted
  #surface = new Surface();
  #panel = new Panel();
  #tip = new Tip();
  #cells = new Cells();
  #zoom = part("div", "hw-zoom");
  #live = h("div.live", { "aria-live": "polite" });
  #heard: unknown = ""; // what was said last
  #told: Table | null = null; // the table whose heading was said last
  #stage = h(
    "div.stage",
    {},
    this.#surface.canvas,
    this.#cells.element,
    this.#zoom.element,
    this.#tip.element,
  );
  #float: Float;
  #motion: Motion;
  #host: Host;
  #dressed = "";
  #width = 0;
  #pointer: Point | null = null;
  #aim: number | null = null; // place that was painted as aimed at
  #queued = false;
  #closing = new AbortController();
  #guest: Guest | undefined;

  constructor(model: AnyModel<Traits>, el: HTMLElement, invite?: (house: House) => Guest) {
    this.#model = model;
    this.#link = new Link(model, el, () => this.#queue(), this.#closing.signal);
    this.#shown = this.#read();
    this.root = this.#makeRoot();
    this.#float = new Float(this.root);
    this.#motion = new Motion({
      surface: this.#surface,
      float: this.#float,
      font: () => this.#style.font,
      find: (name) => this.#named(name),
      paint: () => this.#paint(),
      turn: () => this.#refresh(),
      done: () => this.#refresh(),
    });
    this.#session = new Session(
      this.#shown,
      (intent) => this.#link.lost || model.send(intent),
      () => this.#refresh(),
      () => this.#snapBack(),
    );
    this.#session.lost = this.#link.lost;
    this.#heard = this.#speech; // a board that comes says nothing
    this.#host = watchHost(this.root, () => this.#refresh(), this.#closing.signal);
    el.append(this.root);
    this.#guest = invite?.({
      root: this.root,
      panel: this.#panel.element,
      session: this.#session,
      surface: this.#surface,
      refresh: () => this.#refresh(),
      signal: this.#closing.signal,
    });
    this.#listen();
    this.#refresh();
  }

  close(): void {
    this.#closing.abort();
    this.#session.close();
    this.#motion.settle();
    this.root.remove();
  }

  get #theme(): "light" | "dark" {
    const { theme } = this.#session.scene.traits;
    if (this.#host.paper()) return "light";
    if (theme !== "auto" && !this.#host.system()) return theme;
    return this.#host.dark() ? "dark" : "light";
  }

  get #colours(): Palette {
    return palette(this.#theme, this.#host.system());
  }

  #read(): Scene {
    const { lost } = this.#link;
    return new Scene((key) => (lost ? inert(key, this.#model.get(key)) : this.#model.get(key)));
  }

  #makeRoot(): BoardElement {
    const root = h(
      "div",
      { class: "hexwidgets-board", role: "application", tabindex: "0" },
      this.#stage,
      this.#panel.element,
      this.#live,
    );
    return Object.defineProperties(root, {
      locate: { value: (name: string) => this.#locate(name) },
      describe: {
        value: () =>
          describe(this.#shown, this.#session, this.#theme, this.#surface.zoom, this.#guest?.told()),
      },
      language: { get: () => this.#session.scene.traits.language },
      theme: { get: () => this.#theme },
    }) as unknown as BoardElement;
  }

  #listen(): void {
    const { signal } = this.#closing;
    const model = this.#model;
    const moved = (): void => {
      this.#link.heard();
      this.#queue();
    };
    const heard = (message: unknown): void => {
      this.#link.heard();
      this.#session.wire.hear(message);
    };
    for (const trait of TRAITS) model.on(`change:${trait}`, moved);
    model.on("msg:custom", heard);
    signal.addEventListener("abort", () => {
      for (const trait of TRAITS) model.off(`change:${trait}`, moved);
      model.off("msg:custom", heard);
    });

    const sizes = new ResizeObserver(() => this.#resize(this.root.clientWidth));
    sizes.observe(this.root);
    signal.addEventListener("abort", () => sizes.disconnect());
    watchRatio(this.#surface.canvas, () => this.#refresh(), signal);

    listen(
      {
        root: this.root,
        canvas: this.#surface.canvas,
        placeAt: (at) => this.#surface.placeAt(at),
        gemAt: (at) => this.#gemAt(at),
        pointer: (at) => this.#follow(at),
        walk: (dx, dy) => this.#walk(dx, dy),
        reach: (at) => this.#reach(at),
        zoom: (by, to, from) => this.#enlarge(by, to, from),
        card: (target, at) => this.#card(target, at),
        hurry: () => this.#motion.skip(),
        save: (format) => this.#save(format),
        ready: () => this.#ready(),
      },
      this.#session,
      signal,
    );
  }

  /** Traits of one change arrive one by one; look at them together once they are all there. */
  #queue(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (!this.#closing.signal.aborted) this.#arrive();
    });
  }

  #arrive(): void {
    const before = this.#session.scene;
    const after = this.#read();
    const placed = this.#session.carry?.waiting != null ? this.#session.carry.over : null;
    this.#session.scene = after;
    this.#session.lost = this.#link.lost;
    if (before.traits.rev !== after.traits.rev) {
      this.#tell(news(before, after));
      this.#heard = this.#speech;
      if (this.#width) this.#motion.start(before, after, placed);
    }
    this.#refresh();
  }

  /** Let screen readers speak: a new node is heard even where the same was said before. */
  #tell(text: string): void {
    if (text) this.#live.replaceChildren(h("p", {}, text));
  }

  /** What is to be said aloud when it changes: refusals, and how what was begun stands. */
  get #speech(): unknown {
    const { flash, carry, order, message } = this.#session;
    return flash ?? (carry || order.open ? message.text : "");
  }

  #resize(width: number): void {
    if (width < 1) return; // hidden: keep the picture until it is shown again
    this.#width = width;
    this.#refresh();
  }

  get #style(): Style {
    const { digits, grid } = this.#session.scene.traits;
    return {
      digits,
      orientation: grid.orientation,
      font: getComputedStyle(this.root).fontFamily || "sans-serif",
    };
  }

  /** Bring everything up to date with the session; does nothing while the container has no size. */
  #refresh(): void {
    const { scene, message } = this.#session;
    const { grid, language, words } = scene.traits;
    const colours = this.#dress();
    this.root.lang = language;
    this.root.dataset.game = grid.game;
    this.root.setAttribute("aria-label", say(words, "board_label"));
    this.#surface.canvas.setAttribute("aria-label", say(words, "board_label"));
    this.root.setAttribute("data-carry", String(this.#session.carry !== null));
    const speech = this.#speech;
    if (speech !== this.#heard) {
      this.#heard = speech;
      if (speech) this.#tell(message.text);
    }
    const { table } = this.#session;
    if (table !== this.#told) {
      this.#told = table;
      if (table) this.#tell(table.rows.length ? table.heading : `${table.heading}\n${table.note}`);
    }
    if (!this.#width) return;
    const { breadth, board, tall, room } = frame(this.#width);
    this.root.dataset.breadth = breadth;
    this.#surface.fit(grid, board, tall);
    const view: PanelView = {
      scene: this.#motion.told?.scene ?? scene,
      told: this.#motion.told?.beat ?? null,
      carry: this.#session.carry,
      message,
      help: this.#session.help,
      breadth,
      room,
      colours,
      style: this.#style,
      cards: this.#session.order.open ? [] : this.#session.cards,
      order: this.#session.order,
      sending: this.#session.sending,
      odds: this.#session.odds,
      oddsShown: this.#session.oddsShown,
      table,
      asks: scene.traits.status.tools !== undefined && !this.#session.lost,
      unfolded: this.#session.goals,
      goal: this.#session.goal,
      playable: this.#session.playable,
    };
    this.#panel.update(view);
    this.#guest?.update(view);
    this.#list();
    this.#paint();
    this.#follow(this.#pointer);
    if (this.#motion.running) return; // still moving: rev and description wait for the end
    this.#shown = scene;
    this.root.dataset.rev = String(scene.traits.rev);
    this.root.dataset.ready = "";
  }

  #dress(): Palette {
    const colours = this.#colours;
    const dressed = colours.name + colours.page;
    if (this.#dressed !== dressed) {
      this.#dressed = dressed;
      this.root.dataset.theme = colours.name;
      for (const [name, value] of properties(colours)) this.root.style.setProperty(name, value);
    }
    return colours;
  }

  #paint(): void {
    const ctx = this.#surface.context();
    const { layout } = this.#surface;
    if (!ctx || !layout) return;
    const { scene, carry, sits, lit, step, gems, cursor, hover, tallies, order, ghost, arcs, edges } =
      this.#session;
    const { landing, verdict, act } = this.#motion;
    const aim = cursor ?? hover;
    this.#aim = aim;
    const play = {
      ...{ carry, fit: sits, lit, step, aim, gems, cursor, tallies, landing, verdict },
      ...{ own: order.open ? order.faction : undefined, plan: ghost, arcs, act, edges },
    };
    const picture = { ctx, scene, play, layout, colours: this.#colours, style: this.#style };
    paint(picture);
    this.#guest?.paint(picture);
  }

  /** The carried unit follows the pointer wherever it is not snapped to a place; a tip names the place. */
  #follow(at: Point | null): void {
    this.#pointer = at;
    const { carry, scene } = this.#session;
    const { layout } = this.#surface;
    const aim = this.#session.cursor ?? this.#session.hover;
    const { step } = this.#session;
    if (aim !== this.#aim && (step === "place" || scene.fighters.length)) this.#paint();
    const told = carry ? null : aim;
    this.#tip.show(scene, this.#surface, told, step === "place" && this.#session.lit.has(told ?? -1));
    this.#surface.canvas.dataset.hot = String(this.#isHot(at));
    const kind = carry && scene.kind(carry.kind);
    const faction = kind && scene.faction(kind.faction);
    if (!carry || !at || !layout || !kind || !faction || carry.over !== null) {
      this.#float.hide();
      return;
    }
    const side = this.#surface.size;
    const size = side * 2.1;
    const style = this.#style;
    const key = [carry.kind, carry.turn, size, style.digits, this.#theme, globalThis.devicePixelRatio].join();
    this.#float.show(at, size, key, (ctx) => {
      const { shadow } = this.#colours;
      const look = { kind, faction, turn: carry.turn, alpha: 0.92, shadow };
      unit(ctx, { x: size / 2, y: size / 2 }, side, look, style);
    });
  }

  /** Whether a click here, with empty hands, would choose something. */
  #isHot(at: Point | null): boolean {
    const { carry, gems, step, lit, hover, order } = this.#session;
    if (!at || carry) return false;
    const stone = this.#gemAt(at);
    const choosing = step === "place" || order.open;
    return (stone !== null && gems.has(stone)) || (choosing && hover !== null && lit.has(hover));
  }

  #walk(dx: number, dy: number): void {
    const { layout } = this.#surface;
    const session = this.#session;
    if (!layout) return;
    const first = session.cursor ?? session.carry?.over ?? session.hover;
    const last = session.scene.traits.marks.last[0];
    const { scene, order } = session;
    const choosing = session.carry !== null || session.step === "place";
    const own = order.open ? scene.fighterOf(order.faction)?.[0] : undefined;
    const from = first ?? own ?? (choosing ? [...session.lit][0] : last) ?? last ?? 0;
    const on = walkTo(layout, from, dx, dy, (at) => scene.inside(at)) ?? from;
    const to = first === null && own === undefined ? from : on;
    this.#surface.reveal(to);
    this.#reach(to);
    this.#cells.focus(to);
  }

  /** The keys, or a screen reader, are at a place. */
  #reach(at: number): void {
    const session = this.#session;
    session.cursor = at;
    session.hover = null;
    session.over(at);
    this.#refresh();
  }

  /** The list of places, and the buttons over the board. */
  #list(): void {
    const { scene, carry, step, order, lit, cursor } = this.#session;
    const { words } = scene.traits;
    const open = carry || step === "place" || order.open ? lit : new Set<number>();
    this.#cells.update(scene, this.#surface, cursor, open, cursor === null ? [] : this.#ordered(cursor));
    const zoomed = this.#surface.zoom > 1;
    renew(this.#zoom, [zoomed, words.zoom_in, words.zoom_reset], () => {
      const whole = zoomed ? [button("zoom-reset", say(words, "zoom_reset"), "0", "whole")] : [];
      return [...whole, button("zoom-in", say(words, "zoom_in"), "+", "zoom")];
    });
  }

  /** Around the place that the keys reached, or the middle, where no point is given. */
  #enlarge(by: number, to?: Point, from?: Point): void {
    const { layout, canvas } = this.#surface;
    const box = canvas.getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const place = layout?.points[this.#session.cursor ?? -1];
    this.#surface.enlarge(by, to ?? (place ? this.#surface.toClient(place) : middle), from);
    this.#refresh();
  }

  /** A long press on a unit, on the board or in the hand, shows its card. */
  #card(target: EventTarget | null, at: Point): boolean {
    const { scene } = this.#session;
    const kind =
      target instanceof Element ? target.closest<HTMLElement>("[data-kind]")?.dataset.kind : undefined;
    const token = kind ? ([-1, Number(kind), 0] as Token) : scene.token(this.#surface.placeAt(at) ?? -1);
    if (!token) return false;
    const box = this.#surface.canvas.getBoundingClientRect();
    const lines = card(scene, token);
    this.#tip.put(this.#surface, { x: at.x - box.left, y: at.y - box.top }, 40, lines);
    this.#tell(lines.join(", "));
    return true;
  }

  /** What a place means to the order that is put together: the card that leads there, the dice against it. */
  #ordered(at: number): string[] {
    const { scene, arcs } = this.#session;
    const dice = arcsOf(scene, arcs).find((one) => one.at === at)?.dice;
    const label = this.#session.offerAt(at)?.card.label ?? "";
    if (dice === undefined) return label ? [label] : [];
    const faction = scene.faction(scene.kind(scene.token(arcs ?? -1)?.[1] ?? -1)?.faction)?.label ?? "";
    const told = say(scene.traits.words, "dice_label", { faction, n: dice });
    return label ? [label, told] : [told];
  }

  #save(format: Format): void {
    const { scene } = this.#session;
    const still = { scene, colours: palette(this.#theme), style: this.#style };
    if (!give(this.root, format, still, this.root.describe())) this.#session.say("not_copied");
    else if (format === "text") this.#session.say("copied");
  }

  /** Move the focus to what would play the choice that a row of a table put on the board. */
  #ready(): void {
    const { step, cursor } = this.#session;
    if (step === "place" && cursor !== null) this.#cells.focus(cursor);
    for (const name of ["place", "commit"])
      this.root.querySelector<HTMLElement>(`[data-name="button:${name}"]`)?.focus({ preventScroll: true });
  }

  #snapBack(): void {
    const { carry, scene } = this.#session;
    const { layout } = this.#surface;
    const kind = carry && scene.kind(carry.kind);
    const home = kind && this.#named(`hand:${kind.key}`);
    if (!carry || !home || !layout) return;
    const place = layout.points[carry.over ?? -1];
    if (place) this.#session.carry = { ...carry, over: null };
    this.#follow(place ? this.#surface.toClient(place) : this.#pointer);
    this.#float.glide(home, 160);
  }

  #gemAt(client: Point): string | null {
    return stoneAt(lying(this.#session.scene, this.#surface.layout), this.#surface.toLocal(client));
  }

  /** Client coordinates of what a name means, or null when it is not on show. */
  #locate(name: string): Point | null {
    const { layout } = this.#surface;
    if (name.startsWith("stone:")) {
      const stones = lying(this.#session.scene, layout);
      const stone = stones.find((one) => one.key === name.slice(6));
      return stone ? this.#surface.toClient(stone.point) : null;
    }
    const at = this.#session.scene.named(name);
    if (at === null) return this.#named(name);
    const point = layout?.points[at];
    if (!point) return null;
    const client = this.#surface.toClient(point);
    return this.#surface.placeAt(client) === null ? null : client; // zoomed out of sight
  }

  #named(name: string): Point | null {
    const all = [...this.root.querySelectorAll<HTMLElement>("[data-name]")].filter(
      (e) => e.dataset.name === name,
    );
    const element = all.find((e) => e.dataset.off === undefined) ?? all[0];
    const box = element?.getBoundingClientRect();
    return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
  }
}
