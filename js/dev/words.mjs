/** The board's words as it gets them, read from hexwidgets/board/words (see hexwidgets/catalogues.py). */

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Those of English, which has a form for one and a form for many, or of a language with one form, as "ja" or "editor/ja". */
export function wordsOf(name) {
  const english = name.endsWith("en");
  const path = english ? `${name.slice(0, -2)}messages.pot` : `${name}.po`;
  const file = join(import.meta.dirname, "../../hexwidgets/board/words", path);
  const entries = readFileSync(file, "utf8").trimEnd().split("\n\n").slice(1);
  const text = (entry, part) => JSON.parse(entry.match(new RegExp(`^${part} (".*")$`, "m"))?.[1] ?? "null");
  const said = (entry) => {
    if (!english) return text(entry, "msgstr(?:\\[0\\])?");
    const [one, many] = [text(entry, "msgid"), text(entry, "msgid_plural")];
    return many === null ? one : `010\0${many}\0${one}`;
  };
  return Object.fromEntries(entries.map((entry) => [text(entry, "msgctxt"), said(entry)]));
}
