import { readFileSync } from "node:fs";
import { build } from "esbuild";

/** Names of our own objects, made short: of no field on the wire, of no element, style or word. A test holds them to it. */
const OURS =
  "activeHand activeSeat answers arcs beats cardOf carry choices choose choosePlace chosen colours " +
  "commanded committedOf counters ctx enlarge fighterOf fighters fit flash foresee foreseen fresh " +
  "gemAt ghost glide hasHands hear heard hover hurry landing lifted lying masks moved moverSeat " +
  "oddsShown offer offerAt offers orderFor paint paper placeAt plan playable point pointer poses " +
  "putDown radius reach readGoal room running scene seatOf sending settle settled shake shown sits " +
  "skip spot stale starts surface tentative toClient toggleGoals toggleHelp toggleOdds token told " +
  "toLocal traits turnTo unfolded verdict way wire";

/** A proportion of look.json stands in the bundle as the number it is, not as a name in a table. */
const LOOK = JSON.parse(readFileSync("../hexwidgets/board/look.json", "utf8"));
const proportions = {
  name: "proportions",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]js[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/\bLOOK((?:\.\w+)+)/g, (_, keys) =>
        JSON.stringify(
          keys
            .slice(1)
            .split(".")
            .reduce((part, key) => part[key], LOOK),
        ),
      ),
      loader: "ts",
    }));
  },
};

/** The functions of Math, under names of the bundle's own that it can shorten. */
const MATH = "abs acos atan2 ceil cos exp floor hypot max min random round sign sin sqrt PI".split(" ");
const math = {
  name: "math",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^math$/ }, () => ({ path: "math", namespace: "math" }));
    onLoad({ filter: /^math$/, namespace: "math" }, () => ({
      contents: `export const { ${MATH.map((name) => `${name}: math_${name}`)} } = Math;`,
    }));
  },
};

/** Functions are shorter as arrows where they have no `this`. They come first, so that all are there when called. */
function arrows(code) {
  const found = [];
  const rest = code.replace(/^function (\w+)(\(.*\)) (\{\n[\s\S]*?^\})$/gm, (whole, name, given, body) => {
    if (/\b(this|arguments)\b/.test(body)) return whole;
    found.push(`const ${name} = ${given} => ${body};`);
    return "";
  });
  return [...found, rest].join("\n");
}

const out = "../hexwidgets/board/static";
const small = { bundle: true, minify: true, charset: "utf8", logLevel: "info" };
const target = "es2022";

/** One script from an entry of src, as a module ("esm") or to stand in a page ("iife"), with `names` made short. */
async function script(name, entry, format, names = "") {
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target,
    legalComments: "none",
    ...(names && { mangleProps: new RegExp(`^(${names.replaceAll(" ", "|")})$`) }),
    plugins: [proportions, math],
    inject: ["math"],
    define: Object.fromEntries(MATH.map((name) => [`Math.${name}`, `math_${name}`])),
  });
  await build({
    ...small,
    stdin: { contents: arrows(bundle.outputFiles[0].text) },
    outfile: `${out}/${name}.js`,
    format,
    target,
  });
}

// What a host loads, and what an exported page holds, where nothing can be loaded.
await script("board", "src/index.ts", "esm", OURS);
await script("editor", "src/edit/index.ts", "esm");
await script("field", "src/field/index.ts", "esm");
await script("region", "src/region.ts", "esm");
await script("replay", "src/replay.ts", "iife", OURS);
await build({
  ...small,
  outdir: out,
  target: "es2020",
  entryPoints: {
    board: "src/style.css",
    editor: "src/edit/style.css",
    field: "src/field/field.css",
    replay: "src/replay.css",
  },
});
