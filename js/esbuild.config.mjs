import { build } from "esbuild";

/** Names of our own objects, made short: of no field on the wire, of no element, style or word. A test holds them to it. */
const OURS =
  "activeHand activeSeat arcs cardOf carry choices choosePlace colours committedOf counters fighterOf " +
  "fighters foreseen hasHands hover landing moverSeat oddsShown offerAt offers placeAt playable pointer " +
  "poses putDown scene seatOf sending settled surface tentative toClient toLocal toggleHelp toggleOdds " +
  "token traits unfolded verdict";

const out = "../hexwidgets/board/static";
const common = { outdir: out, bundle: true, minify: true, charset: "utf8", logLevel: "info" };
const mangleProps = new RegExp(`^(${OURS.replaceAll(" ", "|")})$`);
const script = { ...common, mangleProps, target: "es2022", legalComments: "none" };

// What a host loads, and what an exported page holds, where nothing can be loaded.
await build({ ...script, entryPoints: { board: "src/index.ts" }, format: "esm" });
await build({ ...script, entryPoints: { replay: "src/replay.ts" }, format: "iife" });
await build({
  ...common,
  target: "es2020",
  entryPoints: { board: "src/style.css", replay: "src/replay.css" },
});
