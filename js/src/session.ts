/**
 * What one player does at one view: which unit is carried, which choices were made, what was said last.
 * Knows the scene and the wire, and no element. Python decides what is legal; this only asks.
 */

import { type Act, act, type Carry, type Fit, sitting } from "./carry.ts";
import { Foresight } from "./foresight.ts";
import { type Ghost, ghost, leads } from "./ghost.ts";
import { type Flash, type Message, message } from "./message.ts";
import { type Offer, Order } from "./order.ts";
import { isEmpty, needsTurn, options, reachable, stepAfter, walk } from "./picks.ts";
import type { Edge, Intent, Step, Table, Token } from "./protocol.ts";
import { Question } from "./question.ts";
import type { Scene } from "./scene.ts";
import { Speller } from "./spell.ts";
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
  oddsShown = false; // whether the odds of the order are shown
  readonly order: Order;
  #lost = false;
  #scene: Scene;
  #chain: string[] = []; // choices made before the present one
  #flash: Flash | null = null;
  #sent: number | null = null; // seq of the order that waits for its answer
  #table: Table | null = null; // what a tool told
  #asked: number | null = null; // seq of the tool that was used last
  #proposed = false; // whether the carried unit was put where it is by a row of the table
  #foresight = new Foresight((picks) => this.wire.preview(this.#scene.traits.rev, picks));
  #odds = new Question<Table | null | undefined>(
    (picks) => this.wire.odds(this.#scene.traits.rev, picks),
    undefined,
  );
  #speller = new Speller();
  #changed: () => void;
  #snapBack: () => void;

  constructor(scene: Scene, send: (intent: Intent) => void, changed: () => void, snapBack: () => void) {
    this.#scene = scene;
    this.order = new Order(scene);
    this.#changed = () => {
      this.#ask();
      changed();
    };
    this.#snapBack = snapBack;
    this.wire = new Wire(send, {
      accepted: (seq, rev) => this.#accepted(seq, rev),
      refused: (seq, rule, text, edges) => this.#refused(seq, { rule, text, edges, tone: "refused" }),
      foreseen: (seq, tallies) => {
        if (this.#foresight.heard(seq, tallies) || this.#odds.heard(seq, null)) changed();
      },
      told: (seq, rev, table) => this.#told(seq, rev, table),
      notice: (text) => this.#say({ text, rule: "", tone: "notice" }),
      silent: (seq) => {
        if (this.#sent === seq) this.#sent = null;
        this.#say({ text: say(this.#words, "silent"), rule: "", tone: "warn" });
      },
    });
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** A new snapshot. Another position ends what was begun, unless the carried unit is still in the hand. */
  set scene(scene: Scene) {
    const moved = scene.traits.rev !== this.#scene.traits.rev;
    this.#scene = scene;
    this.order.see(scene);
    if (!moved) {
      this.#ask();
      return;
    }
    this.#sent = null;
    this.#chain = [];
    if (this.#table?.rows.length) this.#table = null; // of the position that was left
    if (this.#flash?.tone !== "notice") this.#flash = null;
    this.#proposed = false;
    const held = this.carry;
    const stays = held?.origin === "hand" && held.waiting === null && scene.activeHand.includes(held.kind);
    if (!stays) this.carry = null;
    this.#ask();
  }

  /** Python is out of reach: the board only shows, and says so. */
  get lost(): boolean {
    return this.#lost;
  }

  set lost(lost: boolean) {
    this.#lost = lost;
    if (lost) this.carry = null;
  }

  close(): void {
    this.wire.close();
    this.#foresight.close();
    this.#odds.close();
  }

  /** Whether something was begun that can be given up. */
  get busy(): boolean {
    return this.carry !== null || this.#chain.length > 0 || this.order.changed;
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
    if (this.order.open) return this.order.keys;
    return this.step === "card" ? [...this.options.keys()] : [];
  }

  get gems(): Set<string> {
    return new Set(this.step === "gem" ? this.options.keys() : []);
  }

  /** The token of whoever orders as the order would leave it. */
  get ghost(): Ghost | null {
    return this.order.open ? ghost(this.#scene, this.order.faction, this.order.shown) : null;
  }

  /** The fighter around which the dice of its directions are shown: the one aimed at, else the enemy of who orders. */
  get arcs(): number | null {
    const aim = this.cursor ?? this.hover;
    const { fighters } = this.#scene;
    if (fighters.some(([at]) => at === aim)) return aim;
    if (!this.order.open) return null;
    const enemy = fighters.find(([, kind]) => this.#scene.kind(kind)?.faction !== this.order.faction);
    return enemy?.[0] ?? null;
  }

  /** Whether an order is on its way to Python. */
  get sending(): boolean {
    return this.#sent !== null;
  }

  /** The odds of the order, once they were told; stale while those of a changed order are awaited. */
  get odds(): { table: Table | null; stale: boolean } | null {
    const { last, fresh } = this.#odds;
    const known = this.oddsShown && this.order.complete && last !== undefined;
    return known ? { table: last, stale: !fresh } : null;
  }

  /** What a tool told, until it is closed or the position changes. */
  get table(): Table | null {
    return this.#table;
  }

  /** The edges that the last refusal is about, until something else is done. */
  get edges(): Edge[] {
    return this.#flash?.edges ?? [];
  }

  /** What was refused or must be known, until something else is done. */
  get flash(): Flash | null {
    return this.#flash;
  }

  get message(): Message {
    const { carry, step, lost } = this;
    return message(this.#scene, {
      flash: lost ? { text: say(this.#words, "lost"), rule: "", tone: "warn" } : this.#flash,
      order: this.order.open ? this.order : null,
      carry,
      fit: this.sits,
      step,
      options: [...this.options.keys()],
    });
  }

  pick(kind: number, drag: boolean): void {
    const key = this.#scene.kind(kind)?.key;
    if (key === undefined || this.carry?.waiting != null || this.lost) return;
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
    if (at === null && this.#proposed) return; // it stays where the table put it
    this.#proposed = false;
    if (this.carry && this.carry.origin === "hand" && this.carry.over !== at) this.#act({ type: "over", at });
  }

  putDown(): void {
    if (this.carry?.drag) this.#snapBack();
    this.#flash = null;
    this.#chain = [];
    this.#proposed = false;
    this.order.reset();
    this.#act({ type: "putDown" });
  }

  /** Let Python do or tell something: a tool by its key, or "rule" with the id of one. */
  use(...picks: string[]): void {
    this.#flash = null;
    this.#asked = this.wire.tool(this.#scene.traits.rev, picks);
    this.#changed();
  }

  closeTable(): void {
    this.#table = this.#asked = null;
    this.#changed();
  }

  /** Put the move that a row of the table stands for on the board, up to the last confirmation; or ask on. */
  propose(row: number): void {
    const { picks, ask } = this.#table?.rows[row] ?? {};
    if (ask) this.use(...ask);
    if (!picks || this.lost || this.carry?.waiting != null) return;
    this.putDown();
    const { order } = this;
    if (order.open) {
      for (const key of picks) if (!order.turnTo(key)) order.choose(key);
      this.#changed();
      return;
    }
    this.#chain = picks.slice(0, this.#picks.steps.indexOf("place"));
    const [name = "", turn] = picks.slice(this.#chain.length);
    const turned = Number(turn) || 0;
    const at = this.#scene.named(name);
    this.cursor = at;
    const key = this.#chain.pop();
    const kind = this.#scene.activeHand.find(
      (one) => this.#scene.kind(one)?.key === key && this.#mayPlace(one),
    );
    const token = at !== null && this.#scene.token(at);
    if (key !== undefined && kind !== undefined)
      this.#act({ type: "pick", key, kind, turn: turned, origin: "hand", drag: false });
    else if (token && needsTurn(this.#picks, this.#chain)) this.#lift(name, at, token, turned);
    this.#act({ type: "over", at });
    this.#proposed = this.carry !== null;
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
    if (this.order.open) {
      const offer = this.offerAt(at);
      if (offer) this.choose(offer.card.key);
      return;
    }
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
  #lift(name: string, at: number, [, kind, stands]: Token, turn: number = stands): void {
    this.#flash = null;
    this.#act({ type: "pick", key: name, kind, turn, origin: "board", drag: false });
    this.#act({ type: "over", at });
  }

  /** Take one of the offered choices; the last one of a chain is sent, and so is a word to pick instead. */
  choose(key: string): void {
    if (this.order.open) {
      this.#order(key);
      return;
    }
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

  /** The only card that leads to a place, rather one that may be chosen. */
  offerAt(at: number | null): Offer | null {
    const there = at === null ? [] : (this.#leading().get(at) ?? []);
    const open = there.filter((offer) => offer.open);
    const [only, ...more] = open.length ? open : there;
    return only && !more.length ? only : null;
  }

  /** The cards that lead to each place. */
  #leading(): Map<number, Offer[]> {
    const found = new Map<number, Offer[]>();
    for (const offer of this.order.offers) {
      const at = leads(this.#scene, this.order.faction, offer.card);
      if (at !== null) found.set(at, [...(found.get(at) ?? []), offer]);
    }
    return found;
  }

  /** Put a card into the order, or tell why it may not be chosen. */
  #order(key: string): void {
    const offer = this.order.offer(key);
    if (!offer) return;
    this.#flash = null;
    if (offer.open) {
      this.order.choose(key);
      this.#changed();
    } else if (offer.reason) {
      this.#say({ text: offer.reason, rule: offer.rule, tone: "refused" });
      const { rev, status } = this.#scene.traits;
      if (status.hears) this.wire.tried(rev, this.order.attempt(key));
    }
  }

  /** A letter of the keyboard; whether it meant a card. */
  spell(letter: string, now: number): boolean {
    const codes = this.order.offers.map(({ card }) => card.key);
    const code = this.#speller.add(letter, codes, now);
    if (code === null) return false;
    this.cursor = null;
    if (code) this.choose(code);
    return true;
  }

  /** Show what a card would do, without choosing it. */
  look(key: string | null): void {
    if (this.order.tentative === key) return;
    if (key !== null && this.#flash?.tone !== "notice") this.#flash = null;
    this.order.tentative = key;
    this.#changed();
  }

  orderFor(seat: string): void {
    this.#flash = null;
    this.order.turnTo(seat);
    this.#changed();
  }

  /** Send the order; what is missing is told. */
  commit(): void {
    const { order } = this;
    if (!order.open || this.sending) return;
    if (!order.complete) this.#tell("order_hint", {});
    else if (!order.settled) {
      this.#flash = null;
      this.#sent = this.#send([...order.path]);
      this.#changed();
    }
  }

  toggleOdds(): void {
    this.oddsShown = !this.oddsShown;
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

  /** Say a word of the board's own. */
  say(word: string): void {
    this.#tell(word, {});
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
    if (this.order.open) return this.#targets();
    if (this.step === "place") return this.options.keys();
    return this.step === "hand" && !this.#chain.length ? reachable(this.#picks) : [];
  }

  /** Names of the places where one card leads. */
  #targets(): string[] {
    const one = [...this.#leading()].filter(([, offers]) => offers.filter(({ open }) => open).length === 1);
    return one.map(([at]) => this.#scene.place(at)?.name ?? "");
  }

  #ask(): void {
    const { rev } = this.#scene.traits;
    this.#foresight.wish(rev, this.#wish);
    const { order } = this;
    this.#odds.wish(rev, this.oddsShown && order.complete ? [...order.path] : null);
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
    if (this.#sent === seq) this.#sent = null;
    if (this.#asked === seq) this.#table = null; // another answer is to come, or none
    if (this.#scene.traits.rev >= rev) this.carry = act(this.carry, { type: "accepted", seq });
    this.#changed();
  }

  /** A table comes at once or much later; of the last question only, and while the position is still the same. */
  #told(seq: number, rev: number, table: Table | null): void {
    if (this.#odds.heard(seq, table) || seq !== this.#asked) {
      this.#changed();
      return;
    }
    this.#asked = null;
    if (table && rev === this.#scene.traits.rev) this.#table = table;
    this.#changed();
  }

  #refused(seq: number, flash: Flash): void {
    if (this.carry?.waiting === seq && this.carry.drag) this.#snapBack();
    if (this.#sent === seq) this.#sent = null;
    this.carry = act(this.carry, { type: "refused", seq });
    if (flash.text) this.#say(flash);
    else this.#changed();
  }
}
