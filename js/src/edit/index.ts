/** The script of an editor: a board, and what edits on it. */

import type { AnyModel } from "@anywidget/types";
import { Board } from "../board.ts";
import type { Traits } from "../protocol.ts";
import { Editor } from "./editor.ts";
import type { EditTraits } from "./protocol.ts";

interface Props {
  model: AnyModel<EditTraits>;
  el: HTMLElement;
  signal?: AbortSignal; // hosts with anywidget before 0.11 only call what `render` returns
}

function render({ model, el, signal }: Props): () => void {
  const board = new Board(model as unknown as AnyModel<Traits>, el, (house) => new Editor(model, house));
  const close = (): void => board.close();
  signal?.addEventListener("abort", close, { once: true });
  return close;
}

export default { render };
