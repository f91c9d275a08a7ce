/**
 * What is on the board, as text: one thing per line, stable, for tests and teachers' scripts.
 *
 *   board field rev 3 light
 *   cells 37 pointy
 *   fill c4 red | heat c4 0.5 | label c4 text | tip c4 text
 *   token c4 K blue diamond ^2         text, colour, shape, facing
 *   edge c4 0 strong 8                 direction, colour, width; "dashed" where it is
 *   arrow a1 b2 strong 8
 *   scale 0 1                          the ends of the heat's scale, where there is heat
 *   select one | selection a1 a2 | cursor c4 | hover c4
 *   zoom 1.5                           how much larger than it fits the board is shown, where it is
 *   message text
 */

import type { Data } from "./data.ts";
import type { Line, Piece } from "./protocol.ts";

export interface Present {
  rev: number;
  theme: string;
  select: string;
  cursor: number | null;
  hover: number | null;
  zoom: number;
  message: string;
}

export function describe(data: Data, now: Present): string {
  const name = (at: number | null): string => data.names[at ?? -1] ?? "";
  const each = <T>(word: string, layer: Map<number, T>, say: (value: T) => unknown): string[] =>
    [...layer].sort(([a], [b]) => a - b).map(([at, value]) => `${word} ${name(at)} ${say(value)}`);
  return [
    `board field rev ${now.rev} ${now.theme}`,
    `cells ${data.names.length} ${data.orientation}`,
    ...each("fill", data.fills, (colour) => colour),
    ...each("heat", data.heat, (value) => +value.toPrecision(6)),
    ...each("label", data.labels, (text) => text),
    ...each("token", data.tokens_at, token),
    ...[...data.edges].map(([key, line]) => `edge ${name(Math.floor(key / 6))} ${key % 6} ${drawn(line)}`),
    ...data.arrows.map(([from, to, ...line]) => `arrow ${name(from)} ${name(to)} ${drawn(line)}`),
    ...each("tip", data.tooltips, (text) => text),
    data.heat.size ? `scale ${data.scale.join(" ")}` : "",
    `select ${now.select}`,
    data.chosen.size ? `selection ${[...data.chosen].map(name).join(" ")}` : "",
    now.cursor === null ? "" : `cursor ${name(now.cursor)}`,
    now.hover === null ? "" : `hover ${name(now.hover)}`,
    now.zoom === 1 ? "" : `zoom ${+now.zoom.toFixed(3)}`,
    now.message && `message ${now.message}`,
  ]
    .filter(Boolean)
    .join("\n");
}

function token({ text, colour, shape, facing, figure, faction, rank, turns }: Piece): string {
  if (figure) return [figure, faction, rank, `^${turns?.[0] ?? 0}`].filter(Boolean).join(" ");
  const turned = facing === undefined ? "" : `^${facing}`;
  return [text, colour ?? "none", shape ?? "disc", turned].filter(Boolean).join(" ");
}

function drawn([colour, width, dashed]: Line): string {
  return [colour, width, dashed ? "dashed" : ""].filter(Boolean).join(" ");
}
