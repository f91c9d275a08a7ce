"""A real JupyterLab, a notebook in it, and a board in the notebook, for tests and measurements.

`serve` runs a server on loopback that sees nothing of the user's own Jupyter; `Notebook` and `Board` drive a page of it
by what a person has: cells, a mouse, keys. What a board shows is read through its public `data-*` attributes,
`locate(name)` and `describe()`.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

ROOT = Path(__file__).parents[2]
KERNELS = ("python3", "ipykernel-6.31", "ipykernel-7.2")
"""Kernels by name: the locked environment's own ipykernel, and two older ones that hand clicks over differently."""

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TOKEN = "t"
_SETTINGS = {
    # Every cell stays in the page, so an output can be read wherever the page is scrolled to.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
_counter = itertools.count(1)


def chromium() -> str:
    """Where the browser is: $CHROMIUM, or Chromium on the path."""
    name = os.environ.get("CHROMIUM", "chromium")
    if found := shutil.which(name):
        return found
    raise RuntimeError(f"there is no {name} here: run `bash scripts/chromium.sh`")


def jupyter_env(folder: Path) -> dict[str, str]:
    """An environment in which Jupyter reads and writes its own files only under `folder`, and knows all KERNELS."""
    for name in KERNELS[1:]:
        python = ROOT / ".kernels" / name / "bin" / "python"
        spec = folder / "data" / "kernels" / name / "kernel.json"
        spec.parent.mkdir(parents=True)
        argv = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec.write_text(json.dumps({"argv": argv, "display_name": name, "language": "python"}))
    for name, value in _SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(value))
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
    }


@dataclass(frozen=True)
class Lab:
    """A running server: its address, and the folder whose notebooks it opens."""

    url: str
    root: Path

    def api(self, path: str, method: str = "GET") -> Any:
        """The answer of the server's REST interface, None where it has no body."""
        request = urllib.request.Request(f"{self.url}/api/{path}?token={TOKEN}", method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def sessions(self) -> set[str]:
        """The sessions that run, by id."""
        return {session["id"] for session in self.api("sessions")}

    def end_kernels(self, but: Iterable[str] = ()) -> None:
        """End every session and its kernel, except those named."""
        for session in self.sessions().difference(but):
            self.api(f"sessions/{session}", "DELETE")


def free_port() -> int:
    """A port of loopback that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def running(command: list[str], env: Mapping[str, str], folder: Path, up: str) -> Iterator[None]:
    """Run a server that lives as long as the block, which begins when the address `up` answers."""
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=env, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + 60
        while not _answers(up):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{' '.join(command)} did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            answer.read()
    except OSError:
        return False
    return True


@contextmanager
def serve(folder: Path) -> Iterator[Lab]:
    """Run a JupyterLab whose files all lie in the empty `folder`; it ends with the block, and its kernels with it."""
    root, port = folder / "work", free_port()
    root.mkdir()
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}",
        f"--IdentityProvider.token={TOKEN}",
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
    ]
    lab = Lab(f"http://127.0.0.1:{port}", root)
    with running(command, jupyter_env(folder), folder, f"{lab.url}/api/status?token={TOKEN}"):
        yield lab


# The toolbar says idle before there is a kernel, so the session itself is asked.
_READY = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext, kernel = session?.session?.kernel;
  return !!session?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
# The page keeps the outcome, because a promise that never settles would hang `page.evaluate`, which has no timeout.
_EXECUTE = """([command, key, cell]) => {
  if (cell !== null) window.jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
  (window.__done ??= {})[key] = null;
  window.jupyterapp.commands.execute(command)
    .then(() => { window.__done[key] = 'ok' }, (error) => { window.__done[key] = String(error) });
}"""

_WRITE = """([cell, source]) => {
  window.jupyterapp.shell.currentWidget.content.widgets[cell].model.sharedModel.setSource(source);
}"""

# From the model, not the page: JupyterLab draws an output some time after the cell has ended.
_OUTPUT = """i => {
  const text = (output) => {
    if (output.output_type === 'stream') return output.text;
    if (output.output_type === 'error') return output.traceback;
    return 'application/vnd.jupyter.widget-view+json' in output.data ? '' : output.data['text/plain'] ?? '';
  };
  const outputs = window.jupyterapp.shell.currentWidget.content.widgets[i].model.outputs.toJSON();
  const lines = outputs.map((output) => [text(output)].flat().join(output.output_type === 'stream' ? '' : '\\n'));
  return lines.filter(Boolean).join('\\n').replace(/\\x1b\\[[0-9;]*m/g, '');
}"""

# Where a named place is, once it has been brought into sight: the board in the middle of what scrolls, or the place is.
_AT = """(el, name) => {
  let page = el.parentElement;
  while (page && (page.scrollHeight <= page.clientHeight || getComputedStyle(page).overflowY === 'visible'))
    page = page.parentElement;
  const { top, bottom } = (page ?? document.documentElement).getBoundingClientRect();
  const hidden = (place) => place && (place.y < top + 20 || place.y > Math.min(bottom, innerHeight) - 20);
  if (hidden(el.locate(name))) el.scrollIntoView({ block: 'center', inline: 'nearest' });
  if (page && hidden(el.locate(name))) page.scrollBy(0, el.locate(name).y - (top + bottom) / 2);
  const place = el.locate(name), corner = el.getBoundingClientRect();
  return place && [place.x - corner.x, place.y - corner.y];
}"""


def book(cells: list[str], kernel: str = "python3") -> dict[str, Any]:
    """The file of a notebook of code cells."""
    code: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": kernel, "display_name": kernel}},
        "cells": [{**code, "id": f"cell-{i}", "source": source} for i, source in enumerate(cells)],
    }


class Notebook:
    """A notebook on a page of `lab`.

    A test says `notebook.open(["import hexwidgets as hw", "hw.MonsterHex('four', seed=7)"])`, `notebook.run_all()`
    and then `notebook.board().click("c4")`.
    """

    def __init__(self, page: Page, lab: Lab) -> None:
        self.page = page
        self.lab = lab
        self.name = ""
        self.errors: list[str] = []
        """What went wrong on the page itself: uncaught exceptions and lines on its error console."""
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def open(self, cells: list[str], kernel: str = "python3") -> Notebook:
        """Write a notebook of code cells, open it and wait until its kernel is there."""
        if kernel != "python3" and not (ROOT / ".kernels" / kernel).is_dir():
            raise RuntimeError(f"the kernel {kernel} is not installed: run `make kernels`")
        self.name = f"n{next(_counter)}.ipynb"
        self.store(book(cells, kernel))
        return self.go()

    def store(self, book: dict[str, Any]) -> None:
        """Write the file that the page opens."""
        (self.lab.root / self.name).write_text(json.dumps(book), encoding="utf-8")

    def go(self) -> Notebook:
        """Load the page of the notebook that was opened, as another tab or a reload does."""
        self.page.goto(self.address())
        self.wait_ready()
        return self

    def address(self) -> str:
        """Where the page of the notebook is."""
        return f"{self.lab.url}/doc/tree/{self.name}?token={TOKEN}"

    def wait_ready(self) -> None:
        """Wait until the kernel is connected and idle."""
        self.page.wait_for_function(_READY, timeout=60_000)

    def write(self, i: int, source: str) -> None:
        """Write code over what cell `i` (from 0) holds."""
        self.page.evaluate(_WRITE, [i, source])

    def command(self, command: str, cell: int | None = None) -> str:
        """Start a JupyterLab command, on a cell if given, and return at once what `settle` waits for."""
        key = f"{command} {next(_counter)}"
        self.page.evaluate(_EXECUTE, [command, key, cell])
        return key

    def settle(self, key: str, timeout: float = 60) -> None:
        """Wait until a started command has ended; raise if it failed."""
        handle = self.page.wait_for_function("key => window.__done[key]", arg=key, timeout=timeout * 1000)
        if (outcome := handle.json_value()) != "ok":
            raise RuntimeError(f"{key}: {outcome}")

    def run_all(self) -> None:
        """Run every cell and wait until all have ended."""
        self.settle(self.command("notebook:run-all-cells"))

    def run(self, i: int) -> str:
        """Start cell `i` (from 0) and return at once; `settle` takes what it returns."""
        return self.command("notebook:run-cell", i)

    def run_and_wait(self, i: int, timeout: float = 60) -> str:
        """Run cell `i` (from 0), wait until it has ended and return the text it put out."""
        self.settle(self.run(i), timeout)
        return self.output(i)

    def interrupt(self) -> None:
        """What the stop button does."""
        self.settle(self.command("notebook:interrupt-kernel"))

    def restart(self) -> None:
        """A new kernel for the same notebook, without the question whether one is sure."""
        kernels = [s["kernel"]["id"] for s in self.lab.api("sessions") if s["path"] == self.name]
        self.lab.api(f"kernels/{kernels[0]}/restart", "POST")
        self.wait_ready()

    def cell(self, i: int) -> Locator:
        """Code cell `i` (from 0) on the page."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(i)

    def output(self, i: int) -> str:
        """The text that cell `i` (from 0) has put out, errors included; empty when there is none."""
        return str(self.page.evaluate(_OUTPUT, i)).strip()

    def wait_output(self, i: int, text: str, timeout: float = 30) -> None:
        """Wait until cell `i` (from 0) has put out `text`, among whatever else."""
        self.cell(i).locator(".jp-OutputArea-output", has_text=text).first.wait_for(timeout=timeout * 1000)

    def board(self, n: int = 0) -> Board:
        """The page's board `n` (from 0, down the page), once it is drawn."""
        root = self.page.locator(".hexwidgets-board[data-ready]").nth(n)
        try:
            root.wait_for()
        except TimeoutError as error:
            said = "\n".join(self.page.locator(".jp-OutputArea-output").all_inner_texts())
            raise AssertionError(f"no board {n} was drawn; the cells say:\n{said}\nthe page: {self.errors}") from error
        return Board(self.page, root)


class Board:
    """A board on a page, driven by what a person has: a mouse and a keyboard. Names are those of its `locate`."""

    def __init__(self, page: Page, root: Locator) -> None:
        self.page = page
        self.root = root

    def locate(self, name: str) -> Mapping[str, float] | None:
        """Where "c4", "hand:S1" or "button:undo" is now, in the page's client coordinates; None if nowhere."""
        place: Mapping[str, float] | None = self.root.evaluate("(el, name) => el.locate(name)", name)
        return place

    def at(self, name: str) -> tuple[float, float]:
        """A named place, brought into sight, in the page's coordinates even where the board is in a frame."""
        place = self.root.evaluate(_AT, name)
        box = self.root.bounding_box()
        if place is None or box is None:
            raise LookupError(f"the board shows no {name!r}; it shows: {self.describe()}")
        return box["x"] + place[0], box["y"] + place[1]

    def hover(self, name: str) -> None:
        """Bring the mouse there."""
        self.page.mouse.move(*self.at(name))

    def click(self, name: str) -> None:
        """Click there."""
        self.page.mouse.click(*self.at(name))

    def drag(self, start: str, end: str, steps: int = 8) -> None:
        """Press the mouse at `start`, carry to `end` and let go."""
        self.hover(start)
        self.page.mouse.down()
        self.page.mouse.move(*self.at(end), steps=steps)
        self.page.mouse.up()

    def key(self, *keys: str) -> None:
        """Press keys, one after the other, where the board has the focus; it gets the focus first if it has not."""
        self.root.evaluate(
            """el => {
              if (el.contains(document.activeElement)) return;
              (el.matches('[tabindex]') ? el : el.querySelector('[tabindex="0"]'))?.focus({preventScroll: true});
            }"""
        )
        for key in keys:
            self.page.keyboard.press(key)

    def rev(self) -> int:
        """The number of the position it shows; it grows with every change."""
        return int(self.root.get_attribute("data-rev") or 0)

    def wait_rev(self, n: int, timeout: float = 10) -> None:
        """Wait until it shows position `n` or a later one."""
        self._wait("([el, n]) => Number(el.dataset.rev) >= n", n, f"come to position {n}", timeout)

    def describe(self) -> str:
        """What it shows, as text."""
        return str(self.root.evaluate("el => el.describe()"))

    def lines(self, word: str) -> list[str]:
        """What follows `word` in what it shows: `lines("hand")` is `["red A1 B3", ...]`."""
        return [
            rest for line in self.describe().splitlines() for start, _, rest in [line.partition(" ")] if start == word
        ]

    def wait_shows(self, text: str, timeout: float = 10) -> None:
        """Wait until `text` is among what it shows."""
        self._wait("([el, text]) => el.describe().includes(text)", text, f"show {text!r}", timeout)

    def _wait(self, ask: str, what: object, does: str, timeout: float) -> None:
        handle = self.root.element_handle()
        frame = handle.owner_frame() or self.page.main_frame
        try:
            frame.wait_for_function(ask, arg=[handle, what], timeout=timeout * 1000)
        except TooLate as error:
            raise AssertionError(f"the board does not {does}; it shows: {self.describe()}") from error

    def pixels(self) -> bytes:
        """What it looks like, as a PNG."""
        return self.root.screenshot(animations="disabled")
