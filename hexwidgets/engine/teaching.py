"""What a game offers to those who teach it: terms for tasks of lessons, and questions for quizzes.

A game's class has a static method ``teaching()`` that returns a `Teaching`. Lessons themselves are data; the terms
are all that a lesson may ask about a position besides what any game has (see ``docs/lessons.md``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .faults import Event, Statement
from .rules import CHANCE

__all__ = ["Choice", "Happening", "Question", "Quizzer", "Teaching", "Term", "Values", "choose", "wander"]

_GAMES = 40  # played at random to find something to ask about


@dataclass(frozen=True, slots=True)
class Happening:
    """What a learner did: a decision with what came of it, or an attempt that a rule refused.

    ``moves`` are by seat; ``refused`` is the id of the rule that refused, and empty where nothing was.
    """

    rules: Any
    before: Any
    moves: Mapping[str, Any]
    after: Any
    events: tuple[Event, ...] = ()
    refused: str = ""


Values = range | Callable[[Any], Sequence[str]]
"""What a term takes: numbers of a range, or one of the names that the rules have (or a list of them)."""


@dataclass(frozen=True, slots=True)
class Term:
    """Something of a game that a task may ask: ``test(happening, given)`` says whether it is so.

    ``needs`` and ``may`` hold the keys that must and that can be given, and what each takes; the first of ``needs``
    names the term.
    """

    needs: Mapping[str, Values]
    test: Callable[[Happening, Mapping[str, Any]], bool]
    may: Mapping[str, Values] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that may be chosen: ``key`` stands in results, ``text`` is what people read."""

    key: str
    text: Statement


@dataclass(frozen=True)
class Question:
    """A question about a position, with its true answer.

    ``position`` is as ``rules.position`` tells it. ``form`` "mark" asks for all right ``places``, "choose" for one of
    the ``choices``; ``answer`` holds the labels or the key. ``why`` explains an answer that was given.
    """

    kind: str
    rules: Any
    position: Mapping[str, Any]
    form: Literal["mark", "choose"]
    text: Statement
    answer: frozenset[str]
    why: Callable[[frozenset[str]], tuple[Statement, ...]]
    choices: tuple[Choice, ...] = ()
    places: tuple[str, ...] = ()
    shown: Mapping[str, Any] | None = None
    hidden: tuple[str, ...] = ()


Quizzer = Callable[[Any, random.Random, int], Question | None]
"""Makes a question from the rules, a source of luck and a level from 1 to 3; None where these rules have none."""


@dataclass(frozen=True)
class Teaching:
    """What a game offers to lessons and quizzes.

    ``lessons`` is the package whose ``*.toml`` files are its lessons, in the sequence of their names' numbers;
    ``options`` are the options of a game that a lesson may set, and ``complete`` makes them whole; ``attempts`` lists
    the texts of moves of a seat, legal or not, among which a refused one may be looked for. ``quizzes`` are the kinds
    of questions, and ``names`` what people call them.
    """

    lessons: str
    options: tuple[str, ...]
    terms: Mapping[str, Term]
    quizzes: Mapping[str, Quizzer]
    names: Mapping[str, Statement]
    attempts: Callable[[Any, Any, str], Iterator[str]]
    complete: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict


def choose(
    kind: str,
    rules: Any,
    position: Mapping[str, Any],
    text: Statement,
    *,
    choices: Iterable[Choice],
    answer: object,
    because: Statement,
    **more: Any,
) -> Question:
    """A question with choices, of which the one with the key ``answer`` is true, because of one thing."""
    return Question(
        kind=kind,
        rules=rules,
        position=position,
        form="choose",
        text=text,
        answer=frozenset([str(answer)]),
        why=lambda _given: (because,),
        choices=tuple(choices),
        **more,
    )


def wander(rules: Any, luck: random.Random) -> Iterator[tuple[Any, tuple[Any, ...], Any]]:
    """Games in which everybody moves at random: each decision with the states before and after it, chance included.

    Equal luck gives equal games. There are many, but they end: rules may have nothing of what is looked for.
    """
    for _ in range(_GAMES):
        yield from _game(rules, luck)


def _game(rules: Any, luck: random.Random) -> Iterator[tuple[Any, tuple[Any, ...], Any]]:
    state = rules.initial()
    while deciding := rules.to_move(state):
        if deciding == (CHANCE,):
            state = rules.apply(state, rules.draw(state, luck))
            continue
        moves = tuple(_one_of(rules.moves(state, seat), luck) for seat in deciding)
        after = rules.apply(state, *moves)
        yield state, moves, after
        state = after


def _one_of(things: Sequence[Any], luck: random.Random) -> Any:
    return things[luck.randrange(len(things))]
