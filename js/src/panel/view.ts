/** What the panel needs to know to draw itself. */

import type { Carry } from "../carry.ts";
import type { Message } from "../message.ts";
import type { Style } from "../paint/shape.ts";
import type { Scene } from "../scene.ts";
import type { Palette } from "../theme.ts";

export type Breadth = "narrow" | "mid" | "wide";

export interface PanelView {
  scene: Scene;
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
}
