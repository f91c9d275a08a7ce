import type { Words } from "./protocol.ts";

/**
 * A word of the board's language, its {name} places filled in; the key itself when the word is missing.
 * Of a word with several forms `n` chooses one, as `unpacked` in hexwidgets/catalogues.py does.
 */
export function say(words: Words, key: string, facts: Record<string, string | number> = {}): string {
  const [rule = "", ...forms] = (words[key] ?? key).split("\0");
  const given = Math.abs(Number(facts.n));
  const n = Number.isInteger(given) ? given : 2;
  const form = Number(rule[Math.min(n < 200 ? n : 100 + (n % 100), rule.length - 1)]);
  const text = forms[form] ?? rule;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}
