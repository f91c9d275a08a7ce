/** Beside the board: what can be put down, the rest of the position as a form, what is wrong, and the way to play. */

import { emblem, filled } from "../paint/shape.ts";
import { button, h, picture } from "../panel/dom.ts";
import { part, renew } from "../panel/panel.ts";
import type { PanelView } from "../panel/view.ts";
import type { Scene } from "../scene.ts";
import { ink } from "../theme.ts";
import { say } from "../words.ts";
import type { Desk } from "./desk.ts";
import { drawThing } from "./picture.ts";
import type { Group, Row } from "./protocol.ts";

const SIZE = 36; // pixels: the breadth of a thing

/** What the message line says: what was refused, how what is held is put down, or what can be done. */
export function sentence(desk: Desk, scene: Scene): string {
  const { held, said, words, aim } = desk;
  if (said) return said.text;
  if (!held) return desk.bench.note || desk.bench.flaws.map(({ text }) => text).join(" ");
  const thing = held.thing.label;
  const place = scene.place(aim)?.name;
  if (place) return say(words, "here", { thing, place });
  return say(words, held.thing.look[0] === "kind" ? "carrying_turn" : "carrying", { thing });
}

export class Palette {
  readonly element: HTMLElement;
  #desk: Desk;
  #flaws = part("div", "hw-flaws");
  #bar = part("div", "hw-bench");
  #groups = part("div", "hw-groups");
  #form = part("div", "hw-form");
  #foot = part("div", "hw-foot");

  constructor(desk: Desk) {
    this.#desk = desk;
    const parts = [this.#foot, this.#bar, this.#flaws, this.#groups, this.#form];
    this.element = h("section", { class: "hw-edit" }, ...parts.map(({ element }) => element));
  }

  update(view: PanelView): void {
    const desk = this.#desk;
    const { kit, bench, words, held, open, said } = desk;
    const look = [view.colours.name, view.colours.page, view.style.font, view.style.digits, devicePixelRatio];
    const flaws = bench.flaws.map(({ text, rule }) => [text, rule]);
    renew(this.#foot, [desk.editing, open, bench.changed, flaws.length, words], () => foot(desk));
    const lost = view.scene.traits.words.lost;
    const line = [sentence(desk, view.scene), said?.rule, held && [held.sent, held.thing.look[0]]];
    renew(this.#bar, [desk.editing, open, line, view.help, lost, words], () => bar(desk, view));
    this.#bar.element.dataset.tone = said || !open ? "refused" : "plain";
    renew(this.#flaws, [flaws, words], () => flawList(desk));
    this.#groups.element.role = "group";
    this.#groups.element.ariaLabel = say(words, "palette");
    const key = held?.from === null ? held.thing.key : "";
    renew(this.#groups, [look, open, bench.groups, kit.things, key, held !== null, bad(desk), words], () =>
      bench.groups.map((one) => group(desk, view, one)),
    );
    const typed = this.#typed();
    renew(this.#form, [open, bench.rows, bad(desk), words, [...desk.unfolded]], () => form(desk, view.scene));
    if (typed) this.#type(typed);
  }

  /** What somebody is typing into the form: it stays while the form is made anew. */
  #typed(): { row: string | undefined; value: string } | null {
    const field = (this.element.getRootNode() as Document | ShadowRoot).activeElement;
    const busy = field instanceof HTMLInputElement && this.element.contains(field);
    return busy && field.value !== field.defaultValue ? { row: field.dataset.row, value: field.value } : null;
  }

  #type({ row, value }: { row: string | undefined; value: string }): void {
    const field = this.element.querySelector<HTMLInputElement>(`input[data-row="${row}"]`);
    if (field && field.value !== value) field.value = value;
  }
}

/** Rows and groups that something is wrong with. */
function bad({ bench }: Desk): string[] {
  return bench.flaws.flatMap(({ rows }) => rows);
}

function foot({ editing, open, words, bench }: Desk): HTMLElement[] {
  const named = (name: string): HTMLButtonElement =>
    button(name, say(words, name), "", null, say(words, name));
  if (!editing) return [named("edit")];
  const apply = named("apply");
  apply.classList.add("hw-main");
  apply.disabled = !open || bench.flaws.length > 0;
  const discard = named("discard");
  discard.disabled = !open || !bench.changed;
  const leave = named("leave");
  return bench.changed ? [apply, discard] : [leave];
}

function bar(desk: Desk, view: PanelView): HTMLElement[] {
  const { words, held, said, open } = desk;
  if (!desk.editing) return [];
  if (!open) return [h("p", { class: "hw-text" }, say(words, "lost"))];
  if (view.help) return help(desk);
  const text = said || held ? sentence(desk, view.scene) : desk.bench.note || say(words, "start");
  const line = h("p", { class: "hw-text" }, text);
  if (said?.rule) line.append(" ", h("span", { class: "hw-rule" }, said.rule));
  if (!held || held.sent !== null) return [line];
  const turners =
    held.thing.look[0] === "kind"
      ? [
          button("hold-left", say(words, "turn_left"), "R", "left"),
          button("hold-right", say(words, "turn_right"), "Shift+R", "right"),
        ]
      : [];
  const off =
    held.from === null
      ? []
      : [button("hold-off", say(words, "take_off"), "Del", null, say(words, "take_off"))];
  const cancel = button("hold-cancel", say(words, "cancel"), "Esc", "drop");
  return [line, h("div", { class: "hw-choices" }, ...turners, cancel, ...off)];
}

function help({ words }: Desk): HTMLElement[] {
  const keys: [string, string][] = [
    ["Enter", "help_choose"],
    [say(words, "keys_arrows"), "help_walk"],
    ["R Shift+R", "help_turn"],
    ["Delete", "help_off"],
    [`${say(words, "key_menu")} Shift+F10`, "help_menu"],
    ["Esc", "help_cancel"],
    ["Ctrl+Z Ctrl+Y", "help_undo"],
  ];
  const rows = keys.flatMap(([key, word]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, say(words, word))]);
  return [h("dl", { class: "hw-keys", "aria-label": say(words, "keys") }, ...rows)];
}

function flawList({ bench, words }: Desk): HTMLElement[] {
  if (!bench.flaws.length) return [];
  const lines = bench.flaws.map(({ text, rule }) =>
    h("li", {}, h("span", {}, text), " ", rule && h("span", { class: "hw-rule" }, rule)),
  );
  const label = say(words, "wrong");
  return [h("h3", { class: "hw-title" }, label), h("ul", { "aria-label": label }, ...lines)];
}

/** Things that lie together; while something is held its name is a button that takes it. */
function group(desk: Desk, view: PanelView, { key, label, faction, takes, things }: Group): HTMLElement {
  const { held, words, kit } = desk;
  const { scene } = view;
  const owner = scene.faction(faction);
  const whole = owner ? `${owner.label}: ${label}` : label;
  const mine = held !== null && held.sent === null && takes.includes(held.thing.sort);
  const sign = owner
    ? picture(16, 16, (ctx) => {
        emblem(ctx, owner.emblem, { x: 8, y: 8 }, 6.4);
        filled(ctx, ink(owner.name).base);
      })
    : null;
  const title = mine
    ? h(
        "button",
        {
          type: "button",
          class: "hw-into",
          "data-into": key,
          "data-name": `into:${key}`,
          title: say(words, "put_here"),
          "aria-label": `${whole}: ${say(words, "put_here")}`,
        },
        sign,
        h("span", {}, label),
      )
    : h("span", { class: "hw-into" }, sign, h("span", {}, label));
  const list = things.flatMap((index) => {
    const thing = kit.things[index];
    if (!thing) return [];
    const away = held?.from === null && held.thing.key === thing.key;
    const draw = (ctx: CanvasRenderingContext2D): void =>
      drawThing(ctx, { x: SIZE / 2, y: SIZE / 2 }, SIZE / 2 - 1, thing, 0, {
        scene,
        colours: view.colours,
        style: view.style,
      });
    const named = { title: thing.label, "aria-label": thing.label, "aria-pressed": String(away) };
    const attributes = {
      type: "button",
      class: "hw-thing",
      "data-thing": thing.key,
      "data-name": `thing:${thing.key}`,
    };
    const item = h("button", { ...attributes, ...named }, picture(SIZE, SIZE, draw));
    item.disabled = !desk.open;
    return [item];
  });
  const attributes = {
    class: "hw-group",
    role: "group",
    "aria-label": whole,
    hidden: !things.length && !mine,
    "data-group": takes.length ? key : undefined,
    "data-name": `group:${key}`,
    "data-bad": bad(desk).includes(key),
    "data-open": mine,
  };
  const element = h("div", attributes, title, h("div", { class: "hw-things" }, ...list));
  if (owner) element.style.setProperty("--hw-own", ink(owner.name).base);
  return element;
}

function form(desk: Desk, scene: Scene): HTMLElement[] {
  const { bench, words } = desk;
  if (!bench.rows.length) return [];
  return [
    h("h3", { class: "hw-title" }, say(words, "form")),
    ...bench.rows.map((row) => line(desk, scene, row)),
  ];
}

function line(desk: Desk, scene: Scene, row: Row): HTMLElement {
  const { key, label, sort } = row;
  const wrong = bad(desk).includes(key);
  const attributes = {
    "data-row": key,
    "data-name": `row:${key}`,
    "aria-label": label,
    "aria-invalid": wrong ? "true" : undefined,
    "data-lm-suppress-shortcuts": "true",
  };
  if (sort === "many") return many(desk, scene, row, wrong);
  const field =
    sort === "number"
      ? h("input", {
          type: "number",
          value: String(row.value),
          min: String(row.low),
          max: String(row.high),
          ...attributes,
        })
      : h(
          "select",
          attributes,
          ...row.options.map(([value, text, on]) => h("option", { value, selected: Boolean(on) }, text)),
        );
  field.disabled = !desk.open;
  return h("label", { class: "hw-row", "data-bad": wrong }, h("span", {}, label), field);
}

/** Any of some options, folded: their names are on its head. */
function many(desk: Desk, scene: Scene, { key, label, options }: Row, wrong: boolean): HTMLElement {
  const chips = options.map(([value, text, on]) => {
    const card = scene.cardOf(value);
    const title = card ? `${card.label}. ${card.text}` : text;
    const named = { "data-name": `row:${key}:${value}`, "aria-label": title, title };
    const chip = h(
      "button",
      {
        type: "button",
        class: "hw-toggle",
        "data-row": key,
        "data-value": value,
        "aria-pressed": String(Boolean(on)),
        ...named,
      },
      text,
    );
    chip.disabled = !desk.open;
    return chip;
  });
  const chosen = options.filter(([, , on]) => on).map(([, text]) => text);
  const open = desk.unfolded.has(key);
  const attributes = { class: "hw-many", "data-many": key, "data-bad": wrong, open };
  const head = h(
    "summary",
    { "data-name": `row:${key}` },
    h("span", {}, label),
    h("b", {}, chosen.join(" ")),
  );
  return h(
    "details",
    attributes,
    head,
    h("div", { role: "group", "aria-label": label, hidden: !open }, ...chips),
  );
}
