/**
 * What the last decision did, beat by beat: which figure stands where at a moment of the telling, which cards lie
 * open, which dice roll. Pure; `Motion` lets the time run and paint/story.ts draws it.
 */

import { sixth } from "./geometry.ts";
import type { Beat, Token, Traits } from "./protocol.ts";
import { Scene } from "./scene.ts";

export const BEAT = 280; // milliseconds
export const STORY = 1750; // however many beats there are

const OPEN = 0.4; // of a beat, until its cards lie open

/** A figure on its way from one place to another. */
export interface Pose {
  kind: number;
  from: number;
  to: number;
  part: number; // of the way, 0 to 1
  turn: number; // facing, parts of a sixth while it turns
  shake: number; // 1 when just hit, 0 when still
}

/** What is to be seen at a moment. */
export interface Act {
  poses: Pose[];
  cards: { faction: number; keys: string[]; part: number }[]; // laid open, 0 to 1
  dice: { faction: number; faces: number[]; part: number }[]; // below 1 they still roll
  hurt: { faction: number; amount: number; part: number }[];
}

export interface Telling {
  before: Scene;
  after: Scene;
  beats: Beat[];
  starts: number[]; // of each beat, in milliseconds
  each: number; // how long a beat with something to see takes
  time: number; // of all
}

/** The telling of what led from one position to the next; null where there is nothing to see. */
export function telling(before: Scene, after: Scene): Telling | null {
  const { story } = after.traits.status;
  if (after.traits.rev <= before.traits.rev || !story.some(isSeen)) return null;
  const seen = story.filter(isSeen).length;
  const each = Math.min(BEAT, STORY / seen);
  const starts: number[] = [];
  let time = 0;
  for (const beat of story) {
    starts.push(time);
    if (isSeen(beat)) time += each;
  }
  return { before, after, beats: story, starts, each, time };
}

/** Whether a beat shows more than its line. */
function isSeen({ tokens, cards, dice, hurt }: Beat): boolean {
  return Boolean(tokens || cards || dice || hurt);
}

/** The beat that is being told at a moment. */
export function beatAt({ starts, time }: Telling, now: number): number {
  if (now >= time) return starts.length - 1;
  return Math.max(0, starts.filter((start) => start <= now).length - 1);
}

export function actAt(telling: Telling, now: number): Act {
  const { beats, starts, each } = telling;
  const last = beatAt(telling, now);
  const part = (i: number): number => Math.min(1, Math.max(0, (now - (starts[i] ?? 0)) / each));
  const act: Act = { poses: [], cards: [], dice: [], hurt: [] };
  let stand = telling.before.fighters;
  let from = stand;
  let moving = 1;
  beats.slice(0, last + 1).forEach((beat, i) => {
    from = stand;
    if (beat.tokens) stand = beat.tokens;
    const wait = beat.cards ? OPEN : 0; // first the cards, then what they do
    moving = beat.tokens ? Math.max(0, part(i) - wait) / (1 - wait) : 1;
    if (beat.cards) act.cards = beat.cards.map(([faction, ...keys]) => ({ faction, keys, part: part(i) }));
    if (beat.dice) act.dice = beat.dice.map(([faction, ...faces]) => ({ faction, faces, part: part(i) }));
  });
  const hurt = beats[last]?.hurt ?? [];
  act.hurt = hurt.map(([faction, amount]) => ({ faction, amount, part: part(last) }));
  const shaken = new Set(hurt.map(([faction]) => faction));
  act.poses = stand.map((token) => {
    const was = from.find(([, kind]) => kind === token[1]) ?? token;
    const shake = shaken.has(telling.after.kind(token[1])?.faction ?? -1) ? 1 - part(last) : 0;
    return pose(was, token, ease(moving), shake);
  });
  return act;
}

function pose(from: Token, to: Token, part: number, shake: number): Pose {
  const way = sixth(to[2] - from[2] + 2) - 2; // the shorter way round
  return { kind: to[1], from: from[0], to: to[0], part, turn: from[2] + way * part, shake };
}

function ease(part: number): number {
  return part < 0.5 ? 2 * part ** 2 : 1 - 2 * (1 - part) ** 2;
}

/** The position as the panel may tell it at a beat: no life lost and no end that is still to come. */
export function sceneAt({ before, after, beats }: Telling, last: number): Scene {
  const { traits } = after;
  const lost = new Map<number, number>();
  for (const { hurt } of beats.slice(0, last + 1)) {
    for (const [faction, amount] of hurt ?? []) lost.set(faction, (lost.get(faction) ?? 0) + amount);
  }
  const seats = traits.tray.seats.map((seat) => {
    const score = before.seatOf(seat.faction)?.score ?? seat.score;
    return { ...seat, score: Math.max(0, score - (lost.get(seat.faction) ?? 0)) };
  });
  const { heading, chance = [], course = [] } = before.traits.status;
  const told: Traits = {
    ...traits,
    tray: { ...traits.tray, seats },
    status: { ...traits.status, heading, chance, course, prompt: "", result: null },
  };
  return new Scene((key) => told[key]);
}
