/** The hand to play from, and the screens that take its place: hand-over and result. */

import { emblem, filled } from "../paint/shape.ts";
import { slot, unit } from "../paint/unit.ts";
import type { Scene } from "../scene.ts";
import { ink } from "../theme.ts";
import { say } from "../words.ts";
import { h, icon, picture } from "./dom.ts";
import { goalPoints, small } from "./goals.ts";
import type { PanelView } from "./view.ts";

export function handArea(view: PanelView): HTMLElement[] {
  const { status } = view.scene.traits;
  if (status.result) return [result(view)];
  if (status.handover) return [handover(view)];
  return hand(view);
}

function hand(view: PanelView): HTMLElement[] {
  const { scene } = view;
  const seat = scene.activeSeat;
  if (!seat || !scene.hasHands) return [];
  const faction = scene.faction(seat.faction);
  const title = h("h3.title", {}, say(scene.traits.words, "hand", { faction: faction?.label ?? "" }));
  if (!scene.activeHand.length) return [title, h("p.empty", {}, say(scene.traits.words, "hand_empty"))];
  const list = h("div.hand", { role: "group", "aria-label": title.textContent ?? "" });
  const own = scene.activeHand.filter((index) => scene.kind(index)?.faction === seat.faction);
  const shared = scene.activeHand.filter((index) => !own.includes(index));
  for (const index of own) list.append(card(view, index));
  if (shared.length) list.append(commanded(view, shared));
  return [title, list];
}

/** Units of another faction that this seat commands, apart from its own and under their own name. */
function commanded(view: PanelView, units: number[]): HTMLElement {
  const { scene } = view;
  const faction = scene.faction(scene.kind(units[0] ?? -1)?.faction);
  const label = faction?.label ?? "";
  const group = h(
    "div.commanded",
    { role: "group", "aria-label": label },
    h("span.commanded-name", { "aria-hidden": "true" }, label),
    h("div.hand", {}, ...units.map((index) => card(view, index))),
  );
  group.style.setProperty("--hw-own", ink(faction?.name).base);
  return group;
}

const LARGEST = { narrow: 76, mid: 68, wide: 90 };

const ASIDE = 0.4; // of a unit: the room that keeps commanded units apart

/** Layout size of a unit in the hand: one row, or two where the panel is wide and has little else to show. */
export function cardSize({ breadth, room, scene, cards }: PanelView, units: number): number {
  const roomy = breadth === "wide" && !scene.traits.tray.goals.length && !cards.length;
  const columns = roomy && units >= 4 ? Math.ceil(units / 2) : Math.max(units, 3);
  return Math.max(40, Math.min(LARGEST[breadth], Math.floor((room - 4) / columns) - 8));
}

function card(view: PanelView, index: number): HTMLElement {
  const { scene, carry } = view;
  const kind = scene.kind(index);
  const faction = kind && scene.faction(kind.faction);
  if (!kind || !faction) return h("span");
  const mixed = scene.activeHand.some((other) => scene.kind(other)?.faction !== kind.faction);
  const size = cardSize(view, scene.activeHand.length + (mixed ? ASIDE : 0));
  const middle = { x: size / 2, y: size / 2 };
  const away = carry?.origin === "hand" && carry.kind === index;
  const draw = (ctx: CanvasRenderingContext2D): void => {
    if (away) slot(ctx, middle, size / 2, view.colours.muted, view.style);
    else unit(ctx, middle, size / 2, { kind, faction, turn: 0, shadow: view.colours.shadow }, view.style);
  };
  const label = say(scene.traits.words, "unit_label", {
    unit: kind.key,
    faction: faction.label,
    edges: kind.edges.join(" "),
  });
  return h(
    "button",
    {
      class: "hw-card",
      "data-name": `hand:${kind.key}`,
      "data-kind": String(index),
      "data-off": !isPlayable(view, kind.key, kind.faction),
      title: label,
      "aria-label": label,
      "aria-pressed": away ? "true" : "false",
    },
    picture(size, size, draw),
  );
}

/** Two factions in one hand may hold units of the same name; only the placing one's can be meant. */
function isPlayable(view: PanelView, key: string, faction: number): boolean {
  if (!view.playable.size) return true;
  return view.playable.has(key) && (view.scene.placing ?? faction) === faction;
}

function handover(view: PanelView): HTMLElement {
  const { scene } = view;
  const { handover } = scene.traits.status;
  const faction = scene.faction(handover?.faction);
  const shape = picture(56, 56, (ctx) => {
    emblem(ctx, faction?.emblem ?? "disc", { x: 28, y: 28 }, 22);
    filled(ctx, ink(faction?.name).base);
  });
  const reveal = h(
    "button",
    { class: "hw-button hw-main", "data-name": "button:reveal" },
    handover?.button ?? "",
  );
  const card = h("div.card-screen.handover", {}, shape, h("p", {}, handover?.text ?? ""), reveal);
  card.style.setProperty("--hw-own", ink(faction?.name).base);
  return card;
}

function result(view: PanelView): HTMLElement {
  const { scene } = view;
  const { result } = scene.traits.status;
  const lines = (result?.lines ?? []).map((line) => h("li", {}, line));
  return h(
    "div.card-screen.result",
    {},
    icon("crown"),
    h("h3", {}, result?.heading ?? ""),
    h("ul", {}, ...lines),
    !scene.traits.tray.seats.some(({ lives }) => lives) && h("ol.final", {}, ...final(scene)),
  );
}

/** The last scores, best first, with what goals gave. */
function final(scene: Scene): HTMLElement[] {
  const { tray, words } = scene.traits;
  return [...tray.seats]
    .sort((a, b) => b.score - a.score)
    .map((seat) => {
      const faction = scene.faction(seat.faction);
      const n = goalPoints(scene, seat.faction);
      return h(
        "li",
        {},
        faction ? small(faction, 18) : "",
        h("span.name", {}, faction?.label ?? ""),
        tray.goals.length > 0 && h("span.share", {}, say(words, "goal_share", { n })),
        h("b", {}, String(seat.score)),
      );
    });
}
