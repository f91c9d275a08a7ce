"""marimo: a notebook that is a Python program, as its author and as its readers see it."""

from __future__ import annotations

import textwrap
from typing import Literal

from playwright.sync_api import TimeoutError as Late

from tests.browser.hosts.host import PYTHON, Theme, WithConsole, host_env, version_of
from tests.browser.lab import free_port, running

_SETTINGS = """
[display]
theme = "{theme}"
[runtime]
auto_instantiate = true
"""


class MarimoEdit(WithConsole):
    name = "marimo edit"
    live = False
    command = "edit"
    address = ""

    @property
    def version(self) -> str:
        return version_of("marimo")

    def open(self, cells: list[str]) -> None:
        (self.folder / "app.py").write_text(program([*cells, self.CONSOLE]), encoding="utf-8")
        self._settle("light")
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        command = [str(PYTHON), "-m", "marimo", "-y", self.command, "app.py", "--headless", "--no-token"]
        command += ["--host", "127.0.0.1", "--port", str(port), "--skip-update-check"]
        if self.command == "run":
            command.remove("--skip-update-check")
        self.ending.enter_context(running(command, host_env(self.folder), self.folder, f"{self.address}health"))
        self.page.goto(self.address)
        try:
            self.page.locator(".hexwidgets-board").first.wait_for(timeout=30_000)
        except Late:
            self.page.reload()  # a page that came before its kernel was up waits for good

    def set_theme(self, theme: Theme | Literal["system"]) -> None:
        self._settle(theme)
        self.page.reload()

    def _settle(self, theme: str) -> None:
        file = self.folder / "config" / "marimo" / "marimo.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_SETTINGS.format(theme=theme))


class MarimoRun(MarimoEdit):
    name = "marimo run"
    command = "run"


def program(cells: list[str]) -> str:
    """A marimo notebook of these cells."""
    made = [f"@app.cell\ndef _():\n{textwrap.indent(cell, '    ')}\n    return\n" for cell in cells]
    return "\n\n".join(["import marimo\n\napp = marimo.App()", *made, 'if __name__ == "__main__":\n    app.run()\n'])
