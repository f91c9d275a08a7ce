/** The word files as the board gets them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export function wordsOf(language: string): Record<string, string> {
  const path = join(import.meta.dirname, `../../hexwidgets/board/words/${language}.toml`);
  const lines = readFileSync(path, "utf8").matchAll(/^(\w+) = (".*")$/gm);
  return Object.fromEntries([...lines].map(([, key, value]) => [key, JSON.parse(value ?? '""')]));
}
