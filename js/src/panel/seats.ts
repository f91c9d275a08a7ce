/** One row per seat: emblem, name, stones taken, score, and what may be seen of its hand. */

import { gem } from "../paint/gem.ts";
import { disc, emblem, filled } from "../paint/shape.ts";
import { back, unit } from "../paint/unit.ts";
import type { Faction, Seat } from "../protocol.ts";
import { ink } from "../theme.ts";
import { say } from "../words.ts";
import { h, icon, picture } from "./dom.ts";
import type { PanelView } from "./view.ts";

const MINI = { narrow: 26, mid: 32, wide: 34 }; // side of a small unit's box
const BACK = 15;

export function seats(view: PanelView): HTMLElement[] {
  return view.scene.traits.tray.seats.map((seat) => row(view, seat));
}

function row(view: PanelView, seat: Seat): HTMLElement {
  const { scene } = view;
  const faction = scene.faction(seat.faction);
  const moving = seat.faction === scene.traits.status.turn;
  const inside = [
    faction && sign(faction),
    h("span.name", {}, faction?.label ?? ""),
    seat.lives ? ready(view, seat) : stones(view, seat),
    seat.lives ? lives(view, seat) : score(view, seat),
    under(hand(view, seat, faction), chips(view, seat)),
  ];
  const named = { "data-name": `seat:${faction?.name}`, title: tooltip(view, seat) };
  const item = view.order.seats.includes(faction?.name ?? "")
    ? h("li.row", {}, chooser(view, faction?.name, named, inside))
    : h("li.seat", { ...named, "aria-current": moving ? "true" : undefined }, ...inside);
  item.style.setProperty("--hw-own", ink(faction?.name).base);
  return item;
}

/** A row that chooses for whom the order is put together. */
function chooser(
  { order }: PanelView,
  seat: string | undefined,
  named: Record<string, string | undefined>,
  inside: Parameters<typeof h>[2][],
): HTMLElement {
  const pressed = String(order.seat === seat);
  const attributes = { class: "hw-seat", "data-seat": seat, "aria-pressed": pressed };
  return h("button", { ...attributes, ...named }, ...inside);
}

function score({ scene }: PanelView, seat: Seat): HTMLElement {
  const label = say(scene.traits.words, "points", { n: seat.score });
  return h("span.score", { "aria-label": label }, String(seat.score));
}

/** The mark of an order that is in. */
function ready({ scene, order }: PanelView, seat: Seat): HTMLElement {
  const { status, words } = scene.traits;
  const box = h("span.ready", {});
  if (!status.committed.includes(seat.faction)) return box;
  const known = order.committedOf(seat.faction);
  const label = known ? say(words, "order_in", { order: known }) : say(words, "order_ready");
  box.append(h("span", { role: "img", "aria-label": label, title: label }, icon("place")));
  return box;
}

const MARKERS = 10; // more lives than these are told as a number

/** What is left of a fighter's life. */
function lives({ scene, colours }: PanelView, { score, lives, faction }: Seat): HTMLElement {
  const label = say(scene.traits.words, "life", { n: score, of: lives });
  const inks = ink(scene.faction(faction)?.name);
  const colour = colours.name === "dark" ? inks.light : inks.base;
  if (lives > MARKERS) {
    return h(
      "span",
      { class: "hw-score hw-count hw-lives", "aria-label": label },
      String(score),
      h("small", {}, ` / ${lives}`),
    );
  }
  const side = lives > 6 ? 13 : 17;
  const marker = (ctx: CanvasRenderingContext2D, at: number): void => {
    disc(ctx, { x: (at + 0.5) * side, y: side / 2 }, side * 0.36);
    ctx.lineWidth = 1.6;
    ctx.strokeStyle = colour;
    ctx.fillStyle = colour;
    ctx.stroke();
    if (at < score) ctx.fill();
  };
  const draw = (ctx: CanvasRenderingContext2D): void => {
    for (let i = 0; i < lives; i++) marker(ctx, i);
  };
  return picture(side * lives, side, draw, {
    class: "hw-lives",
    "aria-hidden": "false",
    role: "img",
    "aria-label": label,
  });
}

/** The second line of a row. */
function under(...parts: (HTMLElement | null)[]): HTMLElement | null {
  const there = parts.filter((part) => part !== null);
  return there.length ? h("span.under", {}, ...there) : null;
}

function tooltip({ scene }: PanelView, seat: Seat): string | undefined {
  const n = Array.isArray(seat.hand) ? seat.hand.length : seat.hand;
  if (!n && !seat.deck) return undefined; // all placed, or a faction that others command
  return say(scene.traits.words, "seat_cards", { hand: n, deck: seat.deck });
}

/** The ability taken, and the private goals. */
function chips({ scene }: PanelView, seat: Seat): HTMLElement | null {
  const { words } = scene.traits;
  const box = h("span.chips", {});
  const ability = scene.card(seat.ability);
  if (ability) box.append(chip(`${ability.label}. ${ability.text}`, ability.text, ability.label));
  const known = Array.isArray(seat.goals) ? seat.goals.map((index) => scene.card(index)?.label) : [];
  const n = Array.isArray(seat.goals) ? seat.goals.length : seat.goals;
  const title = [say(words, "goals_held", { n }), ...known].join("\n");
  if (n) box.append(chip(title, title, icon("goal"), String(n)));
  return box.childElementCount ? box : null;
}

function chip(label: string, title: string, ...inside: (string | Node)[]): HTMLElement {
  return h("span.chip", { role: "img", "aria-label": label, title }, ...inside);
}

export function sign(faction: Faction): HTMLElement {
  return picture(22, 22, (ctx) => {
    emblem(ctx, faction.emblem, { x: 11, y: 11 }, 8.6);
    filled(ctx, ink(faction.name).base);
  });
}

function stones(view: PanelView, seat: Seat): HTMLElement {
  const { scene, style } = view;
  const box = h("span.gems", { hidden: view.breadth === "narrow" && !seat.gems.length });
  for (const index of seat.gems) {
    const stone = scene.gem(index);
    if (!stone) continue;
    const draw = (ctx: CanvasRenderingContext2D): void =>
      gem(ctx, { x: 11.5, y: 10.5 }, 10, stone.colour, stone.points, style.font);
    box.append(picture(23, 22, draw, { "aria-hidden": "false", role: "img", "aria-label": stone.key }));
  }
  return box;
}

/** The others' hands on an open table, or their backs. */
function hand(view: PanelView, seat: Seat, faction: Faction | undefined): HTMLElement | null {
  const { scene } = view;
  if (seat === scene.activeSeat || !faction) return null;
  const box = h("span.minis", {});
  if (Array.isArray(seat.hand)) {
    for (const index of seat.hand) box.append(mini(view, index));
  } else {
    for (let i = 0; i < seat.hand; i++) {
      const middle = { x: BACK / 2, y: BACK / 2 };
      box.append(picture(BACK, BACK, (ctx) => back(ctx, middle, BACK / 2, faction, view.style)));
    }
  }
  return box.childElementCount ? box : null;
}

function mini(view: PanelView, index: number): HTMLElement {
  const kind = view.scene.kind(index);
  const faction = kind && view.scene.faction(kind.faction);
  if (!kind || !faction) return h("span");
  const side = MINI[view.breadth];
  const middle = { x: side / 2, y: side / 2 };
  const draw = (ctx: CanvasRenderingContext2D): void =>
    unit(ctx, middle, side / 2, { kind, faction, turn: 0 }, { ...view.style, digits: false });
  const label = `${kind.key} ${kind.edges.join(" ")}`;
  const canvas = picture(side, side, draw, { "aria-hidden": "false", role: "img", "aria-label": label });
  canvas.title = label;
  return canvas;
}
