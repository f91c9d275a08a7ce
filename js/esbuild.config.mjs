import { build } from "esbuild";

const out = "../hexwidgets/board/static";

await build({
  entryPoints: { board: "src/index.ts" },
  outdir: out,
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "info",
});
await build({
  entryPoints: { board: "src/style.css" },
  outdir: out,
  bundle: true,
  minify: true,
  target: "es2020",
  logLevel: "info",
});
