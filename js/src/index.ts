import type { AnyModel } from "@anywidget/types";
import { Board } from "./board.ts";
import type { Traits } from "./protocol.ts";

interface Props {
  model: AnyModel<Traits>;
  el: HTMLElement;
  signal?: AbortSignal; // hosts with anywidget before 0.11 only call what `render` returns
}

function render({ model, el, signal }: Props): () => void {
  const board = new Board(model, el);
  const close = (): void => board.close();
  signal?.addEventListener("abort", close, { once: true });
  return close;
}

export default { render };
