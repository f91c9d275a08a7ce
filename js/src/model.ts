/** A model without a kernel: traits in, intents out, the events of a real one. */

import type { AnyModel } from "@anywidget/types";
import type { Down, Intent, Traits } from "./protocol.ts";

type Handler = (...parts: unknown[]) => void;

export class LocalModel {
  heard: (intent: Intent) => void = () => {};
  #traits: Traits;
  #handlers = new Map<string, Set<Handler>>();

  constructor(traits: Traits) {
    this.#traits = { ...traits };
  }

  /** The same object with the type that `render` asks for. */
  get model(): AnyModel<Traits> {
    return this as unknown as AnyModel<Traits>;
  }

  get<K extends keyof Traits>(key: K): Traits[K] {
    return this.#traits[key];
  }

  on(name: string, handler: Handler): void {
    const all = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, all.add(handler));
  }

  off(name: string, handler: Handler): void {
    this.#handlers.get(name)?.delete(handler);
  }

  send(intent: Intent): void {
    this.heard(intent);
  }

  /** Change traits: all values first, then the events, as ipywidgets does. */
  update(changes: Partial<Traits>): void {
    Object.assign(this.#traits, changes);
    for (const key of Object.keys(changes)) this.#emit(`change:${key}`);
  }

  /** Send a message to the board. */
  say(message: Down): void {
    this.#emit("msg:custom", message, []);
  }

  get listeners(): number {
    return [...this.#handlers.values()].reduce((n, all) => n + all.size, 0);
  }

  #emit(name: string, ...parts: unknown[]): void {
    for (const handler of this.#handlers.get(name) ?? []) handler(...parts);
  }
}
