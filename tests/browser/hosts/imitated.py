"""VS Code and Colab cannot run here: pages that do what is known of them, with real managers of widgets.

Known are: outputs live in a frame of another origin; the frame has no size at first and then grows with its content;
the manager names JupyterLab's colours, always the light ones; VS Code says its theme in variables and in the body's
class, Colab in an attribute of the root. VS Code's manager is ipywidgets 8's here, Colab's ipywidgets 7's. Python runs
in this process, and its messages go straight to the page.
"""

from __future__ import annotations

import ast
import base64
import shutil
from pathlib import Path
from typing import Any, ClassVar

import comm
from comm.base_comm import BaseComm
from playwright.sync_api import Frame, FrameLocator

from tests.browser.console import put_out
from tests.browser.hosts.exported import scripts
from tests.browser.hosts.host import Host, Theme, site

HERE = Path(__file__).parent


class Imitated(Host):
    manager: ClassVar[str]
    style: ClassVar[str] = ":root { --jp-layout-color1: white }"
    """What the managers of VS Code and Colab bring along, whatever the theme."""
    themes: ClassVar[dict[str, str]]
    """For each theme what the frame's script does."""
    frame: Frame | None = None

    def open(self, cells: list[str]) -> None:
        pages = self.folder / "pages"
        pages.mkdir()
        scripts(pages, self.manager)
        for name in ("imitated.html", "output.html"):
            shutil.copy(HERE / name, pages)
        self.comms: dict[str, BaseComm] = {}
        self.waiting: list[dict[str, Any]] = []
        self._take_over_comms()
        self.names: dict[str, Any] = {}
        shown = [result for cell in cells if (result := run_cell(cell, self.names)) is not None]
        bundles = [result._repr_mimebundle_() for result in shown]
        models = [data["application/vnd.jupyter.widget-view+json"]["model_id"] for data, _ in bundles]

        self.page.expose_function("python", self._heard)
        self.page.goto(f"{self.ending.enter_context(site(pages))}/imitated.html")
        self.frame = self.page.frame(url="**/output.html")
        assert self.frame is not None
        self.frame.add_style_tag(content=self.style)
        for message in self.waiting:
            self.frame.evaluate("hear", message)
        self.set_theme("light")
        self.frame.evaluate("show", models)

    def run(self, code: str) -> str:
        return put_out(code, self.names)

    def set_theme(self, theme: Theme) -> None:
        assert self.frame is not None
        self.frame.evaluate(self.themes[theme])

    def outputs(self) -> FrameLocator:
        return self.page.frame_locator("#output")

    def _take_over_comms(self) -> None:
        host, before = self, comm.create_comm

        class Comm(BaseComm):
            def publish_msg(
                self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any
            ) -> None:
                host.comms[self.comm_id] = self
                told = [base64.b64encode(buffer).decode() for buffer in buffers or ()]
                host._say({"type": msg_type, "id": self.comm_id, "data": data or {}, "told": told})

        comm.create_comm = Comm
        self.ending.callback(setattr, comm, "create_comm", before)
        self.ending.callback(setattr, self, "frame", None)

    def _say(self, message: dict[str, Any]) -> None:
        if self.frame is None:
            self.waiting.append(message)
        else:
            self.frame.evaluate("hear", message)

    def _heard(self, message: dict[str, Any]) -> None:
        self.comms[message["id"]].handle_msg({"content": {"data": message["data"]}, "buffers": []})


class VSCode(Imitated):
    name = "VS Code, imitated"
    version = "ipywidgets 8"
    manager = "html-manager"
    themes: ClassVar[dict[str, str]] = {
        theme: f"""() => {{
          document.documentElement.style.setProperty("--vscode-editor-background", "{colour}");
          document.body.className = "vscode-{theme}";
        }}"""
        for theme, colour in {"light": "#ffffff", "dark": "#1f1f1f"}.items()
    }


class Colab(Imitated):
    name = "Colab, imitated"
    version = "ipywidgets 7"
    manager = "html-manager-7"
    themes: ClassVar[dict[str, str]] = {
        "light": 'document.documentElement.removeAttribute("theme")',
        "dark": 'document.documentElement.setAttribute("theme", "dark")',
    }


class PlainPage(Imitated):
    """A page that says nothing of its colours: what the system prefers is what is left."""

    name = "page without a theme"
    version = "ipywidgets 8"
    manager = "html-manager"
    style = ":root {}"

    def set_theme(self, theme: Theme) -> None:
        self.page.emulate_media(color_scheme=theme)


def run_cell(code: str, names: dict[str, Any]) -> Any:
    """Run a cell, and return what its last line gives."""
    body = ast.parse(code).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None
