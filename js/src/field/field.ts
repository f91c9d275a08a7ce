/** One board for any purpose in one place of the page: brings data, view, picture, list and messages together. */

import type { AnyModel } from "@anywidget/types";
import type { Format } from "../export.ts";
import { corners, type Point } from "../geometry.ts";
import { type Host, watchHost } from "../host.ts";
import { type Layout, walkTo } from "../layout.ts";
import { Link } from "../link.ts";
import { button, h } from "../panel/dom.ts";
import type { Traits as SceneTraits } from "../protocol.ts";
import { watchRatio } from "../surface.ts";
import { type Palette, palette, properties } from "../theme.ts";
import { say } from "../words.ts";
import { Data, WATCHED } from "./data.ts";
import { describe } from "./describe.ts";
import { listen } from "./input.ts";
import { List } from "./list.ts";
import { SCALE } from "./paint.ts";
import { Post } from "./post.ts";
import type { Traits } from "./protocol.ts";
import { give } from "./save.ts";
import { Sheet } from "./sheet.ts";
import { View } from "./view.ts";

const TIP = 120; // pixels that a tip is kept from the sides
const CTRL_OR_SHIFT = 2 + 4 + 8;

/** The root element with its public properties. */
export type FieldElement = HTMLElement & {
  locate(name: string): Point | null;
  describe(): string;
};

export class Field {
  readonly root: FieldElement;
  #model: AnyModel<Traits>;
  #data = new Data();
  #view = new View();
  #sheet: Sheet;
  #post: Post;
  #link: Link;
  #host: Host;
  #list = new List();
  #cells = h("div", { class: "hw-field" });
  #rings = { under: ring("hover"), cursor: ring("cursor") };
  #tip = h("div", { class: "hw-tip", "aria-hidden": "true", hidden: true });
  #tools = h("div", { class: "hw-zoom" });
  #legend = h("div", { class: "hw-legend", hidden: true });
  #note = h("p", { class: "hw-said", hidden: true });
  #live = h("div", { class: "hw-live", "aria-live": "polite" });
  #stage: HTMLElement;
  #closing = new AbortController();
  #colours: Palette = palette("light");
  #font = "sans-serif";
  #widest = 1; // width of the widest name, in its font sizes
  #width = 0;
  #changed = new Set<string>();
  #cursor: number | null = null;
  #hover: number | null = null;
  #stroke = new Set<number>(); // what the selection was before a stroke selects
  #menu = false;
  #made = ""; // what the tools were made from
  #drawn = 0; // a frame that is waited for

  constructor(model: AnyModel<Traits>, el: HTMLElement) {
    this.#model = model;
    this.#cells.append(...[this.#rings.under, this.#rings.cursor]);
    this.#stage = h("div", { class: "hw-stage" }, this.#cells, this.#list.element, this.#tip);
    this.root = this.#makeRoot();
    const style = () => ({
      colours: this.#colours,
      font: this.#font,
      names: model.get("names"),
      widest: this.#widest,
    });
    this.#sheet = new Sheet(this.#data, this.#view, style, () => this.#painted());
    this.#cells.prepend(this.#sheet.element);
    this.#post = new Post(
      (message) => this.#link.lost || model.send(message),
      () => model.get("_hears"),
      { said: (text) => this.#say(text), silent: () => this.#say(say(model.get("words"), "silent")) },
    );
    const { signal } = this.#closing;
    this.#link = new Link(model as unknown as AnyModel<SceneTraits>, el, () => this.#lost(), signal);
    this.#data.update((key) => model.get(key), new Set(WATCHED));
    this.#host = watchHost(this.root, () => this.#dress(), signal);
    el.append(this.root);
    this.#listen();
    this.#dress();
  }

  close(): void {
    this.#closing.abort();
    this.#post.close();
    this.#sheet.close();
    cancelAnimationFrame(this.#drawn);
    this.root.remove();
  }

  #makeRoot(): FieldElement {
    const root = h(
      "div",
      { class: "hexwidgets-board hexwidgets-field", role: "application", tabindex: "0" },
      this.#stage,
      h("div", { class: "hw-bar" }, this.#legend, this.#tools),
      this.#note,
      this.#live,
    );
    root.dataset.game = "field";
    return Object.defineProperties(root, {
      locate: { value: (name: string) => this.#locate(name) },
      describe: { value: () => this.#describe() },
    }) as unknown as FieldElement;
  }

  #listen(): void {
    const { signal } = this.#closing;
    const model = this.#model;
    const hear = (message: unknown): void => {
      this.#link.heard();
      this.#post.hear(message);
    };
    model.on("msg:custom", hear);
    const changes = WATCHED.map((trait) => {
      const changed = (): void => this.#queue(trait);
      model.on(`change:${trait}`, changed);
      return () => model.off(`change:${trait}`, changed);
    });
    const sizes = new ResizeObserver(() => this.#resize(this.root.clientWidth));
    sizes.observe(this.root);
    signal.addEventListener("abort", () => {
      model.off("msg:custom", hear);
      for (const off of changes) off();
      sizes.disconnect();
    });
    const probe = h("canvas", { class: "hw-ratio", "aria-hidden": "true" });
    this.root.append(probe);
    watchRatio(probe, () => this.#fit(), signal);
    listen(
      {
        root: this.root,
        canvas: this.#cells,
        drag: () => model.get("drag"),
        hears: (kind) => model.get("_hears").includes(kind),
        cellAt: (client) => this.#cellAt(client),
        between: (from, to) => this.#data.between(from, to),
        pan: (dx, dy) => this.#pan(dx, dy),
        zoom: (by, to, from) => this.#zoom(by, to, from),
        hover: (at, keys) => this.#point(at, keys),
        click: (at, button, keys) => this.#click(at, button, keys),
        stroke: (cells, phase, button, keys) => this.#draw(cells, phase, button, keys),
        walk: (dx, dy, keys) => this.#walk(dx, dy, keys),
        reach: (at) => this.#reach(at),
        enter: (keys) => this.#cursor !== null && this.#click(this.#cursor, 0, keys),
        escape: () => this.#escape(),
        save: (format) => this.#save(format),
        menu: () => {
          this.#menu = !this.#menu;
          this.#controls();
        },
      },
      signal,
    );
  }

  // -- what Python says ------------------------------------------------------------------------------

  /** Traits of one change arrive one by one; look at them together once they are all there. */
  #queue(trait: string): void {
    this.#link.heard();
    this.#changed.add(trait);
    if (this.#changed.size > 1) return;
    queueMicrotask(() => {
      const changed = this.#changed;
      this.#changed = new Set();
      if (!this.#closing.signal.aborted) this.#arrive(changed);
    });
  }

  #arrive(changed: ReadonlySet<string>): void {
    const dirty = this.#data.update((key) => this.#model.get(key), changed);
    if (changed.has("theme")) this.#dress();
    if (changed.has("grid")) {
      this.#cursor = this.#hover = null;
      this.#measure();
      this.#fit();
      return;
    }
    if (!this.#width) return;
    if (dirty === null) this.#sheet.renew();
    else if (dirty.size) this.#sheet.touch(dirty);
    else if (changed.has("rev")) this.#painted();
    this.#around();
  }

  #lost(): void {
    if (this.#link.lost) this.#say(say(this.#model.get("words"), "lost"));
  }

  #say(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = !text;
    if (text) this.#live.replaceChildren(h("p", {}, text));
  }

  // -- how it looks ----------------------------------------------------------------------------------

  get #theme(): "light" | "dark" {
    const theme = this.#model.get("theme");
    if (this.#host.paper()) return "light";
    if (theme !== "auto" && !this.#host.system()) return theme;
    return this.#host.dark() ? "dark" : "light";
  }

  #dress(): void {
    const colours = palette(this.#theme, this.#host.system());
    const same = this.root.dataset.theme === colours.name && this.#colours.page === colours.page;
    if (same) return;
    this.#colours = colours;
    this.root.dataset.theme = colours.name;
    for (const [name, value] of properties(colours)) this.root.style.setProperty(name, value);
    this.#measure();
    if (this.#width) this.#sheet.renew();
    this.#around();
  }

  #measure(): void {
    this.#font = getComputedStyle(this.root).fontFamily || "sans-serif";
    const ctx = h("canvas").getContext("2d");
    if (!ctx) return;
    ctx.font = `500 100px ${this.#font}`;
    const { names } = this.#data;
    const longest = Math.max(0, ...names.map((name) => name.length));
    const widths = names.filter((name) => name.length >= longest - 1).slice(0, 200);
    this.#widest = Math.max(0.1, ...widths.map((name) => ctx.measureText(name).width / 100));
  }

  #resize(width: number): void {
    const style = getComputedStyle(this.root);
    const inside =
      width - (Number.parseFloat(style.paddingLeft) || 0) - (Number.parseFloat(style.paddingRight) || 0);
    if (width < 1 || inside < 1) return; // hidden: keep the picture until it is shown again
    if (inside === this.#width) return;
    this.#width = inside;
    this.#fit();
  }

  #fit(): void {
    if (!this.#width) return;
    this.root.dataset.breadth = this.#width < 480 ? "narrow" : "wide";
    this.#view.fit(this.#data, this.#width);
    this.#stage.style.width = `${this.#view.width}px`;
    this.#stage.style.height = `${this.#view.height}px`;
    this.root.style.setProperty("--hw-wide", `${this.#view.width}px`);
    this.#sheet.renew();
    this.#around();
  }

  /** Everything but the picture of the cells. */
  #around(): void {
    if (!this.#width) return;
    const model = this.#model;
    const { words, title } = { words: model.get("words"), title: model.get("title") };
    this.root.lang = model.get("language");
    this.root.setAttribute("aria-label", title || say(words, "board_label"));
    this.root.setAttribute("aria-description", say(words, "field_help"));
    this.#cells.dataset.drag = model.get("drag");
    this.#cells.dataset.zoomed = String(this.#view.zoom > 1);
    this.#cells.dataset.hot = String(this.#hover !== null && this.#acts);
    this.#list.update(
      {
        count: this.#data.names.length,
        size: this.#view.size,
        title: say(words, "places"),
        several: model.get("select") !== "off",
        spot: (at) => this.#spot(at),
        label: (at) => this.#label(at),
        chosen: (at) => this.#data.chosen.has(at),
      },
      this.#cursor,
    );
    this.#mark();
    this.#controls();
    this.#scale();
  }

  /** Whether a click on a cell does something. */
  get #acts(): boolean {
    return this.#model.get("select") !== "off" || this.#model.get("_hears").includes("click");
  }

  #mark(): void {
    for (const [name, at] of [
      ["under", this.#hover],
      ["cursor", this.#cursor],
    ] as const) {
      const element = this.#rings[name];
      element.style.display = at === null ? "none" : "";
      if (at === null) continue;
      const { x, y } = this.#spot(at);
      const { size } = this.#view;
      const points = corners(this.#data.orientation).map((c) => `${c.x * size * 0.95},${c.y * size * 0.95}`);
      for (const shape of element.children) shape.setAttribute("points", points.join(" "));
      element.style.translate = `${x}px ${y}px`;
    }
    this.#hint();
  }

  #hint(): void {
    const at = this.#cursor ?? this.#hover;
    const text = at === null ? undefined : this.#data.tooltips.get(at);
    const heat = at === null ? undefined : this.#data.heat.get(at);
    const tip = this.#tip;
    tip.hidden = text === undefined && heat === undefined;
    if (at === null || tip.hidden) return;
    const lines = [text, heat === undefined ? undefined : told(heat)].filter((line) => line !== undefined);
    tip.replaceChildren(h("b", {}, this.#data.names[at]), ...lines.map((line) => h("span", {}, line)));
    const { x, y } = this.#spot(at);
    const away = this.#view.size * 0.95;
    const below = y - away < tip.offsetHeight;
    tip.dataset.below = String(below);
    const half = Math.min(
      this.#view.width / 2,
      Math.max(tip.offsetWidth / 2, Math.min(TIP, tip.offsetWidth / 2)),
    );
    tip.style.left = `${Math.max(half, Math.min(x, this.#view.width - half))}px`;
    tip.style.top = `${y + (below ? away : -away)}px`;
  }

  #controls(): void {
    const words = this.#model.get("words");
    const zoomed = this.#view.zoom > 1;
    const made = JSON.stringify([zoomed, this.#menu, words.save]);
    if (made === this.#made) return;
    this.#made = made;
    const formats = (["png", "svg", "text"] as const).map((format) => {
      const word = format === "text" ? "copy_text" : `save_${format}`;
      return button(`save-${format}`, say(words, word), "", null, say(words, word));
    });
    const menu = h("div", { class: "hw-menu", hidden: !this.#menu }, ...formats);
    this.#tools.replaceChildren(
      menu,
      button("save", say(words, "save"), "", "save"),
      ...(zoomed ? [button("zoom-reset", say(words, "zoom_reset"), "0", "whole")] : []),
      button("zoom-in", say(words, "zoom_in"), "+", "zoom"),
    );
  }

  #scale(): void {
    const { heat, scale } = this.#data;
    this.#legend.hidden = heat.size === 0;
    if (this.#legend.hidden) return;
    const bar = h("span", { class: "hw-scale" });
    bar.style.background = `linear-gradient(to right, ${SCALE.join(", ")})`;
    const [low, high] = scale.map((end) => h("span", {}, told(end)));
    const title = this.#model.get("heat_title");
    this.#legend.replaceChildren(...(title ? [h("b", {}, title)] : []), h("span", {}, low, bar, high));
  }

  /** The picture is as Python last said. */
  #painted(): void {
    if (!this.#sheet.settled) return;
    this.root.dataset.rev = String(this.#model.get("rev"));
    this.root.dataset.ready = "";
  }

  #spot(at: number): Point {
    return this.#view.seen(this.#data.points[at] ?? { x: 0, y: 0 });
  }

  /** What a screen reader says of a cell. */
  #label(at: number): string {
    const { names, labels, tokens_at: tokens, fills, heat, tooltips, chosen } = this.#data;
    const words = this.#model.get("words");
    const value = heat.get(at);
    const piece = tokens.get(at);
    const parts = [
      names[at],
      labels.get(at),
      piece && [piece.text, piece.faction, piece.rank, piece.colour].filter(Boolean).join(" "),
      fills.get(at),
      value === undefined ? "" : say(words, "field_heat", { n: told(value) }),
      tooltips.get(at),
      chosen.has(at) ? say(words, "field_chosen") : "",
    ];
    return parts.filter(Boolean).join(", ");
  }

  // -- what people do --------------------------------------------------------------------------------

  #cellAt(client: Point): number | null {
    const box = this.#cells.getBoundingClientRect();
    if (client.x < box.left || client.y < box.top || client.x > box.right || client.y > box.bottom)
      return null;
    return this.#data.cellAt(this.#view.plane(this.#local(client)));
  }

  /** Client coordinates to the stage's own; a page may have scaled it. */
  #local(client: Point): Point {
    const box = this.#cells.getBoundingClientRect();
    const page = (box.width || 1) / (this.#view.width || 1);
    return { x: (client.x - box.left) / page, y: (client.y - box.top) / page };
  }

  #pan(dx: number, dy: number): void {
    this.#view.move(dx, dy);
    this.#moved();
  }

  /** Around a point, the cell that the keys reached, or the middle. */
  #zoom(by: number, to?: Point, from?: Point): void {
    const { width, height } = this.#view;
    const middle = this.#cursor === null ? { x: width / 2, y: height / 2 } : this.#spot(this.#cursor);
    const end = to ? this.#local(to) : middle;
    this.#view.enlarge(by, end, from ? this.#local(from) : end);
    this.#moved();
  }

  /** The view is another: move the picture now, the rest with the next frame. */
  #moved(): void {
    this.#sheet.follow();
    cancelAnimationFrame(this.#drawn);
    this.#drawn = requestAnimationFrame(() => this.#around());
  }

  #point(at: number | null, keys: number): void {
    if (at === this.#hover) return;
    this.#hover = at;
    if (at !== null) this.#cursor = null;
    this.#cells.dataset.hot = String(at !== null && this.#acts);
    this.#mark();
    this.#post.hover(at ?? -1, keys);
  }

  #click(at: number, button: number, keys: number): void {
    this.#say("");
    if (button === 0) this.#select(at, keys);
    this.#post.click(at, button, keys);
  }

  #select(at: number, keys: number): void {
    const select = this.#model.get("select");
    if (select === "off" || this.#model.get("drag") === "select") return;
    const { chosen } = this.#data;
    const more = select === "many" || (keys & CTRL_OR_SHIFT) !== 0;
    const next = new Set(more ? chosen : []);
    if (chosen.has(at) && (more || chosen.size === 1)) next.delete(at);
    else next.add(at);
    this.#choose(next);
  }

  #choose(cells: ReadonlySet<number>): void {
    const model = this.#model;
    const names = [...cells].map((at) => this.#data.names[at] ?? "");
    model.set("selection", names);
    model.save_changes();
    if (!this.#changed.has("selection")) this.#queue("selection"); // a model that tells only what others change
    const told = [...cells].at(-1);
    if (told !== undefined) this.#live.replaceChildren(h("p", {}, this.#label(told)));
  }

  /** Part of a stroke: told to Python, or added to the selection (taken off it, where it began on a chosen cell). */
  #draw(cells: number[], phase: number, button: number, keys: number): void {
    if (this.#model.get("drag") === "paint") {
      this.#post.paint(cells, phase, button, keys);
      return;
    }
    if (phase === 0) {
      this.#say("");
      const adds = this.#model.get("select") === "many" || (keys & CTRL_OR_SHIFT) !== 0;
      const off = adds && this.#data.chosen.has(cells[0] ?? -1);
      this.#stroke = new Set(adds ? this.#data.chosen : []);
      this.#stroke[off ? "delete" : "add"](cells[0] ?? -1);
      this.#taking = off;
    } else for (const at of cells) this.#stroke[this.#taking ? "delete" : "add"](at);
    if (cells.length) this.#choose(this.#stroke);
  }
  #taking = false; // whether the stroke takes cells off the selection

  #walk(dx: number, dy: number, keys: number): void {
    const { points } = this.#data;
    const first = this.#cursor ?? this.#hover ?? [...this.#data.chosen][0];
    const layout = { points, size: 1 } as unknown as Layout;
    const to =
      first === undefined ? this.#middle() : this.#cursor === null ? first : walkTo(layout, first, dx, dy);
    const next = to ?? first ?? 0;
    this.#view.reveal(points[next] ?? { x: 0, y: 0 });
    this.#reach(next);
    this.#sheet.follow();
    this.#list.focus(next);
    if (keys & 8 && this.#model.get("select") !== "off") this.#choose(new Set([...this.#data.chosen, next]));
  }

  /** The cell nearest to the middle of what is seen. */
  #middle(): number {
    const { width, height } = this.#view;
    const { x, y } = this.#view.plane({ x: width / 2, y: height / 2 });
    const far = this.#data.points.map((point) => Math.hypot(point.x - x, point.y - y));
    return far.indexOf(Math.min(...far));
  }

  #reach(at: number): void {
    this.#cursor = at;
    this.#hover = null;
    this.#around();
  }

  #escape(): boolean {
    if (this.#menu) {
      this.#menu = false;
      this.#controls();
    } else if (this.#cursor !== null || !this.#note.hidden) {
      this.#cursor = null;
      this.#say("");
      this.root.focus({ preventScroll: true });
      this.#around();
    } else return false;
    return true;
  }

  #save(format: Format): void {
    const still = { data: this.#data, colours: palette(this.#theme), font: this.#font };
    const names = { names: this.#model.get("names"), widest: this.#widest };
    const words = this.#model.get("words");
    const done = give(this.root, format, { ...still, ...names }, this.#describe());
    if (!done) this.#say(say(words, "not_copied"));
    else if (format === "text") this.#say(say(words, "copied"));
    this.#menu = false;
    this.#controls();
  }

  #describe(): string {
    return describe(this.#data, {
      rev: this.#model.get("rev"),
      theme: this.#theme,
      select: this.#model.get("select"),
      cursor: this.#cursor,
      hover: this.#hover,
      zoom: this.#view.zoom,
      message: this.#note.hidden ? "" : (this.#note.textContent ?? ""),
    });
  }

  /** Client coordinates of what a name means, or null when it is not on show. */
  #locate(name: string): Point | null {
    const at = this.#data.at(name);
    const box = this.#cells.getBoundingClientRect();
    if (at !== null) {
      const page = (box.width || 1) / (this.#view.width || 1);
      const { x, y } = this.#spot(at);
      const client = { x: box.left + x * page, y: box.top + y * page };
      return this.#cellAt(client) === at ? client : null; // zoomed out of sight
    }
    const all = [...this.root.querySelectorAll<HTMLElement>("[data-name]")];
    const found = all.find((element) => element.dataset.name === name)?.getBoundingClientRect();
    return found?.width ? { x: found.left + found.width / 2, y: found.top + found.height / 2 } : null;
  }
}

/** A number for people. */
function told(value: number): string {
  return String(+value.toPrecision(4));
}

/** The outline of a cell, twice, so that it is seen on every colour; moved by the page and not painted. */
function ring(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `hw-ring hw-ring-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.style.display = "none";
  for (let i = 0; i < 2; i++) svg.append(document.createElementNS("http://www.w3.org/2000/svg", "polygon"));
  return svg;
}
