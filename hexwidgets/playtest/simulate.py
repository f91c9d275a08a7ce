"""`simulate`: many games of one or several variants, with what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from ..engine.dials import one_of
from ..engine.faults import shorten

if TYPE_CHECKING:
    from ..engine.players import Bot
    from .report import Report

__all__ = ["simulate"]

_NEEDED = ("numpy", "numba", "pandas", "scipy", "tqdm")


def simulate(  # noqa: PLR0913  a name for everything that can be said of a run
    game_or_variants: Any,
    bots: Bot | str | Mapping[str, Bot | str | None] | Sequence[Bot | str | None] | None = None,
    *,
    games: int = 10_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: bool | Callable[[Report], object] = True,
    stop_when: float | Mapping[str, float] | Callable[[Report], bool] | None = None,
    rotate: bool = False,
    from_here: bool = False,
    keep: Literal["games", "counts"] | None = None,
    language: str | None = None,
) -> Report:
    """Play many games, and report who wins how often, by how much, with confidence intervals.

    Equal arguments give equal reports, whatever the executor, the number of its workers, the order in which they
    finish, and also where a worker dies and its games are played again.

    Args:
        game_or_variants: a game or a `Rules` object; or several, in a dict by name or in a list. Whole games are
            played from the start, whatever has been played already, unless ``from_here``.
        bots: None, "random" or a `bots.Random` for random moves (all three give the same games); one bot for all seats;
            a dict by seat (seats left out play at random); or a list with a bot for each seat. A bot is any callable
            ``bot(view) -> move`` and sees its seat's view only. Random games of games that can be compiled are; all
            others are played in Python. An object starts each game as it was given, with the ``random.Random`` that
            it holds seeded anew, or is made for a game by its method ``reseeded(seed)``.
        games: how many, of each variant. Fewer games are the first ones of more games.
        seed: decides every game: an integer from 0. Variants play on the same seeds, so that they can be compared
            pair by pair.
        executor: any ``concurrent.futures.Executor``, such as a ``ProcessPoolExecutor`` or Dask's
            ``client.get_executor()``; None plays in this process. Threads share Python's ``random``, so with
            them a bot needs a random stream of its own.
        progress: whether to show a progress bar with a running estimate; or a function that is called with the
            report so far, again and again.
        stop_when: play no more once this holds: a number (every seat's rate of wins is known to plus or minus so
            much, as 0.01 for a point), a dict of such half-widths by measure (``{"margin_red": 0.2}``), or a
            function of the report so far. It is asked after 100 games, then whenever there are 5% more, on the
            first games in order; so when it stops does not depend on the executor either. Intervals do not know
            that somebody looked: they hold slightly less often than they say, and a rule that waits for a verdict
            finds too many.
        rotate: move the bots on by one seat from game to game, and report wins by bot too.
        from_here: play on from the game's present position, hidden hands and decks as they really are.
        keep: "games" keeps every game (about 90 bytes each), which `Report.frame` needs; "counts" keeps only what all
            other figures need, the same whatever the number of games; None keeps up to ten million games. All figures
            that both have are the same.
        language: of the report: "en", "ja", or None to follow `set_language`.

    An interrupt (Ctrl-C, or the notebook's stop button) returns the report of what was played by then.

    Raises ``ValueError`` or ``TypeError`` for arguments that make no sense, `SimulationError` that names seed and ply
    where a bot fails or plays an illegal move, and ``ImportError`` that says what to install.

    >>> import hexwidgets as hw
    >>> report = hw.simulate(hw.ArenaDuel(), games=1000, progress=False)
    >>> report
    <Report arenaduel: 1,000 of 1,000 games, seed 1, done>
    >>> wins = report.estimate("win_north")
    >>> wins.low < 0.5 < wins.high
    True
    """
    check_installed()
    from .run import Run  # noqa: PLC0415  NumPy is loaded only where games are simulated
    from .variants import variants_of  # noqa: PLC0415

    check_count("games", games, 1)
    check_count("seed", seed, 0)
    variants = variants_of(game_or_variants, bots, rotate=rotate, from_here=from_here)
    if keep is not None:
        one_of("keep", keep, ("games", "counts"))
    return Run(variants, games, seed, executor, progress, stop_when, language, keep).report()


def check_installed() -> None:
    """``ImportError`` that says what to install, where anything is missing that simulations need."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise ImportError(f"simulations need {', '.join(missing)}: pip install 'hexwidgets[playtest]'")


def check_count(name: str, got: object, least: int) -> None:
    if isinstance(got, bool) or not isinstance(got, int) or got < least:
        raise ValueError(f"{name}: expected an integer from {least}, got {shorten(got)}")
