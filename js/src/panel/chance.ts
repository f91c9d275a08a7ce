/** Who will win how likely: numbers, a bar that moves when they change, and how it came about. */

import { ink } from "../theme.ts";
import { say } from "../words.ts";
import { h } from "./dom.ts";
import { sign } from "./seats.ts";
import type { PanelView } from "./view.ts";

/** `before` is what showed it until now: from there the bar moves. */
export function chance({ scene }: PanelView, before: HTMLElement): HTMLElement[] {
  const { status, words } = scene.traits;
  const { chance = [], course = [] } = status;
  const was = [...before.querySelectorAll("i")].map((one) => one.style.flexGrow);
  const rows = chance.map(([who, part]) => ({
    faction: scene.faction(who),
    part,
    text: `${(100 * part).toFixed(1)}%`,
  }));
  const [first] = rows;
  if (!first) return [];
  const title = say(words, "chance");
  const each = rows.map(({ faction, text }) => `${faction?.label} ${text}`).join(", ");
  const bar = rows.map(({ faction, part }, i) => {
    const one = h("i");
    one.style.flexGrow = String(part);
    one.style.setProperty("--hw-was", was[i] ?? String(part));
    one.style.setProperty("--hw-own", ink(faction?.name).base);
    return one;
  });
  const sides = rows.map(({ faction, text }) => h("b", {}, faction && sign(faction), text));
  const area = h("div");
  area.style.background = ink(first.faction?.name).base;
  const points = course.map((part, i) => `${(100 * i) / (course.length - 1)}% ${100 - 100 * part}%`);
  area.style.clipPath = `polygon(0 100%,${points},100% 100%)`;
  const told = {
    faction: first.faction?.label ?? "",
    each: course.map((part) => Math.round(100 * part)).join(" "),
  };
  return [
    h("div.sides", { "aria-hidden": "true" }, title, ...sides),
    h(
      "div.meter",
      { role: "img", "aria-label": `${title}: ${each}`, title: each, "data-name": "chance" },
      ...bar,
    ),
    ...(course[1] === undefined
      ? []
      : [h("div.course", { role: "img", "aria-label": say(words, "course", told) }, area)]),
  ];
}
