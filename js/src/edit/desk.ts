/**
 * What one person does at an editor: what is held, which menu is open, what was said last. Knows no element.
 * Python decides what a gesture means and whether it can be done; this only asks.
 */

import { sixth } from "../geometry.ts";
import type { Intent } from "../protocol.ts";
import type { Session } from "../session.ts";
import { Wire } from "../wire.ts";
import { say } from "../words.ts";
import type { Bench, EditTraits, Item, Kit, Row, Thing } from "./protocol.ts";

/** A thing in the hand. */
export interface Held {
  thing: Thing;
  from: number | null; // place that it was taken from
  turn: number;
  drag: boolean; // the button has been held since it was taken
  sent: number | null; // seq of the intent that puts it down, and the place it goes to
  to: number | null;
}

export interface Said {
  text: string;
  rule: string;
}

export type EditGet = <K extends keyof EditTraits>(key: K) => EditTraits[K];

const NOTHING: Bench = { groups: [], rows: [], flaws: [], changed: false, note: "" };

export class Desk {
  held: Held | null = null;
  menu: number | null = null; // place whose menu is open
  said: Said | null = null; // what was refused, until something else is done
  readonly unfolded = new Set<string>(); // rows of many options that are laid open
  readonly wire: Wire;
  #get: EditGet;
  #session: Session;
  #changed: () => void;

  constructor(get: EditGet, session: Session, send: (intent: Intent) => void, changed: () => void) {
    this.#get = get;
    this.#session = session;
    this.#changed = changed;
    const nothing = (): void => {};
    this.wire = new Wire(send, {
      accepted: (seq) => this.#answered(seq, null),
      refused: (seq, rule, text) => this.#answered(seq, text ? { text, rule } : null),
      silent: (seq) => this.#answered(seq, { text: say(this.words, "silent"), rule: "" }),
      foreseen: nothing,
      told: nothing,
      notice: nothing, // the board says it
    });
  }

  get editing(): boolean {
    return this.#get("mode") === "edit";
  }

  /** Whether anything can be changed now. */
  get open(): boolean {
    return this.editing && !this.#session.lost;
  }

  get kit(): Kit {
    return this.#get("kit");
  }

  get bench(): Bench {
    return { ...NOTHING, ...this.#get("bench") };
  }

  get words(): Record<string, string> {
    return this.kit.words ?? {};
  }

  /** The place that is aimed at. */
  get aim(): number | null {
    return this.#session.cursor ?? this.#session.hover;
  }

  /** What can be taken from a place: a token, a stone of a site, or an obstacle. */
  lying(at: number | null, gem: string | null = null): Thing | null {
    const { scene } = this.#session;
    if (at === null) return null;
    const { things } = this.kit;
    const looks = (sort: string, n?: number): Thing | undefined =>
      things.find(({ look }) => look[0] === sort && (n === undefined || look[1] === n));
    const token = scene.token(at);
    if (token) return looks("kind", token[1]) ?? null;
    const gems = scene.traits.marks.gems.find(([where]) => where === at)?.slice(1) ?? [];
    const taken = gems.find((index) => scene.gem(index)?.key === gem) ?? gems[0];
    if (taken !== undefined) return looks("gem", taken) ?? null;
    if (scene.place(at)?.kind === "obstacle") return looks("obstacle") ?? null;
    return null;
  }

  /** Whether what lies on a place can be turned there. */
  turns(at: number | null): boolean {
    return at !== null && this.lying(at)?.look[0] === "kind";
  }

  /** Take a thing from beside the board, or from a place. */
  take(thing: Thing, from: number | null, drag: boolean): void {
    if (!this.open || this.held?.sent != null) return;
    const turn = from === null ? 0 : (this.#session.scene.token(from)?.[2] ?? 0);
    this.held = { thing, from, turn, drag, sent: null, to: null };
    this.#done();
  }

  release(): void {
    if (this.held) this.held = { ...this.held, drag: false };
    this.#changed();
  }

  cancel(): void {
    this.held = null;
    this.#done();
  }

  turn(by: number): void {
    if (this.held?.sent !== null) return;
    this.held = { ...this.held, turn: sixth(this.held.turn + by) };
    this.#changed();
  }

  /** Places that take what is held. */
  get lit(): number[] {
    const { held } = this;
    if (!held || held.sent !== null) return [];
    return this.kit.areas[held.thing.onto] ?? [];
  }

  /** Put what is held on a place. Always asked: the answer explains what is wrong. */
  put(at: number): void {
    const { held } = this;
    const name = this.place(at);
    if (!held || held.sent !== null || !name) return;
    const turned = held.thing.look[0] === "kind" ? [held.turn] : [];
    if (held.from === at && held.turn === (this.#session.scene.token(at)?.[2] ?? 0)) {
      this.cancel();
      return;
    }
    const seq = this.#send(
      held.from !== null && held.thing.look[0] !== "gem"
        ? ["move", this.place(held.from), name, ...turned]
        : ["put", held.thing.key, name, ...turned],
    );
    this.held = { ...held, sent: seq, to: at };
    this.#done();
  }

  /** Put what is held into a group beside the board. */
  putInto(group: string): void {
    const { held } = this;
    if (!held || held.sent !== null) return;
    const token = held.from !== null && held.thing.look[0] === "kind";
    this.held = null;
    this.ask(token ? ["move", this.place(held.from ?? -1), group] : ["put", held.thing.key, group]);
  }

  /** Let go of what is held outside of everything: it is taken off where it came from the board. */
  throwAway(): void {
    const { held } = this;
    if (!held || held.sent !== null) return;
    this.held = null;
    const { look, key } = held.thing;
    if (held.from === null) this.#done();
    else this.ask(["off", this.place(held.from), ...(look[0] === "gem" ? [key] : [])]);
  }

  turnThere(at: number, by: number): void {
    this.ask(["turn", this.place(at), sixth(by)]);
  }

  /** What can be done at a place. */
  items(at: number | null): Item[] {
    if (at === null) return [];
    const { scene } = this.#session;
    const kind = scene.place(at)?.kind ?? "";
    const gems = scene.traits.marks.gems.some(([where, ...rest]) => where === at && rest.length);
    const free = !scene.token(at) && scene.rock(at) === null;
    const ground = kind === "start" ? "cell" : kind;
    const sorts = [
      scene.token(at) && "token",
      scene.rock(at) !== null && "rock",
      gems && "gems",
      free && ground,
    ];
    return this.kit.menus.filter(({ on }) => sorts.includes(on)).flatMap(({ items }) => items);
  }

  openMenu(at: number | null): void {
    this.menu = at !== null && this.open && this.items(at).length ? at : null;
    this.#changed();
  }

  /** Do what an item stands for at a place. */
  act({ picks }: Item, at: number): void {
    this.menu = null;
    this.ask(picks.map((pick) => (pick === "@" ? this.place(at) : pick)));
  }

  /** Do what a key stands for at the place aimed at; whether it means anything there. */
  key(key: string): boolean {
    const { aim } = this;
    const item = this.items(aim).find((one) => one.key === key);
    if (!item || aim === null || !this.open) return false;
    this.act(item, aim);
    return true;
  }

  /** Lay a row of many options open, or fold it. */
  fold(row: string, open: boolean): void {
    if (this.unfolded.has(row) === open) return;
    if (open) this.unfolded.add(row);
    else this.unfolded.delete(row);
    this.#changed();
  }

  set(row: Row, value: string): void {
    this.ask(["set", row.key, value]);
  }

  ask(picks: (string | number)[]): void {
    if (this.#session.lost) return;
    this.#send(picks);
    this.#done();
  }

  /** The game or the draft has another position: whatever lay where something was taken may be gone. */
  moved(): void {
    const { held } = this;
    if (
      held?.from != null &&
      held.sent === null &&
      this.lying(held.from, held.thing.key)?.key !== held.thing.key
    )
      this.held = null;
    if (!this.editing) this.held = this.menu = null;
  }

  #send(picks: (string | number)[]): number {
    return this.wire.move(this.#session.scene.traits.rev, picks, "edit");
  }

  /** The name of a place. */
  place(at: number): string {
    return this.#session.scene.place(at)?.name ?? "";
  }

  #done(): void {
    this.said = null;
    this.menu = null;
    this.#changed();
  }

  #answered(seq: number, said: Said | null): void {
    if (this.held?.sent === seq) {
      const { thing, from, drag } = this.held;
      const again = said === null && thing.plenty && from === null && !drag; // there is more where it came from
      this.held = again ? { ...this.held, sent: null, to: null } : null;
    }
    if (said) this.said = said;
    this.#changed();
  }
}
