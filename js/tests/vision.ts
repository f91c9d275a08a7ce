/** How colours look to different eyes, and how far apart they are. */

import { parse, type Rgb } from "../src/theme.ts";

const GREY = [0.2126, 0.7152, 0.0722] as const;

/** What linear red, green and blue become: Machado, Oliveira and Fernandes 2009, severity 1; and without any colour. */
export const VISIONS: Record<string, readonly (readonly number[])[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  greyscale: [GREY, GREY, GREY],
};

/** A #hex colour in linear red, green and blue, as an eye sees it. */
export function seen(colour: string, vision: string): Rgb {
  const linear = (parse(colour) ?? [0, 0, 0]).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const rows = VISIONS[vision] ?? [];
  return rows.map((row) => clip(row.reduce((sum, part, i) => sum + part * (linear[i] ?? 0), 0))) as Rgb;
}

function clip(v: number): number {
  return Math.min(1, Math.max(0, v));
}

/** Contrast ratio after WCAG, 1 to 21, of linear colours. */
export function apartInLight(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [a, b]
    .map(([r, g, bl]) => GREY[0] * r + GREY[1] * g + GREY[2] * bl)
    .sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

type Lab = [number, number, number];

/** Linear sRGB to CIELAB under D65. */
export function lab([r, g, b]: Rgb): Lab {
  const f = (t: number): number => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The colour difference CIEDE2000: about 1 is just seen, 10 is another colour at a glance. */
export function difference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const cube = (c: number): number => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const stretch = 1.5 - 0.5 * cube((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = (a: number, b: number): number => ((Math.atan2(b, a * stretch) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2));
  const [l, c, h] = [(l1 + l2) / 2, (c1 + c2) / 2, grey ? h1 + h2 : h1 + turn / 2];
  const cos = (k: number, shift: number): number => Math.cos(rad(k * h + shift));
  const t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const hot = (((h + 360) % 360) - 275) / 25;
  const rt = -2 * cube(c) * Math.sin(rad(60 * Math.exp(-(hot ** 2))));
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}
