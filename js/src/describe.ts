/**
 * What is painted, as text: one thing per line, stable, for tests and teachers' scripts.
 *
 *   board monsterhex rev 12 light      game, position, theme in effect
 *   seat open                          "open", "turn" (hot seat) or a faction
 *   heading Round 4 / 8
 *   prompt Green places a unit
 *   unit c4 red S1 ^2 543434           powers seen in directions 0..5 after turning; then +n or -n counters
 *   fighter e1 north ^5 life 4         where it stands and faces, and what is left of its life
 *   stone e4 2                         a cell that is a stone of two points for now
 *   stones d2 B6 Y4                    stones lying on a site
 *   done b1 red                        judged site and who was first, or "nobody"
 *   judged d2 red 11 blue 9 first red second blue    what the last decision judged; first and second may be missing
 *   score red 5
 *   taken red R7 B3                    stones of a seat, when it has any
 *   hand red S1 A1 | hand blue 4 hidden
 *   ability red enchant                the ability of a seat, when it has one
 *   goals red 7 12 | goals red 1 hidden    private goals of a seat, when it has any
 *   goal open 3 red 0 blue 1           a goal, its holder or "open", and points as things stand
 *   legal a1 b2                        places lit now
 *   pick R7 B3                         stones and buttons offered now
 *   card enchant reward                cards offered now
 *   dim CF [AD-CHARGE-1] text          a card on show that may not be chosen, and why
 *   committed north F>                 an order that is in; without the order where this board may not know it
 *   plan south BL= e4 ^2               the order put together here: where its fighter would stand and face
 *   arc c2 north 3                     dice shown around a fighter
 *   odds F= text text                  a row of the odds on show
 *   story 6 5 2 / 6 3 | text [rule]    what the last decision did
 *   edge c4 2 bad                      an edge that a refusal is about, by direction: "good" where it is right
 *   tool hint Hint                     buttons by which Python does or tells something; "on" where pressed
 *   table MH-PLACE-3                   the heading of what a tool told
 *   row S1@c4^2 text text              a line of it
 *   also decline                       words that may be picked instead
 *   preview d2 red 5>9 blue 4          totals that the carried unit would bring; "red ->9" where red was absent
 *   carry S1 ^2 over c4                "carry S1 ^2" over nothing; "sent S1 ^2 on c4" until it is answered
 *   chance north 0.508 south 0.492     who will win how likely
 *   course 0.5 0.508                   what the first of these had so far
 *   fan e4 ^2 north 0.81               how likely it is best to end there, facing so
 *   share F 0.81                       how likely it is best to choose the card, of those offered
 *   last c4                            places of the last move
 *   heat c4 0.25
 *   zoom 1.5                           how much larger than it fits the board is shown, where it is
 *   message text [rule]
 *   hint text
 *   using enchant text                 the ability in use and its text
 *   note text
 *   handover Blue | result heading / line / line
 */

import { ABSENT } from "./paint/chip.ts";
import { fansOf } from "./paint/fan.ts";
import { arcsOf } from "./painter.ts";
import { ordered, standing } from "./panel/goals.ts";
import type { Beat, Judged, Progress, Seat, Table } from "./protocol.ts";
import { facing, type Scene } from "./scene.ts";
import type { Session } from "./session.ts";
import { foreseen, totals } from "./tallies.ts";

export function describe(
  scene: Scene,
  session: Session,
  theme: string,
  zoom = 1,
  more: string[] = [],
): string {
  const { status, rev, grid } = scene.traits;
  return [
    `board ${grid.game} rev ${rev} ${theme}`,
    `seat ${grid.seat ?? "open"}`,
    line("heading", status.heading),
    line("prompt", status.prompt),
    ...units(scene),
    ...ground(scene),
    ...seats(scene),
    ...ordered(scene.traits.tray.goals).map((row) => goal(scene, row)),
    ...playing(scene, session),
    ...ordering(scene, session),
    ...advised(scene, session),
    ...asking(scene, session),
    ...scene.traits.status.story.map(told),
    line("zoom", zoom > 1 ? String(Number(zoom.toFixed(2))) : ""),
    line("note", grid.note),
    line("handover", status.handover ? (scene.faction(status.handover.faction)?.label ?? "") : ""),
    line("result", status.result ? [status.result.heading, ...status.result.lines].join(" / ") : ""),
    ...more,
  ]
    .filter(Boolean)
    .join("\n");
}

function line(word: string, text: string | null): string {
  return text ? `${word} ${text}` : "";
}

function units(scene: Scene): string[] {
  return scene.traits.tokens.map(([at, index, turn, counters]) => {
    const kind = scene.kind(index);
    const faction = scene.faction(kind?.faction)?.name;
    if (kind?.figure) return fighter(scene, at, kind.faction, turn);
    const seen = kind ? facing(kind, turn).join("") : "";
    const plus = counters ? ` ${counters > 0 ? "+" : ""}${counters}` : "";
    return `unit ${scene.place(at)?.name} ${faction} ${kind?.key} ^${turn} ${seen}${plus}`;
  });
}

function fighter(scene: Scene, at: number, faction: number, turn: number): string {
  const seat = scene.seatOf(faction);
  const life = seat?.lives ? ` life ${seat.score}` : "";
  return `fighter ${scene.place(at)?.name} ${scene.faction(faction)?.name} ^${turn}${life}`;
}

function ground(scene: Scene): string[] {
  const { stones, gems, done, last, heat } = scene.traits.marks;
  const name = (at: number | undefined): string => scene.place(at ?? null)?.name ?? "";
  return [
    ...stones.map(([at, points]) => `stone ${name(at)} ${points}`),
    ...gems
      .filter((entry) => entry.length > 1)
      .map(([at, ...stones]) => `stones ${name(at)} ${keys(scene, stones)}`),
    ...done.map(([at, first]) => `done ${name(at)} ${scene.faction(first)?.name ?? "nobody"}`),
    ...scene.traits.status.judged.map((row) => verdict(scene, row)),
    line("last", last.map(name).join(" ")),
    ...heat.map(([at, value]) => `heat ${name(at)} ${Number(value.toFixed(3))}`),
  ];
}

function verdict(scene: Scene, row: Judged): string {
  const [at, first, second] = row;
  const who = (index: number | undefined): string => scene.faction(index)?.name ?? "";
  const each = totals(scene, row).map(({ faction, after }) => `${faction.name} ${after}`);
  const places = [line("first", who(first)), line("second", who(second))];
  return ["judged", scene.place(at ?? null)?.name, ...each, ...places].filter(Boolean).join(" ");
}

function preview(scene: Scene, tally: number[]): string {
  const number = (n: number): string => (n === ABSENT ? "-" : String(n));
  const each = foreseen(scene, tally).map(({ faction, before, after }) =>
    before === after
      ? `${faction.name} ${number(after)}`
      : `${faction.name} ${number(before)}>${number(after)}`,
  );
  return ["preview", scene.place(tally[0] ?? null)?.name, ...each].join(" ");
}

function goal(scene: Scene, row: Progress): string {
  const holder = scene.faction(row[1])?.name ?? "open";
  const each = standing(row).map(([who, points]) => `${scene.faction(who)?.name} ${points}`);
  return ["goal", holder, short(scene, row[0]), ...each].join(" ");
}

function short(scene: Scene, card: number | undefined): string {
  return (scene.card(card ?? -1)?.key ?? "").replace("goal:", "");
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
      line(`hand ${name}`, scene.hasHands ? hand : ""),
      line("ability", seat.ability < 0 ? "" : `${name} ${short(scene, seat.ability)}`),
      line("goals", held(scene, seat) && `${name} ${held(scene, seat)}`),
    ];
  });
}

function held(scene: Scene, { goals }: Seat): string {
  if (Array.isArray(goals)) return goals.map((card) => short(scene, card)).join(" ");
  return goals ? `${goals} hidden` : "";
}

function playing(scene: Scene, session: Session): string[] {
  const { carry, message } = session;
  const offered = (also: boolean): string =>
    message.choices
      .filter(({ kind }) => (kind === "also") === also)
      .map(({ key }) => key)
      .join(" ");
  const lit = [...session.lit].sort((a, b) => a - b).map((at) => scene.place(at)?.name);
  return [
    line("legal", lit.join(" ")),
    line("pick", offered(false)),
    line("card", session.cards.join(" ")),
    line("also", offered(true)),
    ...session.tallies.map((tally) => preview(scene, tally)),
    carry ? carried(scene, session) : "",
    line("message", message.text + (message.rule ? ` [${message.rule}]` : "")),
    line("hint", message.hint),
    line("using", message.card && `${message.card.key} ${message.card.text}`),
  ];
}

function carried(scene: Scene, { carry }: Session): string {
  if (!carry) return "";
  const unit = `${scene.kind(carry.kind)?.key} ^${carry.turn}`;
  const place = scene.place(carry.over)?.name;
  if (carry.waiting !== null) return `sent ${unit} on ${place}`;
  return place ? `carry ${unit} over ${place}` : `carry ${unit}`;
}

function ordering(scene: Scene, session: Session): string[] {
  const { order, ghost, arcs, odds } = session;
  const name = (faction: number | undefined): string => scene.faction(faction)?.name ?? "";
  const place = (at: number | undefined): string => scene.place(at ?? null)?.name ?? "";
  const round = scene.kind(scene.token(arcs ?? -1)?.[1] ?? -1)?.faction;
  return [
    ...order.offers
      .filter(({ open }) => !open)
      .map(({ card, rule, reason }) =>
        ["dim", card.key, rule && `[${rule}]`, reason].filter(Boolean).join(" "),
      ),
    ...scene.traits.status.committed.map((who) => `committed ${name(who)} ${order.committedOf(who)}`.trim()),
    ghost
      ? `plan ${name(ghost.faction)} ${order.shown.join("")} ${place(ghost.way.at(-1))} ^${ghost.turn}`
      : "",
    ...arcsOf(scene, arcs).map(({ at, dice }) => `arc ${place(at)} ${name(round)} ${dice}`),
    ...rows("odds", odds?.table),
  ];
}

function advised(scene: Scene, { order }: Session): string[] {
  const { chance = [], course = [] } = scene.traits.status;
  const name = (faction: number): string => scene.faction(faction)?.name ?? "";
  return [
    line("chance", chance.map(([who, part]) => `${name(who)} ${part}`).join(" ")),
    line("course", course.join(" ")),
    ...fansOf(scene, order.open ? order.faction : undefined).map(
      ([at, turn, part, who]) => `fan ${scene.place(at)?.name} ^${turn} ${name(who)} ${part}`,
    ),
    ...order.offers
      .filter(({ share }) => share)
      .map(({ card, share }) => `share ${card.key} ${Number(share.toFixed(3))}`),
  ];
}

function asking(scene: Scene, { edges, table }: Session): string[] {
  const tools = scene.traits.status.tools ?? [];
  return [
    ...edges.map(
      ([at, direction, good]) => `edge ${scene.place(at)?.name} ${direction} ${good ? "good" : "bad"}`,
    ),
    ...tools.map(({ key, label, on }) => `tool ${key} ${label}${on ? " on" : ""}`),
    line("table", table?.heading ?? ""),
    ...rows("row", table),
  ];
}

function rows(word: string, table: Table | null | undefined): string[] {
  return (table?.rows ?? []).map(({ label, cells }) =>
    [word, label, ...cells.map(([text]) => text)].join(" "),
  );
}

function told({ lead, text, rule }: Beat): string {
  return ["story", lead, "|", text, rule && `[${rule}]`].filter(Boolean).join(" ");
}
