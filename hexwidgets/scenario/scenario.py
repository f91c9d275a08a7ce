"""A scenario: a position of a game with its rules, a title, and if it is a puzzle its task; as a file of JSON.

What a file holds is told in schema.json beside this module, the same as docs/scenario.schema.json.
"""

from __future__ import annotations

import copy
import html
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self, cast

from ..board.themed import themed
from ..engine import codes, record
from ..engine.dials import one_of
from ..engine.editing import rules_to_edit
from ..engine.faults import RecordError, shorten
from ..engine.words import Words, get_language, in_language, is_language
from ..live import Game, View, making
from .aim import MOST_DECISIONS, Aim

__all__ = ["FORMAT", "KINDS", "VERSION", "WORDS", "Kind", "Scenario", "from_code"]

FORMAT = "hexwidgets-scenario"
VERSION = 1
WORDS = Words("hexwidgets.scenario.catalogue")
MAX_TITLE, MAX_TEXT = 200, 10_000

Kind = Literal["puzzle", "opening", "endgame", "lesson", "position"]
KINDS: tuple[str, ...] = ("puzzle", "opening", "endgame", "lesson", "position")


@dataclass(frozen=True)
class Scenario:
    """A position to start from.

    ``game_name`` and ``options`` tell the game and its rules, ``position`` is as ``game.rules.position`` tells it.
    ``title`` and ``task`` are texts by language ("en", "ja"; one of them is enough), ``aim`` what a puzzle asks for in
    numbers. As a cell's last line it shows its title, its task and a picture.

    >>> import hexwidgets as hw
    >>> duel = hw.ArenaDuel(seed=7)
    >>> duel.fighters["north"].life = 2
    >>> scenario = hw.Scenario.of(duel, title={"en": "Behind", "ja": "劣勢"}, author="me")
    >>> scenario.game().scores, scenario.text("ja").splitlines()[0]
    ({'north': 2, 'south': 5}, '劣勢')
    """

    game_name: str
    options: Mapping[str, Any]
    position: Mapping[str, Any]
    title: Mapping[str, str]
    kind: Kind = "position"
    author: str = ""
    comment: str = ""
    task: Mapping[str, str] = field(default_factory=dict)
    aim: Aim | None = None

    @classmethod
    def of(
        cls,
        game: Any,
        *,
        title: str | Mapping[str, str],
        kind: Kind = "position",
        author: str = "",
        comment: str = "",
        task: str | Mapping[str, str] = "",
        aim: Aim | Mapping[str, Any] | None = None,
    ) -> Self:
        """The present position of a game as a scenario.

        A ``title`` or ``task`` that is one text is in the game's language. ``aim`` is an `Aim` or its fields, as in
        ``{"seat": "red", "within": 2, "points": 9}``. ``ValueError`` says what cannot be.
        """
        rules = rules_to_edit(game.rules, "options", "position", "at")
        language = game.language or get_language()
        told = {
            "format": FORMAT,
            "version": VERSION,
            "game": rules.game_type.name,
            "options": dict(rules.options()),
            "position": rules.position(game.state),
            "title": {language: title} if isinstance(title, str) else dict(title),
            "kind": kind,
            "author": author,
            "comment": comment,
            "task": ({language: task} if task else {}) if isinstance(task, str) else dict(task),
        }
        if aim is not None:
            told["aim"] = aim.to_json() if isinstance(aim, Aim) else dict(aim)
        return cls.from_json(told, rules=rules)

    # -- playing ------------------------------------------------------------------------------

    def game(
        self, seed: int | None = None, language: str | None = None, *, rules: Any = None, view: View | None = None
    ) -> Game:
        """A new game that starts at this position; ``seed`` decides dice and draws, default a random one.

        ``rules`` and ``view`` are needed only for a game that is not part of the package.
        """
        return _game_at(self._told(), seed, language, rules, view)

    def is_reached(self, game: Any) -> bool:
        """Whether a game that began at this scenario has reached its aim."""
        if self.aim is None:
            raise ValueError("this scenario has no aim")
        return self.aim.is_met(game.rules, game.rules.at(self.position), game.state)

    def solutions(self) -> tuple[Any, ...]:
        """The moves that begin to reach the aim whatever the others do, found by looking ahead (it may take long)."""
        if self.aim is None:
            raise ValueError("this scenario has no aim")
        game = self.game(seed=0)
        return self.aim.solutions(game.rules, game.state)

    # -- keeping ------------------------------------------------------------------------------

    def code(self) -> str:
        """The position with its rules as one line to paste in a chat, without title and task; see `from_code`."""
        told = {"options": dict(self.options), "position": dict(self.position)}
        return codes.encode(self.game_name, {key: value for key, value in told.items() if value})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the scenario to a JSON file, from which `load` brings it back, and `hexwidgets.load` a game."""
        record.write(self.to_json(), path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, rules: Any = None) -> Self:
        """The scenario in a file; `RecordError` says where in the file what is wrong.

        ``rules`` are needed only for a game that is not part of the package.
        """
        return cls.from_json(record.read(path), rules=rules)

    def to_json(self) -> dict[str, Any]:
        """The scenario as JSON values."""
        told = self._told() | {"title": dict(self.title), "kind": self.kind}
        told |= {key: value for key in ("author", "comment") if (value := getattr(self, key))}
        if self.task:
            told["task"] = dict(self.task)
        if self.aim:
            told["aim"] = self.aim.to_json()
        return told

    @classmethod
    def from_json(cls, data: object, *, rules: Any = None) -> Self:
        """A scenario from JSON values, as `to_json` gives them; `RecordError` says where what is wrong."""
        told = check(data)
        game = _game_at(told, 0, None, rules, None)
        aim = _aim(told["aim"], game.seats) if "aim" in told else None
        return cls(
            game_name=told["game"],
            options=copy.deepcopy(told["options"]),
            position=game.rules.position(game.state),  # type: ignore[attr-defined]
            title=dict(told["title"]),
            kind=cast(Kind, told.get("kind", "position")),
            author=told.get("author", ""),
            comment=told.get("comment", ""),
            task=dict(told.get("task", {})),
            aim=aim,
        )

    def _told(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game_name,
            "options": copy.deepcopy(dict(self.options)),
            "position": copy.deepcopy(dict(self.position)),
        }

    # -- showing ------------------------------------------------------------------------------

    def title_in(self, language: str | None = None) -> str:
        """The title in a language, or in one that it has."""
        return in_language(self.title, language)

    def task_in(self, language: str | None = None) -> str:
        """The task in a language, or in one that it has; empty where there is none."""
        return in_language(self.task, language)

    def text(self, language: str | None = None) -> str:
        """Title, what it is, task and author, as lines of text."""
        what = WORDS.say(
            "show.what", language, game=self._name(language), kind=WORDS.say(f"kind.{self.kind}", language)
        )
        by = WORDS.say("show.author", language, author=self.author) if self.author else ""
        lines = (self.title_in(language), f"{what}{by}", self.task_in(language), self.comment)
        return "\n".join(line for line in lines if line)

    def _name(self, language: str | None) -> str:
        return WORDS.say_or(f"game.{self.game_name}", "show.game", language, name=self.game_name)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Scenario {self.title_in()!r}: {self.game_name}, {self.kind}>"

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        title, *lines = self.text().splitlines()
        try:
            picture = themed(lambda theme: self.game(seed=0).to_svg(theme=theme))
        except (RecordError, TypeError):  # no game of the package, or one without a view
            picture = ""
        said = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
        return {"text/plain": self.text(), "text/html": f"<h4>{html.escape(title)}</h4>{said}{picture}"}


def from_code(code: str, *, seed: int | None = None, rules: Any = None, view: View | None = None) -> Game:
    """A game at the position in a code, as ``game.code()`` gives it.

    `RecordError` says what is wrong with the code, and where it holds a typo. ``seed`` decides dice and draws to come;
    ``rules``, and ``view`` if it is to be shown, are needed only for a game that is not part of the package.

    >>> import hexwidgets as hw
    >>> duel = hw.ArenaDuel(seed=7)
    >>> duel.play("F>", "S=")
    >>> hw.from_code(duel.code()).fighters == duel.fighters
    True
    """
    name, data = codes.decode(code)
    record.form("$", data, {"position": _FORM["position"]}, {"options": _FORM["options"]})
    return _game_at({"options": {}, **data, "game": name}, seed, None, rules, view)


def _game_at(told: Mapping[str, Any], seed: int | None, language: str | None, rules: Any, view: View | None) -> Game:
    data = {**told, "seed": seed, "language": language}
    return cast(Game, record.at_position(data, rules, making(view)))


# -- the form of a file -------------------------------------------------------------------------------------------


def _line(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_TITLE and value.isprintable()


def _text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT and all(c.isprintable() or c in "\n\t" for c in value)


def _texts(good: Any, least: int) -> Any:
    def check_texts(value: object) -> bool:
        texts = value.items() if isinstance(value, dict) and len(value) >= least else [(None, None)]
        return all(is_language(language) and good(text) for language, text in texts)

    return check_texts


def _whole(low: int, high: int) -> Any:
    return lambda value: type(value) is int and low <= value <= high


_FORM: record.Form = {
    "format": (repr(FORMAT), lambda v: v == FORMAT),
    "version": ("an integer from 1", _whole(1, VERSION)),
    "game": ("the name of a game", lambda v: isinstance(v, str)),
    "options": ("an object of options", lambda v: isinstance(v, dict)),
    "position": ("an object", lambda v: isinstance(v, dict)),
    "title": (
        f"a text of 1 to {MAX_TITLE} printable characters by the code of a language, such as en",
        _texts(_line, 1),
    ),
}
_MORE: record.Form = {
    "kind": (f"one of {', '.join(KINDS)}", lambda v: isinstance(v, str) and v in KINDS),
    "author": (f"a text of at most {MAX_TITLE} printable characters", lambda v: v == "" or _line(v)),
    "comment": (f"a text of at most {MAX_TEXT} characters", _text),
    "task": (f"a text of at most {MAX_TEXT} characters by the code of a language", _texts(_text, 0)),
    "aim": ("an object", lambda v: isinstance(v, dict)),
}
_AIM: record.Form = {
    "seat": ("the name of a seat", lambda v: isinstance(v, str)),
    "within": (f"a number of decisions, 1 to {MOST_DECISIONS}", _whole(1, MOST_DECISIONS)),
}
_AIM_MORE: record.Form = {
    "points": ("an integer from 1", _whole(1, 10**7)),
    "lead": ("an integer from 1", _whole(1, 10**7)),
    "wins": ("true", lambda v: v is True),
    "best": ("true", lambda v: v is True),
    "percent": ("an integer from 1 to 100", _whole(1, 100)),
}


def check(data: object) -> dict[str, Any]:
    """``data`` if it has the outer form of a scenario; else `RecordError` with the path of the fault."""
    told = record.outer(data, FORMAT, VERSION)
    record.form("$", told, _FORM, _MORE)
    if "aim" in told:
        record.form("$.aim", told["aim"], _AIM, _AIM_MORE)
        if not told["aim"].keys() & {"points", "lead", "wins", "best"}:
            raise RecordError("$.aim", "expected points, lead, wins or best")
    return told


def _aim(told: Mapping[str, Any], seats: tuple[str, ...]) -> Aim:
    try:
        one_of("seat", told["seat"], seats)
    except ValueError as error:
        raise RecordError("$.aim.seat", f"{error}, got {shorten(told['seat'])}") from error
    return Aim(**told)
