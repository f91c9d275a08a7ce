/**
 * What is painted, as text: one thing per line, stable, for tests and teachers' scripts.
 *
 *   board monsterhex rev 12 light      game, position, theme in effect
 *   seat open                          "open", "turn" (hot seat) or a faction
 *   heading Round 4 / 8
 *   prompt Green places a unit
 *   unit c4 red S1 ^2 543434           powers seen in directions 0..5 after turning; then +n or -n counters
 *   stones d2 B6 Y4                    stones lying on a site
 *   done b1 red                        judged site and who was first, or "nobody"
 *   score red 5
 *   taken red R7 B3                    stones of a seat, when it has any
 *   hand red S1 A1 | hand blue 4 hidden
 *   legal a1 b2                        places lit now
 *   pick R7 B3                         stones and buttons offered now
 *   carry S1 ^2 over c4                "carry S1 ^2" over nothing; "sent S1 ^2 on c4" until it is answered
 *   last c4                            places of the last move
 *   heat c4 0.25
 *   message text [rule]
 *   hint text
 *   note text
 *   handover Blue | result heading / line / line
 */

import { facing, type Scene } from "./scene.ts";
import type { Session } from "./session.ts";

export function describe(scene: Scene, session: Session, theme: string): string {
  const { status, rev, grid } = scene.traits;
  return [
    `board ${grid.game} rev ${rev} ${theme}`,
    `seat ${status.seat ?? "open"}`,
    line("heading", status.heading),
    line("prompt", status.prompt),
    ...units(scene),
    ...ground(scene),
    ...seats(scene),
    ...playing(scene, session),
    line("note", status.note),
    line("handover", status.handover ? (scene.faction(status.handover.faction)?.label ?? "") : ""),
    line("result", status.result ? [status.result.heading, ...status.result.lines].join(" / ") : ""),
  ]
    .filter(Boolean)
    .join("\n");
}

function line(word: string, text: string): string {
  return text ? `${word} ${text}` : "";
}

function units(scene: Scene): string[] {
  return scene.traits.tokens.map(([at, index, turn, counters]) => {
    const kind = scene.kind(index);
    const faction = scene.faction(kind?.faction)?.name;
    const seen = kind ? facing(kind, turn).join("") : "";
    const plus = counters ? ` ${counters > 0 ? "+" : ""}${counters}` : "";
    return `unit ${scene.place(at)?.name} ${faction} ${kind?.key} ^${turn} ${seen}${plus}`;
  });
}

function ground(scene: Scene): string[] {
  const { gems, done, last, heat } = scene.traits.marks;
  const name = (at: number | undefined): string => scene.place(at ?? null)?.name ?? "";
  return [
    ...gems
      .filter((entry) => entry.length > 1)
      .map(([at, ...stones]) => `stones ${name(at)} ${keys(scene, stones)}`),
    ...done.map(([at, first]) => `done ${name(at)} ${scene.faction(first)?.name ?? "nobody"}`),
    line("last", last.map(name).join(" ")),
    ...heat.map(([at, value]) => `heat ${name(at)} ${Number(value.toFixed(3))}`),
  ];
}

function keys(scene: Scene, gems: number[]): string {
  return gems.map((index) => scene.gem(index)?.key).join(" ");
}

function seats(scene: Scene): string[] {
  return scene.traits.tray.seats.flatMap((seat) => {
    const name = scene.faction(seat.faction)?.name;
    const hand = Array.isArray(seat.hand)
      ? seat.hand.map((index) => scene.kind(index)?.key).join(" ")
      : `${seat.hand} hidden`;
    return [
      `score ${name} ${seat.score}`,
      line(`taken ${name}`, keys(scene, seat.gems)).trim(),
      line(`hand ${name}`, hand),
    ];
  });
}

function playing(scene: Scene, session: Session): string[] {
  const { carry, message } = session;
  const offered = message.choices.map((choice) => choice.key);
  const lit = [...session.lit].sort((a, b) => a - b).map((at) => scene.place(at)?.name);
  return [
    line("legal", lit.join(" ")),
    line("pick", offered.join(" ")),
    carry ? carried(scene, session) : "",
    line("message", message.text + (message.rule ? ` [${message.rule}]` : "")),
    line("hint", message.hint),
  ];
}

function carried(scene: Scene, { carry }: Session): string {
  if (!carry) return "";
  const unit = `${scene.kind(carry.kind)?.key} ^${carry.turn}`;
  const place = scene.place(carry.over)?.name;
  if (carry.waiting !== null) return `sent ${unit} on ${place}`;
  return place ? `carry ${unit} over ${place}` : `carry ${unit}`;
}
