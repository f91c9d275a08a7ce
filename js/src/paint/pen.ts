/** A stand-in for a canvas's context that writes SVG: it knows as much as a board at rest needs. */

import { polar } from "../geometry.ts";
import type { Ctx } from "./shape.ts";

export interface Pen {
  ctx: Ctx;
  written(): string;
}

type Fill = string | { toString(): string };

export function pen(): Pen {
  const saved: object[] = [];
  let path = "";
  let out = "";
  let ids = 0;

  const step =
    (command: string) =>
    (...numbers: number[]): void => {
      path += command + numbers.map(short).join(" ");
    };
  const name = (): string => `hw${ids++}`;
  const filled = (): string => `fill="${ctx.fillStyle}"`;
  const drawn = (): string => `fill="none" stroke="${ctx.strokeStyle}" stroke-width="${ctx.lineWidth}"`;
  const put = (tag: string, attributes: string, inside = ""): void => {
    out += `<${tag} ${attributes} opacity="${ctx.globalAlpha}"${ctx.clipped}>${inside}</${tag}>`;
  };
  const write =
    (look: () => string) =>
    (text: string, x: number, y: number): void =>
      put("text", `x="${short(x)}" y="${short(y)}" style="font:${plain(ctx.font)}" ${look()}`, plain(text));
  const fade = (tag: string, ends: string[], values: number[]): object => {
    const id = name();
    let stops = "";
    return {
      addColorStop(at: number, colour: string): void {
        stops += `<stop offset="${at}" stop-color="${colour}"/>`;
      },
      toString(): string {
        const where = ends.map((end, i) => ` ${end}="${short(values[i] ?? 0)}"`).join("");
        out += `<${tag} id="${id}" gradientUnits="userSpaceOnUse"${where}>${stops}</${tag}>`;
        return `url(#${id})`;
      },
    };
  };
  const nothing = (): void => {};

  const ctx = {
    fillStyle: "" as Fill,
    strokeStyle: "",
    lineWidth: 1,
    globalAlpha: 1,
    font: "",
    clipped: "",
    save: (): unknown => saved.push({ ...ctx }),
    restore: (): unknown => Object.assign(ctx, saved.pop()),
    getTransform: () => ({ a: 1 }),
    clearRect: nothing,
    setLineDash: nothing,
    beginPath(): void {
      path = "";
    },
    closePath: step("Z"),
    moveTo: step("M"),
    lineTo: step("L"),
    quadraticCurveTo: step("Q"),
    /** In two halves: one arc cannot close upon itself. */
    arc(x: number, y: number, radius: number, from: number, to: number): void {
      [from, (from + to) / 2, to].forEach((a, i) => {
        const on = polar({ x, y }, a, radius);
        step(i ? `A${short(radius)} ${short(radius)} 0 0 1 ` : path ? "L" : "M")(on.x, on.y);
      });
    },
    fill: () => put("path", `d="${path}" ${filled()}`),
    stroke: () => put("path", `d="${path}" ${drawn()}`),
    clip(): void {
      const id = name();
      out += `<clipPath id="${id}"><path d="${path}"/></clipPath>`;
      ctx.clipped = ` clip-path="url(#${id})"`;
    },
    fillText: write(filled),
    strokeText: write(drawn),
    createLinearGradient: (...ends: number[]) => fade("linearGradient", ["x1", "y1", "x2", "y2"], ends),
    createRadialGradient: (...ends: number[]) =>
      fade("radialGradient", ["fx", "fy", "fr", "cx", "cy", "r"], ends),
  };
  return { ctx: ctx as unknown as Ctx, written: () => out };
}

function short(value: number): string {
  return String(+value.toFixed(2));
}

/** Any text as XML: markup is text, and what XML does not know is left out. */
export function plain(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
