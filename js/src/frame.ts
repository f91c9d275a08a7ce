/** How the width of the container is shared between board and panel. The style sheet has the same numbers. */

import type { Breadth } from "./panel/view.ts";

const NARROW = 680; // the panel goes below the board
const WIDE = 960;
const TALL = 720; // the board grows no higher
const PANEL = { narrow: 0, mid: 268, wide: 316 };
const INSET = { narrow: 26, mid: 26, wide: 30 }; // the panel's padding and border
const PADDING = { narrow: 16, mid: 28, wide: 28 };
const GAP = 18;

export interface Frame {
  breadth: Breadth;
  board: number; // width for the board
  tall: number; // its greatest height
  room: number; // width inside the panel
}

export function frame(width: number): Frame {
  const breadth = width < NARROW ? "narrow" : width < WIDE ? "mid" : "wide";
  const inside = width - PADDING[breadth];
  const beside = PANEL[breadth] && PANEL[breadth] + GAP;
  return {
    breadth,
    board: inside - beside,
    tall: breadth === "narrow" ? inside : TALL,
    room: (PANEL[breadth] || inside) - INSET[breadth],
  };
}
