/**
 * Whether the host page is dark, live, without touching the page: a hidden probe inside the board takes
 * its colour from the variables that hosts set. A change starts a transition on it, which is heard.
 */

import { luminance, parse } from "./theme.ts";

export interface Host {
  dark(): boolean;
}

export function watchHost(root: HTMLElement, changed: () => void, signal: AbortSignal): Host {
  const probe = root.ownerDocument.createElement("div");
  probe.className = "hw-probe";
  probe.ariaHidden = "true";
  root.append(probe);
  for (const type of ["transitionend", "transitioncancel"]) {
    probe.addEventListener(type, changed, { signal });
  }
  const system = root.ownerDocument.defaultView?.matchMedia("(prefers-color-scheme: dark)");
  system?.addEventListener("change", changed, { signal });
  return { dark: () => fromColour(probe) ?? fromScheme(probe) ?? system?.matches ?? false };
}

/** Hosts that name their background (JupyterLab, VS Code, marimo). */
function fromColour(probe: HTMLElement): boolean | null {
  const rgb = parse(getComputedStyle(probe).backgroundColor);
  return rgb && luminance(rgb) < 0.4;
}

/** Hosts that only declare `color-scheme`. */
function fromScheme(probe: HTMLElement): boolean | null {
  const scheme = getComputedStyle(probe).colorScheme ?? "";
  const dark = scheme.includes("dark");
  const light = scheme.includes("light");
  return dark === light ? null : dark;
}
