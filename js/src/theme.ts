/** Colours of the board in light and dark, and the arithmetic that keeps them readable. */

import type { System } from "./host.ts";
import { alias, inks, LOOK, palettes } from "./look.ts";

export type Rgb = [number, number, number];

export interface Ink {
  base: string; // the faction's colour
  light: string; // its lit side
  dark: string; // its companion for lines and facets
  core: string; // the middle of a unit
  emblem: string; // the shape in the middle
  text: string; // pips, letters and numbers on any of them
}

export interface Palette {
  name: "light" | "dark";
  forced: boolean; // the system's own colours stand in for all but those of factions
  page: string;
  panel: string;
  box: string;
  line: string;
  text: string;
  muted: string;
  cell: string;
  cellLine: string;
  cellText: string;
  hollow: string;
  wall: string;
  door: string;
  site: string;
  siteGlow: string;
  accent: string;
  accentText: string; // the accent where it is read as text
  small: string; // stones of small sites
  match: string;
  miss: string;
  strong: string; // outlines that must be seen
  shadow: string;
  warn: string;
}

const INKS: Record<string, Ink> = inks;
const ALIAS: Record<string, string> = alias;

export function palette(name: "light" | "dark", system: System | null = null): Palette {
  const own = { name, forced: false, ...palettes[name] };
  if (!system) return own;
  const { ground, text, accent } = system;
  const door = blend(ground, text, 0.3);
  const grounds = { page: ground, panel: ground, box: ground, cell: ground, hollow: ground, wall: ground };
  const lines = { line: text, text, muted: text, cellLine: text, cellText: text, strong: text, door };
  return {
    ...own,
    ...grounds,
    ...lines,
    forced: true,
    accent,
    accentText: text,
    warn: text,
    shadow: "#0000",
  };
}

/** The inks of a faction or stone colour; a quiet grey for names that are not known. */
export function ink(name: string | undefined): Ink {
  return INKS[ALIAS[name ?? ""] ?? name ?? ""] ?? inks.none;
}

/** A faction's colour for lines and digits on the ground, also where that is tinted with it: 4.5 to 1 and more. */
export function shade(name: string | undefined, colours: Palette): string {
  const { light, base, dark } = ink(name);
  if (colours.forced) return colours.strong;
  return colours.name === "dark"
    ? blend(light, "#ffffff", LOOK.fighter.shadeDark)
    : blend(base, dark, LOOK.fighter.shade);
}

/** A colour on the way from one #hex to another. */
export function blend(from: string, to: string, part: number): string {
  const [a, b] = [from, to].map((colour) => parse(colour) ?? [0, 0, 0]) as [Rgb, Rgb];
  const mixed = a.map((v, i) => Math.round(v + ((b[i] ?? 0) - v) * part));
  return `#${mixed.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

/** Red, green and blue of a #hex or rgb() colour; null for other or fully transparent colours. */
export function parse(colour: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1];
  if (hex) {
    const wide = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
    return [0, 2, 4].map((i) => Number.parseInt(wide.slice(i, i + 2), 16)) as Rgb;
  }
  const parts = /^rgba?\(([^)]+)\)$/
    .exec(colour.trim())?.[1]
    ?.match(/[\d.]+/g)
    ?.map(Number);
  if (!parts || parts.length < 3 || parts[3] === 0) return null;
  return parts.slice(0, 3) as Rgb;
}

/** Relative luminance after WCAG, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio after WCAG, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [a, b].map((c) => luminance(parse(c) ?? [0, 0, 0])).sort((x, y) => y - x) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** Custom properties that hand the palette to the style sheet. */
export function properties(colours: Palette): [string, string][] {
  const { name: _, forced: __, ...rest } = colours;
  return Object.entries(rest).map(([key, value]) => [`--hw-${key.toLowerCase()}`, value]);
}
