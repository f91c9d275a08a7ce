"""A widget that runs the Python typed into it: for hosts whose pages have no cell to type in.

It runs beside the boards, under whatever Python the host brings, so it needs nothing but what they need.
"""

from __future__ import annotations

import contextlib
import io
import traceback
from typing import Any

import anywidget
import traitlets as t


def put_out(code: str, names: dict[str, Any]) -> str:
    """What code puts out that runs with these names; of one that fails, the traceback."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(code, names)
        except Exception:
            out.write(traceback.format_exc())
    return out.getvalue().strip()


class Console(anywidget.AnyWidget):
    """Runs what its page sends with the given names, and shows what that puts out."""

    _esm = """
    export default {
      render({ model, el }) {
        const input = document.createElement("textarea"), output = document.createElement("output");
        input.className = "console";
        output.className = "console-said";
        const show = () => {
          const { text, count } = model.get("said");
          output.textContent = text;
          output.dataset.count = count;
        };
        input.addEventListener("run", () => model.send({ code: input.value }));
        model.on("change:said", show);
        show();
        el.append(input, output);
      },
    };
    """
    said: Any = t.Dict({"text": "", "count": 0}).tag(sync=True)

    def __init__(self, names: dict[str, Any]) -> None:
        super().__init__()
        self.names = names
        self.on_msg(self._run)

    def _run(self, _widget: Any, content: Any, _buffers: Any) -> None:
        self.said = {"text": put_out(content["code"], self.names), "count": self.said["count"] + 1}
