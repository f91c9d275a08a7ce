/**
 * Whether the host page is dark, live, without touching the page: a hidden probe inside the board takes
 * its colour from the variables that hosts set. A change starts a transition on it, which is heard.
 */

import { blend, luminance, parse } from "./theme.ts";

export interface Host {
  dark(): boolean;
  paper(): boolean; // whether the page is being printed
  system(): System | null; // the colours that a person told the system to use for everything
}

export interface System {
  ground: string;
  text: string;
  accent: string;
}

export function watchHost(root: HTMLElement, changed: () => void, signal: AbortSignal): Host {
  const probe = root.ownerDocument.createElement("div");
  probe.className = "hw-probe";
  probe.ariaHidden = "true";
  root.append(probe);
  for (const type of ["transitionend", "transitioncancel"]) {
    probe.addEventListener(type, changed, { signal });
  }
  const [system, paper, forced] = ["(prefers-color-scheme: dark)", "print", "(forced-colors: active)"].map(
    (ask) => {
      const query = root.ownerDocument.defaultView?.matchMedia(ask);
      query?.addEventListener("change", changed, { signal });
      return () => query?.matches ?? false;
    },
  );
  return {
    dark: () => fromColour(probe) ?? fromScheme(probe) ?? system?.() ?? false,
    paper: () => paper?.() ?? false,
    system: () => (forced?.() ? systemColours(probe) : null),
  };
}

/** The style sheet gives them to the probe. */
function systemColours(probe: HTMLElement): System {
  const { backgroundColor, color, outlineColor } = getComputedStyle(probe);
  const hex = (colour: string): string => blend(colour, colour, 0);
  return { ground: hex(backgroundColor), text: hex(color), accent: hex(outlineColor) };
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
