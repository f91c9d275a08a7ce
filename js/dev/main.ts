/** Shows one board from the address: ?scene=play&theme=dark&language=ja&width=700&answer=ok */

import widget from "../src/index.ts";
import type { Words } from "../src/protocol.ts";
import { scenes, traits } from "./fixture.ts";
import { FakeModel } from "./model.ts";

declare const WORDS: Record<string, Words>;

const query = new URLSearchParams(location.search);
const language = query.get("language") ?? "en";
const base = traits(WORDS[language] ?? {}, language);
const scene = scenes[query.get("scene") ?? "play"] ?? ((same) => same);
const theme = (query.get("theme") ?? "light") as "auto" | "light" | "dark";
const fake = new FakeModel({ ...scene(base), theme });
const el = document.querySelector<HTMLElement>("#board");
if (el) {
  if (query.has("width")) el.style.width = `${query.get("width")}px`;
  const close = widget.render({ model: fake.model, el });
  Object.assign(globalThis, { fake, close, scenes, base });
}
document.body.style.background = theme === "dark" ? "#111318" : "#ffffff";
