/** Puts a scene and what the player is doing on a canvas. Pure: the same input paints the same picture. */

import type { Carry, Fit } from "./carry.ts";
import { DIRECTIONS, mix, type Point } from "./geometry.ts";
import type { Ghost } from "./ghost.ts";
import { gemPoint, gemSize, type Layout } from "./layout.ts";
import { LOOK, measure } from "./look.ts";
import { fans, fansOf } from "./paint/fan.ts";
import {
  arcDice,
  ghost as dashed,
  edgeDice,
  entrance,
  fighter,
  stays,
  tint,
  trail,
} from "./paint/fighter.ts";
import { gem, glow, smallGem } from "./paint/gem.ts";
import { bar, cross, hatch, heat, legal, outline } from "./paint/overlay.ts";
import { cell, hollow, judged, label, rock, site, start, wall } from "./paint/place.ts";
import { apart, type Ctx, type Style } from "./paint/shape.ts";
import { drawStory } from "./paint/story.ts";
import { unit } from "./paint/unit.ts";
import type { Edge, Step, Token } from "./protocol.ts";
import { meetings, power, type Scene } from "./scene.ts";
import type { Act } from "./story.ts";
import { drawForeseen, drawVerdict, type Verdict } from "./tallies.ts";
import { ink, type Palette, shade } from "./theme.ts";

/** What is drawn besides the scene. */
export interface Play {
  carry: Carry | null;
  fit: Fit;
  lit: ReadonlySet<number>; // places that may be chosen
  step: Step | null; // the sort of the next choice
  aim: number | null; // place under the pointer, or reached by the keys
  gems: ReadonlySet<string>; // stones that may be chosen
  tallies: number[][]; // what the sites would come to
  verdict: Verdict | null; // a site that is being judged
  cursor: number | null; // place that the arrow keys reached
  landing: ReadonlyMap<number, number>; // token that is dropping: 0 at the start, 1 when it lies
  own?: number | undefined; // faction that an order is put together for
  plan?: Ghost | null; // where that order would take its fighter
  arcs?: number | null; // fighter whose dice are shown around it
  edges?: Edge[]; // what a refusal is about
  act?: Act | null; // the moment of the story that is being told
}

export interface Picture {
  ctx: Ctx;
  scene: Scene;
  play: Play;
  layout: Layout;
  colours: Palette;
  style: Style;
}

export function paint(picture: Picture): void {
  const { ctx, layout, scene, play } = picture;
  ctx.clearRect(0, 0, layout.width, layout.height);
  scene.places.forEach((_, at) => {
    ground(picture, at);
  });
  rocks(picture);
  sites(picture);
  for (const [at, value] of scene.traits.marks.heat) {
    heat(ctx, spot(layout, at), layout.size, value, picture.colours, layout.orientation);
  }
  if (picture.play.act) {
    lastMove(picture);
    drawStory(picture, picture.play.act);
    return;
  }
  arcs(picture);
  lights(picture);
  way(picture);
  for (const token of scene.traits.tokens) drawToken(picture, token);
  lastMove(picture);
  targets(picture);
  cursor(picture);
  ghost(picture);
  plan(picture);
  edges(picture);
  asides(picture);
  fans(picture, (at) => isFree(scene, play, at) && !arcsOf(scene, play.arcs).some((one) => one.at === at));
  for (const tally of picture.play.tallies) drawForeseen(ctx, scene, layout, tally, picture.style);
  if (picture.play.verdict) drawVerdict(ctx, scene, layout, picture.play.verdict, picture.style);
}

function spot(layout: Layout, at: number): Point {
  return layout.points[at] ?? { x: 0, y: 0 };
}

function ground({ ctx, scene, play, layout, colours, style }: Picture, at: number): void {
  const place = scene.place(at);
  const p = spot(layout, at);
  if (!place || place.kind === "small") return;
  if (place.kind === "obstacle") {
    rock(ctx, p, layout.size, place.name, style);
    return;
  }
  if (place.kind === "wall" || place.kind === "door") {
    wall(ctx, p, layout.size, inward(scene, layout, at), colours[place.kind], style);
    if (place.turn !== undefined) entrance(ctx, p, layout.size, place.turn, colours, style);
    return;
  }
  const draw = { void: hollow, large: site, cell, start: cell }[place.kind];
  draw(ctx, p, layout.size, colours, style);
  if ((scene.token(at) && !play.act) || (place.kind !== "cell" && place.kind !== "start")) return;
  const isStart = place.kind === "start";
  if (isStart) start(ctx, p, layout.size, colours, style);
  const arcs = play.act ? [] : arcsOf(scene, play.arcs);
  if (play.carry?.over === at || (play.plan?.way.includes(at) && !play.act)) return;
  const fanned = play.act ? [] : fansOf(scene, play.own).filter(([where]) => where === at);
  const held = isStart || fanned[0] || arcs.some((one) => one.at === at); // something is in the middle
  const drop = fanned.some(([, way]) => way > 3) ? -1 : 1; // to where no fan is
  const low = {
    x: p.x,
    y:
      p.y +
      (isStart
        ? measure(LOOK.ground.startDrop, layout.size)
        : drop * measure(LOOK.ground.arcDrop, layout.size)),
  };
  const colour = arcs.some((one) => one.at === at)
    ? shade(owner(scene, play.arcs), colours)
    : colours.cellText;
  label(
    ctx,
    held ? low : p,
    held ? layout.size * LOOK.ground.startLabel : layout.size,
    place.name,
    colour,
    style,
  );
}

/** The way from a wall to the inside that it borders on. */
function inward(scene: Scene, layout: Layout, at: number): Point {
  const p = spot(layout, at);
  const near = DIRECTIONS.map((_, direction) => scene.next(at, direction)).filter(
    (next) => next !== null && scene.inside(next),
  );
  const sum = near.reduce<Point>(
    (way, next) => ({
      x: way.x + spot(layout, next ?? at).x - p.x,
      y: way.y + spot(layout, next ?? at).y - p.y,
    }),
    { x: 0, y: 0 },
  );
  const far = Math.hypot(sum.x, sum.y) || 1;
  return { x: sum.x / far, y: sum.y / far };
}

function rocks({ ctx, scene, layout, style }: Picture): void {
  for (const [at, points] of scene.traits.marks.stones) {
    const p = spot(layout, at);
    rock(ctx, p, layout.size, scene.place(at)?.name ?? "", style);
    gem(
      ctx,
      { x: p.x, y: p.y - layout.size * LOOK.rock.gemRise },
      layout.size * LOOK.rock.gem,
      "none",
      points,
      style.font,
    );
  }
}

function sites({ ctx, scene, play, layout, colours, style }: Picture): void {
  const done = new Map(scene.traits.marks.done);
  scene.places.forEach((place, at) => {
    if (place.kind !== "small") return;
    const spent = done.has(at);
    smallGem(ctx, spot(layout, at), layout.size, place.points ?? 1, colours.small, spent, style.font);
  });
  for (const [at, first] of done) {
    if (scene.place(at)?.kind === "small") {
      if (first >= 0) judged(ctx, spot(layout, at), layout.size * LOOK.judged.small, scene.faction(first));
    } else if (!scene.traits.marks.gems.some(([where, ...gems]) => where === at && gems.length)) {
      judged(ctx, spot(layout, at), layout.size * LOOK.judged.large, scene.faction(first));
    }
  }
  for (const [at, ...gems] of scene.traits.marks.gems) {
    if (at === undefined) continue;
    gems.forEach((index, i) => {
      const stone = scene.gem(index);
      if (!stone) return;
      const p = gemPoint(layout, at, i, gems.length);
      const radius = gemSize(layout, gems.length);
      if (play.gems.has(stone.key)) glow(ctx, p, radius);
      gem(ctx, p, radius, stone.colour, stone.points, style.font);
    });
  }
}

/** Places that may be chosen, stronger while a unit is carried. */
function lights({ ctx, scene, play, layout, colours }: Picture): void {
  const inks = ink(scene.faction(play.own ?? scene.placing)?.name);
  const colour = colours.forced ? colours.strong : colours.name === "dark" ? inks.light : inks.base;
  const strength = play.carry || colours.forced ? 1 : 0.62;
  const quiet = play.own === undefined ? undefined : 0.05; // the tints of dice stay clear
  for (const at of play.lit) {
    if (scene.token(at)) continue;
    legal(
      ctx,
      spot(layout, at),
      layout.size,
      colour,
      aimed(play, at) ? 1 : strength,
      layout.orientation,
      aimed(play, at) ? undefined : quiet,
    );
  }
}

/** Whether a click would choose the place as it is, without a unit of the hand. */
function aimed({ carry, step, aim, lit }: Play, at: number): boolean {
  return !carry && (step === "place" || step === "card") && aim === at && lit.has(at);
}

/** Units that may be chosen where they stand, and the place that a click would choose. */
function targets({ ctx, scene, play, layout, colours }: Picture): void {
  apart(ctx, () => {
    ctx.setLineDash([layout.size * 0.13, layout.size * 0.095]);
    for (const at of play.lit) {
      if (!scene.token(at)) continue;
      if (play.own === undefined)
        outline(ctx, spot(layout, at), layout.size, colours.strong, 0.06, layout.orientation);
      else
        outline(
          ctx,
          spot(layout, at),
          layout.size * 0.985,
          shade(scene.faction(play.own)?.name, colours),
          0.04,
          layout.orientation,
        );
    }
  });
  const { aim } = play;
  if (aim === null || !aimed(play, aim)) return;
  outline(ctx, spot(layout, aim), layout.size * 0.97, colours.strong, 0.09, layout.orientation);
}

function drawToken({ ctx, scene, play, layout, colours, style }: Picture, token: Token): void {
  const [at, index, turn, counters] = token;
  const kind = scene.kind(index);
  const faction = kind && scene.faction(kind.faction);
  if (!kind || !faction) return;
  if (play.carry?.origin === "board" && play.carry.over === at) return; // lifted
  const p = spot(layout, at);
  if (kind.figure === "fighter") {
    const figure = { kind, faction, turn, shadow: colours.shadow };
    edgeDice(ctx, p, layout.size, figure, colours, style);
    fighter(ctx, p, layout.size, figure, style);
    return;
  }
  const fall = play.landing.get(at);
  const look = { kind, faction, turn, shadow: colours.shadow, ...(counters ? { counters } : {}) };
  if (fall === undefined) unit(ctx, p, layout.size, look, style);
  else unit(ctx, p, layout.size * (1.16 - 0.16 * fall), { ...look, alpha: 0.3 + 0.7 * fall }, style);
}

function lastMove({ ctx, scene, layout, colours }: Picture): void {
  for (const at of scene.traits.marks.last) {
    outline(
      ctx,
      spot(layout, at),
      layout.size * LOOK.marks.last,
      colours.page,
      LOOK.marks.lastHalo,
      layout.orientation,
    );
    outline(
      ctx,
      spot(layout, at),
      layout.size * LOOK.marks.last,
      colours.accent,
      LOOK.marks.lastLine,
      layout.orientation,
    );
  }
}

function cursor({ ctx, play, layout, colours }: Picture): void {
  if (play.cursor === null) return;
  apart(ctx, () => {
    ctx.setLineDash([layout.size * 0.22, layout.size * 0.12]);
    const at = spot(layout, play.cursor ?? 0);
    outline(ctx, at, layout.size * 1.04, colours.strong, 0.06, layout.orientation);
  });
}

/** The carried unit, snapped to the place under the pointer. */
function ghost({ ctx, scene, play, layout, colours, style }: Picture): void {
  const { carry } = play;
  if (!carry || carry.over === null) return;
  const kind = scene.kind(carry.kind);
  const faction = kind && scene.faction(kind.faction);
  if (!kind || !faction) return;
  const p = spot(layout, carry.over);
  const settled = carry.waiting !== null;
  const place = scene.place(carry.over);
  const token = scene.token(carry.over);
  const taken = carry.origin === "hand" && (token !== undefined || scene.rock(carry.over) !== null);
  if (taken || (place?.kind !== "cell" && place?.kind !== "start")) {
    hatch(ctx, p, layout.size, colours, layout.orientation);
    return;
  }
  const fits = play.fit === "fits";
  const full = carry.origin === "board" ? 1 : 0.85; // it stands there already
  const alpha = settled ? 0.94 : fits ? full : 0.5;
  const counters = (carry.origin === "board" && token?.[3]) || 0;
  if (carry.origin === "board") cell(ctx, p, layout.size, colours, style);
  unit(ctx, p, layout.size, { kind, faction, turn: carry.turn, counters, alpha }, style);
  if (!fits && !settled) hatch(ctx, p, layout.size, colours, layout.orientation);
  outline(ctx, p, layout.size, fits || settled ? colours.strong : colours.warn, 0.065, layout.orientation);
  const touching = meetings(scene, carry.over, kind, carry.turn);
  for (const equal of [false, true]) {
    for (const meeting of touching.filter((m) => m.equal === equal)) {
      bar(ctx, p, layout.size, meeting.direction, equal, colours, layout.orientation);
    }
  }
}

/** The edges that a refusal is about. */
function edges({ ctx, play, layout, colours }: Picture): void {
  for (const [at, direction, good] of play.edges ?? []) {
    const p = spot(layout, at);
    if (good) bar(ctx, p, layout.size, direction, true, colours, layout.orientation);
    else cross(ctx, p, layout.size, direction, colours, layout.orientation);
  }
}

/** The places around the fighter whose dice are shown, with as many dice as it would throw there. */
export function arcsOf(
  scene: Scene,
  from: number | null | undefined,
): { at: number; direction: number; dice: number }[] {
  const token = scene.token(from ?? -1);
  const kind = token && scene.kind(token[1]);
  if (!token || !kind) return [];
  return DIRECTIONS.flatMap((_, direction) => {
    const at = scene.next(token[0], direction);
    return at === null || !scene.inside(at)
      ? []
      : [{ at, direction, dice: power(kind, token[2], direction) }];
  });
}

/** Tinted hexes around a fighter; the dice stand in the middle of those that are free, over fans. */
function arcs(picture: Picture): void {
  const { ctx, scene, play, layout, colours, style } = picture;
  const around = arcsOf(scene, play.arcs);
  const name = owner(scene, play.arcs);
  for (const { at, dice } of around) tint(ctx, spot(layout, at), layout.size, dice, name, style);
  fans(picture);
  for (const { at, dice } of around) {
    if (isFree(scene, play, at))
      arcDice(ctx, spot(layout, at), layout.size * 0.3, dice, name, colours, style);
  }
}

/** Dice against a place that is taken stand on the edge to it. */
function asides({ ctx, scene, play, layout, colours, style }: Picture): void {
  for (const { at, dice } of arcsOf(scene, play.arcs)) {
    if (isFree(scene, play, at)) continue;
    const edge = mix(spot(layout, play.arcs ?? at), spot(layout, at), 0.5);
    arcDice(ctx, edge, layout.size * 0.23, dice, owner(scene, play.arcs), colours, style, colours.page);
  }
}

function isFree(scene: Scene, { plan }: Play, at: number): boolean {
  return !scene.token(at) && plan?.way.at(-1) !== at;
}

function owner(scene: Scene, at: number | null | undefined): string | undefined {
  return scene.faction(scene.kind(scene.token(at ?? -1)?.[1] ?? -1)?.faction)?.name;
}

/** The way that the order takes; it ends where the fighter would stand. */
function way({ ctx, scene, play, layout, colours }: Picture): void {
  const points = (play.plan?.way ?? []).map((at) => spot(layout, at));
  trail(ctx, points, layout.size, scene.faction(play.plan?.faction)?.name, colours);
}

/** The fighter as the order would leave it; only its outline where somebody stands. */
function plan({ ctx, scene, play, layout, colours, style }: Picture): void {
  const kind = scene.kind(play.plan?.kind ?? -1);
  const faction = scene.faction(play.plan?.faction);
  if (!play.plan || !kind || !faction) return;
  const { way, turn } = play.plan;
  const look = { kind, faction, turn };
  const points = way.map((at) => spot(layout, at));
  const end = points.at(-1) ?? { x: 0, y: 0 };
  if (scene.token(way.at(-1) ?? -1)) {
    stays(ctx, end, layout.size, look, colours, style);
    return;
  }
  dashed(ctx, end, layout.size, look, colours, style);
}
