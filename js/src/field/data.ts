/** What lies on the cells: layers as Python last told them, and which cells changed. */

import { centre, type Hex, hexAt, neighbour, type Orientation, type Point } from "../geometry.ts";
import type { Bytes, Line, Piece, Recent, Sparse, Traits } from "./protocol.ts";

type Get = <K extends keyof Traits>(key: K) => Traits[K];

/** The layer that a name in `_recent` means, and the trait that holds it as a whole. */
const LAYERS = {
  fills: "_fills",
  heat: "_heat",
  labels: "_labels",
  tooltips: "_tooltips",
  tokens_at: "_pieces",
  edges: "_edges",
} as const;

export const WATCHED = [
  ...["grid", "words", "language", "theme", "rev", "title", "names", "select", "drag", "selection"],
  ...["heat_title", "_arrows", "_recent", "_scale", "_hears", ...Object.values(LAYERS)],
] as (keyof Traits)[];

export class Data {
  orientation: Orientation = "pointy";
  names: string[] = [];
  /** Middles of the cells, in sides of a hex. */
  points: Point[] = [];
  box = { left: 0, top: 0, right: 1, bottom: 1 };
  fills = new Map<number, string>();
  heat = new Map<number, number>();
  labels = new Map<number, string>();
  tooltips = new Map<number, string>();
  tokens_at = new Map<number, Piece>();
  edges = new Map<number, Line>();
  arrows: Traits["_arrows"] = [];
  scale: [number, number] = [0, 1];
  chosen = new Set<number>();
  #at = new Map<string, number>();
  #byHex = new Map<string, number>();
  #hexes: Hex[] = [];

  /** Take over what changed; the cells that look different now, or null where that may be all. */
  update(get: Get, changed: ReadonlySet<string>): Set<number> | null {
    const dirty = new Set<number>();
    let all = false;
    if (changed.has("grid")) {
      this.#place(get("grid"));
      all = true;
    }
    for (const [name, trait] of Object.entries(LAYERS)) {
      if (!changed.has(trait)) continue;
      this.#whole(name as keyof typeof LAYERS, get);
      all = true;
    }
    if (changed.has("_arrows")) {
      const arrows = get("_arrows");
      all ||= arrows.length > 0 || this.arrows.length > 0;
      this.arrows = arrows;
    }
    if (changed.has("_scale")) {
      this.scale = get("_scale");
      all ||= this.heat.size > 0;
    }
    all ||= changed.has("names");
    if (this.#recent(get("_recent"), dirty)) all = true;
    if (changed.has("selection") || changed.has("grid")) this.#choose(get("selection"), dirty);
    return all ? null : dirty;
  }

  at(name: string): number | null {
    return this.#at.get(name) ?? null;
  }

  /** The cell that holds a point of the plane. */
  cellAt(point: Point): number | null {
    return this.find(hexAt(point, this.orientation));
  }

  find({ q, r }: Hex): number | null {
    return this.#byHex.get(`${q},${r}`) ?? null;
  }

  /** The cells on the straight line from one to another, without the first. */
  between(from: number, to: number): number[] {
    const [a, b] = [this.points[from], this.points[to]];
    if (!a || !b) return [];
    const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 1.2));
    const found = Array.from({ length: steps }, (_, i) => {
      const part = (i + 1) / steps;
      return this.cellAt({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
    });
    return found.filter((at, i): at is number => at !== null && at !== (i ? found[i - 1] : from));
  }

  #place(grid: Traits["grid"]): void {
    const hexes = pairs(grid);
    this.orientation = grid.orientation;
    this.#hexes = hexes;
    this.points = hexes.map((hex) => centre(hex, grid.orientation));
    this.names = grid.names ?? usual(hexes);
    this.#at = new Map(this.names.map((name, at) => [name, at]));
    this.#byHex = new Map(this.#hexes.map(({ q, r }, at) => [`${q},${r}`, at]));
    const short = Math.sqrt(3) / 2;
    const [across, down] = grid.orientation === "pointy" ? [short, 1] : [1, short];
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const { x, y } of this.points) {
      box.left = Math.min(box.left, x - across);
      box.right = Math.max(box.right, x + across);
      box.top = Math.min(box.top, y - down);
      box.bottom = Math.max(box.bottom, y + down);
    }
    this.box = box;
  }

  #whole(name: keyof typeof LAYERS, get: Get): void {
    if (name === "fills") {
      const { inks = [], at } = get("_fills");
      this.fills = new Map();
      numbers(at, this.points.length).forEach((ink, cell) => {
        const colour = inks[ink - 1];
        if (colour !== undefined) this.fills.set(cell, colour);
      });
    } else if (name === "heat") {
      const { at } = get("_heat");
      this.heat = new Map();
      for (let i = 0; at && i < at.byteLength / 4; i++) {
        const value = at.getFloat32(i * 4, true);
        if (!Number.isNaN(value)) this.heat.set(i, value);
      }
    } else {
      (this[name] as Map<number, unknown>) = new Map(sparse(get(LAYERS[name]) as Sparse<unknown>));
    }
  }

  /** Apply what changed cell by cell; whether lines between cells did. */
  #recent(recent: Recent, dirty: Set<number>): boolean {
    let lines = false;
    for (const [name, changes] of Object.entries(recent)) {
      const layer = this[name as keyof typeof LAYERS] as Map<number, unknown> | undefined;
      if (!layer || !(name in LAYERS)) continue;
      for (const [key, value] of changes) {
        if (same(layer.get(key) ?? null, value)) continue;
        if (value === null) layer.delete(key);
        else layer.set(key, value);
        if (name === "edges") lines = true;
        else if (name !== "tooltips") dirty.add(key);
      }
    }
    return lines;
  }

  /** The one or two cells that an edge belongs to. */
  beside(key: number): number[] {
    const [cell, direction] = [Math.floor(key / 6), key % 6];
    const hex = this.#hexes[cell];
    const other = hex && this.find(neighbour(hex, direction));
    return other == null ? [cell] : [cell, other];
  }

  #choose(names: readonly string[], dirty: Set<number>): void {
    const chosen = new Set(names.flatMap((name) => this.at(name) ?? []));
    for (const at of chosen) if (!this.chosen.has(at)) dirty.add(at);
    for (const at of this.chosen) if (!chosen.has(at)) dirty.add(at);
    this.chosen = chosen;
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function pairs({ cells, wide }: Traits["grid"]): Hex[] {
  const size = wide ? 4 : 2;
  const read = (i: number): number => (wide ? cells.getInt32(i * 4, true) : cells.getInt16(i * 2, true));
  const count = cells.byteLength / size / 2;
  return Array.from({ length: count }, (_, i) => ({ q: read(2 * i), r: read(2 * i + 1) }));
}

/** A number for each cell, in as many bytes as there are for it. */
function numbers(bytes: Bytes | undefined, count: number): number[] {
  if (!bytes) return [];
  const size = bytes.byteLength / count;
  return Array.from({ length: count }, (_, i) =>
    size === 1 ? bytes.getUint8(i) : size === 2 ? bytes.getUint16(i * 2, true) : bytes.getUint32(i * 4, true),
  );
}

function sparse<T>({ keys, values = [] }: Sparse<T>): [number, T][] {
  return keys ? values.map((value, i) => [keys.getUint32(i * 4, true), value]) : [];
}

/** The usual labels, as `Labels` in hexgrid.py gives them: rows lettered from the top, numbered from the left. */
function usual(hexes: Hex[]): string[] {
  const order = hexes.map((_, at) => at);
  const hex = (at: number): Hex => hexes[at] ?? { q: 0, r: 0 };
  order.sort((a, b) => hex(a).r - hex(b).r || hex(a).q - hex(b).q);
  const names: string[] = [];
  let row = -1;
  let column = 0;
  order.forEach((at, i) => {
    const fresh = i === 0 || hex(at).r !== hex(order[i - 1] ?? 0).r;
    if (fresh) row++;
    column = fresh ? 1 : column + 1;
    names[at] = letters(row) + column;
  });
  return names;
}

/** Row 0 is a, 25 is z, 26 is aa. */
function letters(row: number): string {
  return (row >= 26 ? letters(Math.floor(row / 26) - 1) : "") + String.fromCharCode(97 + (row % 26));
}
