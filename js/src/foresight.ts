/** What the sites would come to if the carried unit were put where it is. Python reckons. */

import { type Pick, Question } from "./question.ts";

export { LATE, type Pick, REST } from "./question.ts";

export class Foresight extends Question<number[][]> {
  constructor(ask: (picks: Pick[]) => number) {
    super(ask, []);
  }

  /** [at, faction, before, after, ...] per touched site, of what is wished for now. */
  get tallies(): number[][] {
    return this.fresh ? this.last : [];
  }
}
