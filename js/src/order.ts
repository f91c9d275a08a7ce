/**
 * An order that is put together from cards: one card per level, chosen in any sequence and changed as one likes
 * until it is committed. Python decides which cards may be chosen and says what is committed; see `Picks.confirm`.
 */

import { isEmpty, options, walk } from "./picks.ts";
import type { Card, Node } from "./protocol.ts";
import type { Scene } from "./scene.ts";

/** A card on show. */
export interface Offer {
  card: Card;
  open: boolean; // whether it may be chosen
  chosen: boolean;
  rule: string; // why not, where it may not
  reason: string;
  share: number; // how likely it is best with what was chosen before, 0 to 1, as far as that is told
}

export class Order {
  /** The card under the pointer, or the one that has the focus. */
  tentative: string | null = null;
  #scene: Scene;
  #path: string[] = []; // one key per level, "" for not yet
  #drafts = new Map<string, string[]>(); // by seat, where one decides for several

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#path = this.#preset();
  }

  /** A new snapshot. Another position or another preset begins anew. */
  see(scene: Scene): void {
    const [before, after] = [this.#scene.traits, scene.traits];
    this.#scene = scene;
    const told = { shares: undefined }; // what is best changes no choice
    if (before.rev === after.rev && same({ ...before.picks, ...told }, { ...after.picks, ...told })) return;
    const kept = before.rev === after.rev ? this.#kept(before.picks.preset) : [];
    this.tentative = null;
    this.#drafts = new Map(kept);
    this.#path = this.#drafts.get(this.#preset()[0] ?? "") ?? this.#preset();
  }

  /** Whether an order is to be put together here now. */
  get open(): boolean {
    return this.#picks.confirm && !isEmpty(this.#picks);
  }

  /** Whose order it is, -1 where that is nobody's. */
  get faction(): number {
    const { grid, status } = this.#scene.traits;
    const name = this.seat || grid.seat;
    const named = grid.factions.findIndex((one) => one.name === name);
    return named < 0 ? (status.turn ?? -1) : named;
  }

  /** For whom cards show, where one decides for several; else "". */
  get seat(): string {
    return this.#seats ? (this.#path[0] ?? "") : "";
  }

  /** For whom one may decide. */
  get seats(): string[] {
    return this.#seats && this.open ? [...options(this.#picks.tree).keys()] : [];
  }

  get path(): readonly string[] {
    return this.#path;
  }

  /** The order as it is written: "F>". */
  get text(): string {
    return written(this.#path, this.#first);
  }

  get complete(): boolean {
    return this.open && this.#path.length > 0 && this.#path.every(Boolean);
  }

  /** Whether something was chosen that can be given up. */
  get changed(): boolean {
    return this.open && !same(this.#path, this.#preset(this.seat));
  }

  /** The order that is in already, "" where this board may not know it; null where none is. */
  get committed(): string | null {
    return this.committedOf(this.faction);
  }

  committedOf(faction: number): string | null {
    if (!this.#scene.traits.status.committed.includes(faction)) return null;
    const known = this.#seats || faction === this.faction;
    const seat = this.#seats ? this.#scene.faction(faction)?.name : "";
    const path = known && this.#picks.confirm ? this.#preset(seat) : [];
    return path.length && path.every(Boolean) ? written(path, this.#first) : "";
  }

  /** Whether the order that is in is just this one. */
  get settled(): boolean {
    return this.complete && this.committed === this.text;
  }

  /** All cards of orders, in the sequence of the grid. */
  get offers(): Offer[] {
    if (!this.open) return [];
    return this.#scene.traits.grid.cards.filter(({ act }) => act).map((card) => this.#offer(card));
  }

  offer(key: string | null | undefined): Offer | undefined {
    return this.offers.find(({ card }) => card.key === key);
  }

  /** Keys of the cards that may be chosen. */
  get keys(): string[] {
    return this.offers.filter(({ open }) => open).map(({ card }) => card.key);
  }

  /** The cards chosen, with the tentative one in place of its like. */
  get shown(): string[] {
    const { tentative } = this;
    const path = tentative !== null && this.offer(tentative)?.open ? this.#with(tentative) : this.#path;
    return path.slice(this.#first);
  }

  choose(key: string): void {
    this.#path = this.#with(key);
    this.tentative = null;
  }

  /** Put together the order of another seat; the present one is kept. Whether it is a seat to decide for. */
  turnTo(seat: string): boolean {
    if (!this.seats.includes(seat)) return false;
    if (seat === this.seat) return true;
    this.#drafts.set(this.seat, this.#path);
    this.#path = this.#drafts.get(seat) ?? this.#preset(seat);
    this.tentative = null;
    return true;
  }

  reset(): void {
    this.#path = this.#preset(this.seat);
    this.tentative = null;
  }

  get #picks() {
    return this.#scene.traits.picks;
  }

  get #seats(): boolean {
    return this.#picks.confirm && this.#picks.steps[0] === "seat";
  }

  /** The first level of cards. */
  get #first(): number {
    return this.#seats ? 1 : 0;
  }

  #preset(seat = ""): string[] {
    const { preset, steps, tree, confirm } = this.#picks;
    if (!confirm) return [];
    const given = preset.find((path) => !seat || path[0] === seat);
    if (given) return [...given];
    const first = this.#seats ? seat || ([...options(tree).keys()][0] ?? "") : "";
    return steps.map((_, level) => (level === 0 ? first : ""));
  }

  /** What was put together for a seat whose preset is still the same. */
  #kept(before: string[][]): [string, string[]][] {
    const all = new Map(this.#drafts);
    const was = this.#path[0];
    if (this.#seats && was) all.set(was, this.#path);
    const still = (seat: string): boolean =>
      same(
        before.find((path) => path[0] === seat),
        this.#picks.preset.find((path) => path[0] === seat),
      );
    return [...all].filter(([seat, path]) => still(seat) && this.#allows(path));
  }

  #allows(path: string[]): boolean {
    return path.every((key, level) => !key || this.#open(path, level).has(key));
  }

  /** The keys of a level that go with what was chosen before it; any of it where nothing was. */
  #open(path: readonly string[], level: number): Set<string> {
    let nodes: Node[] = [this.#picks.tree];
    for (const key of path.slice(0, level)) nodes = nodes.flatMap((node) => under(node, key));
    return new Set(nodes.flatMap((node) => [...options(node).keys()]));
  }

  /** The path with a card put into the level where it belongs; what no longer goes with it is taken out. */
  #with(key: string): string[] {
    const level = this.#levelOf(key);
    if (level < 0) return this.#path;
    const path = this.#path.map((old, i) => (i === level ? key : old));
    for (let i = level + 1; i < path.length; i++) if (!this.#open(path, i).has(path[i] ?? "")) path[i] = "";
    return path;
  }

  #levelOf(key: string): number {
    return this.#path.findIndex((_, level) => level >= this.#first && this.#open(this.#path, level).has(key));
  }

  #offer(card: Card): Offer {
    const { key } = card;
    const level = this.#levelOf(key);
    const open = level >= 0;
    const [, rule = "", reason = ""] = (!open && this.#refusal(key)) || [];
    const share = open ? this.#share(key, level) : 0;
    return { card, open, chosen: this.#path.slice(this.#first).includes(key), rule, reason, share };
  }

  #share(key: string, level: number): number {
    let [all, own] = [0, 0];
    for (const [text, share] of this.#picks.shares ?? []) {
      const path = text.split("/");
      if (this.#path.slice(0, level).some((chosen, i) => chosen && chosen !== path[i])) continue;
      all += share;
      if (path[level] === key) own += share;
    }
    return all && own / all;
  }

  /** What it is to choose a card, and for whom where one decides for several. */
  attempt(key: string): string[] {
    return [...this.#path.slice(0, this.#first), key];
  }

  #refusal(key: string) {
    const path = this.attempt(key).join("/");
    return this.#picks.refused.find(([which]) => which === path);
  }
}

function under(node: Node, key: string): Node[] {
  const keys = key ? [key] : [...options(node).keys()];
  return keys.map((one) => walk(node, [one])).filter((one) => one !== null);
}

function written(path: readonly string[], first: number): string {
  return path.slice(first).join("");
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
