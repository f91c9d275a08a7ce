/** Small helpers for making elements. Text goes in as text nodes only, never as markup. */

type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | boolean | undefined>;

/** An element; "p.hint.x" is a `p` with the classes "hw-hint" and "hw-x". */
export function h<K extends keyof HTMLElementTagNameMap>(
  sort: K | `${K}.${string}`,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = sort.split(".") as [K, ...string[]];
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.map((name) => `hw-${name}`).join(" ");
  // JupyterLab looks from the focused element upwards and may find a shortcut before it finds the root.
  if (tag === "button" || attributes.tabindex) element.setAttribute("data-lm-suppress-shortcuts", "true");
  if (tag === "button") element.setAttribute("type", "button");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Icons as paths on a 24 by 24 field: a font may lack the glyphs. */
const ICONS = {
  undo: "M9 5 4 10l5 5M4.5 10H14a5.5 5.5 0 0 1 0 11h-3",
  redo: "m15 5 5 5-5 5M19.5 10H10a5.5 5.5 0 0 0 0 11h3",
  help: "M8.2 8.6a3.9 3.9 0 1 1 5.6 3.5c-1.2.6-1.8 1.4-1.8 2.9M12 19.2v.1",
  left: "M4 12a8 8 0 1 0 2.6-5.9L3.5 9M3.5 3.8V9h5.2",
  right: "M20 12a8 8 0 1 1-2.6-5.9L20.5 9M20.5 3.8V9h-5.2",
  drop: "M6 6l12 12M18 6 6 18",
  place: "m5 12.5 4.6 4.6L19 7.5",
  fold: "m6 15 6-6 6 6",
  unfold: "m6 9 6 6 6-6",
  goal: "M6 21V4h11l-2.5 4L17 12H6",
  save: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  odds: "M4 20V10h4v10M10 20V4h4v16M16 20v-7h4v7M3 20h18",
  zoom: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M15.5 15.5 20 20M10.5 8v5M8 10.5h5",
  whole: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  crown: "M4 18V7l4.2 4.4L12 5l3.8 6.4L20 7v11zM4 21h16",
} as const;

export type Icon = keyof typeof ICONS;

/** Lines on the field of 24 by 24 that icons have. */
export function sketch(shape: string): SVGSVGElement {
  return drawn(shape, "hw-icon", "");
}

export function icon(name: Icon): SVGSVGElement {
  return sketch(ICONS[name]);
}

function drawn(shape: string, name: string, label: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", name);
  if (label) svg.setAttribute("role", "img");
  svg.setAttribute(label ? "aria-label" : "aria-hidden", label || "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", shape);
  svg.append(path);
  return svg;
}

const MARKS: Record<string, string> = {
  "★": "m12 2.6 2.9 6.2 6.7.8-5 4.6 1.4 6.7-6-3.4-6 3.4 1.4-6.7-5-4.6 6.7-.8z",
  "●": "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12",
};

/** A text whose star and dot are drawn: a font may lack them, or show them in another weight. */
export function marked(text: string): (string | Node)[] {
  return text
    .split(/([★●])/)
    .filter(Boolean)
    .map((part) => {
      const path = MARKS[part];
      return path ? drawn(path, "hw-mark", part) : part;
    });
}

/** A canvas of a layout size, crisp at the device's resolution; `draw` works in CSS pixels. */
export function picture(
  width: number,
  height: number,
  draw: (ctx: CanvasRenderingContext2D) => void,
  attributes: Attributes = {},
): HTMLCanvasElement {
  const canvas = h("canvas", { "aria-hidden": "true", ...attributes });
  const ctx = sharpen(canvas, width, height);
  if (ctx) draw(ctx);
  return canvas;
}

/** Give a canvas its size; returns a cleared context scaled to CSS pixels. */
export function sharpen(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = globalThis.devicePixelRatio || 1;
  const [w, h2] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h2) canvas.height = h2;
  canvas.style.width = `${w / ratio}px`; // whole pixels of the screen
  canvas.style.height = `${h2 / ratio}px`;
  const ctx = canvas.getContext("2d");
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return ctx;
}

/** The id of a rule: a button where it may be asked about. */
export function rule(id: string, asks: boolean): HTMLElement {
  if (!asks) return h("span.rule", {}, id);
  return h("button.rule", { "data-name": `button:rule:${id}` }, id);
}

export function button(
  name: string,
  label: string,
  key: string,
  image: Icon | null,
  text = "",
): HTMLButtonElement {
  const title = key ? `${label} (${key})` : label;
  const attributes = {
    class: "hw-button",
    "data-name": `button:${name}`,
    title,
    "aria-label": label,
  };
  return h("button", attributes, image && icon(image), text && h("span", {}, text));
}
