/**
 * Whether Python is still there, as far as the host tells: ipywidgets marks the views of models that lost their line,
 * and the managers of JupyterLab, Notebook and Voila show their kernel. Elsewhere silence alone tells; see `Wire`.
 */

import type { AnyModel } from "@anywidget/types";
import type { Traits } from "./protocol.ts";

interface Signal {
  connect(slot: (sender: unknown, news: string) => void): unknown;
  disconnect(slot: (sender: unknown, news: string) => void): unknown;
}

interface Kernel {
  isDisposed: boolean;
  connectionStatus: string;
  statusChanged: Signal;
  connectionStatusChanged: Signal;
  disposed: Signal;
}

const ENDS = /dead|starting|terminating/; // states of a kernel that say its widgets are gone; "restarting" too
const SIGNALS = ["statusChanged", "connectionStatusChanged", "disposed"] as const;

export class Link {
  #ended = false;
  #el: HTMLElement;
  #kernel: Partial<Kernel> | null | undefined;

  constructor(model: AnyModel<Traits>, el: HTMLElement, changed: () => void, signal: AbortSignal) {
    this.#el = el;
    this.#kernel = (model.widget_manager as { kernel?: Partial<Kernel> | null } | undefined)?.kernel;
    const look = (_: unknown, news?: unknown): void => {
      this.#ended ||= ENDS.test(String(news));
      changed();
    };
    const marked = (): void => changed();
    model.on("comm_live_update", marked);
    for (const name of SIGNALS) this.#kernel?.[name]?.connect(look);
    signal.addEventListener("abort", () => {
      model.off("comm_live_update", marked);
      for (const name of SIGNALS) this.#kernel?.[name]?.disconnect(look);
    });
  }

  /** Something came from Python. */
  heard(): void {
    this.#ended = false;
  }

  get lost(): boolean {
    const { isDisposed, connectionStatus } = this.#kernel ?? {};
    const cut = isDisposed || connectionStatus === "disconnected";
    return this.#ended || cut || this.#el.closest(".jupyter-widgets-disconnected") !== null;
  }
}

/** A trait as a board without Python has it: nothing may be chosen, nothing taken back. */
export function inert<K extends keyof Traits>(key: K, value: Traits[K]): Traits[K] {
  if (key === "picks") return { steps: [], tree: {} } as unknown as Traits[K];
  if (key === "status") return { ...(value as Traits["status"]), undo: false, redo: false } as Traits[K];
  return value;
}
