/** Builds the board with a fake model into a folder of its own: node dev/build.mjs OUT */

import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { build } from "esbuild";

const out = process.argv[2] ?? "dev/out";
const words = Object.fromEntries(
  ["en", "ja"].map((language) => {
    const text = readFileSync(
      new URL(`../../hexwidgets/board/words/${language}.toml`, import.meta.url),
      "utf8",
    );
    const pairs = [...text.matchAll(/^(\w+) = (".*")$/gm)].map(([, key, value]) => [key, JSON.parse(value)]);
    return [language, Object.fromEntries(pairs)];
  }),
);
mkdirSync(out, { recursive: true });
copyFileSync(new URL("index.html", import.meta.url), `${out}/index.html`);
await build({
  entryPoints: { main: "dev/main.ts", board: "src/style.css" },
  outdir: out,
  bundle: true,
  format: "esm",
  define: { WORDS: JSON.stringify(words) },
});
