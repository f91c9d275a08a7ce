"""Lesson plans: lessons as data in a TOML file, read and checked as a whole.

``docs/lessons.md`` tells how to write one.

A plan holds texts, positions, moves and conditions, and no code; what it may set of a game is what the game allows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from ..engine.dials import one_of
from ..engine.faults import EditError, Fault, IllegalMove, shorten
from ..engine.game import Game
from ..engine.teaching import Teaching
from ..engine.words import Words, get_language, in_language, is_language, known_languages
from .goals import Wrong, goal_faults

__all__ = [
    "WORDS",
    "LessonError",
    "Plan",
    "Step",
    "Text",
    "check_lesson",
    "load",
    "name_of",
    "packaged",
    "read",
    "teaching_of",
]

WORDS = Words("hexwidgets.teach.words")
MAX_BYTES, MAX_TEXT, MAX_STEPS, MAX_HINTS, MAX_MOVES = 200_000, 4000, 50, 5, 100
MAX_MESSAGE = 300  # letters of somebody else's message

Text = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True)
class Step:
    """One step: a text, and perhaps a task.

    ``position`` None is the start of a game; ``partner`` holds by seat what others play while the learner plays the
    rest; with ``continues`` it goes on from where the step before ended.
    """

    text: Text
    task: Text
    goal: Sequence[Mapping[str, Any]] = ()
    hints: tuple[Text, ...] = ()
    done: Text = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    seat: str | None = None
    partner: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    continues: bool = False


@dataclass(frozen=True)
class Plan:
    """A lesson as it was written: which game it teaches, its ``title``, what it is ``about``, and its steps."""

    name: str
    game: str
    title: Text
    about: Text
    steps: tuple[Step, ...]
    seed: int = 0

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it is written in."""
        return tuple(self.title)

    def __repr__(self) -> str:
        return f"<lesson {self.name}: {said(self.title, get_language())}>"


def said(text: Text, language: str) -> str:
    """A text in a language, else in English or the first it has; "" where there is none."""
    return in_language(text, language)


class LessonError(ValueError):
    """A lesson that cannot be given. ``faults`` lists everything that is wrong, each with its place in the file."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        super().__init__(name, tuple(faults))
        self.name = name
        self.faults = tuple(faults)

    def text(self, language: str | None = None) -> str:
        """Everything that is wrong, a line each."""
        return "\n".join(fault.text(language) for fault in self.faults)

    def __str__(self) -> str:
        return f"{self.name}:\n{self.text()}"


def check_lesson(path: str | os.PathLike[str]) -> tuple[Fault, ...]:
    """Everything that is wrong with a lesson file, empty where nothing is; ``str()`` of each tells where and what.

    Each task is tried: one that nothing seems to meet is told too. ``OSError`` where the file cannot be read.

    >>> from pathlib import Path
    >>> _ = Path("mine.toml").write_text('game = "chess"')
    >>> for fault in check_lesson("mine.toml"):
    ...     print(fault)
    game: expected one of arenaduel, monsterhex, got 'chess'.
    >>> Path("mine.toml").unlink()
    """
    try:
        plan = load(path)
    except LessonError as error:
        return error.faults
    from .answers import unmet  # noqa: PLC0415  needs a plan

    return tuple(_fault(f"steps[{number}].goal", "fault.unmet", {}) for number in unmet(plan))


def load(path: str | os.PathLike[str], name: str = "") -> Plan:
    """The plan in a TOML file. `LessonError` lists everything that is wrong with it; ``OSError``: it cannot be read."""
    with Path(path).open("rb") as file:
        return parse(file.read(MAX_BYTES + 1), name or Path(path).stem)


def parse(raw: bytes, name: str) -> Plan:
    """The plan that the bytes of a file hold."""
    import tomllib  # noqa: PLC0415  read when a lesson is, not at import

    if len(raw) > MAX_BYTES:
        raise LessonError(name, [_fault("", "fault.size", {"most": MAX_BYTES // 1000})])
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise LessonError(name, [_fault("", "fault.toml", {"what": str(error)[:MAX_MESSAGE]})]) from error
    return read(name, data)


def packaged(game: str) -> tuple[str, ...]:
    """The names of the lessons that come with a game, in sequence: ``"monsterhex/first-placement"``."""
    folder = resources.files(teaching_of(game).lessons)
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(f"{game}/{file.removesuffix('.toml').partition('-')[2]}" for file in files)


def packaged_plan(name: str) -> Plan:
    """A lesson that comes with a game."""
    game, _, title = name.partition("/")
    one_of("lesson", name, packaged(one_of("game", game, _taught())))
    folder = resources.files(teaching_of(game).lessons)
    (file,) = (file for file in folder.iterdir() if file.name.partition("-")[2] == f"{title}.toml")
    return parse(file.read_bytes(), name)


def _taught() -> list[str]:
    return sorted(name for name, cls in Game.by_name.items() if getattr(cls, "teaching", None) is not None)


def teaching_of(game: str) -> Teaching:
    """What a game offers to lessons; ``ValueError`` lists the games that offer something."""
    teaching: Teaching = Game.by_name[one_of("game", game, _taught())].teaching()  # type: ignore[attr-defined]
    return teaching


def name_of(game: str, kind: str, language: str) -> str:
    """What people call a kind of question; the kind itself where there is no such one."""
    known = teaching_of(game).names if game in _taught() else {}
    return known[kind].text(language) if kind in known else kind


def read(name: str, data: Mapping[str, Any]) -> Plan:
    """A plan from the tables of a file, checked as a whole."""
    reading = _Reading(data)
    plan = reading.plan(name)
    if reading.wrong or plan is None:
        raise LessonError(name, [_fault(*wrong) for wrong in reading.wrong])
    return plan


class LessonFault(Fault):
    """Something wrong in a lesson file; ``facts["where"]`` is its place there."""

    def text(self, language: str | None = None) -> str:
        """The place and what is wrong, which may be what a rule says."""
        told = {
            name: fact.text(language or self.language) if isinstance(fact, Fault) else fact
            for name, fact in self.facts.items()
        }
        return self.words.say(self.key, language or self.language, **told)


def _fault(where: str, key: str, facts: dict[str, Any]) -> Fault:
    told = f"{where}: " if where else ""
    return LessonFault("LESSON", key, {**facts, "where": where, "at": told}, WORDS)


_LESSON: dict[str, type] = {
    "game": str, "title": dict, "about": dict, "seat": str, "seed": int, "options": dict, "position": dict,
    "steps": list,
}  # fmt: skip
_STEP: dict[str, type] = {
    "text": dict, "task": dict, "goal": list, "hints": list, "done": dict, "options": dict, "position": dict,
    "seat": str, "partner": dict, "continues": bool,
}  # fmt: skip


class _Reading:
    """A file on its way to a plan. Nothing in it can be trusted to be what it should be."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.wrong: list[Wrong] = []
        self.languages: tuple[str, ...] = ()

    def plan(self, name: str) -> Plan | None:
        given = self.table(self.data, "", _LESSON)
        if given.get("game") not in (known := _taught()):
            self.fault("game", "fault.name", got=shorten(given.get("game")), known=known)
            return None
        game, teaching = given["game"], teaching_of(given["game"])
        self.languages = tuple(filter(is_language, given.get("title", {})))
        if not self.languages:
            self.fault("title", "fault.languages", known=list(known_languages()))
            return None
        steps = given.get("steps", [])
        if not 0 < len(steps) <= MAX_STEPS:
            self.fault("steps", "fault.steps", got=len(steps), most=MAX_STEPS)
        read = [self.step(given, step, f"steps[{n}]", game, teaching) for n, step in enumerate(steps[:MAX_STEPS], 1)]
        title, about = self.text(given, "title", ""), self.text(given, "about", "", needed=False)
        found = tuple(step for step in read if step is not None)
        return Plan(name, game, title, about, found, given.get("seed", 0))

    def fault(self, where: str, key: str, **facts: Any) -> None:
        self.wrong.append((where, key, facts))

    def table(self, given: object, where: str, shapes: Mapping[str, type]) -> dict[str, Any]:
        """What is there under known keys, of the right kind."""
        if not isinstance(given, Mapping):
            self.fault(where, "fault.kind", got=shorten(given), kind="table")
            return {}
        out = {}
        for key, value in given.items():
            place = f"{where}.{key}" if where else key
            if key not in shapes:
                self.fault(place, "fault.key", got=shorten(key), known=list(shapes))
            elif not isinstance(value, shapes[key]) or (isinstance(value, bool) and shapes[key] is int):
                self.fault(place, "fault.kind", got=shorten(value), kind=_KINDS[shapes[key]])
            else:
                out[key] = value
        return out

    def text(self, given: Mapping[str, Any], key: str, where: str, *, needed: bool = True) -> Text:
        """A text in every language of the lesson."""
        place = f"{where}.{key}" if where else key
        if key not in given:
            if needed:
                self.fault(place, "fault.missing", name=key)
            return {}
        return self.texts(given[key], place)

    def texts(self, value: object, place: str) -> Text:
        if not isinstance(value, Mapping):
            self.fault(place, "fault.kind", got=shorten(value), kind="table")
            return {}
        for language in self.languages:
            text = value.get(language)
            if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT:
                self.fault(f"{place}.{language}", "fault.text", got=shorten(text), most=MAX_TEXT)
        for language in value:
            if language not in self.languages:
                self.fault(f"{place}.{language}", "fault.key", got=shorten(language), known=list(self.languages))
        return {
            language: value[language].strip() for language in self.languages if isinstance(value.get(language), str)
        }

    def step(self, lesson: Mapping[str, Any], step: object, where: str, game: str, teaching: Teaching) -> Step | None:
        given = self.table(step, where, _STEP)
        options = {**lesson.get("options", {}), **given.get("options", {})}
        start = self.start(game, teaching, options, where)
        if start is None:
            return None
        rules, position = start.rules, None
        if "position" in given or "position" in lesson:
            position = {**lesson.get("position", {}), **given.get("position", {})}
            try:
                rules.at(position)
            except EditError as error:
                for fault in error.faults:
                    self.fault(f"{where}.position", "fault.rule", rule=fault.rule, what=fault)
        if "goal" in given:
            self.wrong += goal_faults(given["goal"], f"{where}.goal", rules, teaching)
        if ("goal" in given) != ("task" in given):
            self.fault(where, "fault.missing", name="task" if "goal" in given else "goal")
        seat = given.get("seat", lesson.get("seat"))
        seats = rules.game_type.seats
        if seat is not None and seat not in seats:
            self.fault(f"{where}.seat", "fault.name", got=shorten(seat), known=list(seats))
        return Step(
            text=self.text(given, "text", where),
            task=self.text(given, "task", where, needed=False),
            goal=tuple(given.get("goal", ())),
            hints=self.hints(given.get("hints", []), f"{where}.hints"),
            done=self.text(given, "done", where, needed=False),
            options=teaching.complete(options),
            position=position,
            seat=seat,
            partner=dict(self.partner(given.get("partner", {}), f"{where}.partner", rules)),
            continues=given.get("continues", False),
        )

    def start(self, game: str, teaching: Teaching, options: Mapping[str, Any], where: str) -> Any:
        """A game with the options of a step."""
        for name in options:
            if name not in teaching.options:
                self.fault(f"{where}.options.{name}", "fault.key", got=shorten(name), known=list(teaching.options))
        allowed = {name: value for name, value in options.items() if name in teaching.options}
        try:
            return Game.by_name[game].from_options(teaching.complete(allowed), seed=0)
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            self.fault(f"{where}.options", "fault.options", what=str(error)[:MAX_MESSAGE])
            return None

    def hints(self, given: Sequence[object], where: str) -> tuple[Text, ...]:
        if len(given) > MAX_HINTS:
            self.fault(where, "fault.hints", got=len(given), most=MAX_HINTS)
        return tuple(self.texts(hint, f"{where}[{number}]") for number, hint in enumerate(given[:MAX_HINTS], start=1))

    def partner(self, given: Mapping[str, Any], where: str, rules: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
        for seat, moves in given.items():
            if seat not in rules.game_type.seats:
                self.fault(f"{where}.{seat}", "fault.name", got=shorten(seat), known=list(rules.game_type.seats))
            good = isinstance(moves, list) and 0 < len(moves) <= MAX_MOVES and all(isinstance(m, str) for m in moves)
            if not good:
                self.fault(f"{where}.{seat}", "fault.moves", got=shorten(moves), most=MAX_MOVES)
            for number, move in enumerate(moves if good else (), start=1):
                try:
                    rules.parse(rules.initial(), seat, move)
                except IllegalMove as error:
                    self.fault(f"{where}.{seat}[{number}]", "fault.rule", rule=error.rule, what=error.fault)
            if good:
                yield seat, tuple(moves)


_KINDS = {str: "text", dict: "table", list: "list", int: "integer", bool: "true or false"}
