/** What is told about places and moves, in words: for tips and for screen readers. */

import type { Scene } from "./scene.ts";
import { say } from "./words.ts";

/** Who stands on a place, and its notes. */
export function facts(scene: Scene, at: number): string[] {
  const kind = scene.kind(scene.token(at)?.[1] ?? -1);
  const who = kind ? `${scene.faction(kind.faction)?.label} ${kind.key}` : "";
  const stone = scene.rock(at);
  const rock = stone === null ? "" : say(scene.traits.words, "rock", { n: stone });
  const notes = scene.traits.marks.notes.filter(([where]) => where === at).map(([, note]) => note);
  return [who, rock, ...notes].filter(Boolean);
}

/** A place as a screen reader says it. */
export function spoken(scene: Scene, at: number, open: boolean): string {
  const may = open ? [say(scene.traits.words, "open_place")] : [];
  return [scene.place(at)?.name ?? "", ...facts(scene, at), ...may].join(", ");
}

/** What happened between two positions: the event, new scores, who is next. */
export function news(before: Scene, after: Scene): string {
  const { status, words, tray } = after.traits;
  const scores = tray.seats
    .filter((seat, i) => seat.score !== before.traits.tray.seats[i]?.score)
    .map((seat) => `${after.faction(seat.faction)?.label} ${say(words, "points", { n: seat.score })}`);
  return [status.event?.text, ...scores, status.prompt].filter(Boolean).join("\n");
}
