export function wordsOf(name: string): Record<string, string>;
