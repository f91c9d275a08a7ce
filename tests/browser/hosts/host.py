"""What every host can do, and the network that none of them gets."""

from __future__ import annotations

import http.server
import os
import socketserver
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import ClassVar, Literal, Self

from playwright.sync_api import Browser, Error, FrameLocator, Page

from tests.browser.lab import ROOT, Board, Lab

Theme = Literal["light", "dark"]

HOSTS_FOLDER = ROOT / ".hosts"
PYTHON = HOSTS_FOLDER / "python" / "bin" / "python"
NPM = HOSTS_FOLDER / "npm"
WHEELS = HOSTS_FOLDER / "wheels"


class Host(ABC):
    """A host with one notebook in it, on a page; whatever it started ends with the block that it is used in."""

    name: ClassVar[str]
    """What the table calls it."""
    live: ClassVar[bool] = True
    """Whether a page that is open takes another theme; else the page is opened anew for it."""
    kernel: ClassVar[bool] = True
    """Whether there is Python behind the page."""
    alone: ClassVar[str] = "yes"
    """Whether the page is content with what this machine serves."""
    page: Page
    border: Border
    """Who asked for more than this machine."""

    def __init__(self, browser: Browser, folder: Path, lab: Lab) -> None:
        self.browser = browser
        self.folder = folder
        self.lab = lab
        self.ending = ExitStack()
        self.errors: list[str] = []
        """Exceptions of the board's that nobody on the page caught."""

    def __enter__(self) -> Self:
        if not (HOSTS_FOLDER / "done").exists():
            raise RuntimeError("the hosts are not installed: run `make hosts`")
        self.page, self.border = self.ending.enter_context(offline_page(self.browser))
        self.page.on("pageerror", self._failed)
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.close()

    def _failed(self, error: Error) -> None:
        if "blob:" in (error.stack or ""):  # where anywidget loads a widget's code from
            self.errors.append(str(error))

    @property
    @abstractmethod
    def version(self) -> str:
        """Which version of the host this is."""

    @abstractmethod
    def open(self, cells: list[str]) -> None:
        """Show a notebook of these cells, all run."""

    @abstractmethod
    def run(self, code: str) -> str:
        """Run Python where the cells ran, and return what it puts out."""

    @abstractmethod
    def set_theme(self, theme: Theme) -> None:
        """Do what a person does who wants the host light or dark."""

    def board(self, game: str = "monsterhex") -> Board:
        """The page's board of a game, once it is drawn and in sight."""
        root = self.outputs().locator(f'.hexwidgets-board[data-ready][data-game="{game}"]')
        root.wait_for()
        root.scroll_into_view_if_needed()  # through frames, which a place of the board cannot do
        return Board(self.page, root)

    def outputs(self) -> Page | FrameLocator:
        """Where what the cells show lies."""
        return self.page


class WithConsole(Host):
    """A host without a cell to type in: what is to run is typed into a `Console` below the cells."""

    CONSOLE = "from tests.browser.console import Console\nConsole(globals())"

    def run(self, code: str) -> str:
        said = self.page.locator("output.console-said")
        count = int(said.get_attribute("data-count") or 0)
        field = self.page.locator("textarea.console")
        field.fill(code)
        field.dispatch_event("run")
        self.page.locator(f'output.console-said[data-count="{count + 1}"]').wait_for(state="attached")
        return (said.text_content() or "").strip()


def version_of(package: str) -> str:
    """The version of a package among those that the hosts stand on."""
    (folder,) = (HOSTS_FOLDER / "python" / "lib").glob("python*/site-packages")
    (found,) = metadata.distributions(name=package, path=[str(folder)])
    return found.version


def host_env(folder: Path) -> dict[str, str]:
    """An environment in which a host sees this package, and reads and writes its own files only under `folder`."""
    homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "CACHE", "STATE", "DATA")}
    jupyter = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    own = {"HOME": str(folder), "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / "ipython")}
    return {**os.environ, **own, **homes, **jupyter, "JUPYTER_PREFER_ENV_PATH": "1"}


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """The address at which the files of a folder are, as long as the block runs."""
    with _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


BROWSERS_OWN = "content-autofill."
"""What Chromium asks for by itself wherever there is a field to fill in."""


class Border:
    """A proxy that lets nothing through, and remembers who wanted to."""

    def __init__(self) -> None:
        self.strangers: list[str] = []
        strangers = self.strangers

        class Refuse(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                wanted = self.rfile.readline().decode(errors="replace").strip()
                if BROWSERS_OWN not in wanted:
                    strangers.append(wanted)
                self.wfile.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refuse)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def offline_page(browser: Browser) -> Iterator[tuple[Page, Border]]:
    """A page that reaches this machine and nothing else, and who asked for more."""
    border = Border()
    context = browser.new_context(
        viewport={"width": 1280, "height": 1000}, proxy={"server": border.address, "bypass": "127.0.0.1"}
    )
    context.set_default_timeout(60_000)
    try:
        yield context.new_page(), border
    finally:
        context.close()
        border.close()
