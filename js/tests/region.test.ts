// @vitest-environment jsdom

import type { AnyModel } from "@anywidget/types";
import { expect, test } from "vitest";
import widget from "../src/region.ts";

class Model {
  value = "<p>Hello</p>";
  heard = new Set<() => void>();

  get = () => this.value;
  on = (_: string, heard: () => void) => this.heard.add(heard);
  off = (_: string, heard: () => void) => this.heard.delete(heard);

  say(value: string): void {
    this.value = value;
    for (const heard of this.heard) heard();
  }
}

function show() {
  const [model, el] = [new Model(), document.createElement("div")];
  const close = widget.render({ model: model as unknown as AnyModel<{ value: string }>, el });
  return { model, el, close, region: el.firstElementChild as HTMLElement };
}

test("the region that is spoken stays, and what is in it changes", () => {
  const { model, el, region } = show();
  expect(region.outerHTML).toBe('<div role="status"><p>Hello</p></div>');
  model.say("<p>Right.</p>");
  expect(el.children).toHaveLength(1);
  expect(el.firstElementChild).toBe(region);
  expect(region.textContent).toBe("Right.");
});

test("a view that is gone hears nothing more", () => {
  const { model, close, region } = show();
  close();
  model.say("<p>Right.</p>");
  expect(region.textContent).toBe("Hello");
  expect(model.heard.size).toBe(0);
});
