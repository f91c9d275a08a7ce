"""JupyterLab and Notebook: one server, two pages."""

from __future__ import annotations

from abc import abstractmethod
from importlib.metadata import version
from typing import ClassVar

from tests.browser.hosts.host import Host, Theme
from tests.browser.lab import TOKEN, Lab, Notebook


class WithCells(Host):
    """A host whose page has cells: what is to run is written into the last one."""

    page_class: ClassVar[type[Notebook]] = Notebook
    notebook: Notebook
    last: int

    @abstractmethod
    def server(self) -> Lab:
        """What serves the page."""

    def open(self, cells: list[str]) -> None:
        self.notebook = self.page_class(self.page, self.server())
        self.last = len(cells)
        self.notebook.open([*cells, ""])
        self.notebook.run_all()

    def run(self, code: str) -> str:
        self.notebook.write(self.last, code)
        return self.notebook.run_and_wait(self.last)

    def set_theme(self, theme: Theme) -> None:
        change = "theme => void window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
        self.page.evaluate(change, f"JupyterLab {theme.capitalize()}")


class JupyterLab(WithCells):
    name = "JupyterLab"

    @property
    def version(self) -> str:
        return version("jupyterlab")

    def server(self) -> Lab:
        self.ending.callback(self.lab.end_kernels)
        return self.lab


class _NotebookPage(Notebook):
    def address(self) -> str:
        return f"{self.lab.url}/notebooks/{self.name}?token={TOKEN}"


class Notebook7(JupyterLab):
    name = "Notebook"
    page_class = _NotebookPage

    @property
    def version(self) -> str:
        return version("notebook")
