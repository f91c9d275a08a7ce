import type { Words } from "./protocol.ts";

/** A word of the board's language, its {name} places filled in; the key itself when the word is missing. */
export function say(words: Words, key: string, facts: Record<string, string | number> = {}): string {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}
