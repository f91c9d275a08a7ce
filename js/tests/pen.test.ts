import { expect, test } from "vitest";
import { pen, plain } from "../src/paint/pen.ts";
import { apart, disc, filled, letter, lined, polygon } from "../src/paint/shape.ts";

const TRIANGLE = [
  { x: 0, y: 0 },
  { x: 10, y: 0.004 },
  { x: 5, y: 8.126 },
];

test("paths are filled and drawn in the order in which they were painted", () => {
  const { ctx, written } = pen();
  polygon(ctx, TRIANGLE);
  filled(ctx, "#ff0000");
  lined(ctx, 2, "#000000");
  const path = 'd="M0 0L10 0L5 8.13Z"';
  expect(written()).toBe(
    `<path ${path} fill="#ff0000" opacity="1"></path>` +
      `<path ${path} fill="none" stroke="#000000" stroke-width="2" opacity="1"></path>`,
  );
});

test("a disc closes upon itself", () => {
  const { ctx, written } = pen();
  disc(ctx, { x: 5, y: 5 }, 3);
  filled(ctx, "#000000");
  expect(written()).toContain('d="M8 5A3 3 0 0 1 2 5A3 3 0 0 1 8 5Z"');
});

test("what is set apart leaves nothing behind", () => {
  const { ctx, written } = pen();
  apart(ctx, () => {
    polygon(ctx, TRIANGLE);
    ctx.clip();
    ctx.globalAlpha *= 0.5;
    filled(ctx, "#ff0000");
  });
  filled(ctx, "#00ff00");
  const [inside, outside] = written().match(/<path [^>]*fill[^>]*>/g) ?? [];
  expect(inside).toContain('opacity="0.5" clip-path="url(#hw0)"');
  expect(outside).toContain('fill="#00ff00" opacity="1">');
});

test("a gradient stands before what it fills", () => {
  const { ctx, written } = pen();
  const fade = ctx.createLinearGradient(0, 1, 2, 3);
  fade.addColorStop(0.5, "#ff0000");
  polygon(ctx, TRIANGLE);
  filled(ctx, fade);
  expect(written()).toMatch(
    /^<linearGradient id="hw0"[^>]* x1="0" y1="1" x2="2" y2="3"><stop [^>]*\/><\/linearGradient><path [^>]*fill="url\(#hw0\)"/,
  );
});

test("letters are text, whatever they spell", () => {
  const { ctx, written } = pen();
  letter(ctx, '</text><script>"&\0\ud800', { x: 1, y: 2 }, 10, 'system-ui, "Noto"');
  expect(written()).toContain(">&#60;/text&#62;&#60;script&#62;&#34;&#38;</text>");
  expect(written()).toContain("&#34;Noto&#34;");
  expect(plain("北 \u{1f600}")).toBe("北 \u{1f600}");
});
