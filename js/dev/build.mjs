/** Builds the board with a fake model into a folder of its own: node dev/build.mjs OUT */

import { copyFileSync, mkdirSync } from "node:fs";
import { build } from "esbuild";
import { wordsOf } from "./words.mjs";

const out = process.argv[2] ?? "dev/out";
const words = { en: wordsOf("en"), ja: wordsOf("ja") };
mkdirSync(out, { recursive: true });
copyFileSync(new URL("index.html", import.meta.url), `${out}/index.html`);
await build({
  entryPoints: { main: "dev/main.ts", board: "src/style.css" },
  outdir: out,
  bundle: true,
  format: "esm",
  define: { WORDS: JSON.stringify(words) },
});
