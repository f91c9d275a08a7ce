"""`ladder`: bots against each other, each pair alike, and how strong that shows them to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..engine.faults import shorten
from ..engine.game import Game
from .simulate import check_count, check_installed
from .tables import WORDS, Page, Table, number, percent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..engine.players import Bot
    from .rating import Rating
    from .report import Batch, Report
    from .stats import Estimate

__all__ = ["Ladder", "Pair", "ladder"]

_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Pair:
    """What two bots did against each other; ``score`` is the first one's points: 1 for a win, 1/2 for a draw.

    Where a game has more seats than two, each bot has several, and a victory that both share is shared out.
    """

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float

    @property
    def share(self) -> Estimate:
        """The first one's share of the points, with its interval of 95%."""
        from .stats import rate  # noqa: PLC0415  SciPy is loaded only where games are simulated

        return rate(self.score, self.games, _LEVEL)


class Ladder(Page):
    """The bots of `ladder`, the strongest first. As a cell's last line it shows a table.

    ``ratings`` has an Elo rating with its interval by name, ``pairs`` every pair's results, ``report`` all games as
    `simulate` reports them.
    """

    def __init__(self, names: Sequence[str], pairs: Sequence[Pair], report: Report, language: str | None) -> None:
        from .rating import elo_ratings  # noqa: PLC0415  SciPy is loaded only where games are simulated

        super().__init__(language)
        self.pairs, self.report = tuple(pairs), report
        points = [[0.0] * len(names) for _ in names]
        for pair in pairs:
            i, j = names.index(pair.first), names.index(pair.second)
            points[i][j], points[j][i] = pair.score, pair.games - pair.score
        rated = dict(zip(names, elo_ratings(points, _LEVEL), strict=True))
        self.ratings: dict[str, Rating] = dict(sorted(rated.items(), key=lambda item: -item[1].value))

    def pair(self, first: str, second: str) -> Pair:
        """What ``first`` did against ``second``; ``KeyError`` where they have not met."""
        for p in self.pairs:
            if (p.first, p.second) == (first, second):
                return p
            if (p.first, p.second) == (second, first):
                return Pair(first, second, p.games, p.losses, p.draws, p.wins, p.games - p.score)
        raise KeyError((first, second))

    def frame(self) -> pd.DataFrame:
        """A row for each bot, the strongest first: ``bot``, ``elo``, ``low``, ``high``, ``games``, ``score``.

        ``score`` is the share of the points, ``low`` to ``high`` the interval of ``elo``.
        """
        import pandas as pd  # noqa: PLC0415  only where a frame is asked for

        return pd.DataFrame(list(self._rows()))

    def chart(self, ax: Axes | None = None) -> Axes:
        """A matplotlib chart: ratings with their intervals; returns its axes."""
        from . import charts  # noqa: PLC0415  matplotlib is loaded only where a chart is asked for

        return charts.draw_ladder(self, ax)

    def _rows(self) -> Iterator[dict[str, Any]]:
        for name, rating in self.ratings.items():
            own = [self.pair(name, other) for other in self.ratings if other != name]
            games, score = sum(p.games for p in own), sum(p.score for p in own)
            told = {"elo": rating.value, "low": rating.low, "high": rating.high, "games": games}
            yield {"bot": name, **told, "score": score / games if games else float("nan")}

    def parts(self, language: str) -> Iterator[str | Table]:
        """The ratings, who beat whom, and how both were found."""

        def say(key: str, **facts: Any) -> str:
            return WORDS.say(key, language, **facts)

        yield self.report.headline(language)
        heads = [say(f"column.{key}") for key in ("bot", "elo", "interval", "score-share", "n")]
        rows = [
            [row["bot"], number_of(row["elo"]), f"{number_of(row['low'])} – {number_of(row['high'])}",
             percent(row["score"]), f"{row['games']:,}"]
            for row in self._rows()
        ]  # fmt: skip
        yield Table(heads, rows)
        names = list(self.ratings)
        yield say("ladder.against")
        yield Table(
            ["", *names],
            [[one, *("" if one == other else self._against(one, other) for other in names)] for one in names],
        )
        yield say("ladder.methods", level=percent(_LEVEL))

    def _against(self, one: str, other: str) -> str:
        share = self.pair(one, other).share
        return f"{percent(share.value)} ± {percent(share.half_width)}" if share.n else number(share.value)


def number_of(rating: float) -> str:
    """An Elo rating as a whole number with its sign.

    >>> number_of(-12.4), number_of(3.6)
    ('−12', '+4')
    """
    return f"{round(rating) + 0:+d}".replace("-", "−")


def ladder(
    game_or_factory: Any,
    bots: Mapping[str, Bot | None],
    *,
    games: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
    progress: bool | Callable[[Report], object] = True,
    language: str | None = None,
) -> Ladder:
    """Let every bot meet every other, seats exchanged from game to game, and rate their strength.

    Args:
        game_or_factory: a game or a `Rules` object, or a function without arguments that makes one. Whole games are
            played from the start. Where there are more than two seats the two bots of a pair have every other one.
        bots: two or more, by name; None stands for random moves.
        games: how many each pair plays.
        seed: decides every game; equal arguments give equal ladders as long as no bot goes by the clock.
        executor: as in `simulate`.
        progress: as in `simulate`. An interrupt returns what was played by then.
        language: of the ladder: "en", "ja", or None to follow `set_language`.

    Returns:
        A `Ladder`: Elo ratings by maximum likelihood under the Bradley-Terry model, draws counted half, with intervals
        of 95% from the observed information.

    Raises ``ValueError`` or ``TypeError`` for arguments that make no sense, and what `simulate` raises.

    >>> import hexwidgets as hw
    >>> found = hw.ladder(hw.ArenaDuel, {"greedy": hw.bots.Greedy(), "random": None}, games=20, progress=False)
    >>> list(found.ratings), found.pair("greedy", "random").games
    (['greedy', 'random'], 20)
    """
    check_installed()
    from .chunks import Variant  # noqa: PLC0415  NumPy is loaded only where games are simulated
    from .run import Run  # noqa: PLC0415
    from .variants import rules_of  # noqa: PLC0415

    _check_bots(bots)
    check_count("games", games, 1)
    check_count("seed", seed, 0)
    is_game = isinstance(game_or_factory, Game) or hasattr(game_or_factory, "game_type")
    rules = rules_of(game_or_factory if is_game or not callable(game_or_factory) else game_or_factory())
    seats = len(rules.game_type.seats)
    if seats < 2:
        raise ValueError(f"ladder: expected a game of two or more seats, got {rules.game_type.name} with {seats}")
    variants, meetings = [], []
    for one, other in combinations(bots, 2):
        # With an odd number of seats each of the two has the larger half in turn.
        for first, second in ((one, other), (other, one))[: 1 + seats % 2]:
            seated = tuple(bots[(first, second)[slot % 2]] for slot in range(seats))
            variants.append(Variant(f"{first} – {second}", rules, rules.initial(), seated, rotate=True))
            meetings.append((first, second))
    each = -(-games // (1 + seats % 2))
    report = Run(variants, each, seed, executor, progress, None, language).report()
    return Ladder(list(bots), _pairs(meetings, report.batches), report, language)


def _check_bots(bots: Any) -> None:
    if not isinstance(bots, Mapping) or len(bots) < 2:
        raise ValueError(f"bots: expected two or more by name, as in {{'greedy': ...}}, got {shorten(bots)}")
    for name, bot in bots.items():
        if not isinstance(name, str) or not name:
            raise TypeError(f"bots: expected a name for each, got {shorten(name)}")
        if bot is not None and not callable(bot):
            raise TypeError(f"bots: expected callables bot(view) -> move or None for random, got {shorten(bot)}")


def _pairs(meetings: Sequence[tuple[str, str]], batches: Sequence[Batch]) -> list[Pair]:
    found: dict[tuple[str, str], Pair] = {}
    for (one, other), batch in zip(meetings, batches, strict=True):
        shares = _shares(batch)
        wins, losses = sum(s > 0.5 for s in shares), sum(s < 0.5 for s in shares)
        pair = Pair(one, other, len(shares), wins, len(shares) - wins - losses, losses, sum(shares))
        met = found.get((other, one))
        if met is None:
            found[one, other] = pair
        else:
            found[other, one] = Pair(
                other,
                one,
                met.games + pair.games,
                met.wins + losses,
                met.draws + pair.draws,
                met.losses + wins,
                met.score + pair.games - pair.score,
            )
    return list(found.values())


def _shares(batch: Batch) -> list[float]:
    """The share of each game's victory that the first bot of a pair has; one half where nobody wins."""
    seats = len(batch.seats)
    shares = []
    for game, names in zip(batch.number.tolist(), batch.winners, strict=True):
        won = [batch.seats.index(name) for name in names.split("+")] if names else []
        own = sum((slot + game) % seats % 2 == 0 for slot in won)
        shares.append(own / len(won) if won else 0.5)
    return shares
