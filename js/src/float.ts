/** Pictures that leave the canvas: the carried unit between panel and board, and stones on their way. */

import type { Point } from "./geometry.ts";
import type { Ctx } from "./paint/shape.ts";
import { h, picture, sharpen } from "./panel/dom.ts";

export class Float {
  readonly element = h("canvas.float", { "aria-hidden": "true", hidden: true });
  #root: HTMLElement;
  #drawn = "";
  #size = 0;
  #draw: (ctx: Ctx) => void = () => {};
  #moving = new Map<HTMLElement, ReturnType<typeof setTimeout>>();

  constructor(root: HTMLElement) {
    this.#root = root;
    root.append(this.element);
  }

  /** Show a picture with its middle at a client point. `key` names it, so that moving does not draw again. */
  show(at: Point, size: number, key: string, draw: (ctx: Ctx) => void): void {
    if (key !== this.#drawn) {
      const ctx = sharpen(this.element, size, size);
      ctx?.clearRect(0, 0, size, size);
      if (ctx) draw(ctx);
      this.#drawn = key;
      this.#size = size;
      this.#draw = draw;
    }
    this.element.hidden = false;
    this.#place(this.element, at, size);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Let the shown picture glide to a client point and vanish there. */
  glide(to: Point, time: number): void {
    if (this.element.hidden) return;
    const box = this.element.getBoundingClientRect();
    const from = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    this.hide();
    this.fly(from, to, this.#size, time, this.#draw);
  }

  /** Let a picture go from one client point to another. */
  fly(from: Point, to: Point, size: number, time: number, draw: (ctx: Ctx) => void): void {
    const stone = picture(size, size, draw, { class: "hw-float" });
    this.#root.append(stone);
    this.#place(stone, from, size);
    const end = { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.7)`, opacity: 0.6 };
    stone.animate?.([{ transform: "none", opacity: 1 }, end], {
      duration: time,
      easing: "ease-in-out",
      fill: "forwards",
    });
    this.#moving.set(
      stone,
      setTimeout(() => this.#remove(stone), time),
    );
  }

  /** Take away whatever is still on its way. */
  clear(): void {
    for (const element of [...this.#moving.keys()]) this.#remove(element);
  }

  #remove(element: HTMLElement): void {
    clearTimeout(this.#moving.get(element));
    this.#moving.delete(element);
    element.remove();
  }

  #place(element: HTMLElement, at: Point, size: number): void {
    const box = this.#root.getBoundingClientRect();
    element.style.left = `${at.x - box.left - size / 2 - this.#root.clientLeft}px`;
    element.style.top = `${at.y - box.top - size / 2 - this.#root.clientTop}px`;
  }
}
