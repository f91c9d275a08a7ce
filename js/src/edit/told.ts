/**
 * What an editor shows, as text, after the lines of its board (see describe.ts).
 *
 *   mode edit                              or play
 *   holding red S1 ^2 over c4              "sent red S1 ^2 on c4" until it is answered
 *   group hand:red red S1 red A1           what lies beside the board
 *   row round 3 | row turn red | row goals:red 1 7
 *   flaw c4 d5 [rule] text                 what is wrong, and where it is marked
 *   menu c4 Turn left / Take off the board
 *   changed                                something has been said that can be played from or discarded
 *   said text [rule]                       what was refused
 *   lost text                              what could not be kept when the game moved on
 */

import type { Scene } from "../scene.ts";
import type { Desk } from "./desk.ts";
import type { Row } from "./protocol.ts";

export function told(desk: Desk, scene: Scene): string[] {
  if (!desk.editing) return ["mode play"];
  const { kit, bench, menu, said } = desk;
  const name = (at: number | null): string => scene.place(at)?.name ?? "";
  const tag = (rule: string): string => (rule ? `[${rule}]` : "");
  return [
    "mode edit",
    holding(desk, name),
    ...bench.groups.map(({ key, things }) =>
      ["group", key, ...things.map((index) => kit.things[index]?.key ?? "")].join(" "),
    ),
    ...bench.rows.map((row) => `row ${row.key} ${value(row)}`.trim()),
    ...bench.flaws.map(({ places, rule, text }) =>
      ["flaw", ...places.map(name), tag(rule), text].filter(Boolean).join(" "),
    ),
    menu === null
      ? ""
      : `menu ${name(menu)} ${desk
          .items(menu)
          .map(({ label }) => label)
          .join(" / ")}`,
    bench.changed ? "changed" : "",
    said ? ["said", said.text, tag(said.rule)].filter(Boolean).join(" ") : "",
    bench.note ? `lost ${bench.note}` : "",
  ];
}

function holding({ held, aim }: Desk, name: (at: number | null) => string): string {
  if (!held) return "";
  const what = held.thing.look[0] === "kind" ? `${held.thing.key} ^${held.turn}` : held.thing.key;
  if (held.sent !== null) return `sent ${what} on ${name(held.to)}`;
  return aim === null ? `holding ${what}` : `holding ${what} over ${name(aim)}`;
}

export function value({ sort, value, options }: Row): string {
  if (sort === "number") return String(value);
  return options
    .filter(([, , on]) => on)
    .map(([key]) => key)
    .join(" ");
}
