/** Pictures that leave the canvas: the carried unit between panel and board, and stones on their way. */

import type { Point } from "./geometry.ts";
import type { Ctx } from "./paint/shape.ts";
import { h, picture, sharpen } from "./panel/dom.ts";

export class Float {
  readonly element = h("canvas", { class: "hw-float", "aria-hidden": "true", hidden: true });
  #root: HTMLElement;
  #drawn = "";

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
    const copy = this.element.cloneNode() as HTMLCanvasElement;
    copy.getContext("2d")?.drawImage(this.element, 0, 0);
    this.hide();
    this.#root.append(copy);
    copy.hidden = false;
    move(copy, to.x - (box.left + box.width / 2), to.y - (box.top + box.height / 2), time);
  }

  fly(from: Point, to: Point, size: number, time: number, draw: (ctx: Ctx) => void): void {
    const stone = picture(size, size, draw, { class: "hw-float" });
    this.#root.append(stone);
    this.#place(stone, from, size);
    move(stone, to.x - from.x, to.y - from.y, time);
  }

  /** Take away whatever is still on its way. */
  clear(): void {
    for (const one of this.#root.querySelectorAll(".hw-float")) if (one !== this.element) one.remove();
  }

  #place(element: HTMLElement, at: Point, size: number): void {
    const box = this.#root.getBoundingClientRect();
    element.style.left = `${at.x - box.left - size / 2 - this.#root.clientLeft}px`;
    element.style.top = `${at.y - box.top - size / 2 - this.#root.clientTop}px`;
  }
}

function move(element: HTMLElement, dx: number, dy: number, time: number): void {
  const end = { transform: `translate(${dx}px, ${dy}px) scale(0.7)`, opacity: 0.6 };
  element.animate?.([{ transform: "none", opacity: 1 }, end], {
    duration: time,
    easing: "ease-in-out",
    fill: "forwards",
  });
  setTimeout(() => element.remove(), time);
}
