"""Saved games: JSON that is read as data, checked move by move, and never executed."""

from __future__ import annotations

import copy
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import editing
from .faults import EditError, IllegalMove, RecordError, shorten
from .history import Node
from .rules import CHANCE, Rules
from .tree import MAX_NAME, is_name
from .words import is_language, known_languages

if TYPE_CHECKING:
    from .game import Game
    from .history import History
    from .tree import Line

__all__ = ["Branch", "at_position", "describe", "load", "played", "read", "replay", "write"]

FORMAT = "hexwidgets-game"
VERSION = 1
MAX_BYTES = 8 << 20
MAX_LINES = 20_000  # a longer replay would keep whoever opens the file waiting


@dataclass(frozen=True, slots=True)
class Branch:
    """A line on its way into a history: after which position it leaves, its own positions, and its name."""

    parent: Node
    nodes: list[Node]
    name: str


def describe(game: Game, history: History) -> dict[str, Any]:
    """The record of a game: its present line, where it stands, and the other lines that were named."""
    root = history.root
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": root.rules.game_type.name,
        "options": dict(getattr(root.rules, "options", dict)()),
        "seed": game.seed,
        "language": game.language,
        "lines": _lines_of(history.line(), root.rules),
        "ply": history.now.ply,
    }
    present, *others = game.tree.named()
    if present.given:
        data["line"] = present.name
    if others:
        data["branches"] = [_branch(line, present) for line in others]
    return data


def _branch(line: Line, present: Line) -> dict[str, Any]:
    return {
        "name": line.name,
        "of": None if line.of == present.name else line.of,
        "ply": line.fork,
        "lines": _lines_of(line.nodes[line.fork + 1 :], line.nodes[line.fork].rules),
    }


def _lines_of(nodes: Iterable[Node], rules: Any) -> list[str | list[str] | dict[str, Any]]:
    """What was decided and drawn on the way along ``nodes``, where ``rules`` held before."""
    lines: list[str | list[str] | dict[str, Any]] = []
    for node in nodes:
        if node.position is not None:
            lines.append(_edit(node, rules))
        elif node.moves:
            texts = [str(m) for m in node.moves.values()]
            lines.append(texts[0] if len(texts) == 1 else texts)
        lines += [str(outcome) for outcome in node.chance]
        rules = node.rules
    return lines


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


def read(path: str | os.PathLike[str]) -> object:
    """The JSON values in a file of ours; `RecordError` says what makes them none."""
    with Path(path).open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    return decode(raw)


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
    return played(read(path), rules, make)


def played(data: object, rules: Rules[Any, Any] | None = None, make: Callable[..., Game] | None = None) -> Game:
    """The game of a record, its values as they stand in the file; see `load`."""
    record = check(data)
    game = begin(record, rules, make)
    replay(game, record)
    return game


def at_position(data: Mapping[str, Any], rules: Rules[Any, Any] | None, make: Callable[..., Game] | None) -> Game:
    """The game that starts at the position in ``data``, by its name, options, seed and language.

    `RecordError` tells everything that is wrong with the position.
    """
    game = begin(data, rules, make)
    try:
        return game._at(editing.rules_to_edit(game.rules, "position", "at"), data["position"])
    except EditError as error:
        paths = [".".join(filter(None, ("$.position", fault.path))) for fault in error.faults]
        told = [f"{fault.rule}: {fault}" for fault in error.faults]
        lines = [line if path == paths[0] else f"{path}: {line}" for path, line in zip(paths, told, strict=True)]
        raise RecordError(paths[0] if paths else "$.position", "\n".join(lines) or str(error)) from error
    except ValueError as error:
        raise RecordError("$.position", str(error)) from error


def begin(data: Mapping[str, Any], rules: Rules[Any, Any] | None, make: Callable[..., Game] | None) -> Game:
    """A new game by the name, options, seed and language in ``data``: see `load` for the rest."""
    return _known(data) if rules is None else _given(data, rules, make)


def _given(data: Mapping[str, Any], rules: Rules[Any, Any], make: Callable[..., Game] | None) -> Game:
    from .game import Game  # noqa: PLC0415  the model reads and writes records

    if rules.game_type.name != data["game"]:
        raise RecordError("$.game", f"expected {rules.game_type.name!r}, got {shorten(data['game'])}")
    options = dict(getattr(rules, "options", dict)())
    if options != data["options"]:
        raise RecordError(
            "$.options", f"expected those of the rules, {shorten(options)}, got {shorten(data['options'])}"
        )
    return (make or Game)(rules, seed=data["seed"], language=data["language"])


def _known(data: Mapping[str, Any]) -> Game:
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
    line = _Replay(game, Node(game.rules.initial(), rules=game.rules), from_start=True)
    line.take_all(data["lines"], "$.lines")
    if data["ply"] >= len(line.nodes):
        raise RecordError("$.ply", f"expected 0 to {len(line.nodes) - 1}, got {data['ply']}")
    known: dict[str | None, list[Node]] = {None: line.nodes}
    branches = list[Branch]()
    name = data.get("line", "")
    for index, told in enumerate(data.get("branches", ())):
        branch = _branch_of(game, told, known, name, f"$.branches[{index}]")
        known[branch.name] = [*known[told["of"]][: told["ply"] + 1], *branch.nodes]
        branches.append(branch)
    game._restore(line.nodes, data["ply"], name, branches)


def _branch_of(
    game: Game, told: Mapping[str, Any], known: Mapping[str | None, list[Node]], present: str, path: str
) -> Branch:
    if told["name"] in (present, *known):
        raise RecordError(f"{path}.name", f"another line is called {shorten(told['name'])}")
    if told["of"] not in known:
        raise RecordError(f"{path}.of", f"expected null or a line told before, got {shorten(told['of'])}")
    before = known[told["of"]]
    if told["ply"] >= len(before):
        raise RecordError(f"{path}.ply", f"expected 0 to {len(before) - 1}, got {told['ply']}")
    parent = before[told["ply"]]
    line = _Replay(game, parent, from_start=False)
    line.take_all(told["lines"], f"{path}.lines")
    if len(line.nodes) == 1:
        raise RecordError(f"{path}.lines", "expected at least one decision")
    return Branch(parent, line.nodes[1:], told["name"])


class _Replay:
    """Rebuilds a line of a game's history from a position on, chance included, without drawing."""

    def __init__(self, game: Game, node: Node, *, from_start: bool) -> None:
        self.game = game
        self.node = node
        self.from_start = from_start
        self.nodes: list[Node] = [self.node]

    def take_all(self, lines: Iterable[object], path: str) -> None:
        for index, line in enumerate(lines):
            try:
                self.take(line)
            except ValueError as error:  # an IllegalMove too
                raise RecordError(f"{path}[{index}]", str(error)) from error
            except Exception as error:  # rules of anybody's making, met by a file of anybody's making
                raise RecordError(f"{path}[{index}]", f"{type(error).__name__}: {error}") from error
        if self.node.rules.to_move(self.node.state) == (CHANCE,):
            raise RecordError(path, "the record ends before chance has decided")

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
        begun = not self.from_start or len(self.nodes) > 1 or before.draws or before.position is not None
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


# -- the outer form -------------------------------------------------------------------------------


def decode(raw: bytes) -> object:
    """JSON values from the bytes of a file; `RecordError` where they are too many or no JSON."""
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
    "language": ("the code of a language or null", lambda v: v is None or is_language(v)),
    "lines": (f"a list of at most {MAX_LINES} moves and edits", _lines),
    "ply": ("an integer from 0", lambda v: _integer(v) and v >= 0),
}


_LINE = f"a name of 1 to {MAX_NAME} printable characters that is no number"
# Only in records of games with lines that were named.
_TREE_FORM: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "line": (_LINE, is_name),
    "branches": (f"a list of at most {MAX_LINES} lines that were left", lambda v: isinstance(v, list)),
}
_BRANCH_FORM: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "name": (_LINE, is_name),
    "of": ("null, or the name of a line", lambda v: v is None or is_name(v)),
    "ply": _FORM["ply"],
    "lines": _FORM["lines"],
}


def check(data: object) -> dict[str, Any]:
    """``data`` if it has the outer form of a record; else `RecordError` with the path of the fault.

    A language that is not known here becomes None, so that the game is told in another one.
    """
    record = outer(data, FORMAT, VERSION)
    form("$", record, _FORM, _TREE_FORM)
    if record["language"] not in known_languages():
        record = {**record, "language": None}
    total = len(record["lines"])
    for index, branch in enumerate(record.get("branches", ())):
        form(f"$.branches[{index}]", branch, _BRANCH_FORM)
        total += len(branch["lines"])
        if total > MAX_LINES:
            raise RecordError("$.branches", f"expected at most {MAX_LINES} moves and edits in all lines together")
    return record


def outer(data: object, kind: str, version: int) -> dict[str, Any]:
    """``data`` if it is an object, and no file of a sort that was written by a later version."""
    if not isinstance(data, dict):
        raise RecordError("$", f"expected an object, got {shorten(data)}")
    written: Any = data.get("version")
    if data.get("format") == kind and _integer(written) and written > version:
        message = f"version {shorten(written)} was written by a later hexwidgets; this one reads up to {version}"
        raise RecordError("$.version", message)
    return data


Form = Mapping[str, tuple[str, Callable[[Any], bool]]]


def form(path: str, data: object, needed: Form, optional: Form | None = None) -> None:
    """Raise `RecordError` unless ``data`` is an object with what is needed, and nothing that is unknown."""
    if not isinstance(data, dict):
        raise RecordError(path, f"expected an object, got {shorten(data)}")
    known = {**needed, **(optional or {})}
    for name, (expected, good) in known.items():
        if name not in data:
            if name in needed:
                raise RecordError(path, f"has no {name!r}")
        elif not good(data[name]):
            raise RecordError(f"{path}.{name}", f"expected {expected}, got {shorten(data[name])}")
    if unknown := [k for k in data if k not in known]:
        raise RecordError(path, f"unknown {shorten(unknown)}; known are {', '.join(known)}")
