/** What moved between two snapshots, and the little time it takes to show it. */

import type { Float } from "./float.ts";
import type { Point } from "./geometry.ts";
import { gem } from "./paint/gem.ts";
import type { Judged, Token } from "./protocol.ts";
import type { Scene } from "./scene.ts";
import { type Lying, lying } from "./stones.ts";
import { type Act, actAt, beatAt, sceneAt, type Telling, telling } from "./story.ts";
import type { Surface } from "./surface.ts";
import type { Verdict } from "./tallies.ts";

export const DROP = 120; // milliseconds
export const FLY = 250;
export const JUDGE = 270; // per site
export const JUDGE_ALL = 680; // however many there are
const MANY = 3; // more than this at once is a jump in the game, not a move

export interface Flight {
  gem: number;
  from: number; // site
  seat: number; // index of the taker in the tray
}

export function dropped(before: Scene, after: Scene): number[] {
  const isNew = ([at, kind]: Token): boolean =>
    before.token(at)?.[1] !== kind && after.kind(kind)?.figure === undefined; // fighters walk
  const fresh = after.traits.tokens.filter(isNew).map(([at]) => at);
  return fresh.length > MANY ? [] : fresh;
}

export function taken(before: Scene, after: Scene): Flight[] {
  const lay = new Map<number, number>();
  for (const [at, ...gems] of before.traits.marks.gems) for (const gem of gems) lay.set(gem, at ?? 0);
  const gone = before.traits.marks.stones.filter(([at]) => after.rock(at) === null);
  const flights = after.traits.tray.seats.flatMap((seat, index) => {
    const had = new Set(before.traits.tray.seats[index]?.gems);
    return seat.gems.flatMap((gem) => {
      const from = lay.get(gem) ?? gone.find(([, points]) => isPlain(after, gem, points))?.[0];
      return had.has(gem) || from === undefined ? [] : [{ gem, from, seat: index }];
    });
  });
  return flights.length > MANY ? [] : flights;
}

/** Whether a stone is of the sort that a cell turns into. */
function isPlain(scene: Scene, index: number, points: number): boolean {
  const gem = scene.gem(index);
  return gem?.colour === "none" && gem.points === points;
}

/** The sites that were judged on the way: not those that were judged before, nor any after an undo. */
export function judged(before: Scene, after: Scene): Judged[] {
  if (after.traits.tokens.length < before.traits.tokens.length) return [];
  const done = new Set(before.traits.marks.done.map(([at]) => at));
  return after.traits.status.judged.filter(([at, , , ...totals]) => totals.length && !done.has(at ?? -1));
}

/** What the motion needs of its board. */
export interface Scenery {
  surface: Surface;
  float: Float;
  font(): string;
  find(name: string): Point | null; // client coordinates
  paint(): void;
  turn(): void; // another line of the story is told
  done(): void;
}

export class Motion {
  /** Tokens that are dropping: 0 at the start, 1 when they lie. */
  landing = new Map<number, number>();
  /** The site whose judgement is being shown. */
  verdict: Verdict | null = null;
  /** The moment of the story that is being told. */
  act: Act | null = null;
  /** The position as far as it is told, and the last line of its story; null where it may be known as it is. */
  told: { scene: Scene; beat: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #board: Scenery;

  constructor(board: Scenery) {
    this.#board = board;
  }

  get running(): boolean {
    return this.#timer !== undefined;
  }

  /** Show the way from one position to the next. A unit that was just placed here lies already. */
  start(before: Scene, after: Scene, placed: number | null): void {
    this.settle();
    if (globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const story = telling(before, after);
    if (story) {
      this.#tell(story);
      return;
    }
    const drops = dropped(before, after).filter((at) => at !== placed);
    const flights = taken(before, after);
    const verdicts = judged(before, after);
    if (!drops.length && !flights.length && !verdicts.length) return;
    const stones = lying(before, this.#board.surface.layout);
    for (const flight of flights) this.#fly(flight, after, stones);
    const wait = drops.length ? DROP : 0;
    const each = Math.min(JUDGE, JUDGE_ALL / verdicts.length);
    this.#run(drops, verdicts, wait, each);
    const time = Math.max(flights.length ? FLY : 0, wait + (verdicts.length && each * verdicts.length));
    this.#timer = setTimeout(() => this.skip(), time);
  }

  /** Show the end at once. */
  skip(): void {
    if (!this.running) return;
    this.settle();
    this.#board.done();
  }

  /** Whatever moves is at its end. */
  settle(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.landing = new Map();
    this.verdict = null;
    this.act = null;
    this.told = null;
    this.#board.float.clear();
  }

  /** Beat after beat on the board, line after line in the panel. */
  #tell(story: Telling): void {
    const start = performance.now();
    let beat = -1;
    const step = (now: number): void => {
      if (this.act === null) return; // settled
      const gone = Math.max(0, now - start);
      this.act = actAt(story, gone);
      if (beatAt(story, gone) === beat) {
        this.#board.paint();
      } else {
        beat = beatAt(story, gone);
        this.told = { scene: sceneAt(story, beat), beat };
        this.#board.turn();
      }
      requestAnimationFrame(step);
    };
    this.act = actAt(story, 0);
    this.told = { scene: sceneAt(story, 0), beat: 0 };
    this.#timer = setTimeout(() => this.skip(), story.time);
    requestAnimationFrame(step);
  }

  /** Units drop, then one judged site after the other shows its totals. */
  #run(drops: number[], verdicts: Judged[], wait: number, each: number): void {
    if (!drops.length && !verdicts.length) return;
    const landing = new Map(drops.map((at) => [at, 0]));
    const start = performance.now();
    const step = (now: number): void => {
      if (this.landing !== landing) return; // settled, or another motion began
      const part = Math.min(1, Math.max(0, (now - start) / DROP));
      for (const at of drops) landing.set(at, 1 - (1 - part) ** 3);
      const turn = Math.max(0, now - start - wait) / each;
      const row = now - start < wait ? undefined : verdicts[Math.floor(turn)];
      this.verdict = row ? { row, part: turn % 1 } : null;
      this.#board.paint();
      if (part < 1 || turn < verdicts.length) requestAnimationFrame(step);
    };
    this.landing = landing;
    requestAnimationFrame(step);
  }

  /** A stone that lies on a cell for itself. */
  #rock(at: number): { point: Point; radius: number } | undefined {
    const { layout } = this.#board.surface;
    const point = layout?.points[at];
    return point && layout && { point, radius: layout.size * 0.4 };
  }

  #fly(flight: Flight, after: Scene, stones: Lying[]): void {
    const { surface, float } = this.#board;
    const stone = after.gem(flight.gem);
    const start = stones.find((one) => one.key === stone?.key) ?? this.#rock(flight.from);
    const taker = after.faction(after.traits.tray.seats[flight.seat]?.faction)?.name;
    const to = this.#board.find(`seat:${taker}`);
    if (!stone || !start || !to) return;
    const { radius } = start;
    const middle = { x: radius * 1.2, y: radius * 1.2 };
    const font = this.#board.font();
    float.fly(surface.toClient(start.point), to, radius * 2.4, FLY, (ctx) =>
      gem(ctx, middle, radius, stone.colour, stone.points, font),
    );
  }
}
