"""What ipywidgets cannot do for keys and screen readers, done once for a form of such widgets."""

from __future__ import annotations

import anywidget
import traitlets as t

__all__ = ["Reach"]


class Reach(anywidget.AnyWidget):
    """Put into a form, of which ``root`` is a class name; nothing of it is to be seen.

    JupyterLab takes Enter and arrows away from buttons and lists in an output unless they say otherwise themselves; a
    slider's handles have no name; and a text that is replaced as a whole is not read out. ``said`` is read out
    politely whenever it changes.
    """

    root = t.Unicode("").tag(sync=True)
    said = t.Unicode("").tag(sync=True)

    _esm = t.Unicode(
        """
const name = root => {
  for (const handle of root.querySelectorAll("[role=slider]:not([aria-labelledby])")) {
    const label = handle.closest(".widget-slider")?.querySelector("label");
    if (!label) continue;
    label.id ||= `hexwidgets-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    handle.setAttribute("aria-labelledby", label.id);
  }
};
const tie = (model, el, watcher, tries) => {
  const root = el.closest(`.${model.get("root")}`);
  if (!root) {
    if (tries) requestAnimationFrame(() => tie(model, el, watcher, tries - 1));
    return;
  }
  root.addEventListener("focusin", event => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
  name(root);
  // Sliders come and go as what is set changes.
  watcher.observe(root, { childList: true, subtree: true });
};
const render = ({ model, el }) => {
  const region = document.createElement("div");
  region.setAttribute("role", "status");
  region.setAttribute("aria-live", "polite");
  region.className = "hexwidgets-said";
  el.append(region);
  const say = () => { region.textContent = model.get("said"); };
  model.on("change:said", say);
  say();
  const watcher = new MutationObserver(() => {
    const root = el.closest(`.${model.get("root")}`); // none once the form is taken off the page
    if (root) name(root);
  });
  tie(model, el, watcher, 600);
  return () => {
    model.off("change:said", say);
    watcher.disconnect();
  };
};
export default { render };
"""
    ).tag(sync=True)
    _css = t.Unicode(
        ".hexwidgets-said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}"
    ).tag(sync=True)
