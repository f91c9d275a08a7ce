"""Waiting in a cell for a click at a board, and never for ever.

How a click reaches Python while a cell runs differs between kernels: beside the cell, during an
await, or only when the cell has ended. So a wait first asks the boards for a sign of life, and where
none comes says what to do instead.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any, Protocol

from .faults import ENGINE

__all__ = ["NoBoardError", "Waiting"]

PATIENCE = 1.5  # seconds for a sign of life; people are told within two
_AGAIN = 0.2  # seconds between calls: a page that is still loading misses the first ones


class NoBoardError(RuntimeError):
    """No board can pass a click on while this cell runs; the message says what to do instead."""


class _Model(Protocol):
    language: Any

    @property
    def result(self) -> Any: ...


class Waiting:
    """Who waits for a click, and which boards can be asked whether their page is there."""

    def __init__(self) -> None:
        self._calls: list[Callable[[], None]] = []
        self._moves: list[Future[Any]] = []
        self._alive: list[Future[Any]] = []

    def add(self, call: Callable[[], None]) -> None:
        """A board that can be called on: ``call()`` asks its page to answer `alive`."""
        self._calls.append(call)

    def remove(self, call: Callable[[], None]) -> None:
        """A board that is gone."""
        if call in self._calls:
            self._calls.remove(call)

    def alive(self) -> None:
        """A page answered."""
        _settle(self._alive, None)

    def clicked(self, move: Any) -> None:
        """A move was made at a board."""
        _settle(self._moves, move)

    def ended(self, game: _Model) -> None:
        """The game ended without a click: whoever waits for one is told."""
        for future in tuple(self._moves):
            with suppress(InvalidStateError):
                future.set_exception(ValueError(ENGINE.say("fault.over", game.language)))

    async def wait(self, game: _Model, timeout: float | None) -> Any:
        """The next clicked move, awaited."""
        import asyncio  # noqa: PLC0415  it is slow to import, and whoever awaits has it

        moves, alive = self._begin(game)
        try:
            answered = asyncio.wrap_future(alive)
            deadline = time.monotonic() + PATIENCE
            while not answered.done() and time.monotonic() < deadline:
                self._call()
                await asyncio.wait([answered], timeout=_AGAIN)
            if not answered.done():
                raise NoBoardError(self._advice(game, "await"))
            clicked = asyncio.wrap_future(moves)
            deadline = float("inf") if timeout is None else time.monotonic() + timeout
            while not clicked.done():  # in short steps: ipykernel heeds an interrupt only when its loop turns
                if (left := deadline - time.monotonic()) <= 0:
                    raise TimeoutError(_late(game, timeout))
                await asyncio.wait([clicked], timeout=min(_AGAIN, left))
            return clicked.result()
        finally:
            self._end(moves, alive)

    def block(self, game: _Model, timeout: float | None) -> Any:
        """The next clicked move, blocking this thread."""
        moves, alive = self._begin(game)
        try:
            deadline = time.monotonic() + PATIENCE
            while not alive.done() and time.monotonic() < deadline:
                self._call()
                try:
                    alive.result(_AGAIN)
                except TimeoutError:
                    continue
            if not alive.done():
                raise NoBoardError(self._advice(game, "block"))
            try:
                return moves.result(timeout)
            except TimeoutError:
                raise TimeoutError(_late(game, timeout)) from None
        finally:
            self._end(moves, alive)

    def _begin(self, game: _Model) -> tuple[Future[Any], Future[None]]:
        if game.result is not None:
            raise ValueError(ENGINE.say("fault.over", game.language))
        if not self._calls:
            raise NoBoardError(self._advice(game, "none"))
        moves: Future[Any] = Future()
        alive: Future[None] = Future()
        self._moves.append(moves)
        self._alive.append(alive)
        return moves, alive

    def _end(self, moves: Future[Any], alive: Future[None]) -> None:
        self._moves.remove(moves)
        self._alive.remove(alive)

    def _call(self) -> None:
        for call in tuple(self._calls):
            call()

    def _advice(self, game: _Model, how: str) -> str:
        kernel = sys.modules.get("ipykernel")
        version = getattr(kernel, "__version__", None)
        return ENGINE.say(f"waiting.{how}", game.language, kernel=f"ipykernel {version}" if version else "Python")


def _late(game: _Model, timeout: float | None) -> str:
    return ENGINE.say("waiting.late", game.language, seconds=timeout)


def _settle(futures: list[Future[Any]], value: Any) -> None:
    for future in tuple(futures):
        with suppress(InvalidStateError):  # another thread was first, or the wait has just been cancelled
            future.set_result(value)
