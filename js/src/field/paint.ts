/** Paints cells and what lies on them; the twin in Python is field_picture.py, their numbers are field.json's. */

import FIELD from "../../../hexwidgets/board/field.json";
import { angle, corner, corners, type Orientation, type Point } from "../geometry.ts";
import { LOOK, measure } from "../look.ts";
import { fighter } from "../paint/fighter.ts";
import { apart, type Ctx, emblem, filled, hexagon, letter, lined, polygon } from "../paint/shape.ts";
import { unit } from "../paint/unit.ts";
import type { Emblem } from "../protocol.ts";
import { blend, ink, luminance, type Palette, parse } from "../theme.ts";
import type { Data } from "./data.ts";
import type { Line, Piece } from "./protocol.ts";

const [DARK, LIGHT] = ["#1c1b22", "#ffffff"];
const BETWEEN = 0.179; // luminance at which dark and light text are as well read
const OUTLINED = 9; // side of a hex in pixels from which cells have outlines
const STEPS = 64; // colours that a scale is drawn in
const BATCH = 250; // cells between two looks at the clock
const EMBLEMS: Record<string, Emblem> = {
  ...{ red: "triangle", north: "triangle", yellow: "diamond", green: "square" },
};

export interface Looks {
  size: number; // side of a hex in pixels
  spot(at: number): Point;
  colours: Palette;
  font: string;
  names: boolean;
  widest: number; // width of the widest name, in its font sizes
}

/** Whether single pieces and texts are drawn at a size. */
export function bare(size: number): boolean {
  return size < FIELD.bare;
}

/** Paint some cells, in steps between which the page may breathe. */
export function* paint(ctx: Ctx, data: Data, cells: readonly number[], looks: Looks): Generator<void> {
  const painter = new Painter(ctx, data, looks);
  yield* painter.grounds(cells);
  if (!bare(looks.size)) {
    painter.edges(cells);
    yield;
    yield* painter.contents(cells);
  }
  painter.chosen(cells);
}

/** A colour as Python names it, as it is drawn. */
export function seen(name: string, colours: Palette): string {
  if (name.startsWith("#")) return name;
  const own = (colours as unknown as Record<string, unknown>)[name];
  return typeof own === "string" && own.startsWith("#") ? own : ink(name).base;
}

/** The colour of a number on a scale. */
export function heatColour(value: number, [low, high]: readonly number[]): string {
  const [from = 0, to = 1] = [low, high];
  const part = to > from ? Math.min(1, Math.max(0, (value - from) / (to - from))) : 0.5;
  const last = FIELD.heat.length - 1;
  const place = (Math.round(part * STEPS) / STEPS) * last;
  const at = Math.min(last - 1, Math.floor(place));
  return blend(FIELD.heat[at] ?? "", FIELD.heat[at + 1] ?? "", place - at);
}

/** Colours of the scale from its low end to its high one. */
export const SCALE: readonly string[] = FIELD.heat;

class Painter {
  #ctx: Ctx;
  #data: Data;
  #looks: Looks;
  #o: Orientation;
  #on = new Map<string, string>();

  constructor(ctx: Ctx, data: Data, looks: Looks) {
    this.#ctx = ctx;
    this.#data = data;
    this.#looks = looks;
    this.#o = data.orientation;
  }

  /** Cells of one colour are one path, as far as that stays quick. */
  *grounds(cells: readonly number[]): Generator<void> {
    const { colours, size } = this.#looks;
    const outer = new Map<string, number[]>();
    const inner = new Map<string, number[]>();
    const put = (into: Map<string, number[]>, colour: string, at: number): void => {
      const known = into.get(colour);
      if (known) known.push(at);
      else into.set(colour, [at]);
    };
    for (const at of cells) {
      const ink = this.#data.fills.get(at);
      const hot = this.#hot(at);
      const colour = ink ? seen(ink, colours) : (hot ?? colours.cell);
      if (colour.length > 7) put(outer, colours.cell, at); // one sees through it
      put(outer, colour, at);
      if (ink && hot) put(inner, hot, at);
    }
    const body = corners(this.#o).map(({ x, y }) => ({
      x: x * size * LOOK.ground.cell,
      y: y * size * LOOK.ground.cell,
    }));
    const plain = outer.get(colours.cell);
    if (plain) yield* this.#hexes(plain, body, colours.cell, colours.cellLine);
    for (const [colour, some] of outer)
      if (colour !== colours.cell) yield* this.#hexes(some, body, colour, colours.page);
    const small = corners(this.#o).map(({ x, y }) => ({
      x: x * size * FIELD.inner,
      y: y * size * FIELD.inner,
    }));
    for (const [colour, some] of inner) yield* this.#hexes(some, small, colour, "");
  }

  *#hexes(cells: readonly number[], body: readonly Point[], colour: string, line: string): Generator<void> {
    const ctx = this.#ctx;
    const { size } = this.#looks;
    for (let from = 0; from < cells.length; from += BATCH) {
      ctx.beginPath();
      for (const at of cells.slice(from, from + BATCH)) {
        const { x, y } = this.#looks.spot(at);
        body.forEach((c, i) => {
          if (i === 0) ctx.moveTo(x + c.x, y + c.y);
          else ctx.lineTo(x + c.x, y + c.y);
        });
        ctx.closePath();
      }
      filled(ctx, colour);
      if (line && size >= OUTLINED) lined(ctx, measure(LOOK.ground.cellLine, size), line);
      yield;
    }
  }

  edges(cells: readonly number[]): void {
    const { edges } = this.#data;
    if (!edges.size) return;
    const some = new Set(cells);
    for (const [key, line] of edges) {
      if (!this.#data.beside(key).some((at) => some.has(at))) continue;
      const [at, direction] = [Math.floor(key / 6), key % 6];
      this.#line(this.#corner(at, direction), this.#corner(at, direction + 1), line);
    }
  }

  #corner(at: number, i: number): Point {
    const { spot, size } = this.#looks;
    const [middle, c] = [spot(at), corner(i, this.#o)];
    return { x: middle.x + c.x * size, y: middle.y + c.y * size };
  }

  #line(a: Point, b: Point, [colour, width, dashed]: Line): void {
    const ctx = this.#ctx;
    const wide = Math.max(1, (width / 100) * this.#looks.size);
    apart(ctx, () => {
      ctx.lineCap = "round";
      if (dashed) ctx.setLineDash([wide * 1.6, wide * 2]);
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      lined(ctx, wide, seen(colour, this.#looks.colours));
    });
  }

  *contents(cells: readonly number[]): Generator<void> {
    const { size, names, widest, font } = this.#looks;
    const { labels, tokens_at: tokens } = this.#data;
    const room = size * FIELD.room;
    const named = names && widest * FIELD.least <= room;
    const nameSize = Math.min(measure(LOOK.ground.label, size), room / widest);
    for (const [i, at] of cells.entries()) {
      const token = tokens.get(at);
      const label = labels.get(at);
      if (label !== undefined) this.#label(at, label, token !== undefined);
      else if (named && !token) {
        const ground = this.#ground(at);
        const plain = ground === this.#looks.colours.cell;
        this.#ctx.globalAlpha = plain ? 1 : 0.72;
        this.#ctx.fillStyle = plain ? this.#looks.colours.cellText : this.#over(ground);
        letter(this.#ctx, this.#data.names[at] ?? "", this.#looks.spot(at), nameSize, font, 500);
        this.#ctx.globalAlpha = 1;
      }
      if (token) this.#token(at, token);
      if (i % 60 === 59) yield;
    }
  }

  #label(at: number, text: string, under: boolean): void {
    const { size, font, colours, spot } = this.#looks;
    const most = Math.max(FIELD.small, size * (under ? FIELD.under : FIELD.label));
    const fits = this.#fitting(text, most, size * FIELD.room, 600);
    if (fits < FIELD.least) return;
    const { x, y } = spot(at);
    const ground = this.#ground(at);
    this.#ctx.fillStyle = ground === colours.cell ? colours.text : this.#over(ground);
    letter(this.#ctx, text, { x, y: under ? y + size * FIELD.drop : y }, fits, font, 600);
  }

  /** A size at which a text is no wider than there is room. */
  #fitting(text: string, most: number, room: number, weight: number): number {
    this.#ctx.font = `${weight} ${most}px ${this.#looks.font}`;
    return Math.min(most, (most * room) / Math.max(1, this.#ctx.measureText?.(text).width ?? 1));
  }

  #token(at: number, piece: Piece): void {
    const ctx = this.#ctx;
    const { size, colours, font, spot } = this.#looks;
    const point = spot(at);
    if (piece.figure) {
      this.#figure(point, piece);
      return;
    }
    const { text = "", colour = "none", shape = "disc", facing } = piece;
    const ink = seen(colour, colours);
    const solid = ink.length > 7 ? this.#ground(at) : ink;
    const rim = blend(solid, "#000000", FIELD.darker);
    const draw = (): void => {
      filled(ctx, ink);
      ctx.lineJoin = "round";
      lined(ctx, measure(FIELD.rim, size), rim);
    };
    if (shape !== "none") {
      if (facing !== undefined) {
        const a = angle(facing, this.#o);
        const [cos, sin] = [Math.cos(a) * size, Math.sin(a) * size];
        polygon(
          ctx,
          FIELD.beak.map(([x = 0, y = 0]) => ({
            x: point.x + x * cos - y * sin,
            y: point.y + x * sin + y * cos,
          })),
        );
        draw();
      }
      if (shape === "hex") hexagon(ctx, point, size * FIELD.hex, this.#o);
      else emblem(ctx, shape, point, size * (shape === "disc" ? FIELD.disc : FIELD.emblem));
      draw();
    }
    if (!text) return;
    const alone = shape === "none";
    const most = size * (alone ? FIELD.alone : FIELD.text);
    const room = alone ? FIELD.room : shape === "triangle" ? FIELD.pointed : FIELD.narrow;
    const fits = this.#fitting(text, most, size * room, 700);
    ctx.fillStyle = alone && colour !== "none" ? ink : this.#over(alone ? this.#ground(at) : solid);
    letter(ctx, text, point, fits, font, 700);
  }

  #figure(point: Point, { faction = "", rank = "", edges = [], turns, figure }: Piece): void {
    const { size, colours, font } = this.#looks;
    const [turn, counters] = turns ?? [0, 0];
    const look = {
      kind: { key: "", faction: 0, rank, mark: "" as const, edges },
      faction: { name: faction, label: "", letter: "", emblem: EMBLEMS[faction] ?? ("disc" as const) },
      ...{ turn, counters, shadow: colours.shadow },
    };
    const style = { orientation: this.#o, font, digits: false };
    if (figure === "fighter") fighter(this.#ctx, point, size, look, style);
    else unit(this.#ctx, point, size, look, style);
  }

  chosen(cells: readonly number[]): void {
    const { colours, size, spot } = this.#looks;
    const ctx = this.#ctx;
    ctx.lineJoin = "round";
    for (const at of cells) {
      if (!this.#data.chosen.has(at)) continue;
      hexagon(ctx, spot(at), size * FIELD.chosen, this.#o);
      lined(ctx, Math.max(1, size * FIELD.halo), colours.page);
      lined(ctx, Math.max(1, size * FIELD.ring), colours.strong);
    }
  }

  arrows(): void {
    const { spot, size, colours } = this.#looks;
    for (const [from, to, ...line] of this.#data.arrows) {
      const [a, b] = [spot(from), spot(to)];
      const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [x, y] = [((b.x - a.x) / far) * size, ((b.y - a.y) / far) * size];
      const { tail, head } = FIELD;
      const tip = { x: b.x - x * tail * 0.5, y: b.y - y * tail * 0.5 };
      const start = { x: a.x + x * tail, y: a.y + y * tail };
      this.#line(start, { x: tip.x - x * head * 0.7, y: tip.y - y * head * 0.7 }, line);
      const back = { x: tip.x - x * head, y: tip.y - y * head };
      const wing = { x: -y * head * 0.52, y: x * head * 0.52 };
      polygon(this.#ctx, [
        tip,
        { x: back.x + wing.x, y: back.y + wing.y },
        { x: back.x - wing.x, y: back.y - wing.y },
      ]);
      filled(this.#ctx, seen(line[0], colours));
    }
  }

  #hot(at: number): string | null {
    const value = this.#data.heat.get(at);
    return value === undefined ? null : heatColour(value, this.#data.scale);
  }

  /** The colour that texts on a cell stand on. */
  #ground(at: number): string {
    const hot = this.#hot(at);
    if (hot) return hot;
    const fill = this.#data.fills.get(at);
    const colour = fill ? seen(fill, this.#looks.colours) : "";
    return colour && colour.length <= 7 ? colour : this.#looks.colours.cell;
  }

  /** Dark or light text, whichever is read better on a colour. */
  #over(ground: string): string {
    const known = this.#on.get(ground);
    if (known) return known;
    const text = luminance(parse(ground) ?? [0, 0, 0]) > BETWEEN ? DARK : LIGHT;
    this.#on.set(ground, text as string);
    return text as string;
  }
}

/** Arrows go over everything, wherever they begin. */
export function arrows(ctx: Ctx, data: Data, looks: Looks): void {
  new Painter(ctx, data, looks).arrows();
}
