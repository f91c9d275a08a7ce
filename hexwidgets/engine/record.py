"""Saved games: JSON that is read as data, checked move by move, and never executed."""

from __future__ import annotations

import copy
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import editing
from .faults import IllegalMove, RecordError, shorten
from .history import Node
from .rules import CHANCE, Rules
from .words import known_languages

if TYPE_CHECKING:
    from .game import Game

__all__ = ["describe", "load", "read", "replay", "write"]

FORMAT = "hexwidgets-game"
VERSION = 1
MAX_BYTES = 8 << 20
MAX_LINES = 20_000  # a longer replay would keep whoever opens the file waiting


def describe(game: Game, line: Iterable[Node], ply: int) -> dict[str, Any]:
    """The record of a game whose present line is ``line`` and which stands at ``ply``."""
    lines: list[str | list[str] | dict[str, Any]] = []
    nodes = list(line)
    rules = nodes[0].rules
    for node in nodes:
        if node.position is not None:
            lines.append(_edit(node, rules))
        elif node.moves:
            texts = [str(m) for m in node.moves.values()]
            lines.append(texts[0] if len(texts) == 1 else texts)
        lines += [str(outcome) for outcome in node.chance]
        rules = node.rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.rules.game_type.name,
        "options": dict(getattr(nodes[0].rules, "options", dict)()),
        "seed": game.seed,
        "language": game.language,
        "lines": lines,
        "ply": ply,
    }


def _edit(node: Node, rules: Any) -> dict[str, Any]:
    """The line of a position that was set up: with its rules where they are others, at the start with its luck."""
    line: dict[str, Any] = {"position": copy.deepcopy(dict(node.position or {}))}
    if node.rules != rules:
        line["options"] = dict(node.rules.options())
    if node.parent is None:
        line["draws"] = node.draws
    return line


def write(data: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a record whole or not at all: a crash midway leaves the old file."""
    target = Path(path)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    draft = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(text + "\n")
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The checked outer form of a record file; `RecordError` says where it is wrong."""
    with Path(path).open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    return check(_decode(raw))


def load(
    path: str | os.PathLike[str],
    *,
    rules: Rules[Any, Any] | None = None,
    make: Callable[..., Game] | None = None,
) -> Game:
    """Bring a saved game back: its options, luck, history and undone moves.

    ``rules`` is needed only for a game that is not part of the package; ``make(rules, seed=, language=)``
    makes the game around them, by default the plain model. Raises `RecordError` (a ``ValueError``) that
    says where in the file what is wrong, ``OSError`` when it cannot be read.
    """
    data = read(path)
    game = _known(data) if rules is None else _given(data, rules, make)
    replay(game, data)
    return game


def _given(data: dict[str, Any], rules: Rules[Any, Any], make: Callable[..., Game] | None) -> Game:
    from .game import Game  # noqa: PLC0415  the model reads and writes records

    if rules.game_type.name != data["game"]:
        raise RecordError("$.game", f"expected {rules.game_type.name!r}, got {shorten(data['game'])}")
    options = dict(getattr(rules, "options", dict)())
    if options != data["options"]:
        raise RecordError(
            "$.options", f"expected those of the rules, {shorten(options)}, got {shorten(data['options'])}"
        )
    return (make or Game)(rules, seed=data["seed"], language=data["language"])


def _known(data: dict[str, Any]) -> Game:
    from .game import Game  # noqa: PLC0415

    kwargs = {"seed": data["seed"], "language": data["language"]}
    if data["game"] in Game.by_name:
        try:
            return Game.by_name[data["game"]].from_options(data["options"], **kwargs)
        except (TypeError, ValueError) as error:
            raise RecordError("$.options", str(error)) from error
    known = ", ".join(sorted(Game.by_name))
    message = f"unknown game {shorten(data['game'])}; known are {known}; others need load(path, rules=...)"
    raise RecordError("$.game", message)


def replay(game: Game, data: Mapping[str, Any]) -> None:
    """Play a checked record on a game that has just begun, then go to the ply it stood at."""
    history = _Replay(game)
    for index, line in enumerate(data["lines"]):
        try:
            history.take(line)
        except ValueError as error:  # an IllegalMove too
            raise RecordError(f"$.lines[{index}]", str(error)) from error
        except Exception as error:  # rules of anybody's making, met by a file of anybody's making
            raise RecordError(f"$.lines[{index}]", f"{type(error).__name__}: {error}") from error
    history.end(data["ply"])


class _Replay:
    """Rebuilds a game's history line by line, chance included, without drawing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.node = Node(game.rules.initial(), rules=game.rules)
        self.nodes: list[Node] = [self.node]

    def take(self, line: object) -> None:
        if isinstance(line, dict):
            self._take_edit(line)
            return
        rules = self.node.rules
        deciding = rules.to_move(self.node.state)
        texts = line if isinstance(line, list) else [line]
        if not deciding:
            raise ValueError("the game is over, yet the record goes on")
        if not all(isinstance(text, str) for text in texts) or len(texts) != len(deciding):
            raise ValueError(f"expected the text of one move for each of {', '.join(deciding)}, got {shorten(line)}")
        moves = [self._read(s, text) for s, text in zip(deciding, texts, strict=True)]
        before, after = self.node.state, rules.apply(self.node.state, *moves)
        events = self.game._events(rules, before, dict(zip(deciding, moves, strict=True)), after)
        if deciding == (CHANCE,):
            node = self.node
            node.state, node.chance, node.draws = after, (*node.chance, moves[0]), node.draws + 1
            node.events = (*node.events, *events)
        else:
            decisions = dict(zip(deciding, moves, strict=True))
            self.node = Node(after, moves=decisions, draws=self.node.draws, events=events, rules=rules)
            self.nodes.append(self.node)

    def _take_edit(self, line: dict[str, Any]) -> None:
        """A position that was set up; one that tells how many draws there were is where the game starts."""
        if unknown := line.keys() - {"position", "options", "draws"}:
            raise ValueError(f"unknown {shorten(sorted(unknown))} of an edit; known are position, options, draws")
        before, start = self.node, "draws" in line
        begun = len(self.nodes) > 1 or before.draws or before.position is not None
        if start and (begun or not _integer(line["draws"]) or line["draws"] < 0):
            raise ValueError(f"draws: expected an integer from 0, and only at the start, got {shorten(line)}")
        rules = editing.rules_to_edit(before.rules, "from_options", "position", "at")
        if "options" in line:
            rules = rules.from_options(line["options"])
        state = rules.at(line.get("position"))
        self.node = editing.node_of(editing.Edited(rules, state, rules.position(state)), before)
        if start:
            self.node.events, self.node.draws = (), line["draws"]
            self.nodes.clear()
        elif before.rules.to_move(before.state) == (CHANCE,):
            raise ValueError("a position was edited before chance had decided")
        self.nodes.append(self.node)

    def _read(self, seat: str, text: str) -> Any:
        move = self.game._read(seat, text, self.node)
        fault = self.node.rules.fault(self.node.state, seat, move)
        if fault is not None:
            raise IllegalMove(fault, move)
        return move

    def end(self, ply: int) -> None:
        deciding = self.node.rules.to_move(self.node.state)
        if deciding == (CHANCE,):
            raise RecordError("$.lines", "the record ends before chance has decided")
        if ply >= len(self.nodes):
            raise RecordError("$.ply", f"expected 0 to {len(self.nodes) - 1}, got {ply}")
        self.game._restore(self.nodes, ply)


# -- the outer form -------------------------------------------------------------------------------


def _decode(raw: bytes) -> object:
    if len(raw) > MAX_BYTES:
        raise RecordError("$", f"larger than {MAX_BYTES >> 20} MiB, which no game record is")
    try:
        return json.loads(raw.decode("utf-8"), object_pairs_hook=_no_repeats, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError("$", f"not UTF-8 text (byte {error.start})") from error
    except json.JSONDecodeError as error:
        raise RecordError("$", f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise RecordError("$", "nested too deeply") from error
    except ValueError as error:  # numbers with thousands of digits, repeats, constants
        raise RecordError("$", str(error)) from error


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise ValueError(f"a key occurs twice among {shorten([k for k, _ in pairs])}")
    return out


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a value of a record")


def _integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _lines(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MAX_LINES and all(isinstance(v, str | list | dict) for v in value)


_FORM: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "format": (repr(FORMAT), lambda v: v == FORMAT),
    "version": ("an integer from 1", lambda v: _integer(v) and v >= 1),
    "game": ("the name of a game", lambda v: isinstance(v, str)),
    "options": ("an object of options", lambda v: isinstance(v, dict)),
    "seed": ("an integer", _integer),
    "language": ("a known language or null", lambda v: v is None or v in known_languages()),
    "lines": (f"a list of at most {MAX_LINES} moves and edits", _lines),
    "ply": ("an integer from 0", lambda v: _integer(v) and v >= 0),
}


def check(data: object) -> dict[str, Any]:
    """``data`` if it has the outer form of a record; else `RecordError` with the path of the fault."""
    if not isinstance(data, dict):
        raise RecordError("$", f"expected an object, got {shorten(data)}")
    version: Any = data.get("version")
    if data.get("format") == FORMAT and _integer(version) and version > VERSION:
        message = f"version {shorten(version)} was written by a later hexwidgets; this one reads up to {VERSION}"
        raise RecordError("$.version", message)
    for name, (expected, good) in _FORM.items():
        if name not in data:
            raise RecordError("$", f"has no {name!r}")
        if not good(data[name]):
            raise RecordError(f"$.{name}", f"expected {expected}, got {shorten(data[name])}")
    if unknown := [k for k in data if k not in _FORM]:
        raise RecordError("$", f"unknown {shorten(unknown)}; known are {', '.join(_FORM)}")
    return data
