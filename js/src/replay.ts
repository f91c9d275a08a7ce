/** The script of an exported page: a board on a recorded game, and what leads through its positions. */

import { Board } from "./board.ts";
import { h, sketch } from "./panel/dom.ts";
import { type Record, Recording } from "./recording.ts";
import { palette, properties } from "./theme.ts";
import { say } from "./words.ts";

const PACE = 2000; // milliseconds for a position at single speed
const SPEEDS = [0.5, 1, 2, 4];
const SIGNS = {
  first: "M19 5 10 12l9 7zM6 5v14",
  back: "m15 5-8 7 8 7",
  play: "M7 5v14l12-7z",
  pause: "M8 5v14M16 5v14",
  forward: "m9 5 8 7-8 7",
  last: "m5 5 9 7-9 7zM18 5v14",
};

/** Draw the page into an element; what the page is about lies in `record`. */
export function replay(el: HTMLElement, record: Record): void {
  const recording = new Recording(record);
  const place = h("div");
  el.append(place);
  const board = new Board(recording.local.model, place);
  dress(el, board);
  if (recording.last > 0) new Player(el, recording);
}

/** The page takes the colours of its board. */
function dress(el: HTMLElement, board: Board): void {
  const put = (): void => {
    const colours = palette(board.root.theme);
    for (const [name, value] of properties(colours)) el.style.setProperty(name, value);
    el.ownerDocument.body.style.background = colours.page;
  };
  put();
  new MutationObserver(put).observe(board.root, { attributeFilter: ["data-theme"] });
}

class Player {
  #recording: Recording;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #buttons: { [name: string]: HTMLButtonElement } = {};
  #slider: HTMLInputElement;
  #count = h("output.count", {});
  #speed: HTMLSelectElement;
  #events: HTMLButtonElement[];

  constructor(el: HTMLElement, recording: Recording) {
    this.#recording = recording;
    const { last } = recording;
    const label = this.#say("replay_position");
    this.#slider = h("input", {
      type: "range",
      min: "0",
      max: String(last),
      value: "0",
      "aria-label": label,
    });
    const speeds = SPEEDS.map((n) => h("option", { value: String(n), selected: n === 1 }, `${n}\u00d7`));
    this.#speed = h("select", { "aria-label": this.#say("replay_speed") }, ...speeds);
    this.#events = Array.from({ length: last + 1 }, (_, ply) => this.#event(ply));
    const bar = h(
      "div.bar",
      { role: "group", "aria-label": this.#say("replay") },
      this.#button("first", "Home", () => recording.show(0)),
      this.#button("back", "\u2190", () => recording.show(recording.ply - 1)),
      this.#button("play", this.#say("key_space"), () => this.#toggle()),
      this.#button("forward", "\u2192", () => recording.show(recording.ply + 1)),
      this.#button("last", "End", () => recording.show(last)),
      this.#slider,
      this.#count,
      this.#speed,
    );
    const items = this.#events.map((event) => h("li", {}, event));
    const list = h("ol.log", { start: "0" }, ...items);
    const title = h("summary", {}, this.#say("replay_events"));
    el.append(bar, h("details", { open: true }, title, list));
    this.#slider.addEventListener("input", () => {
      const to = Number(this.#slider.value);
      this.#go(() => recording.show(to));
    });
    el.ownerDocument.addEventListener("keydown", (event) => this.#key(event));
    recording.moved = () => this.#update();
    this.#update();
  }

  #say(word: string, facts: { [name: string]: number } = {}): string {
    return say(this.#recording.at(0).words, word, facts);
  }

  #button(name: keyof typeof SIGNS, key: string, act: () => void): HTMLButtonElement {
    const label = this.#say(`replay_${name}`);
    const button = h("button", { title: `${label} (${key})`, "aria-label": label }, sketch(SIGNS[name]));
    button.addEventListener("click", name === "play" ? act : () => this.#go(act));
    this.#buttons[name] = button;
    return button;
  }

  #event(ply: number): HTMLButtonElement {
    const button = h("button", {}, this.#recording.told(ply));
    button.addEventListener("click", () => this.#go(() => this.#recording.show(ply)));
    return button;
  }

  /** Whoever leads by hand ends the playing. */
  #go(act: () => void): void {
    this.#pause();
    act();
  }

  #toggle(): void {
    if (this.#timer !== undefined) {
      this.#pause();
      return;
    }
    const { ply, last } = this.#recording;
    if (ply === last) this.#recording.show(0);
    this.#tick();
  }

  #tick(): void {
    const wait = PACE / Number(this.#speed.value);
    this.#timer = setTimeout(() => {
      this.#recording.show(this.#recording.ply + 1);
      if (this.#recording.ply === this.#recording.last) this.#pause();
      else this.#tick();
    }, wait);
    this.#update();
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#update();
  }

  #update(): void {
    const { ply, last } = this.#recording;
    const { first, back, play, forward, last: end } = this.#buttons;
    for (const button of [first, back]) if (button) button.disabled = ply === 0;
    for (const button of [forward, end]) if (button) button.disabled = ply === last;
    const playing = this.#timer !== undefined;
    const label = this.#say(playing ? "replay_pause" : "replay_play");
    play?.replaceChildren(sketch(SIGNS[playing ? "pause" : "play"]));
    play?.setAttribute("aria-label", label);
    if (play) play.title = `${label} (${this.#say("key_space")})`;
    this.#slider.value = String(ply);
    this.#slider.setAttribute("aria-valuetext", `${ply} / ${last}: ${this.#recording.told(ply)}`);
    this.#count.textContent = `${ply} / ${last}`;
    this.#events.forEach((event, i) => {
      if (i === ply) event.setAttribute("aria-current", "step");
      else event.removeAttribute("aria-current");
    });
    const list = this.#events[ply]?.closest<HTMLElement>(".hw-log");
    const item = this.#events[ply]?.parentElement;
    if (list && item) list.scrollTop = item.offsetTop - (list.clientHeight - item.clientHeight) / 2;
  }

  #key(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target.tagName : "";
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (["INPUT", "SELECT"].includes(target)) return;
    const name = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last", " ": "play" }[
      event.key
    ];
    if (!name || (name === "play" && ["BUTTON", "SUMMARY"].includes(target))) return;
    event.preventDefault();
    this.#buttons[name]?.click();
  }
}

const el = document.getElementById("replay");
const record = document.getElementById("record")?.textContent;
if (el && record) replay(el, JSON.parse(record));
