import { build } from "esbuild";

const out = "../hexwidgets/board/static";
const common = { outdir: out, bundle: true, minify: true, charset: "utf8", logLevel: "info" };
const script = { ...common, target: "es2022", legalComments: "none" };

// What a host loads, and what an exported page holds, where nothing can be loaded.
await build({ ...script, entryPoints: { board: "src/index.ts" }, format: "esm" });
await build({ ...script, entryPoints: { replay: "src/replay.ts" }, format: "iife" });
await build({
  ...common,
  target: "es2020",
  entryPoints: { board: "src/style.css", replay: "src/replay.css" },
});
