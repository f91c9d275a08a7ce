/** A stand-in for the model that a host hands to `render`, which remembers what was sent. */

import { LocalModel } from "../src/model.ts";
import type { Intent } from "../src/protocol.ts";

export class FakeModel extends LocalModel {
  readonly sent: Intent[] = [];

  override send(intent: Intent): void {
    this.sent.push(intent);
    super.send(intent);
  }
}
