/** A live region that stays on the page: a screen reader speaks what it is changed to, and not what it begins with. */

import type { AnyModel } from "@anywidget/types";

interface Props {
  model: AnyModel<{ value: string }>; // HTML, escaped by Python
  el: HTMLElement;
  signal?: AbortSignal; // hosts with anywidget before 0.11 only call what `render` returns
}

function render({ model, el, signal }: Props): () => void {
  const region = document.createElement("div");
  region.setAttribute("role", "status");
  const show = (): void => {
    region.innerHTML = model.get("value");
  };
  show();
  el.append(region);
  model.on("change:value", show);
  const close = (): void => model.off("change:value", show);
  signal?.addEventListener("abort", close, { once: true });
  return close;
}

export default { render };
