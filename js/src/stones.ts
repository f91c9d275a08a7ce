/** Where the stones of the large sites lie on the canvas. */

import type { Point } from "./geometry.ts";
import { gemPoint, gemSize, type Layout } from "./layout.ts";
import type { Scene } from "./scene.ts";

export interface Lying {
  key: string;
  point: Point;
  radius: number;
}

export function lying(scene: Scene, layout: Layout | null): Lying[] {
  if (!layout) return [];
  return scene.traits.marks.gems.flatMap(([at, ...gems]) =>
    gems.map((index, i) => ({
      key: scene.gem(index)?.key ?? "",
      point: gemPoint(layout, at ?? 0, i, gems.length),
      radius: gemSize(layout, gems.length),
    })),
  );
}

/** The stone at a point of the canvas, or null. */
export function stoneAt(stones: Lying[], p: Point): string | null {
  const hit = stones.find(({ point, radius }) => Math.hypot(point.x - p.x, point.y - p.y) < radius * 1.15);
  return hit?.key ?? null;
}
