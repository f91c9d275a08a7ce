/** What is told about places and moves, in words: for tips and for screen readers. */

import type { Beat, Gem, Seat, Token } from "./protocol.ts";
import { facing, type Scene } from "./scene.ts";
import { say } from "./words.ts";

/** Who stands on a place, and its notes. */
export function facts(scene: Scene, at: number): string[] {
  const token = scene.token(at);
  const points = scene.rock(at);
  const rock = points === null ? "" : say(scene.traits.words, "rock", { n: points });
  const notes = scene.traits.marks.notes.filter(([where]) => where === at).map(([, note]) => note);
  return [token ? who(scene, token) : "", rock, ...notes].filter(Boolean);
}

function who(scene: Scene, [, index, turn]: Token): string {
  const kind = scene.kind(index);
  const label = scene.faction(kind?.faction)?.label;
  return kind?.figure ? `${label}${fighter(scene, kind.faction, turn)}` : `${label} ${kind?.key}`;
}

const FLAT = ["se", "ne", "n", "nw", "sw", "s"];
const POINTY = ["e", "ne", "nw", "w", "sw", "se"];

/** How a fighter stands: its facing, and what is left of its life. */
function fighter(scene: Scene, faction: number, turn: number): string {
  const { grid, words } = scene.traits;
  const compass = (grid.orientation === "flat" ? FLAT : POINTY)[turn] ?? "";
  const seat = scene.seatOf(faction);
  const life = seat?.lives ? left(scene, seat) : "";
  return [say(words, `faces_${compass}`), life]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join("");
}

/** The score of a seat, or what is left of its life. */
function left({ traits: { words } }: Scene, { score, lives }: Seat): string {
  return lives ? say(words, "life", { n: score, of: lives }) : say(words, "points", { n: score });
}

/** A place as a screen reader says it: its name and sort, who stands there with which powers, stones, notes. */
export function spoken(scene: Scene, at: number, open: boolean): string {
  const { words, marks } = scene.traits;
  const { name, kind, points = 1 } = scene.place(at) ?? {};
  const sort = words[`place_${kind}`] ?? "";
  const token = scene.token(at);
  const counters = token?.[3] ?? 0;
  const lies = marks.gems.find(([where]) => where === at)?.slice(1) ?? [];
  const first = marks.done.find(([where]) => where === at)?.[1];
  return [
    name,
    say({ sort }, "sort", { n: points }),
    ...lies.map((index) => stone(scene, scene.gem(index))),
    first !== undefined && say(words, "judged", { faction: scene.faction(first)?.label ?? "\u2013" }),
    ...facts(scene, at),
    token && powers(scene, token),
    counters && (counters > 0 ? "+" : "") + counters,
    open && words.open_place,
  ]
    .filter(Boolean)
    .join(", ");
}

/** A stone by colour and points. */
export function stone({ traits: { words } }: Scene, gem: Gem | undefined): string {
  const colour = say(words, `colour_${gem?.colour ?? "none"}`);
  return say(words, "take", { colour, points: gem?.points ?? 0 });
}

/** The powers of a unit by direction, or the dice of a fighter. */
function powers(scene: Scene, [, index, turn]: Token): string {
  const { grid, words } = scene.traits;
  const kind = scene.kind(index);
  const word = `${kind?.figure ? "dice" : "edges"}_${grid.orientation}`;
  return kind ? say(words, word, Object.fromEntries(facing(kind, turn).entries())) : "";
}

/** The card of a unit: its name, its powers, and what its mark lets it do. */
export function card(scene: Scene, token: Token): string[] {
  const kind = scene.kind(token[1]);
  const ability = kind?.mark ? scene.card(scene.seatOf(kind.faction)?.ability ?? -1) : undefined;
  return [who(scene, token), powers(scene, token), ...(ability ? [`${ability.label}: ${ability.text}`] : [])];
}

/** What happened between two positions: the event, new scores, who is next. */
export function news(before: Scene, after: Scene): string {
  const { status, tray } = after.traits;
  const story = status.story === before.traits.status.story ? [] : status.story.map(told);
  const scores = tray.seats
    .filter((seat, i) => seat.score !== before.traits.tray.seats[i]?.score)
    .map((seat) => `${after.faction(seat.faction)?.label} ${left(after, seat)}`);
  const end = status.result?.heading;
  return [status.event?.text, ...story, ...scores, end ?? status.prompt].filter(Boolean).join("\n");
}

function told({ lead, text }: Beat): string {
  return [lead, text].filter(Boolean).join(": ");
}
