/** What goes on top of a board to edit on it: brings desk, palette, menu and hands together. */

import type { AnyModel } from "@anywidget/types";
import type { Guest, House } from "../board.ts";
import { Float } from "../float.ts";
import type { Point } from "../geometry.ts";
import type { Picture } from "../painter.ts";
import { h } from "../panel/dom.ts";
import type { PanelView } from "../panel/view.ts";
import { Desk } from "./desk.ts";
import { listen } from "./hands.ts";
import { Menu } from "./menu.ts";
import { Palette, sentence } from "./palette.ts";
import { drawThing, type Ground, paintDesk } from "./picture.ts";
import type { EditTraits } from "./protocol.ts";
import { told } from "./told.ts";

const FLOAT = 44; // pixels: half the breadth of what floats under the pointer

export class Editor implements Guest {
  #house: House;
  #desk: Desk;
  #palette: Palette;
  #menu: Menu;
  #float: Float;
  #ground: Ground | null = null;
  #pointer: Point | null = null;
  #live = h("div", { class: "hw-live", "aria-live": "polite" });
  #heard = "";

  constructor(model: AnyModel<EditTraits>, house: House) {
    const { root, panel, session, signal } = house;
    this.#house = house;
    const changed = (): void => house.refresh();
    this.#desk = new Desk(
      (key) => model.get(key),
      session,
      (intent) => model.send(intent),
      changed,
    );
    this.#palette = new Palette(this.#desk);
    this.#menu = new Menu(this.#desk, root);
    this.#float = new Float(root);
    panel.append(this.#palette.element);
    root.append(this.#menu.element, this.#live);
    const later = (): void => queueMicrotask(changed); // once all that changed is there
    const hear = (message: unknown): void => this.#desk.wire.hear(message);
    for (const trait of ["kit", "bench", "mode"] as const) model.on(`change:${trait}`, later);
    model.on("msg:custom", hear);
    signal.addEventListener("abort", () => {
      for (const trait of ["kit", "bench", "mode"] as const) model.off(`change:${trait}`, later);
      model.off("msg:custom", hear);
      this.#desk.wire.close();
    });
    listen(house, this.#desk, this.#menu, (at) => this.#follow(at));
  }

  update(view: PanelView): void {
    const { scene, colours, style } = view;
    this.#ground = { scene, colours, style };
    this.#desk.moved();
    const { root } = this.#house;
    root.dataset.mode = this.#desk.editing ? "edit" : "play";
    root.dataset.menu = String(this.#desk.menu !== null);
    root.dataset.held = String(this.#desk.held !== null);
    this.#palette.update(view);
    this.#menu.update(this.#spot(this.#desk.menu));
    this.#follow(this.#pointer);
    const speech = this.#desk.editing ? sentence(this.#desk, scene) : "";
    if (speech !== this.#heard) {
      this.#heard = speech;
      this.#live.replaceChildren(h("p", {}, speech));
    }
  }

  paint(picture: Picture): void {
    if (this.#desk.editing) paintDesk(picture, this.#desk);
  }

  told(): string[] {
    return told(this.#desk, this.#house.session.scene);
  }

  #spot(at: number | null): Point | null {
    const { surface } = this.#house;
    const point = at === null ? undefined : surface.layout?.points[at];
    return point ? surface.toClient(point) : null;
  }

  /** What is held floats under the pointer wherever it is over no place. */
  #follow(at: Point | null): void {
    this.#pointer = at;
    const { held, aim } = this.#desk;
    const ground = this.#ground;
    if (!held || held.sent !== null || !at || aim !== null || !ground) {
      this.#float.hide();
      return;
    }
    const key = `${held.thing.key} ${held.turn} ${ground.colours.page}`;
    this.#float.show(at, FLOAT * 2, key, (ctx) =>
      drawThing(ctx, { x: FLOAT, y: FLOAT }, FLOAT * 0.8, held.thing, held.turn, ground),
    );
  }
}
