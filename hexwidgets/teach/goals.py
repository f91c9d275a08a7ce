"""Goals of tasks: conditions that are data, evaluated on what a learner did.

A goal is a list of conditions, all of which must hold for the same decision. A condition is a table with one subject
and what is asked of it:

=============== ==========================================================================================
``happened``    the id of a rule by which something happened; other keys are facts of that event
``refused``     the id of the rule that refused an attempt
``move``        a move's text, where ``*`` stands for any letters and ``?`` for one; ``by``: whose move
``score``       a faction or seat whose points changed, with ``gains``, ``loses`` or ``reaches`` (at least)
``phase``       the phase that the game is in then
``winner``      a seat that has won
``best``        a seat that decided, and gave nothing away: no other move leads to a better end, hands and decks open
``any``, ``all`` lists of conditions, one or all of which hold; ``not``: a condition that does not
=============== ==========================================================================================

Games add terms of their own, see `hexwidgets.engine.teaching.Teaching`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from ..engine.ending import EndingTooLong, solve_ending
from ..engine.faults import shorten
from ..engine.teaching import Happening, Teaching, Term, Values

__all__ = ["Wrong", "asks_for_refusal", "goal_faults", "is_met"]

Condition = Mapping[str, Any]
Wrong = tuple[str, str, dict[str, Any]]  # where, the message's key, its facts

_GROUPS = ("any", "all", "not")
_SCORES = ("gains", "loses", "reaches")
_MAX_PATTERN, _MAX_DEPTH = 40, 5
_SECONDS = 2.0  # for solving an ending, while the learner waits


def is_met(goal: Sequence[Condition], happening: Happening, teaching: Teaching, learners: Collection[str]) -> bool:
    """Whether what a learner did meets a goal. ``learners`` are the seats that the learner plays."""
    if happening.refused and not any(map(asks_for_refusal, goal)):
        return False
    return all(_holds(condition, happening, teaching, learners) for condition in goal)


def asks_for_refusal(condition: Condition) -> bool:
    """Whether a condition is about an attempt that is refused."""
    inside = [*condition.get("any", ()), *condition.get("all", ()), *([condition["not"]] if "not" in condition else [])]
    return "refused" in condition or any(map(asks_for_refusal, inside))


def _holds(condition: Condition, done: Happening, teaching: Teaching, learners: Collection[str]) -> bool:
    subject = next(name for name in condition if name in _PLAIN or name in _GROUPS or name in teaching.terms)
    if subject in _GROUPS:
        inside = [condition["not"]] if subject == "not" else condition[subject]
        held = [_holds(inner, done, teaching, learners) for inner in inside]
        return any(held) if subject == "any" else all(held) == (subject == "all")
    if subject == "refused" or done.refused:
        return subject == "refused" and bool(done.refused) and _is(condition["refused"], done.refused)
    if subject == "move":
        return _moved(condition, done, learners)
    if subject in teaching.terms:
        return teaching.terms[subject].test(done, condition)
    return _TESTS[subject](condition, done)


def _moved(condition: Condition, done: Happening, learners: Collection[str]) -> bool:
    seats = _listed(condition["by"]) if "by" in condition else learners
    patterns = _listed(condition["move"])
    moves = [str(move) for seat, move in done.moves.items() if seat in seats]
    return any(fnmatchcase(move, pattern) for move in moves for pattern in patterns)


def _happened(condition: Condition, done: Happening) -> bool:
    facts = {name: value for name, value in condition.items() if name != "happened"}
    return any(
        _is(condition["happened"], event.rule)
        and all(name in event.facts and _is(value, event.facts[name]) for name, value in facts.items())
        for event in done.events
    )


def _in_phase(condition: Condition, done: Happening) -> bool:
    return _is(condition["phase"], done.rules.phase(done.after))


def _won(condition: Condition, done: Happening) -> bool:
    result = done.rules.result(done.after)
    return result is not None and not set(_listed(condition["winner"])).isdisjoint(result.winners)


def _gave_nothing_away(condition: Condition, done: Happening) -> bool:
    if condition["best"] not in done.moves:
        return False
    try:
        return done.moves[condition["best"]] in solve_ending(done.rules, done.before, seconds=_SECONDS).best
    except EndingTooLong:  # a task for nearer to the end
        return False


def _scored(condition: Condition, done: Happening) -> bool:
    before, after = (done.rules.scores(state)[condition["score"]] for state in (done.before, done.after))
    if "gains" in condition:
        return bool(after - before >= condition["gains"])
    if "loses" in condition:
        return bool(before - after >= condition["loses"])
    return bool(after >= condition["reaches"])


_TESTS = {"happened": _happened, "score": _scored, "phase": _in_phase, "winner": _won, "best": _gave_nothing_away}


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _is(asked: Any, got: Any) -> bool:
    """Whether a fact is what was asked, or one of what was asked."""
    if isinstance(got, tuple):
        got = list(got)
    return bool(asked == got) or (isinstance(asked, list) and not isinstance(got, list) and got in asked)


# -- what is wrong with a goal ----------------------------------------------------------------------------------


def _seats(rules: Any) -> Sequence[str]:
    return tuple(rules.game_type.seats)


def _seats_in_turn(rules: Any) -> Sequence[str]:
    """Those whose endings can be solved."""
    return _seats(rules) if rules.game_type.dynamics == "sequential" else ()


def _scorers(rules: Any) -> Sequence[str]:
    return tuple(rules.scores(rules.initial()))


_NUMBER = range(1, 1000)
_PLAIN: dict[str, tuple[dict[str, Values], dict[str, Values]]] = {
    "happened": ({}, {}),
    "refused": ({}, {}),
    "move": ({}, {"by": _seats}),
    "score": ({"score": _scorers}, dict.fromkeys(_SCORES, _NUMBER)),
    "phase": ({}, {}),
    "winner": ({"winner": _seats}, {}),
    "best": ({"best": _seats_in_turn}, {}),
}


def goal_faults(goal: object, where: str, rules: Any, teaching: Teaching, depth: int = 0) -> Iterator[Wrong]:
    """Everything wrong with a goal, each with its place in the file."""
    if not isinstance(goal, list) or not goal or depth > _MAX_DEPTH:
        yield where, "fault.goal", {"got": shorten(goal)}
        return
    for number, condition in enumerate(goal, start=1):
        yield from _condition_faults(condition, f"{where}[{number}]", rules, teaching, depth)


def _condition_faults(condition: object, where: str, rules: Any, teaching: Teaching, depth: int) -> Iterator[Wrong]:
    known = [*_PLAIN, *_GROUPS, *teaching.terms]
    subjects = [name for name in condition if name in known] if isinstance(condition, Mapping) else []
    if not isinstance(condition, Mapping) or not subjects:
        yield where, "fault.condition", {"got": shorten(condition), "known": known}
        return
    subject = subjects[0]
    if subject in _GROUPS:
        for name in condition:
            if name != subject:
                yield f"{where}.{name}", "fault.key", {"got": name, "known": [subject]}
        inside = [condition[subject]] if subject == "not" else condition[subject]
        yield from goal_faults(inside, f"{where}.{subject}", rules, teaching, depth + 1)
    elif subject == "happened":
        yield from _text_faults(condition[subject], f"{where}.{subject}")
        for name, value in condition.items():
            if not isinstance(value, str | int | list):
                yield f"{where}.{name}", "fault.fact", {"got": shorten(value)}
    else:
        needs, may = _PLAIN[subject] if subject in _PLAIN else _of_term(teaching.terms[subject])
        if subject in _PLAIN and subject not in needs:
            yield from _text_faults(condition[subject], f"{where}.{subject}")
        yield from _key_faults(condition, subject, where, rules, needs, may)
        if subject == "score" and sum(name in condition for name in _SCORES) != 1:
            yield where, "fault.one-of", {"known": list(_SCORES)}


def _of_term(term: Term) -> tuple[dict[str, Values], dict[str, Values]]:
    return dict(term.needs), dict(term.may)


def _key_faults(
    condition: Condition, subject: str, where: str, rules: Any, needs: Mapping[str, Values], may: Mapping[str, Values]
) -> Iterator[Wrong]:
    every = {**needs, **may}
    for name in needs:
        if name not in condition:
            yield where, "fault.missing", {"name": name}
    for name, value in condition.items():
        if name in every:
            yield from _value_faults(value, f"{where}.{name}", rules, every[name])
        elif name != subject:
            yield f"{where}.{name}", "fault.key", {"got": shorten(name), "known": [subject, *may]}


def _value_faults(value: object, where: str, rules: Any, values: Values) -> Iterator[Wrong]:
    if isinstance(values, range):
        if type(value) is not int or value not in values:
            yield where, "fault.number", {"got": shorten(value), "low": values.start, "high": values.stop - 1}
        return
    known = list(values(rules))
    for one in _listed(value):
        if one not in known:
            yield where, "fault.name", {"got": shorten(one), "known": known}


def _text_faults(value: object, where: str) -> Iterator[Wrong]:
    if not all(isinstance(one, str) and 0 < len(one) <= _MAX_PATTERN for one in _listed(value)):
        yield where, "fault.word", {"got": shorten(value), "longest": _MAX_PATTERN}
