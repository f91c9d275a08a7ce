"""What boards send to their pages, and what pages send back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

from hexwidgets.live import GameBoard

SCENE = ("grid", "tokens", "marks", "tray", "picks", "status", "rev", "words", "language", "theme", "digits")


class Wire:
    """Everything that all widgets sent, in order: the comm's id and its content."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def of(self, board: GameBoard) -> list[dict[str, Any]]:
        """What one board sent."""
        return [data for who, data in self.sent if who == board.model_id]

    def updates(self, board: GameBoard) -> list[dict[str, Any]]:
        """The states in its update messages."""
        return [data["state"] for data in self.of(board) if data.get("method") == "update"]

    def messages(self, board: GameBoard) -> list[dict[str, Any]]:
        """The contents of its custom messages."""
        return [data["content"] for data in self.of(board) if data.get("method") == "custom"]

    @property
    def size(self) -> int:
        """Bytes of all contents, as a kernel writes them."""
        return sum(len(json.dumps(data, ensure_ascii=False, allow_nan=False).encode()) for _, data in self.sent)

    def clear(self) -> None:
        self.sent.clear()


def recorded(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """From here on comms go nowhere, and are written down."""
    wire = Wire()

    class Recorder(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
            wire.sent.append((self.comm_id, data or {}))

    monkeypatch.setattr(comm, "create_comm", Recorder)
    return wire


class Page:
    """A page that shows a board: it asks, and hears the answer."""

    def __init__(self, board: GameBoard, wire: Wire) -> None:
        self.board, self.wire, self.seq = board, wire, 0

    def send(self, content: Any) -> list[dict[str, Any]]:
        """Deliver ``content`` as the page's message; the answers."""
        before = len(self.wire.messages(self.board))
        self.board._on_message(self.board, content, [])
        return self.wire.messages(self.board)[before:]

    def ask(self, kind: str, *picks: str | int, rev: int | None = None) -> dict[str, Any]:
        """One intent, for the position that is shown unless told otherwise; the one answer to it."""
        self.seq += 1
        content: dict[str, Any] = {"v": 1, "view": "view-1", "seq": self.seq, "kind": kind}
        content["rev"] = self.board.rev if rev is None else rev
        if kind in ("move", "tried", "edit"):
            content["picks"] = list(picks)
        (answer,) = (a for a in self.send(json.loads(json.dumps(content))) if a["kind"] == "answer")
        assert (answer["v"], answer["view"], answer["seq"]) == (1, "view-1", self.seq)
        assert answer["rev"] == self.board.rev
        return answer

    def foresee(self, *picks: str | int, rev: int | None = None) -> list[list[int]]:
        """The tallies that a preview of some picks is answered with."""
        self.seq += 1
        rev = self.board.rev if rev is None else rev
        content = {"v": 1, "view": "view-1", "seq": self.seq, "rev": rev, "kind": "preview", "picks": list(picks)}
        (preview,) = self.send(json.loads(json.dumps(content)))
        assert set(preview) == {"v", "kind", "view", "seq", "rev", "tallies"}
        assert (preview["v"], preview["kind"], preview["view"], preview["seq"]) == (1, "preview", "view-1", self.seq)
        assert preview["rev"] == self.board.rev
        return json.loads(json.dumps(preview["tallies"]))  # type: ignore[no-any-return]

    def odds(self, *picks: str | int, rev: int | None = None) -> dict[str, Any] | None:
        """The table that a question about some picks is answered with."""
        self.seq += 1
        rev = self.board.rev if rev is None else rev
        content = {"v": 1, "view": "view-1", "seq": self.seq, "rev": rev, "kind": "odds", "picks": list(picks)}
        (odds,) = self.send(json.loads(json.dumps(content)))
        assert set(odds) == {"v", "kind", "view", "seq", "rev", "table"}
        assert (odds["v"], odds["kind"], odds["view"], odds["seq"]) == (1, "table", "view-1", self.seq)
        assert odds["rev"] == self.board.rev
        return json.loads(json.dumps(odds["table"]))  # type: ignore[no-any-return]

    def use(self, *picks: str | int, rev: int | None = None) -> list[dict[str, Any]]:
        """What a tool, or a question about a rule, is answered with at once."""
        self.seq += 1
        rev = self.board.rev if rev is None else rev
        content = {"v": 1, "view": "view-1", "seq": self.seq, "rev": rev, "kind": "tool", "picks": list(picks)}
        sent = self.send(json.loads(json.dumps(content)))
        answers = [message for message in sent if message["kind"] != "notice"]  # which may come from a thread, to all
        assert [(a["v"], a["view"], a["seq"]) for a in answers] == [(1, "view-1", self.seq)] * len(answers)
        return json.loads(json.dumps(answers))  # type: ignore[no-any-return]


def shown(board: GameBoard) -> dict[str, Any]:
    """The board's traits as a page gets them."""
    return json.loads(json.dumps({name: getattr(board, name) for name in SCENE}))  # type: ignore[no-any-return]


@contextmanager
def nothing_changes(*things: Any) -> Iterator[None]:
    """The boards' traits and the games' positions are the same afterwards."""

    def now() -> list[Any]:
        return [shown(thing) if isinstance(thing, GameBoard) else (thing.to_json(), thing.rev) for thing in things]

    before = now()
    yield
    assert now() == before
