/** One board in one place of the page: brings scene, session, canvas and panel together. */

import type { AnyModel } from "@anywidget/types";
import { describe } from "./describe.ts";
import { Float } from "./float.ts";
import type { Point } from "./geometry.ts";
import { type Host, watchHost } from "./host.ts";
import { listen } from "./input.ts";
import { gemPoint, gemSize, walkTo } from "./layout.ts";
import { DROP, dropped, FLY, taken } from "./motion.ts";
import { gem } from "./paint/gem.ts";
import type { Style } from "./paint/shape.ts";
import { unit } from "./paint/unit.ts";
import { paint } from "./painter.ts";
import { h } from "./panel/dom.ts";
import { Panel } from "./panel/panel.ts";
import type { Breadth } from "./panel/view.ts";
import type { Traits } from "./protocol.ts";
import { Scene, TRAITS } from "./scene.ts";
import { Session } from "./session.ts";
import { Surface, watchRatio } from "./surface.ts";
import { type Palette, palette, properties } from "./theme.ts";
import { say } from "./words.ts";

const NARROW = 640; // the panel goes below the board
const WIDE = 960;
const TALL = 720; // the board grows no higher
const PANEL = { narrow: 0, mid: 268, wide: 316 }; // as in the style sheet
const INSET = { narrow: 26, mid: 26, wide: 30 }; // its padding and border
const PADDING = { narrow: 16, mid: 28, wide: 28 };
const GAP = 18;

/** The root element with its public properties. */
export type BoardElement = HTMLElement & {
  locate(name: string): Point | null;
  describe(): string;
  readonly language: string;
  readonly theme: "light" | "dark";
};

export class Board {
  readonly root: BoardElement;
  #model: AnyModel<Traits>;
  #session: Session;
  #shown: Scene; // the position that is fully painted
  #surface = new Surface();
  #panel = new Panel();
  #tip = h("div", { class: "hw-tip", "aria-hidden": "true", hidden: true });
  #live = h("div", { class: "hw-live", "aria-live": "polite" });
  #stage = h("div", { class: "hw-stage" }, this.#surface.canvas, this.#tip);
  #float: Float;
  #host: Host;
  #width = 0;
  #pointer: Point | null = null;
  #landing = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queued = false;
  #closing = new AbortController();

  constructor(model: AnyModel<Traits>, el: HTMLElement) {
    this.#model = model;
    this.#shown = this.#read();
    this.root = this.#makeRoot();
    this.#float = new Float(this.root);
    this.#session = new Session(
      this.#shown,
      (intent) => model.send(intent),
      () => this.#refresh(),
      () => this.#snapBack(),
    );
    this.#host = watchHost(this.root, () => this.#refresh(), this.#closing.signal);
    el.append(this.root);
    this.#listen();
    this.#refresh();
  }

  close(): void {
    this.#closing.abort();
    this.#session.wire.close();
    this.#settle();
    this.root.remove();
  }

  get #theme(): "light" | "dark" {
    const { theme } = this.#session.scene.traits;
    if (theme !== "auto") return theme;
    return this.#host.dark() ? "dark" : "light";
  }

  #read(): Scene {
    return new Scene((key) => this.#model.get(key));
  }

  #makeRoot(): BoardElement {
    const root = h(
      "div",
      { class: "hexwidgets-board", role: "application", tabindex: "0", "data-lm-suppress-shortcuts": "true" },
      this.#stage,
      this.#panel.element,
      this.#live,
    );
    return Object.defineProperties(root, {
      locate: { value: (name: string) => this.#locate(name) },
      describe: { value: () => describe(this.#shown, this.#session, this.#theme) },
      language: { get: () => this.#session.scene.traits.language },
      theme: { get: () => this.#theme },
    }) as unknown as BoardElement;
  }

  #listen(): void {
    const { signal } = this.#closing;
    const model = this.#model;
    const moved = (): void => this.#queue();
    const heard = (message: unknown): void => this.#session.wire.hear(message);
    for (const trait of TRAITS) model.on(`change:${trait}`, moved);
    model.on("msg:custom", heard);
    signal.addEventListener("abort", () => {
      for (const trait of TRAITS) model.off(`change:${trait}`, moved);
      model.off("msg:custom", heard);
    });

    const sizes = new ResizeObserver(() => this.#resize(this.root.clientWidth));
    sizes.observe(this.root);
    signal.addEventListener("abort", () => sizes.disconnect());
    watchRatio(() => this.#refresh(), signal);

    listen(
      {
        root: this.root,
        canvas: this.#surface.canvas,
        placeAt: (at) => this.#surface.placeAt(at),
        gemAt: (at) => this.#gemAt(at),
        pointer: (at) => this.#follow(at),
        walk: (dx, dy) => this.#walk(dx, dy),
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
    if (before.traits.rev !== after.traits.rev) this.#animate(before, after, placed);
    this.#announce(before, after);
    this.#refresh();
  }

  #animate(before: Scene, after: Scene, placed: number | null): void {
    this.#settle();
    if (!this.#width || globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const drops = dropped(before, after).filter((at) => at !== placed);
    const flights = taken(before, after);
    if (!drops.length && !flights.length) return;
    this.#landing = new Map(drops.map((at) => [at, 0]));
    for (const flight of flights) this.#fly(before, flight.gem, flight.from, after, flight.seat);
    this.#timer = setTimeout(
      () => {
        this.#settle();
        this.#refresh();
      },
      flights.length ? FLY : DROP,
    );
    const start = performance.now();
    const step = (now: number): void => {
      if (!this.#landing.size) return;
      const part = Math.min(1, Math.max(0, (now - start) / DROP));
      for (const at of this.#landing.keys()) this.#landing.set(at, 1 - (1 - part) ** 3);
      this.#paint();
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Whatever moves is at its end. */
  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#landing = new Map();
    this.#float.clear();
  }

  #fly(before: Scene, index: number, from: number, after: Scene, seat: number): void {
    const { layout } = this.#surface;
    const stone = after.gem(index);
    const lay = before.traits.marks.gems.find((entry) => entry[0] === from)?.slice(1) ?? [];
    const name = after.faction(after.traits.tray.seats[seat]?.faction)?.name;
    const target = this.#named(`seat:${name}`);
    if (!layout || !stone || !target) return;
    const radius = gemSize(layout, lay.length);
    const start = this.#surface.toClient(gemPoint(layout, from, lay.indexOf(index), lay.length));
    const middle = { x: radius * 1.2, y: radius * 1.2 };
    const { font } = this.#style;
    this.#float.fly(start, target, radius * 2.4, FLY, (ctx) =>
      gem(ctx, middle, radius, stone.colour, stone.points, font),
    );
  }

  #announce(before: Scene, after: Scene): void {
    const { status, words, rev } = after.traits;
    if (before.traits.rev === rev) return;
    const scores = after.traits.tray.seats
      .filter((seat, i) => seat.score !== before.traits.tray.seats[i]?.score)
      .map((seat) => `${after.faction(seat.faction)?.label} ${say(words, "points", { n: seat.score })}`);
    this.#tell([status.event?.text, ...scores, status.prompt].filter(Boolean).join(". "));
  }

  #tell(text: string): void {
    if (text) this.#live.textContent = text;
  }

  #resize(width: number): void {
    if (width < 1) return; // hidden: keep the picture until it is shown again
    this.#width = width;
    this.#refresh();
  }

  get #breadth(): Breadth {
    return this.#width < NARROW ? "narrow" : this.#width < WIDE ? "mid" : "wide";
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
    if (message.tone !== "plain" && this.#live.textContent !== message.text) this.#tell(message.text);
    if (!this.#width) return;
    const breadth = this.#breadth;
    this.root.dataset.breadth = breadth;
    const inside = this.#width - PADDING[breadth];
    const beside = PANEL[breadth] && PANEL[breadth] + GAP;
    this.#surface.fit(grid, inside - beside, breadth === "narrow" ? inside : TALL);
    this.#panel.update({
      scene,
      carry: this.#session.carry,
      message,
      help: this.#session.help,
      breadth,
      room: (PANEL[breadth] || inside) - INSET[breadth],
      colours,
      style: this.#style,
      playable: this.#session.playable,
    });
    this.#paint();
    this.#follow(this.#pointer);
    if (this.#timer !== undefined) return; // still moving: rev and description wait for the end
    this.#shown = scene;
    this.root.dataset.rev = String(scene.traits.rev);
    this.root.dataset.ready = "";
  }

  #dress(): Palette {
    const colours = palette(this.#theme);
    if (this.root.dataset.theme !== colours.name) {
      this.root.dataset.theme = colours.name;
      for (const [name, value] of properties(colours)) this.root.style.setProperty(name, value);
    }
    return colours;
  }

  #paint(): void {
    const ctx = this.#surface.context();
    const { layout } = this.#surface;
    if (!ctx || !layout) return;
    const { scene, carry, sits, lit, gems, hover, cursor } = this.#session;
    const play = { carry, fit: sits, lit, gems, hover, cursor, landing: this.#landing };
    paint({ ctx, scene, play, layout, colours: palette(this.#theme), style: this.#style });
  }

  /** The carried unit follows the pointer wherever it is not snapped to a place; a tip names the place. */
  #follow(at: Point | null): void {
    this.#pointer = at;
    const { carry, scene } = this.#session;
    const { layout } = this.#surface;
    this.#tipFor(carry ? null : (this.#session.cursor ?? this.#session.hover));
    const kind = carry && scene.kind(carry.kind);
    const faction = kind && scene.faction(kind.faction);
    if (!carry || !at || !layout || !kind || !faction || carry.over !== null) {
      this.#float.hide();
      return;
    }
    const size = layout.size * 2.1;
    const style = this.#style;
    const key = [carry.kind, carry.turn, size, style.digits, this.#theme, globalThis.devicePixelRatio].join();
    this.#float.show(at, size, key, (ctx) => {
      const shadow = palette(this.#theme).shadow;
      const look = { kind, faction, turn: carry.turn, alpha: 0.92, shadow };
      unit(ctx, { x: size / 2, y: size / 2 }, layout.size, look, style);
    });
  }

  #tipFor(at: number | null): void {
    const { scene } = this.#session;
    const { layout } = this.#surface;
    const place = scene.place(at);
    const notes = scene.traits.marks.notes.filter(([where]) => where === at).map(([, note]) => note);
    this.#tip.hidden = !place || !layout || place.kind === "void";
    const point = layout?.points[at ?? -1];
    if (this.#tip.hidden || !place || !layout || !point || at === null) return;
    const token = scene.token(at);
    const kind = token && scene.kind(token[1]);
    const faction = kind && scene.faction(kind.faction);
    const who = kind ? `${faction?.label} ${kind.key}` : "";
    this.#tip.replaceChildren(
      h("b", {}, place.name),
      ...[who, ...notes].filter(Boolean).map((text) => h("span", {}, text)),
    );
    const below = point.y < layout.size * 2.2;
    this.#tip.dataset.below = String(below);
    this.#tip.style.left = `${Math.min(Math.max(point.x, 70), layout.width - 70)}px`;
    this.#tip.style.top = `${point.y + layout.size * (below ? 0.95 : -0.95)}px`;
  }

  #walk(dx: number, dy: number): void {
    const { layout } = this.#surface;
    const session = this.#session;
    if (!layout) return;
    const first = session.cursor ?? session.carry?.over ?? session.hover;
    const from = first ?? session.scene.traits.marks.last[0] ?? [...session.lit][0] ?? 0;
    const to = first === null ? from : (walkTo(layout, from, dx, dy) ?? from);
    session.cursor = to;
    session.hover = null;
    session.over(to);
    this.#refresh();
    this.#tell(this.#spoken(to));
  }

  /** A place as a screen reader says it. */
  #spoken(at: number): string {
    const { scene, message, carry } = this.#session;
    if (carry) return message.text;
    const name = scene.place(at)?.name ?? "";
    const token = scene.token(at);
    const kind = token && scene.kind(token[1]);
    const who = kind ? `${scene.faction(kind.faction)?.label} ${kind.key}` : "";
    const notes = scene.traits.marks.notes.filter(([where]) => where === at).map(([, note]) => note);
    return [name, who, ...notes].filter(Boolean).join(", ");
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
    const { layout } = this.#surface;
    if (!layout) return null;
    const p = this.#surface.toLocal(client);
    for (const [key, { point, radius }] of this.#stones()) {
      if (Math.hypot(point.x - p.x, point.y - p.y) < radius * 1.15) return key;
    }
    return null;
  }

  #stones(): Map<string, { point: Point; radius: number }> {
    const found = new Map<string, { point: Point; radius: number }>();
    const { layout } = this.#surface;
    if (!layout) return found;
    const { scene } = this.#session;
    for (const [at, ...gems] of scene.traits.marks.gems) {
      gems.forEach((index, i) => {
        const key = scene.gem(index)?.key ?? "";
        const point = gemPoint(layout, at ?? 0, i, gems.length);
        found.set(key, { point, radius: gemSize(layout, gems.length) });
      });
    }
    return found;
  }

  /** Client coordinates of what a name means, or null when it is not on show. */
  #locate(name: string): Point | null {
    const { layout } = this.#surface;
    if (name.startsWith("stone:")) {
      const stone = this.#stones().get(name.slice(6));
      return stone ? this.#surface.toClient(stone.point) : null;
    }
    const at = this.#session.scene.named(name);
    if (at === null) return this.#named(name);
    const point = layout?.points[at];
    return point ? this.#surface.toClient(point) : null;
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
