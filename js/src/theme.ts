/** Colours of the board in light and dark, and the arithmetic that keeps them readable. */

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

const INKS: Record<string, Ink> = {
  red: {
    base: "#c8401f",
    light: "#dc5c3b",
    dark: "#7e2410",
    core: "#a93418",
    emblem: "#c8401f",
    text: "#ffffff",
  },
  blue: {
    base: "#1f6fb2",
    light: "#3b8bce",
    dark: "#0f3f6b",
    core: "#195d97",
    emblem: "#1f6fb2",
    text: "#ffffff",
  },
  yellow: {
    base: "#e9b92f",
    light: "#f5d05f",
    dark: "#9a7410",
    core: "#cfa126",
    emblem: "#f0c746",
    text: "#2a2100",
  },
  green: {
    base: "#1f9c74",
    light: "#37b58c",
    dark: "#0d5a42",
    core: "#14714f",
    emblem: "#16805e",
    text: "#ffffff",
  },
};

const PLAIN: Ink = {
  base: "#7a7888",
  light: "#9694a3",
  dark: "#45434f",
  core: "#5f5d6b",
  emblem: "#6b6978",
  text: "#ffffff",
};

const LIGHT: Palette = {
  name: "light",
  page: "#fbfaf7",
  panel: "#ffffff",
  box: "#f3efe7",
  line: "#ddd6c8",
  text: "#2b2a27",
  muted: "#6b6558",
  cell: "#efebe2",
  cellLine: "#d8d1c3",
  cellText: "#6d6658",
  hollow: "#e6e0d4",
  site: "#332e49",
  siteGlow: "#4a4270",
  accent: "#8a5cc9",
  accentText: "#6f41ae",
  small: "#7d63ba",
  match: "#2fd08a",
  miss: "#c4bfb4",
  strong: "#2b2a27",
  shadow: "rgba(64, 52, 28, 0.28)",
  warn: "#a3341a",
};

const DARK: Palette = {
  name: "dark",
  page: "#1b1d22",
  panel: "#23262d",
  box: "#2c3039",
  line: "#3d414c",
  text: "#ecebe6",
  muted: "#a3a8b6",
  cell: "#2b2e36",
  cellLine: "#3d414c",
  cellText: "#a0a5b4",
  hollow: "#202228",
  site: "#14121d",
  siteGlow: "#2b2543",
  accent: "#9a6fd6",
  accentText: "#bb9bea",
  small: "#7f66b8",
  match: "#2fd08a",
  miss: "#b9bdc9",
  strong: "#f4f3ee",
  shadow: "rgba(0, 0, 0, 0.55)",
  warn: "#ff9d85",
};

export function palette(name: "light" | "dark"): Palette {
  return name === "dark" ? DARK : LIGHT;
}

/** The inks of a faction or stone colour; a quiet grey for names that are not known. */
export function ink(name: string | undefined): Ink {
  return INKS[name ?? ""] ?? PLAIN;
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
  const { name: _, ...rest } = colours;
  return Object.entries(rest).map(([key, value]) => [`--hw-${key.toLowerCase()}`, value]);
}
