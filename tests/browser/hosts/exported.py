"""What nbconvert makes of a notebook: a page without a kernel, as a file and on a site."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from nbconvert import HTMLExporter

from tests.browser.hosts.host import NPM, Host, Theme, site
from tests.browser.lab import book, jupyter_env


class ExportedFile(Host):
    name = "nbconvert HTML, file://"
    live = False
    kernel = False
    address = ""

    @property
    def version(self) -> str:
        return version("nbconvert")

    def open(self, cells: list[str]) -> None:
        pages = self.folder / "pages"
        pages.mkdir()
        (self.folder / "page.ipynb").write_text(json.dumps(book(cells)), encoding="utf-8")
        convert = [sys.executable, "-m", "nbconvert", "--execute", "--inplace", "--to", "notebook", "page.ipynb"]
        subprocess.run(convert, cwd=self.folder, env=jupyter_env(self.folder), check=True, capture_output=True)
        scripts(pages, "html-manager")
        for theme in ("light", "dark"):
            exporter = HTMLExporter(  # type: ignore[no-untyped-call]
                theme=theme, require_js_url="require.js", widget_renderer_url="embed-amd.js", mathjax_url=""
            )
            text, _ = exporter.from_filename(str(self.folder / "page.ipynb"))
            (pages / f"{theme}.html").write_text(text, encoding="utf-8")
        self.address = self.published(pages)
        self.set_theme("light")

    def published(self, pages: Path) -> str:
        """The address of the folder of pages."""
        return pages.as_uri()

    def run(self, code: str) -> str:
        raise RuntimeError(f"there is no Python here to run {code!r}")

    def set_theme(self, theme: Theme) -> None:
        self.page.goto(f"{self.address}/{theme}.html")


class ExportedSite(ExportedFile):
    name = "nbconvert HTML, http://"

    def published(self, pages: Path) -> str:
        return self.ending.enter_context(site(pages))


def scripts(folder: Path, manager: str) -> None:
    """Put beside a page what it would else fetch: the widgets' manager, its loader and anywidget's half of a board."""
    shutil.copy(NPM / "requirejs" / "require.js", folder)
    shutil.copy(NPM / manager / "dist" / "embed-amd.js", folder)
    shutil.copy(Path(sys.prefix, "share/jupyter/nbextensions/anywidget/index.js"), folder / "anywidget.js")
