"""Voila: a notebook as a page without its code."""

from __future__ import annotations

import json

from tests.browser.hosts.host import PYTHON, Theme, WithConsole, host_env, version_of
from tests.browser.lab import book, free_port, running


class Voila(WithConsole):
    name = "Voila"
    live = False
    alone = "but for icons"
    address = ""

    @property
    def version(self) -> str:
        return version_of("voila")

    def open(self, cells: list[str]) -> None:
        (self.folder / "page.ipynb").write_text(json.dumps(book([*cells, self.CONSOLE])), encoding="utf-8")
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        command = [
            *(str(PYTHON), "-m", "voila", "page.ipynb", "--no-browser"),
            "--Voila.ip=127.0.0.1",
            f"--port={port}",
            "--show_tracebacks=True",
        ]
        # The root address would run the notebook.
        up = f"{self.address}voila/static/voila.js"
        self.ending.enter_context(running(command, host_env(self.folder), self.folder, up))
        # Its own page takes icons from elsewhere.
        self.page.route("**/*fontawesome*/**", lambda route: route.fulfill(body="", content_type="text/css"))
        self.page.goto(self.address)

    def set_theme(self, theme: Theme) -> None:
        self.page.goto(f"{self.address}?theme={theme}")
