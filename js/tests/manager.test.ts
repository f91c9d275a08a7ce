// @vitest-environment jsdom

/** The board on the real model of Jupyter widgets, with a comm that remembers what was sent. */

import "./dom.ts"; // before the packages that look for its classes

import type { AnyModel } from "@anywidget/types";
import { DOMWidgetModel, type IClassicComm, type WidgetModel, type WidgetView } from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import { expect, test, vi } from "vitest";
import { traits } from "../dev/fixture.ts";
import type { BoardElement } from "../src/board.ts";
import widget from "../src/index.ts";
import type { Traits } from "../src/protocol.ts";
import { media, resize } from "./dom.ts";
import { wordsOf } from "./words.ts";

class Manager extends ManagerBase {
  protected override loadClass(): Promise<typeof WidgetModel | typeof WidgetView> {
    return Promise.resolve(DOMWidgetModel);
  }
  protected override _create_comm(): Promise<IClassicComm> {
    return Promise.reject(new Error("no kernel here"));
  }
  protected override _get_comm_info(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }
}

function comm() {
  return {
    comm_id: "c",
    target_name: "jupyter.widget",
    on_msg: vi.fn(),
    on_close: vi.fn(),
    send: vi.fn((_data: unknown) => "1"),
    open: vi.fn(),
    close: vi.fn(),
  };
}

async function show() {
  media.add("(prefers-reduced-motion: reduce)");
  const line = comm();
  const manager = new Manager();
  const options = { model_id: "m", comm: line as unknown as IClassicComm, widget_manager: manager };
  const model = new DOMWidgetModel({ ...traits(wordsOf("en")) }, options);
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: model as unknown as AnyModel<Traits>, el });
  resize(900);
  return { model, line, close, root: el.querySelector(".hexwidgets-board") as BoardElement };
}

test("an update of many traits is painted as one position", async () => {
  const { model, root } = await show();
  const status = { ...model.get("status"), heading: "Round 6 / 8" };
  model.set({ rev: 20, status, tokens: [] });
  await Promise.resolve();
  await Promise.resolve();
  expect(root.dataset.rev).toBe("20");
  expect(root.describe()).toContain("heading Round 6 / 8");
  expect(root.describe()).not.toMatch(/^unit /m);
});

test("an intent leaves as a custom message, and custom messages arrive", async () => {
  const { model, line, root } = await show();
  root.querySelector<HTMLElement>('[data-name="button:undo"]')?.click();
  const data = line.send.mock.calls[0]?.[0] as { method: string; content: Record<string, unknown> };
  expect(data.method).toBe("custom");
  expect(data.content).toMatchObject({ v: 1, seq: 1, rev: 19, kind: "undo" });
  const text = "Nothing to undo.";
  const answer = {
    v: 1,
    kind: "answer",
    view: data.content.view,
    seq: 1,
    ok: false,
    rev: 19,
    rule: "",
    text,
  };
  model.trigger("msg:custom", answer, []);
  expect(root.describe()).toContain(`message ${text}`);
});

test("closing leaves no listener on the model", async () => {
  const { model, close } = await show();
  const off = vi.spyOn(model, "off");
  close();
  expect(off.mock.calls.length).toBeGreaterThan(10);
  model.set("rev", 99);
  expect(document.querySelector(".hexwidgets-board")).toBeNull();
});
