/** The goals that this board may see, open ones first, with the points of each faction as things stand. */

import { ownColour, pattern } from "../paint/pattern.ts";
import { emblem, filled } from "../paint/shape.ts";
import type { Card, Faction, Progress } from "../protocol.ts";
import type { Scene } from "../scene.ts";
import { ink } from "../theme.ts";
import { say } from "../words.ts";
import { h, icon, marked, picture } from "./dom.ts";
import type { PanelView } from "./view.ts";

const WIDE = 42;
const HIGH = 35;

export function goals(view: PanelView): HTMLElement[] {
  const { scene, unfolded } = view;
  const { tray, words } = scene.traits;
  if (!tray.goals.length) return [];
  const head = h(
    "button",
    {
      class: "hw-fold",
      "data-name": "button:goals",
      "aria-expanded": String(unfolded),
    },
    say(words, "goals"),
    icon(unfolded ? "fold" : "unfold"),
  );
  const rows = ordered(tray.goals).map((row) => goal(view, row));
  return unfolded ? [head, h("ul.goallist", {}, ...rows)] : [head];
}

/** Open goals first, then each holder's. */
export function ordered(rows: Progress[]): Progress[] {
  return [...rows].sort((a, b) => (a[1] ?? -1) - (b[1] ?? -1));
}

/** [faction, points] of a goal. */
export function standing([, , ...numbers]: Progress): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) pairs.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return pairs;
}

/** The points that goals give a faction: the open ones and its own. */
export function goalPoints(scene: Scene, faction: number): number {
  return scene.traits.tray.goals
    .filter(([, holder]) => holder === -1 || holder === faction)
    .flatMap(standing)
    .reduce((sum, [who, points]) => (who === faction ? sum + points : sum), 0);
}

function goal(view: PanelView, row: Progress): HTMLElement {
  const { scene } = view;
  const card = scene.card(row[0] ?? -1);
  const holder = scene.faction(row[1]);
  if (!card) return h("li");
  const shown = view.goal === card.key;
  const button = h(
    "button",
    {
      class: "hw-goal",
      "data-name": card.key,
      "data-goal": card.key,
      "aria-expanded": String(shown),
      title: card.text,
    },
    sign(view, card, holder),
    h(
      "span.goal-name",
      {},
      holder ? small(holder, 13, holder.label) : "",
      card.label,
      card.pattern.length > 0 && h("span.each", {}, `+${card.points}`),
    ),
    h("span.goal-points", {}, ...standing(row).map(([who, n]) => point(scene.faction(who), n))),
  );
  return h("li", {}, button, shown && h("p.goal-text", {}, ...marked(card.text)));
}

/** Its formation, or its points where it has none. */
function sign(view: PanelView, card: Card, holder: Faction | undefined): HTMLElement {
  const colour = ownColour(holder?.name, view.colours);
  if (card.pattern.length)
    return picture(WIDE, HIGH, (ctx) =>
      pattern(ctx, WIDE, HIGH, card.pattern, colour, view.colours, view.style),
    );
  const coin = h("span.coin", {}, h("span", {}, `+${card.points}`));
  coin.style.setProperty("--hw-own", colour);
  return coin;
}

function point(faction: Faction | undefined, n: number): HTMLElement {
  return h("span.pt", { "data-none": n === 0 }, faction ? small(faction, 11, faction.label) : "", String(n));
}

/** A small emblem; with a label where nothing beside it names the faction. */
export function small(faction: Faction, size: number, label = ""): HTMLElement {
  const draw = (ctx: CanvasRenderingContext2D): void => {
    emblem(ctx, faction.emblem, { x: size / 2, y: size / 2 }, size * 0.4);
    filled(ctx, ink(faction.name).base);
  };
  const told = label ? { role: "img", "aria-hidden": "false", "aria-label": label } : {};
  return picture(size, size, draw, { class: "hw-sign", ...told });
}
