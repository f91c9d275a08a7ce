/**
 * What one player does at one view: which unit is carried, which choices were made, what was said last.
 * Knows the scene and the wire, and no element. Python decides what is legal; this only asks.
 */

import { type Act, act, type Carry, type Fit, sitting } from "./carry.ts";
import { type Flash, type Message, message } from "./message.ts";
import { isEmpty, needsTurn, options, reachable, stepAfter, walk } from "./picks.ts";
import type { Intent, Step, Token } from "./protocol.ts";
import type { Scene } from "./scene.ts";
import { Wire } from "./wire.ts";
import { say } from "./words.ts";

export class Session {
  readonly wire: Wire;
  carry: Carry | null = null;
  hover: number | null = null;
  cursor: number | null = null;
  help = false;
  #scene: Scene;
  #chain: string[] = []; // choices made before the present one
  #flash: Flash | null = null;
  #changed: () => void;
  #snapBack: () => void;

  constructor(scene: Scene, send: (intent: Intent) => void, changed: () => void, snapBack: () => void) {
    this.#scene = scene;
    this.#changed = changed;
    this.#snapBack = snapBack;
    this.wire = new Wire(send, {
      accepted: (seq, rev) => this.#accepted(seq, rev),
      refused: (seq, rule, text) => this.#refused(seq, rule, text),
      notice: (text) => this.#say({ text, rule: "", tone: "notice" }),
      silent: () => this.#say({ text: say(this.#words, "silent"), rule: "", tone: "warn" }),
    });
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** A new snapshot. Another position ends what was begun, unless the carried unit is still in the hand. */
  set scene(scene: Scene) {
    const moved = scene.traits.rev !== this.#scene.traits.rev;
    this.#scene = scene;
    if (!moved) return;
    this.#chain = [];
    if (this.#flash?.tone !== "notice") this.#flash = null;
    const held = this.carry;
    const stays = held?.origin === "hand" && held.waiting === null && scene.activeHand.includes(held.kind);
    if (!stays) this.carry = null;
  }

  /** Whether something was begun that can be given up. */
  get busy(): boolean {
    return this.carry !== null || this.#chain.length > 0;
  }

  get step(): Step | null {
    return stepAfter(this.#picks, this.#chain);
  }

  /** Keys of the next choice. */
  get options(): Map<string, number> {
    return options(walk(this.#picks.tree, this.#chain));
  }

  /** Keys of the hand that may be picked now. */
  get playable(): Set<string> {
    return new Set(this.step === "hand" ? this.options.keys() : []);
  }

  /** Places where the carried unit may go, with the turns that fit. */
  get masks(): Map<string, number> {
    if (!this.carry) return new Map();
    if (this.carry.origin === "board")
      return new Map([[this.carry.key, this.options.get(this.carry.key) ?? 0]]);
    if (!this.#mayPlace(this.carry.kind)) return new Map();
    return options(walk(this.#picks.tree, [...this.#chain, this.carry.key]));
  }

  get sits(): Fit {
    if (!this.carry) return "nowhere";
    return sitting(this.carry, this.#scene.place(this.carry.over)?.name, this.masks);
  }

  /** Places that light up. */
  get lit(): Set<number> {
    if (this.carry && this.carry.waiting !== null) return new Set();
    const names = this.carry ? this.masks.keys() : this.#open();
    return new Set([...names].map((name) => this.#scene.named(name)).filter((at) => at !== null));
  }

  get gems(): Set<string> {
    return new Set(this.step === "gem" ? this.options.keys() : []);
  }

  get message(): Message {
    const { carry, step } = this;
    return message(this.#scene, {
      flash: this.#flash,
      carry,
      fit: this.sits,
      step,
      options: [...this.options.keys()],
    });
  }

  pick(kind: number, drag: boolean): void {
    const key = this.#scene.kind(kind)?.key;
    if (key === undefined || this.carry?.waiting != null) return;
    this.#flash = null;
    if (this.#mayPlace(kind)) this.#act({ type: "pick", key, kind, turn: 0, origin: "hand", drag });
    else this.#tell("other_unit", { faction: this.#placing });
  }

  /** The button went up where it went down: a click, which only whoever decides may make. */
  release(): void {
    if (!this.carry) return;
    if (isEmpty(this.#picks)) {
      this.carry = null;
      this.#tell("not_your_turn", { faction: this.#scene.mover?.label ?? "" });
    } else {
      this.#act({ type: "release" });
    }
  }

  turn(by: number): void {
    this.#act({ type: "turn", by });
  }

  over(at: number | null): void {
    if (this.carry && this.carry.origin === "hand" && this.carry.over !== at) this.#act({ type: "over", at });
  }

  putDown(): void {
    if (this.carry?.drag) this.#snapBack();
    this.#flash = null;
    this.#chain = [];
    this.#act({ type: "putDown" });
  }

  /** Ask for the carried unit to go where it is. Always sent: the answer explains what is wrong. */
  drop(): void {
    const { carry } = this;
    const place = this.#scene.place(carry?.over ?? null);
    if (!carry || !place || carry.waiting !== null) return;
    this.#flash = null;
    const picks =
      carry.origin === "hand" ? [...this.#chain, carry.key, place.name] : [...this.#chain, carry.key];
    const turned = isEmpty(this.#picks) || this.#picks.steps[picks.length] === "turn";
    const seq = this.#send(turned ? [...picks, carry.turn] : picks);
    this.#act({ type: "sent", seq });
  }

  /** A click on a place with empty hands. */
  choosePlace(at: number): void {
    const name = this.#scene.place(at)?.name;
    if (this.step !== "place" || name === undefined || !this.options.has(name)) return;
    const token = this.#scene.token(at);
    if (needsTurn(this.#picks, this.#chain) && token) this.#lift(name, at, token);
    else this.choose(name);
  }

  /** Take a unit of the board to turn it where it stands. */
  #lift(name: string, at: number, [, kind, turn]: Token): void {
    this.#flash = null;
    this.#act({ type: "pick", key: name, kind, turn, origin: "board", drag: false });
    this.#act({ type: "over", at });
  }

  /** Take one of the offered choices; the last one of a chain is sent. */
  choose(key: string): void {
    if (!this.options.has(key)) return;
    this.#flash = null;
    const chain = [...this.#chain, key];
    const rest = options(walk(this.#picks.tree, chain));
    if (rest.size) this.#chain = chain;
    else this.#send(chain);
    this.#changed();
  }

  ask(kind: "undo" | "redo" | "reveal"): void {
    this.#flash = null;
    this.carry = null;
    this.wire.ask(this.#scene.traits.rev, kind);
    this.#changed();
  }

  toggleHelp(): void {
    this.help = !this.help;
    this.#changed();
  }

  get #picks() {
    return this.#scene.traits.picks;
  }

  get #words() {
    return this.#scene.traits.words;
  }

  get #placing(): string {
    return this.#scene.faction(this.#scene.placing)?.label ?? "";
  }

  /** Units of one name may lie in the hand twice; only the placing faction's is meant by a move. */
  #mayPlace(kind: number): boolean {
    if (isEmpty(this.#picks)) return true;
    const { placing } = this.#scene.traits.status;
    return placing === null || this.#scene.kind(kind)?.faction === placing;
  }

  #open(): Iterable<string> {
    if (this.step === "place") return this.options.keys();
    return this.step === "hand" && !this.#chain.length ? reachable(this.#picks) : [];
  }

  #send(picks: (string | number)[]): number {
    return this.wire.move(this.#scene.traits.rev, picks);
  }

  #act(action: Act): void {
    this.carry = act(this.carry, action);
    this.#changed();
  }

  #tell(word: string, facts: Record<string, string>): void {
    this.#say({ text: say(this.#words, word, facts), rule: "", tone: "warn" });
  }

  #say(flash: Flash): void {
    this.#flash = flash;
    this.#changed();
  }

  /** The answer may come before the new position: then the unit stays where it was put until that arrives. */
  #accepted(seq: number, rev: number): void {
    if (this.#flash?.tone === "warn") this.#flash = null;
    if (this.#scene.traits.rev >= rev) this.carry = act(this.carry, { type: "accepted", seq });
    this.#changed();
  }

  #refused(seq: number, rule: string, text: string): void {
    if (this.carry?.waiting === seq && this.carry.drag) this.#snapBack();
    this.carry = act(this.carry, { type: "refused", seq });
    this.#say({ text, rule, tone: "refused" });
  }
}
