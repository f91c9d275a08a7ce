import type { AnyModel } from "@anywidget/types";
import { Field } from "./field.ts";
import type { Traits } from "./protocol.ts";

interface Props {
  model: AnyModel<Traits>;
  el: HTMLElement;
  signal?: AbortSignal; // hosts with anywidget before 0.11 only call what `render` returns
}

function render({ model, el, signal }: Props): () => void {
  const field = new Field(model, el);
  const close = (): void => field.close();
  signal?.addEventListener("abort", close, { once: true });
  return close;
}

export default { render };
