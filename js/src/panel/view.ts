/** What the panel needs to know to draw itself. */

import type { Carry } from "../carry.ts";
import type { Message } from "../message.ts";
import type { Order } from "../order.ts";
import type { Style } from "../paint/shape.ts";
import type { Table } from "../protocol.ts";
import type { Scene } from "../scene.ts";
import type { Palette } from "../theme.ts";

export type Breadth = "narrow" | "mid" | "wide";

export interface PanelView {
  scene: Scene;
  told: number | null; // the last line of the story that is told so far
  carry: Carry | null;
  message: Message;
  help: boolean;
  breadth: Breadth;
  room: number; // width inside the panel
  colours: Palette;
  style: Style;
  cards: string[]; // keys of the cards that may be taken
  unfolded: boolean; // whether the goals are listed
  goal: string | null; // the goal whose text is shown
  playable: ReadonlySet<string>; // keys of the hand that may be picked now
  order: Order;
  sending: boolean; // whether the order is on its way to Python
  odds: { table: Table | null; stale: boolean } | null; // of the order, where they are known
  oddsShown: boolean;
  table: Table | null; // what a tool told
  asks: boolean; // whether tools may be used and rules asked about
}
