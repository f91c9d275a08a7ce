"""`sweep`: the same games at every value of a dial, a switch or another option, and which value does what is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Literal

from ..engine.faults import sentences, shorten
from ..engine.naming import naming_of
from .simulate import check_installed, simulate
from .tables import WORDS, Page, Table, number, percent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..engine.players import Bot
    from .report import Batch, Report

__all__ = ["Aim", "Closest", "Sweep", "sweep"]

# How often games are drawn anew to see how sure a function of them is.
_RESAMPLES = 200

Aim = str | Mapping[str, float] | Callable[["Batch"], float]


def sweep(  # noqa: PLR0913  a name for everything that can be said of a run
    game: Any,
    dial: str | None = None,
    values: Sequence[Any] | None = None,
    *,
    switch: str | None = None,
    grid: Mapping[str, Sequence[Any]] | None = None,
    bots: Bot | str | Mapping[str, Bot | str | None] | Sequence[Bot | str | None] | None = None,
    games: int = 10_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: bool | Callable[[Report], object] = True,
    rotate: bool = False,
    keep: Literal["games", "counts"] | None = None,
    language: str | None = None,
) -> Sweep:
    """Simulate a game at each of several values, all on the same seeds.

    Args:
        game: a game or its rules. Whole games are played, with its other options as they are.
        dial: the name of a dial, or of any other option of the rules, such as ``"components"`` with the paths of
            component files as values.
        values: what to set it to, one after the other.
        switch: the name of a switch instead.
        grid: several at once, by name, each with its values: every combination is played.
        games: how many at each value.
        bots: as for `simulate`, and so are all that follow.
        seed: decides every game.
        executor: who plays; None plays in this process.
        progress: whether to show a progress bar, or a function of the report so far.
        rotate: move the bots on by one seat from game to game.
        keep: whether every game is kept, or only counted.
        language: of the report.

    Raises ``ValueError`` for a dial, switch or option that the rules do not have and for values that they do not
    take, before anything is played.

    >>> import hexwidgets as hw
    >>> swept = hw.sweep(hw.ArenaDuel(), "life", [1, 5], games=500, progress=False)
    >>> swept.labels
    ['1', '5']
    >>> swept.closest_to({"length": 5}).value
    1
    """
    check_installed()
    from .variants import rules_of  # noqa: PLC0415  NumPy is loaded only where games are simulated

    rules = rules_of(game)
    axes = _axes(rules, dial, values, switch, grid)
    settings = [dict(zip(axes, combination, strict=True)) for combination in product(*axes.values())]
    labels = [", ".join(_label(value) for value in setting.values()) for setting in settings]
    if len(set(labels)) < len(labels):
        raise ValueError(f"values: expected each once, got {', '.join(labels)}")
    made = {label: _set(rules, setting) for label, setting in zip(labels, settings, strict=True)}
    report = simulate(
        made,
        bots,
        games=games,
        seed=seed,
        executor=executor,
        progress=progress,
        rotate=rotate,
        keep=keep,
        language=language,
    )
    return Sweep(rules, tuple(axes), tuple(tuple(s.values()) for s in settings), report)


class Sweep:
    """What came of `sweep`: its ``report`` has a variant for each value; ``dials`` names what was set."""

    def __init__(
        self, rules: Any, dials: tuple[str, ...], settings: tuple[tuple[Any, ...], ...], report: Report
    ) -> None:
        self.dials, self.report = dials, report
        self.values = tuple(s[0] if len(dials) == 1 else s for s in settings)
        known = getattr(rules, "settings", None)
        found = {setting.name: setting for setting in (*known.dials, *known.switches)} if known else {}
        self._titled = {name: found.get(name) for name in dials}
        self._naming = naming_of(rules)
        for batch, values in zip(report.batches, settings, strict=True):
            batch.titles = {
                each: ", ".join(self.value_text(i, value, each) for i, value in enumerate(values))
                for each in WORDS.languages
            }

    def titles(self, language: str | None = None) -> list[str]:
        """What was set, in words."""
        return [self._naming.title(found, language) if found else name for name, found in self._titled.items()]

    def value_text(self, dial: int, value: Any, language: str | None = None) -> str:
        """A value of the dial of this number, in words."""
        return self._naming.say(self.dials[dial], _label(value), language)

    @property
    def labels(self) -> list[str]:
        """The values as texts, which are the report's variants."""
        return list(self.report.variants)

    @property
    def is_line(self) -> bool:
        """Whether the values are numbers, so that a line may join them."""
        return all(isinstance(v, int | float) and not isinstance(v, bool) for v in self.values)

    def frame(self, level: float = 0.95) -> pd.DataFrame:
        """A row for each value and measure, with its estimate, the ends of the interval, number of games and method."""
        import pandas as pd  # noqa: PLC0415  only where a frame is asked for

        rows = []
        for value, batch in zip(self.values, self.report.batches, strict=True):
            given = value if len(self.dials) > 1 else (value,)
            for measure in batch.names:
                e = batch.estimate(measure, level)
                row = {**dict(zip(self.dials, given, strict=True)), "measure": measure, "estimate": e.value}
                rows.append(row | {"low": e.low, "high": e.high, "n": e.n, "method": e.method})
        return pd.DataFrame(rows)

    def chart(self, measure: str | Sequence[str] | None = None, ax: Axes | None = None) -> Axes:
        """A matplotlib chart of measures (default: how often each seat wins) against the values, with intervals.

        Of two dials and one measure it has the first along the axis, and a line for each value of the second.
        """
        from . import charts  # noqa: PLC0415  matplotlib is loaded only where a chart is asked for

        wanted = [f"win_{seat}" for seat in self.report.batches[0].seats] if measure is None else measure
        return charts.draw_sweep(self, [wanted] if isinstance(wanted, str) else wanted, ax)

    def closest_to(self, aim: Aim, level: float = 0.95) -> Closest:
        """The value that comes closest to an aim.

        An aim is a text, "seats within 2 points of each other"; or a number to come near by measure, as in
        ``{"length": 30}`` or ``{"win_red": 0.25}``, or ``{"spread": 0.02}``, which is the text above: seats win
        equally often, to so much; or a function of a `Batch` that returns a distance, 0 where the aim is met (how
        sure that is, is told by drawing games anew, so they must have been kept).
        """
        want, batches = _aim(aim), self.report.batches
        # One value is picked for what it shows, so the intervals of all must hold together (Bonferroni).
        each = 1 - (1 - level) / len(batches)
        found = [want(batch, each) for batch in batches]
        best = min(range(len(found)), key=lambda i: (found[i].distance, found[i].most))
        rivals = [i for i, f in enumerate(found) if i != best and f.least <= found[best].most]
        got = found[best]
        return Closest(
            self.values[best],
            got.distance,
            got.measured,
            got.meets,
            tuple(self.values[i] for i in rivals),
            {label: f.distance for label, f in zip(self.labels, found, strict=True)},
            {language: self._told(aim, best, rivals, got, language) for language in WORDS.languages},
            self.report.language,
        )

    def _told(self, aim: Any, best: int, rivals: Sequence[int], got: _Distance, language: str) -> str:
        """What came closest, in sentences."""
        batches = self.report.batches
        measure = "spread" if isinstance(aim, str) else next(iter(aim)) if isinstance(aim, Mapping) else "aim"
        share = measure in ("spread", "draw") or measure.startswith("win_")
        facts = {
            "value": batches[best].title(language),
            "measure": batches[best].measure_text(measure, language),
            "got": (percent if share else number)(got.measured),
        }
        told = [WORDS.say("sweep.closest", language, **facts)]
        if measure == "spread":  # nothing else is ever met for certain
            told.append(
                WORDS.say({True: "sweep.meets", False: "sweep.misses", None: "sweep.open"}[got.meets], language)
            )
        elif got.meets is False:
            told.append(WORDS.say("sweep.misses", language))
        if rivals:
            told.append(WORDS.say("sweep.rivals", language, rivals=[batches[i].title(language) for i in rivals]))
        return sentences(told, language)

    def __repr__(self) -> str:
        return f"<Sweep {' × '.join(self.dials)}: {', '.join(self.labels)}; {self.report!r}>"

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


@dataclass(frozen=True, repr=False)
class Closest(Page):
    """The value that came closest to an aim; shown as a few sentences.

    ``distance`` is how far it is from it, ``measured`` what was measured there. ``meets`` is True or False where the
    confidence intervals say so, None where so many games cannot tell. ``rivals`` are values that may be as close
    for all that can be told; ``distances`` has all values, by label. The intervals of all values together are of the
    level, since the value was picked for what it showed.
    """

    value: Any
    distance: float
    measured: float
    meets: bool | None
    rivals: tuple[Any, ...]
    distances: Mapping[str, float]
    told: Mapping[str, str]
    language: str | None

    def parts(self, language: str) -> Iterator[str | Table]:
        """What it says, in a language."""
        yield self.told[language]


@dataclass(frozen=True, slots=True)
class _Distance:
    """How far from an aim: as measured, and at least and at most by the intervals."""

    measured: float
    distance: float
    least: float
    most: float

    @property
    def meets(self) -> bool | None:
        return True if self.most == 0 else False if self.least > 0 else None


def _aim(aim: Any) -> Callable[[Batch, float], _Distance]:
    if callable(aim):
        return lambda batch, level: _by_function(aim, batch, level)
    if isinstance(aim, str):
        found = re.fullmatch(r"seats within (\d+(?:\.\d+)?) points?(?: of each other)?", aim.strip())
        if found:
            return lambda batch, level: _spread(batch, float(found[1]) / 100, level)
    elif isinstance(aim, Mapping) and len(aim) == 1:
        ((measure, target),) = aim.items()
        if isinstance(target, int | float) and not isinstance(target, bool):
            if measure == "spread":
                return lambda batch, level: _spread(batch, target, level)
            return lambda batch, level: _nearness(batch, measure, target, level)
    raise ValueError(
        'aim: expected "seats within 2 points of each other", one number by measure such as {"length": 30}, '
        f"or a function of a batch, got {shorten(aim)}"
    )


def _by_function(aim: Callable[[Batch], float], batch: Batch, level: float) -> _Distance:
    """What a function tells of the games, and of as many drawn from them again and again (bootstrap)."""
    import numpy as np  # noqa: PLC0415  NumPy is loaded with games only

    rng = np.random.default_rng(1)
    drawn = [float(aim(batch.resampled(rng))) for _ in range(_RESAMPLES)]
    least, most = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    got = float(aim(batch))
    return _Distance(got, got, min(float(least), got), max(float(most), got))


def _spread(batch: Batch, most: float, level: float) -> _Distance:
    """How much oftener the most winning seat wins than the least winning one, over what is allowed.

    The intervals are of the differences between all pairs of seats, together of this level (Bonferroni).
    """
    from .stats import difference_of_rates  # noqa: PLC0415  NumPy and SciPy are loaded with games only

    pairs = list(combinations(batch.seats, 2))
    each = 1 - (1 - level) / max(len(pairs), 1)
    wins = {seat: batch.count(f"win_{seat}") for seat in batch.seats}
    # Two seats never both win alone, so each win of one is a game in which only that one does.
    found = [difference_of_rates(wins[b], wins[a], len(batch), each) for a, b in pairs]
    spread = max((abs(e.value) for e in found), default=0.0)
    least = max((max(e.low, -e.high, 0.0) for e in found), default=0.0)
    greatest = max((max(e.high, -e.low) for e in found), default=0.0)
    return _Distance(spread, *(max(0.0, value - most) for value in (spread, least, greatest)))


def _nearness(batch: Batch, measure: str, target: float, level: float) -> _Distance:
    """How far a measure is from a number. It never meets it for certain, but may miss it for certain."""
    e = batch.estimate(measure, level)
    inside = e.low <= target <= e.high
    ends = (abs(e.low - target), abs(e.high - target))
    return _Distance(e.value, abs(e.value - target), 0.0 if inside else min(ends), max(ends))


# -- setting --------------------------------------------------------------------------------------------


def _axes(
    rules: Any,
    dial: str | None,
    values: Sequence[Any] | None,
    switch: str | None,
    grid: Mapping[str, Sequence[Any]] | None,
) -> dict[str, Sequence[Any]]:
    """What to set, by name, each with its values."""
    if [dial, switch, grid].count(None) != 2:
        raise ValueError("expected one of dial, switch and grid")
    if grid is not None:
        if values is not None:
            raise ValueError("a grid has its values by name: leave values out")
        asked: dict[str, Sequence[Any] | None] = dict(grid)
    else:
        asked = {str(dial if switch is None else switch): values}
    known = _known(rules)
    out: dict[str, Sequence[Any]] = {}
    for name, given in asked.items():
        if name not in known or (switch is not None and name not in getattr(rules, "switches", {})):
            kind = "dial" if switch is None else "switch"
            raise ValueError(f"unknown {kind} {shorten(name)}; known are {', '.join(known)}")
        if isinstance(given, str) or not isinstance(given, Sequence) or not given:
            raise ValueError(f"values of {name}: expected a list, got {shorten(given)}")
        out[name] = tuple(given)
    return out


def _known(rules: Any) -> list[str]:
    """Every dial, switch and option that can be set."""
    import inspect  # noqa: PLC0415  slow to load

    parameters = inspect.signature(type(rules)).parameters.values()
    plain = (p.name for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and p.name != "dials")
    options = (name for name in _options(rules) if name != "dials")
    return list(dict.fromkeys([*getattr(rules, "dials", {}), *getattr(rules, "switches", {}), *options, *plain]))


def _options(rules: Any) -> dict[str, Any]:
    return dict(rules.options()) if hasattr(rules, "options") else {}


def _set(rules: Any, setting: Mapping[str, Any]) -> Any:
    """The same rules with some options set otherwise."""
    options = _options(rules)
    for name, value in setting.items():
        if name in getattr(rules, "dials", {}):
            options["dials"] = {**options.get("dials", {}), name: value}
        else:
            options[name] = value
    make = getattr(type(rules), "from_options", None)
    return make(options) if make else type(rules)(**options)


def _label(value: Any) -> str:
    return str(value) if not isinstance(value, Mapping) else shorten(value)
