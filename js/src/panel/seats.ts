/** One row per seat: emblem, name, stones taken, score, and what may be seen of its hand. */

import { gem } from "../paint/gem.ts";
import { emblem } from "../paint/shape.ts";
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
  const item = h(
    "li",
    {
      class: "hw-seat",
      "data-name": `seat:${faction?.name}`,
      "aria-current": moving ? "true" : undefined,
      title: tooltip(view, seat),
    },
    faction && sign(faction),
    h("span", { class: "hw-name" }, faction?.label ?? ""),
    stones(view, seat),
    h(
      "span",
      { class: "hw-score", "aria-label": say(scene.traits.words, "points", { n: seat.score }) },
      String(seat.score),
    ),
    under(hand(view, seat, faction), chips(view, seat)),
  );
  item.style.setProperty("--hw-own", ink(faction?.name).base);
  return item;
}

/** The second line of a row. */
function under(...parts: (HTMLElement | null)[]): HTMLElement | null {
  const there = parts.filter((part) => part !== null);
  return there.length ? h("span", { class: "hw-under" }, ...there) : null;
}

function tooltip({ scene }: PanelView, seat: Seat): string | undefined {
  const n = Array.isArray(seat.hand) ? seat.hand.length : seat.hand;
  if (!n && !seat.deck) return undefined; // all placed, or a faction that others command
  return say(scene.traits.words, "seat_cards", { hand: n, deck: seat.deck });
}

/** The ability taken, and the private goals. */
function chips({ scene }: PanelView, seat: Seat): HTMLElement | null {
  const { words } = scene.traits;
  const box = h("span", { class: "hw-chips" });
  const ability = scene.card(seat.ability);
  if (ability) box.append(chip(`${ability.label}. ${ability.text}`, ability.text, ability.label));
  const known = Array.isArray(seat.goals) ? seat.goals.map((index) => scene.card(index)?.label) : [];
  const n = Array.isArray(seat.goals) ? seat.goals.length : seat.goals;
  const title = [say(words, "goals_held", { n }), ...known].join("\n");
  if (n) box.append(chip(title, title, icon("goal"), String(n)));
  return box.childElementCount ? box : null;
}

function chip(label: string, title: string, ...inside: (string | Node)[]): HTMLElement {
  return h("span", { class: "hw-chip", role: "img", "aria-label": label, title }, ...inside);
}

function sign(faction: Faction): HTMLElement {
  return picture(22, 22, (ctx) => {
    emblem(ctx, faction.emblem, { x: 11, y: 11 }, 8.6);
    ctx.fillStyle = ink(faction.name).base;
    ctx.fill();
  });
}

function stones(view: PanelView, seat: Seat): HTMLElement {
  const { scene, style } = view;
  const box = h("span", { class: "hw-gems", hidden: view.breadth === "narrow" && !seat.gems.length });
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
  const box = h("span", { class: "hw-minis" });
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
