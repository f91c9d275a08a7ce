/**
 * Shows one board from the address: ?scene=play&theme=dark&language=ja&width=700
 *
 * Questions are answered with made-up numbers; there is no game behind this board.
 */

import widget from "../src/index.ts";
import type { Intent, Words } from "../src/protocol.ts";
import { odds } from "./duel.ts";
import { traits } from "./fixture.ts";
import { FakeModel } from "./model.ts";
import { scenes } from "./scenes.ts";

declare const WORDS: Record<string, Words>;

const query = new URLSearchParams(location.search);
const language = query.get("language") ?? "en";
const base = traits(WORDS[language] ?? {}, language);
const scene = scenes[query.get("scene") ?? "play"] ?? ((same) => same);
const theme = (query.get("theme") ?? "light") as "auto" | "light" | "dark";
const fake = new FakeModel({ ...scene(base), theme });
const el = document.querySelector<HTMLElement>("#board");

function foretell(intent: Intent): void {
  if (intent.kind === "odds") {
    const { view, seq, rev } = intent;
    const table = odds(intent.picks.filter((pick) => !/th$/.test(String(pick))).join(""), language);
    queueMicrotask(() => fake.say({ v: 1, kind: "table", view, seq, rev, table }));
  }
  if (intent.kind !== "preview") return;
  const { view, seq, rev } = intent;
  const tallies = fake.get("grid").places.flatMap((place, at) => {
    if (place.kind !== "large" && place.kind !== "small") return [];
    if (fake.get("marks").done.some(([where]) => where === at)) return [];
    return place.kind === "large" ? [[at, 0, 8, 8, 1, 11, 11, 3, 4, 9]] : [[at, 2, 3, 3, 3, -1, 4]];
  });
  queueMicrotask(() => fake.say({ v: 1, kind: "preview", view, seq, rev, tallies }));
}

if (query.has("json")) fake.update(await (await fetch(`${query.get("json")}.json`)).json()); // a position saved from Python

if (el) {
  if (query.has("width")) el.style.width = `${query.get("width")}px`;
  fake.heard = foretell;
  const close = widget.render({ model: fake.model, el });
  const go = (name: string): void =>
    fake.update({ ...scenes[name]?.(base), theme, rev: fake.get("rev") + 1 });
  Object.assign(globalThis, { fake, close, go });
}
document.body.style.background = theme === "dark" ? "#111318" : "#ffffff";
