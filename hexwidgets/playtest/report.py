"""What a batch of games tells: a frame with a row for each game, estimates with intervals, comparisons."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..engine.dials import one_of
from ..engine.faults import shorten
from ..engine.naming import naming_of
from ..engine.playout import FIRST_POINTS
from ..engine.words import get_language
from . import stats
from .chunks import Rows, Variant, game_seeds
from .counts import Counts
from .play import bot_name
from .stats import Estimate
from .tables import WORDS, Page, Table, number, percent, points
from .totals import COLUMN, RATIOS, Ints, Moments, Products, Totals, measure_names, quantiles, values_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..board.sketch import HexSketch

__all__ = ["LEVEL", "Batch", "Comparison", "Difference", "Ended", "Report", "Summary"]

LEVEL = 0.95
Ended = Literal["done", "interrupted", "stopped"]


class Batch:
    """The games of one variant. ``names`` has all measures, ``totals`` what they add up to.

    Where games are kept, ``measures``, ``number``, ``seed``, ``winners`` and ``ends`` have them one by one; where they
    are only counted, these raise ``ValueError``.
    """

    def __init__(self, variant: Variant, totals: Totals, seed: int, rows: Sequence[Rows] | None) -> None:
        self.name = variant.name
        self.seats, self.scorers = variant.seats, variant.scorers
        self.naming = naming_of(variant.rules)
        self.bots = tuple(_distinct([bot_name(bot) for bot in variant.bots], variant.bots))
        self.rotates = variant.rotate
        self.titles: Mapping[str, str] = {}  # by language, where it is called otherwise than by its name
        self.names = measure_names(self.seats, self.scorers)
        self.totals = totals
        self.counts = Counts.of(variant, totals.games, totals.sums)
        self._seed = seed
        self._chunks = None if rows is None else sorted(rows, key=lambda own: own.first)

    def __len__(self) -> int:
        return self.totals.games

    @property
    def kept(self) -> bool:
        """Whether its games were kept, and not only counted."""
        return self._chunks is not None

    @property
    def _games(self) -> list[Rows]:
        if self._chunks is None:
            raise ValueError(
                f'the games of {self.name!r} were counted, not kept one by one: simulate with keep="games"'
            )
        return self._chunks

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """How games ended, the most frequent first."""
        return tuple(sorted(self.totals.reasons, key=lambda reason: (-self.totals.reasons[reason], reason)))

    @cached_property
    def _rows(self) -> Ints:
        blank = np.zeros((0, FIRST_POINTS + len(self.scorers)), np.int64)
        return np.concatenate([blank, *(self._with_our_reasons(chunk) for chunk in self._games)])

    def _with_our_reasons(self, chunk: Rows) -> Ints:
        rows = chunk.rows.copy()
        ours = np.array([self.reasons.index(r) if r in self.reasons else -1 for r in chunk.reasons], np.int64)
        rows[:, COLUMN["reason"]] = ours[rows[:, COLUMN["reason"]]]
        return rows

    @cached_property
    def number(self) -> Ints:
        """The number of each game."""
        numbers = [np.arange(chunk.first, chunk.first + len(chunk.rows)) for chunk in self._games]
        return np.concatenate([np.zeros(0, np.int64), *numbers])

    @cached_property
    def seed(self) -> Ints:
        """The seed of each game."""
        seeds = [game_seeds(self._seed, c.first, c.first + len(c.rows)) for c in self._games if len(c.rows)]
        return np.concatenate([np.zeros(0, np.int64), *seeds])

    def resampled(self, rng: np.random.Generator) -> Batch:
        """As many games, drawn from these with replacement; what is counted is that of the games as they were."""
        chosen = rng.integers(len(self), size=len(self))
        twin = copy.copy(self)
        twin._rows, twin.number, twin.seed = self._rows[chosen], self.number[chosen], self.seed[chosen]
        twin.measures = {name: values[chosen] for name, values in self.measures.items()}
        turn = twin.number * self.rotates % max(len(self.bots), 1)
        twin.totals = Totals.of(twin._rows, self.reasons, twin.measures, turn, self.totals.sums)
        return twin

    @cached_property
    def measures(self) -> Mapping[str, NDArray[Any]]:
        """A value for each game, by name; bools where something happens or not, nan where nothing was measured."""
        return values_of(self._rows, self.seats, self.scorers)

    def count(self, measure: str) -> int:
        """In how many games that happens which happens or does not: "win_" and a seat, or "draw"."""
        return self.totals.draws if measure == "draw" else self.totals.wins(self.seats.index(measure[len("win_") :]))

    def estimate(self, measure: str, level: float = LEVEL) -> Estimate:
        """The rate or the mean of a measure, with its interval."""
        one_of("measure", measure, self.names)
        if is_rate(measure):
            return stats.rate(self.count(measure), len(self), level)
        return self.totals.moments[measure].estimate(level)

    @property
    def winners(self) -> list[str]:
        """The winners of each game, joined with "+"; "" where nobody won."""
        won: list[int] = self._rows[:, COLUMN["winners"]].tolist()
        names = {b: "+".join(seat for slot, seat in enumerate(self.seats) if b >> slot & 1) for b in set(won)}
        return [names[bits] for bits in won]

    @property
    def ends(self) -> list[str]:
        """How each game ended."""
        return [self.reasons[i] for i in self._rows[:, COLUMN["reason"]].tolist()]

    @property
    def decided(self) -> int:
        """How many games one seat alone has won."""
        return len(self) - self.totals.draws

    def seating(self, language: str | None = None) -> list[str]:
        """Who plays: each bot once, and where it sits unless all seats have the same or they move on."""
        called = {bot: WORDS.say("panel.random", language) if bot == "random" else bot for bot in self.bots}
        if self.rotates or len(set(self.bots)) == 1:
            return [called[bot] for bot in dict.fromkeys(self.bots)]
        return [
            f"{self.naming.say('seat', seat, language)} {called[bot]}"
            for seat, bot in zip(self.seats, self.bots, strict=True)
        ]

    def sitting(self, slot: int) -> NDArray[np.int64]:
        """The number of the bot that had a seat, game by game."""
        return (slot + self.number * self.rotates) % len(self.bots)

    def wins_of(self, bot: str) -> int:
        """How many games a bot alone has won, wherever it sat."""
        count, seats = 0, range(len(self.seats))
        for (turn, bits), games in self.totals.outcomes.items():
            count += games * sum(bits == 1 << s and self.bots[(s + turn) % len(self.bots)] == bot for s in seats)
        return count

    def title(self, language: str | None = None) -> str:
        """What the variant is called."""
        return self.titles.get(language or get_language()) or self.naming.say("game", self.name, language)

    def measure_text(self, measure: str, language: str) -> str:
        """A measure in words: those of one seat or faction name it."""
        kind, _, name = measure.partition("_")
        if kind in ("win", "score", "margin"):
            return WORDS.say(f"measure.{kind}", language, name=self.naming.say("seat", name, language))
        return WORDS.say(f"measure.{measure}", language)


def is_rate(measure: str) -> bool:
    """Whether a measure happens or does not, game by game, rather than being a number."""
    return measure == "draw" or measure.startswith("win_")


@dataclass(frozen=True, slots=True)
class Difference:
    """How ``other`` differs from ``base`` in a measure; ``estimate`` is of other minus base, paired by game.

    ``p`` is corrected for all differences asked at once; ``verdict`` is "more" or "less" where it is below
    1 - level, else None: nothing has been shown.
    """

    measure: str
    base: str
    other: str
    before: float
    after: float
    estimate: Estimate
    p: float
    verdict: Literal["more", "less"] | None


class Summary(Page):
    """A report in numbers: `tables` by name, each a pandas frame; shown as text, Markdown or HTML."""

    def __init__(self, report: Report, level: float) -> None:
        super().__init__(report.language)
        self.report, self.level = report, level

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """Numbers as they are: "seats", "games", "reasons", and "bots" where bots move from seat to seat."""
        import pandas as pd  # noqa: PLC0415  only where a frame is asked for

        batches = self.report.batches
        found = {
            "seats": [row for batch in batches for row in _seat_rows(batch, self.level, self._corrected)],
            "games": [row for batch in batches for row in _game_rows(batch, self.level)],
            "reasons": [row for batch in batches for row in _reason_rows(batch, self.level)],
            "bots": [row for batch in batches if batch.rotates for row in _bot_rows(batch, self.level)],
        }
        return {name: pd.DataFrame(rows) for name, rows in found.items() if rows}

    @cached_property
    def _corrected(self) -> dict[tuple[str, str], float]:
        """P-values of "wins as often as the others" for every seat of every variant, corrected together."""
        asked = [(batch, seat) for batch in self.report.batches for seat in batch.seats]
        found = [stats.odds_of_share(b.count(f"win_{seat}"), b.decided, 1 / len(b.seats)) for b, seat in asked]
        return {(b.name, seat): p for (b, seat), p in zip(asked, stats.holm(found), strict=True)}

    def favoured(self) -> dict[str, tuple[str, ...]]:
        """By variant, the seats shown to win more than their share, the most favoured first; none is shown: ()."""
        out = {}
        for batch in self.report.batches:
            rows = [r for r in _seat_rows(batch, self.level, self._corrected) if r["verdict"] == "more"]
            out[batch.name] = tuple(str(r["seat"]) for r in sorted(rows, key=lambda r: -float(r["advantage"])))
        return out

    def parts(self, language: str) -> Iterator[str | Table]:
        """Paragraphs and tables, in a language."""

        def say(key: str, **facts: Any) -> str:
            return WORDS.say(key, language, **facts)

        yield self.report.headline(language)
        for batch in self.report.batches:
            yield say(
                "summary.variant", variant=batch.title(language), games=f"{len(batch):,}", bots=batch.seating(language)
            )
            if not len(batch):
                continue
            yield self._seats(batch, language)
            yield self._verdict(batch, language)
            if batch.rotates:
                rows = [[r["bot"], _rate_text(r, "win")] for r in _bot_rows(batch, self.level)]
                yield Table([say("column.bot"), say("column.wins")], rows)
            rows = [
                [say(f"measure.{r['measure']}"), _game_text(r), say(f"method.{r['method']}"), f"{r['n']:,}"]
                for r in _game_rows(batch, self.level)
            ]
            yield Table([say(f"column.{c}") for c in ("measure", "estimate", "method", "n")], rows)
            lengths = quantiles(batch.totals.lengths, list(_QUANTILES.values()))
            yield say("summary.lengths", **dict(zip(_QUANTILES, map("{:g}".format, lengths), strict=True)))
            rows = [
                [batch.naming.say("reason", r["reason"], language), _rate_text(r, "rate")]
                for r in _reason_rows(batch, self.level)
            ]
            yield Table([say("column.reason"), say("column.games")], rows)
            yield from batch.counts.parts(language, self.level)
        yield say("summary.methods", level=f"{100 * self.level:g}%")

    def _seats(self, batch: Batch, language: str) -> Table:
        rows = []
        for r in _seat_rows(batch, self.level, self._corrected):
            seat = batch.naming.say("seat", r["seat"], language)
            cells = [seat, _rate_text(r, "win"), _interval(points, r, "advantage")]
            if "score" in r:
                cells += [number(r["score"]), _interval(number, r, "margin")]
            rows.append(cells)
        heads = ["seat", "wins", "advantage", "score", "margin"][: len(rows[0])]
        return Table([WORDS.say(f"column.{head}", language) for head in heads], rows)

    def _verdict(self, batch: Batch, language: str) -> str:
        favoured = self.favoured()[batch.name]
        if not favoured:
            return WORDS.say("summary.even", language, games=f"{len(batch):,}")
        seats = [batch.naming.say("seat", seat, language) for seat in favoured]
        return WORDS.say("summary.favoured", language, seats=seats)


class Comparison(Page):
    """Variants against the first of them, game by game on the same seeds."""

    def __init__(
        self,
        batches: Sequence[Batch],
        differences: tuple[Difference, ...],
        games: int,
        level: float,
        language: str | None,
    ) -> None:
        super().__init__(language)
        self.batches = {batch.name: batch for batch in batches}
        self.differences, self.games, self.level = differences, games, level

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __getitem__(self, measure: str) -> Difference:
        """The difference in a measure, of the first two variants compared."""
        found = {d.measure: d for d in reversed(self.differences)}
        return found[one_of("measure", measure, found)]

    def frame(self) -> pd.DataFrame:
        """A row for each difference."""
        import pandas as pd  # noqa: PLC0415  only where a frame is asked for

        return pd.DataFrame(
            {
                "measure": d.measure,
                "base": d.base,
                "other": d.other,
                "before": d.before,
                "after": d.after,
                "difference": d.estimate.value,
                "low": d.estimate.low,
                "high": d.estimate.high,
                "n": d.estimate.n,
                "method": d.estimate.method,
                "p": d.p,
                "verdict": d.verdict,
            }
            for d in self.differences
        )

    def parts(self, language: str) -> Iterator[str | Table]:
        """Paragraphs and tables, in a language."""
        yield WORDS.say("compare.headline", language, games=f"{self.games:,}")
        heads = ("measure", "base", "other", "difference", "p", "verdict")
        rows = []
        for d in self.differences:
            show, change = (percent, points) if d.estimate.method == "agresti-min" else (number, number)
            e, base, other = d.estimate, self.batches[d.base], self.batches[d.other]
            rows.append(
                [
                    base.measure_text(d.measure, language),
                    f"{base.title(language)}: {show(d.before)}",
                    f"{other.title(language)}: {show(d.after)}",
                    f"{change(e.value)} ({change(e.low)} … {change(e.high)})",
                    f"{d.p:.2g}",
                    WORDS.say(f"verdict.{d.verdict or 'open'}", language),
                ]
            )
        yield Table([WORDS.say(f"column.{head}", language) for head in heads], rows)
        yield WORDS.say("compare.methods", language, level=f"{100 * self.level:g}%", asked=len(rows))


class Report:
    """What came of `simulate`. As a cell's last line it shows its summary.

    ``games`` and ``wanted`` say how many games were played and asked for, of all variants together; ``ended`` is
    "done", "interrupted", or "stopped" by the rule that was given as ``stop_when``. Where games were counted, not kept
    (see ``keep``), everything is there but `frame` and what else needs games one by one.
    """

    def __init__(
        self,
        batches: Sequence[Batch],
        wanted: int,
        seed: int,
        ended: Ended,
        language: str | None,
        products: Products | None = None,
    ) -> None:
        self.batches, self.wanted, self.seed, self.ended = tuple(batches), wanted, seed, ended
        self.language, self.products = language, products

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants by name, in order."""
        return tuple(batch.name for batch in self.batches)

    @property
    def games(self) -> int:
        """How many games were played, of all variants."""
        return sum(map(len, self.batches))

    def batch(self, variant: str | None = None) -> Batch:
        """The games of a variant; it need not be named where there is one only."""
        if variant is None and len(self.batches) == 1:
            return self.batches[0]
        if variant is None:
            raise ValueError(f"there are several variants: name one of {', '.join(self.variants)}")
        return self.batches[self.variants.index(one_of("variant", variant, self.variants))]

    def estimate(self, measure: str, variant: str | None = None, level: float = LEVEL) -> Estimate:
        """The rate or mean of a measure such as "win_red", "length" or "margin_red", with its interval."""
        return self.batch(variant).estimate(measure, _checked_level(level))

    def frame(self) -> pd.DataFrame:
        """A row for each game.

        Columns: ``variant``, ``game`` (its number), ``seed`` (its own; where bots played in Python, a game made
        with it has the same deals and dice), ``winners`` (joined with "+"), ``reason``,
        ``length`` (decisions), ``branching`` (legal moves for each seat that decides; compiled, of every tenth
        game), ``lead_changes``, ``last_lead_change`` (when, as a share of the length), ``score_...`` and
        ``margin_...`` (ahead of the best other) for all who have points, and ``bot_...`` by seat. ``ValueError`` where
        games were counted, not kept.
        """
        import pandas as pd  # noqa: PLC0415  only where a frame is asked for

        return pd.concat([_frame(batch) for batch in self.batches], ignore_index=True)

    def summary(self, level: float = LEVEL) -> Summary:
        """Rates, means and their intervals of this level, seat by seat and variant by variant."""
        return Summary(self, _checked_level(level))

    def compare(self, *variants: str, measures: Sequence[str] | None = None, level: float = LEVEL) -> Comparison:
        """Each of ``variants`` (default: all) against the first, paired on the same seeds.

        ``measures`` (default: wins and margins of the seats that both have, draws, length) are columns of `frame`,
        "draw", or "win_" and a seat. A verdict is given only where it holds at the level after Holm's correction
        for everything asked here at once. Where games were counted, not kept, "branching" and "last_lead_change" cannot
        be compared: ``ValueError``.
        """
        level = _checked_level(level)
        names = variants or self.variants
        if len(names) < 2 or len(set(names)) < len(names):
            raise ValueError(f"expected two or more different variants of {', '.join(self.variants)}, got {names}")
        base, *others = (self.batch(name) for name in names)
        raw = [d for other in others for d in self._differences(base, other, measures, level)]
        corrected = stats.holm([d.estimate.p for d in raw])
        found = tuple(_judged(d, p, level) for d, p in zip(raw, corrected, strict=True))
        return Comparison([base, *others], found, min((d.estimate.n for d in raw), default=0), level, self.language)

    def chart(self, kind: Literal["wins", "lengths", "margins"] = "wins", ax: Axes | None = None) -> Axes:
        """A matplotlib chart: "wins" and "margins" with intervals, "lengths" as histograms; returns its axes."""
        from . import charts  # noqa: PLC0415  matplotlib is loaded only where a chart is asked for

        return charts.draw(self, kind, ax)

    def tally(self, group: str, variant: str | None = None, level: float = LEVEL) -> pd.DataFrame:
        """What units, abilities, goals, orders and so on bring: a row for each that came up, the most used first.

        ``group`` is one of ``batch().counts.groups``; of Monster Hex "unit" and "cell" (laid; points that its faction
        made in that turn), "ability" (held; final score), "use" (used; points in that turn), "goal" (held or open;
        points paid), "stone" and "rivals" (judged; factions at the site), "lead" (judged; power ahead of the second)
        and "won" (unit there at the end; won by its faction alone); of Arena Duel "order" and "stand" (given, stood
        there at the start of a turn; life taken less life lost in that turn), "arc" (fought with the enemy there;
        damage done) and "part" (of a turn; damage done, of "right" life taken less life lost).

        Columns: ``key``, ``uses`` (in all), ``per_game`` with ``per_game_low`` and ``per_game_high``, ``mean`` (of
        what each use brought) with ``mean_low`` and ``mean_high``. Intervals take games, not uses, as independent.

        >>> import hexwidgets as hw
        >>> arcs = hw.simulate(hw.ArenaDuel(), games=1000, progress=False).tally("arc").set_index("key")
        >>> arcs["mean"].sort_values(ascending=False).index.tolist()
        ['front', 'front-side', 'back-side', 'back']
        """
        return self.batch(variant).counts.frame(group, _checked_level(level))

    @property
    def maps(self) -> tuple[str, ...]:
        """The heat maps that there are, by name."""
        return tuple(dict.fromkeys(name for batch in self.batches for name in batch.counts.maps))

    def heat(self, what: str, variant: str | None = None) -> dict[str, float]:
        """A heat map as values by cell: how often in a game, or what it brings each time; see `maps`.

        Of Monster Hex "placed", "points", "wins", and by site "rivals" and "lead"; of Arena Duel "stood" and "swing".
        """
        return self.batch(variant).counts.heat(what)

    def show_heat(self, game: Any, what: str | None = None, variant: str | None = None, **board: Any) -> Any:
        """A board of ``game`` with a heat map laid over it (default: the first of `maps`), strongest where highest.

        ``board`` is passed on to ``game.board``.
        """
        from .heat import scaled  # noqa: PLC0415  what draws is loaded where something is drawn

        batch = self.batch(variant)
        values = batch.counts.heat(what or batch.counts.first_map())
        shown = game.board(**board)
        try:
            shown.heat = scaled(values)
        except BaseException:
            shown.close()
            raise
        return shown

    def sketch(self, what: str | None = None, *variants: str, size: float = 24.0) -> HexSketch:
        """A heat map drawn by `HexSketch`, with numbers; a picture for each of ``variants`` (default: all)."""
        from .heat import sketch  # noqa: PLC0415  ipycanvas is loaded where something is drawn

        return sketch(self._batches(variants), what, size, self.language)

    def heat_chart(self, what: str | None = None, variant: str | None = None, ax: Axes | None = None) -> Axes:
        """A heat map by matplotlib, for print: ``ax.figure.savefig("map.svg")``; returns its axes."""
        from .heat import chart  # noqa: PLC0415  matplotlib is loaded only where a chart is asked for

        return chart(self.batch(variant), what, self.language, ax)

    def _batches(self, variants: Sequence[str]) -> list[Batch]:
        return [self.batch(name) for name in variants] if variants else list(self.batches)

    def _differences(
        self, base: Batch, other: Batch, measures: Sequence[str] | None, level: float
    ) -> Iterator[Difference]:
        shared = [name for name in base.names if name in other.names]
        usual = [name for name in shared if name.startswith(("win_", "margin_")) or name in ("draw", "length")]
        wanted = [one_of("measure", name, shared) for name in (usual if measures is None else measures)]
        pair = self._pairs(base, other)
        for name in wanted:
            found = pair(name)
            estimate = found.estimate(name, level)
            was, now = found.before.mean, found.after.mean
            yield Difference(name, base.name, other.name, was, now, estimate, math.nan, None)

    def _pairs(self, base: Batch, other: Batch) -> Callable[[str], _Pair]:
        """What two variants have in common, by measure: from their games where they are kept, or what was counted."""
        if base.kept and other.kept:
            _, here, there = np.intersect1d(base.number, other.number, assume_unique=True, return_indices=True)
            return lambda name: _pair_of_games(base, other, name, here, there)
        products = self.products
        if products is None or not products.games == len(base) == len(other):
            raise ValueError("these games were not counted together: simulate all variants in one run")
        one, two = self.batches.index(base), self.batches.index(other)

        def pair(name: str) -> _Pair:
            if name in RATIOS:
                said = f"{name} cannot be compared game by game where games were counted, not kept"
                raise ValueError(f'{said}: simulate with keep="games"')
            return _pair_of_products(products.sums[name], one, two, _moments(base, name), _moments(other, name))

        return pair

    def headline(self, language: str) -> str:
        """How many games of how many, and why no more."""
        facts = {"games": f"{self.games:,}", "wanted": f"{self.wanted:,}", "seed": self.seed}
        return WORDS.say(f"report.{self.ended}", language, **facts)

    def __repr__(self) -> str:
        names = ", ".join(self.variants)
        return f"<Report {names}: {self.games:,} of {self.wanted:,} games, seed {self.seed}, {self.ended}>"

    def __str__(self) -> str:
        return str(self.summary())

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()

    def _repr_markdown_(self) -> str:
        return self.summary().markdown()


_QUANTILES = {"least": 0.0, "low": 0.05, "median": 0.5, "high": 0.95, "most": 1.0}


def _distinct(names: list[str], bots: Sequence[object]) -> Iterator[str]:
    """Names, numbered where different bots share one."""
    for name, bot in zip(names, bots, strict=True):
        namesakes = [other for other, theirs in zip(bots, names, strict=True) if theirs == name]
        kinds = list({id(other): other for other in namesakes}.values())
        yield name if len(kinds) == 1 else f"{name} {[id(k) for k in kinds].index(id(bot)) + 1}"


def _frame(batch: Batch) -> pd.DataFrame:
    import pandas as pd  # noqa: PLC0415  only where a frame is asked for

    shown = {name: values for name, values in batch.measures.items() if not name.startswith("win_") and name != "draw"}
    columns: dict[str, Any] = {
        "variant": batch.name,
        "game": batch.number,
        "seed": batch.seed,
        "winners": batch.winners,
        "reason": batch.ends,
        **{name: values if name in _WHOLE else values.astype(np.float64) for name, values in shown.items()},
    }
    names = np.array(batch.bots)
    columns |= {f"bot_{seat}": names[batch.sitting(slot)] for slot, seat in enumerate(batch.seats)}
    return pd.DataFrame(columns, index=range(len(batch)))


_WHOLE = ("length", "lead_changes")


def _seat_rows(batch: Batch, level: float, p_values: Mapping[tuple[str, str], float]) -> Iterator[dict[str, Any]]:
    even = 1 / len(batch.seats)
    for place, seat in enumerate(batch.seats):
        wins = batch.count(f"win_{seat}")
        advantage = stats.rate(wins, batch.decided, level).shifted(-even)
        p = p_values[batch.name, seat]
        row = {"variant": batch.name, "seat": seat, "place": place + 1, "games": len(batch), "wins": wins}
        row |= _flat("win", stats.rate(wins, len(batch), level)) | _flat("advantage", advantage)
        row |= {"p": p, "verdict": _verdict(advantage.value, p, level)}
        if f"margin_{seat}" in batch.names:
            row["score"] = batch.estimate(f"score_{seat}", level).value
            row |= _flat("margin", batch.estimate(f"margin_{seat}", level))
        yield row


def _game_rows(batch: Batch, level: float) -> Iterator[dict[str, Any]]:
    found = {name: batch.estimate(name, level) for name in ("draw", "length", "branching")}
    if "lead_changes" in batch.names:
        found["lead_changes"] = batch.estimate("lead_changes", level)
        found["lead_changed"] = stats.rate(batch.totals.led, len(batch), level)
        found["last_lead_change"] = batch.estimate("last_lead_change", level)
    for name, e in found.items():
        row: dict[str, Any] = {"variant": batch.name, "measure": name, "estimate": e.value, "low": e.low}
        yield row | {"high": e.high, "method": e.method, "n": e.n}


def _reason_rows(batch: Batch, level: float) -> Iterator[dict[str, Any]]:
    for reason in batch.reasons:
        count = batch.totals.reasons[reason]
        row = {"variant": batch.name, "reason": reason, "games": count}
        yield row | _flat("rate", stats.rate(count, len(batch), level))


def _bot_rows(batch: Batch, level: float) -> Iterator[dict[str, Any]]:
    for name in dict.fromkeys(batch.bots):
        wins = batch.wins_of(name)
        row = {"variant": batch.name, "bot": name, "seats": batch.bots.count(name), "games": len(batch), "wins": wins}
        yield row | _flat("win", stats.rate(wins, len(batch), level))


def _flat(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _verdict(difference: float, p: float, level: float) -> Literal["more", "less"] | None:
    if math.isnan(p) or p >= 1 - level:
        return None
    return "more" if difference > 0 else "less"


def _moments(batch: Batch, measure: str) -> Moments:
    if is_rate(measure):
        count = batch.count(measure)
        return Moments(len(batch), count, count)
    return batch.totals.moments[measure]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A measure in games that two variants both played: each by itself, and what both have in common."""

    before: Moments
    after: Moments
    product: int  # of a rate: in how many games it happens in both
    difference: Moments

    def estimate(self, measure: str, level: float) -> Estimate:
        if is_rate(measure):
            both = self.product
            return stats.difference_of_rates(self.after.total - both, self.before.total - both, self.before.n, level)
        d = self.difference
        return stats.difference_of_means(d.n, d.total, d.squares, level, d.grain)


def _pair_of_games(base: Batch, other: Batch, measure: str, here: Ints, there: Ints) -> _Pair:
    before, after = base.measures[measure][here], other.measures[measure][there]
    if is_rate(measure):
        before, after = before.astype(np.int64), after.astype(np.int64)
    known = ~(np.isnan(before) | np.isnan(after))
    before, after = before[known], after[known]
    both = int((before * after).sum()) if is_rate(measure) else 0
    return _Pair(Moments.of(before), Moments.of(after), both, Moments.of(after - before))


def _pair_of_products(table: NDArray[Any], base: int, other: int, before: Moments, after: Moments) -> _Pair:
    one, two, both = table[base, base], table[other, other], table[base, other]
    difference = Moments(before.n, after.total - before.total, one + two - 2 * both)
    return _Pair(before, after, both, difference)


def _judged(d: Difference, p: float, level: float) -> Difference:
    verdict = _verdict(d.estimate.value, p, level)
    return Difference(d.measure, d.base, d.other, d.before, d.after, d.estimate, p, verdict)


def _checked_level(level: float) -> float:
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
        raise ValueError(f"level: expected a number between 0 and 1 such as 0.95, got {shorten(level)}")
    return float(level)


def _interval(show: Any, row: Mapping[str, Any], name: str) -> str:
    return f"{show(row[name])} ({show(row[f'{name}_low'])} … {show(row[f'{name}_high'])})"


def _rate_text(row: Mapping[str, Any], name: str) -> str:
    return _interval(percent, row, name)


def _game_text(row: Mapping[str, Any]) -> str:
    show = percent if row["method"] == "wilson" or row["measure"] == "last_lead_change" else number
    return f"{show(row['estimate'])} ({show(row['low'])} … {show(row['high'])})"
