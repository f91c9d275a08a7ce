// @vitest-environment jsdom

import { expect, test } from "vitest";
import { traits } from "../dev/fixture.ts";
import { FakeModel } from "../dev/model.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/index.ts";
import { resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

const words = wordsOf("en");

class Signal {
  readonly slots = new Set<(sender: unknown, news: string) => void>();
  connect(slot: (sender: unknown, news: string) => void): void {
    this.slots.add(slot);
  }
  disconnect(slot: (sender: unknown, news: string) => void): void {
    this.slots.delete(slot);
  }
  emit(news: string): void {
    for (const slot of this.slots) slot(null, news);
  }
}

function show() {
  const kernel = {
    isDisposed: false,
    connectionStatus: "connected",
    statusChanged: new Signal(),
    connectionStatusChanged: new Signal(),
    disposed: new Signal(),
  };
  const model = new FakeModel(traits(words));
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: Object.assign(model, { widget_manager: { kernel } }).model, el });
  resize(900);
  return { kernel, model, el, close, root: el.querySelector(".hexwidgets-board") as BoardElement };
}

const LOST = `message ${words.lost}`;

test.each(["restarting", "autorestarting", "starting", "dead", "terminating"])(
  "a kernel that is %s has lost its boards",
  async (status) => {
    const { kernel, model, root } = show();
    expect(root.describe()).not.toContain(LOST);
    kernel.statusChanged.emit(status);
    await Promise.resolve();
    expect(root.describe()).toContain(LOST);
    expect(root.describe()).not.toMatch(/^legal /m);
    root.querySelector<HTMLElement>('[data-name="button:undo"]')?.click();
    expect(model.sent).toEqual([]);
  },
);

test.each(["busy", "idle", "unknown"])("a kernel that is %s has not", async (status) => {
  const { kernel, root } = show();
  kernel.statusChanged.emit(status);
  await Promise.resolve();
  expect(root.describe()).not.toContain(LOST);
});

test("a connection that comes back brings the board back, and so does a message", async () => {
  const { kernel, model, root } = show();
  kernel.connectionStatus = "disconnected";
  kernel.connectionStatusChanged.emit("disconnected");
  await Promise.resolve();
  expect(root.describe()).toContain(LOST);
  kernel.connectionStatus = "connected";
  kernel.connectionStatusChanged.emit("connected");
  await Promise.resolve();
  expect(root.describe()).not.toContain(LOST);
  kernel.statusChanged.emit("starting");
  model.update({ rev: 30 });
  await Promise.resolve();
  expect(root.describe()).not.toContain(LOST);
});

test("a view that its host marks as disconnected is lost from the start", () => {
  const model = new FakeModel(traits(words));
  const el = document.createElement("div");
  el.className = "jupyter-widgets-disconnected";
  document.body.append(el);
  widget.render({ model: model.model, el });
  resize(900);
  expect((el.querySelector(".hexwidgets-board") as BoardElement).describe()).toContain(LOST);
});

test("closing lets go of the kernel", () => {
  const { kernel, close } = show();
  close();
  expect(kernel.statusChanged.slots.size + kernel.disposed.slots.size).toBe(0);
});
