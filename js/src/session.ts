/**
 * What one player does at one view: which unit is carried, which choices were made, what was said last.
 * Knows the scene and the wire, and no element. Python decides what is legal; this only asks.
 */

import { type Act, act, type Carry, type Fit, sitting } from "./carry.ts";
import { Foresight } from "./foresight.ts";
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
  goals = true; // whether the list of goals is unfolded
  goal: string | null = null; // the goal whose text is shown
  #scene: Scene;
  #chain: string[] = []; // choices made before the present one
  #flash: Flash | null = null;
  #foresight = new Foresight((picks) => this.wire.preview(this.#scene.traits.rev, picks));
  #changed: () => void;
  #snapBack: () => void;

  constructor(scene: Scene, send: (intent: Intent) => void, changed: () => void, snapBack: () => void) {
    this.#scene = scene;
    this.#changed = () => {
      this.#foresight.wish(this.#scene.traits.rev, this.#wish);
      changed();
    };
    this.#snapBack = snapBack;
    this.wire = new Wire(send, {
      accepted: (seq, rev) => this.#accepted(seq, rev),
      refused: (seq, rule, text) => this.#refused(seq, rule, text),
      foreseen: (seq, tallies) => {
        if (this.#foresight.heard(seq, tallies)) changed();
      },
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
    this.#foresight.wish(scene.traits.rev, this.#wish);
  }

  close(): void {
    this.wire.close();
    this.#foresight.close();
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

  /** What the sites would come to with the carried unit where it is: [at, faction, before, after, ...]. */
  get tallies(): number[][] {
    return this.#foresight.tallies;
  }

  /** The cards that may be taken. */
  get cards(): string[] {
    return this.step === "card" ? [...this.options.keys()] : [];
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
    if (this.step === "hand") {
      this.#act({ type: "release" });
      return;
    }
    this.carry = null;
    if (isEmpty(this.#picks)) this.#tell("not_your_turn", { faction: this.#scene.mover?.label ?? "" });
    else this.#tell("not_yet", { prompt: this.#scene.traits.status.prompt });
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
    const seq = this.#send(this.#move(carry, place.name));
    this.#act({ type: "sent", seq });
  }

  /** A click on a place with empty hands. One that is not offered is asked for too: Python tells why not. */
  choosePlace(at: number): void {
    const name = this.#scene.place(at)?.name;
    if (this.step !== "place" || name === undefined) return;
    const token = this.#scene.token(at);
    const turned = needsTurn(this.#picks, this.#chain);
    if (!this.options.has(name)) this.#try(turned ? [name, token?.[2] ?? 0] : [name]);
    else if (turned && token) this.#lift(name, at, token);
    else this.choose(name);
  }

  #try(picks: (string | number)[]): void {
    this.#flash = null;
    this.#send([...this.#chain, ...picks]);
    this.#changed();
  }

  /** The picks that put the carried unit on a place; where no unit is to be placed they still name its turn. */
  #move(carry: Carry, place: string): (string | number)[] {
    if (carry.origin === "board") return [...this.#chain, carry.key, carry.turn];
    if (this.step !== "hand") return [carry.key, place, carry.turn];
    const picks = [...this.#chain, carry.key, place];
    return this.#picks.steps[picks.length] === "turn" ? [...picks, carry.turn] : picks;
  }

  /** The move to foresee: the carried unit over a place where it fits. */
  get #wish(): (string | number)[] | null {
    const { carry } = this;
    if (carry?.origin !== "hand" || carry.waiting !== null || this.sits !== "fits") return null;
    return this.#move(carry, this.#scene.place(carry.over)?.name ?? "");
  }

  /** Take a unit of the board to turn it where it stands. */
  #lift(name: string, at: number, [, kind, turn]: Token): void {
    this.#flash = null;
    this.#act({ type: "pick", key: name, kind, turn, origin: "board", drag: false });
    this.#act({ type: "over", at });
  }

  /** Take one of the offered choices; the last one of a chain is sent, and so is a word to pick instead. */
  choose(key: string): void {
    if (!this.options.has(key)) {
      if (this.#picks.also.includes(key)) this.#instead(key);
      return;
    }
    this.#flash = null;
    const chain = [...this.#chain, key];
    const rest = options(walk(this.#picks.tree, chain));
    if (rest.size) this.#chain = chain;
    else this.#send(chain);
    this.#changed();
  }

  #instead(key: string): void {
    this.#flash = null;
    this.#chain = [];
    this.#send([key]);
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

  toggleGoals(): void {
    this.goals = !this.goals;
    this.#changed();
  }

  /** Show the text of a goal, or hide it again. */
  readGoal(key: string): void {
    this.goal = this.goal === key ? null : key;
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
