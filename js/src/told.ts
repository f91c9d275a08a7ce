/** What is told about places and moves, in words: for tips and for screen readers. */

import type { Beat, Seat } from "./protocol.ts";
import type { Scene } from "./scene.ts";
import { say } from "./words.ts";

/** Who stands on a place, and its notes. */
export function facts(scene: Scene, at: number): string[] {
  const token = scene.token(at);
  const kind = scene.kind(token?.[1] ?? -1);
  const label = scene.faction(kind?.faction)?.label;
  const who = kind?.figure
    ? `${label}${fighter(scene, kind.faction, token?.[2])}`
    : kind
      ? `${label} ${kind.key}`
      : "";
  const stone = scene.rock(at);
  const rock = stone === null ? "" : say(scene.traits.words, "rock", { n: stone });
  const notes = scene.traits.marks.notes.filter(([where]) => where === at).map(([, note]) => note);
  return [who, rock, ...notes].filter(Boolean);
}

const FLAT = ["se", "ne", "n", "nw", "sw", "s"];
const POINTY = ["e", "ne", "nw", "w", "sw", "se"];

/** How a fighter stands: its facing, and what is left of its life. */
function fighter(scene: Scene, faction: number, turn = 0): string {
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

/** A place as a screen reader says it. */
export function spoken(scene: Scene, at: number, open: boolean): string {
  const may = open ? [say(scene.traits.words, "open_place")] : [];
  return [scene.place(at)?.name ?? "", ...facts(scene, at), ...may].join(", ");
}

/** What happened between two positions: the event, new scores, who is next. */
export function news(before: Scene, after: Scene): string {
  const { status, tray } = after.traits;
  const story = status.story === before.traits.status.story ? [] : status.story.map(told);
  const scores = tray.seats
    .filter((seat, i) => seat.score !== before.traits.tray.seats[i]?.score)
    .map((seat) => `${after.faction(seat.faction)?.label} ${left(after, seat)}`);
  return [status.event?.text, ...story, ...scores, status.prompt].filter(Boolean).join("\n");
}

function told({ lead, text }: Beat): string {
  return [lead, text].filter(Boolean).join(": ");
}
