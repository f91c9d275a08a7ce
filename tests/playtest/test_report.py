"""What a report tells is what happened, and no more than the games show."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import hexwidgets as hw
from hexwidgets.playtest.chunks import Rows, Variant
from hexwidgets.playtest.report import Batch, Report
from hexwidgets.playtest.simulate import simulate
from hexwidgets.playtest.tables import Table, number, percent, points
from hexwidgets.playtest.totals import Totals, no_sums, values_of
from tests.games.toys import Line, Raid, Whist

from .coin import Coin, anyhow, first


def quiet(*args: Any, **kwargs: Any) -> Report:
    return simulate(*args, progress=False, **kwargs)


@pytest.fixture(scope="module")
def duels() -> Report:
    return quiet(hw.ArenaDuel(), games=4000)


@pytest.fixture(scope="module")
def coins() -> Report:
    return quiet({"fair": Coin(50), "likely": Coin(60), "same": Coin(50)}, games=2000)


def test_the_frame_agrees_with_itself() -> None:
    frame = quiet(hw.MonsterHex("four"), games=200).frame()
    colours = ["red", "blue", "yellow", "green"]
    for _, row in frame.iterrows():
        best = max(row[f"score_{c}"] for c in colours)
        assert set(filter(None, row.winners.split("+"))) <= {c for c in colours if row[f"score_{c}"] == best}
        for c in colours:
            others = max(row[f"score_{o}"] for o in colours if o != c)
            assert row[f"margin_{c}"] == row[f"score_{c}"] - others
        assert (row.lead_changes == 0) == math.isnan(row.last_lead_change)
        assert not row.last_lead_change > 1
    assert (frame.winners.str.count(r"\+") > 0).equals(frame.reason == "shared-victory")


@pytest.mark.parametrize(("bots", "listed"), [(None, 10), (anyhow, 1)])
def test_branching_is_the_mean_of_legal_moves(bots: Any, listed: int) -> None:
    """A coin is called once, with three calls to choose from, and needs no compiling; a duel has at most 33 orders."""
    assert set(quiet(Coin(), bots, games=20).frame().branching) == {3}
    branching = quiet(hw.ArenaDuel(), bots, games=40).frame().branching
    assert branching.notna().sum() == 40 / listed
    assert branching.dropna().between(3, 33).all()


def test_rates_are_those_of_a_known_game(coins: Report) -> None:
    for variant, truth in (("fair", 0.5), ("likely", 0.6)):
        wins = coins.estimate("win_heads", variant, level=0.9999)
        assert wins.low < truth < wins.high
        assert wins.method == "wilson"
    score = coins.estimate("score_heads", "likely", level=0.9999)
    assert score.low < 60 - 49.5 < score.high
    assert score.method == "t"


def test_intervals_of_whole_simulations_hold_the_truth_as_often_as_they_say() -> None:
    """Three hundred batches of a coin that wins 60 of 100, each with its interval at 90%."""
    inside = 0
    for seed in range(300):
        wins = quiet(Coin(60), games=60, seed=seed).estimate("win_heads", level=0.9)
        inside += wins.low <= 0.6 <= wins.high
    assert abs(inside / 300 - 0.9) < 0.01 + 4 * math.sqrt(0.09 / 300)


def test_a_favoured_seat_is_named_and_an_even_game_is_not_blamed(coins: Report) -> None:
    assert coins.summary().favoured() == {"fair": (), "likely": ("heads",), "same": ()}
    text = str(coins)
    assert "Favoured: heads, by more than luck." in text
    assert text.count("No seat is shown to be favoured in 2,000 games.") == 2
    seats = coins.summary().tables["seats"]
    likely = seats[seats.variant == "likely"].set_index("seat")
    assert likely.verdict.to_dict() == {"heads": "more", "tails": "less"}
    assert likely.advantage["heads"] == pytest.approx(likely.win["heads"] - 0.5)


def test_even_games_are_called_uneven_as_rarely_as_the_level_says() -> None:
    """Also with three seats asked about at once."""
    blamed = sum(bool(quiet(Whist(), games=60, seed=s).summary().favoured()["whist"]) for s in range(100))
    assert blamed <= 12


def test_games_without_a_single_winner_are_nobodys_win() -> None:
    report = quiet(Raid(), anyhow, games=300)
    frame, tables = report.frame(), report.summary().tables
    draws = int((~frame.winners.isin(["north", "south"])).sum())
    assert draws > 0
    assert report.estimate("draw").value == draws / 300
    assert tables["seats"].wins.sum() == 300 - draws
    assert tables["games"].set_index("measure").estimate["draw"] == draws / 300


def test_reasons_are_counted(duels: Report) -> None:
    reasons = quiet(hw.ArenaDuel(max_turns=20), games=500)
    table = reasons.summary().tables["reasons"].set_index("reason")
    assert table.games.to_dict() == reasons.frame().reason.value_counts().to_dict()
    assert set(table.index) == {"knock-out", "turn-limit"}
    assert duels.summary().tables["reasons"].reason.tolist() == ["knock-out"]


def test_a_game_without_scores_has_neither_margins_nor_drama() -> None:
    report = quiet(Line(), games=50)
    assert not [c for c in report.frame().columns if c.startswith(("score", "margin", "lead", "last"))]
    assert "lead" not in str(report)
    with pytest.raises(ValueError, match="unknown measure 'margin_black'; known are win_black, win_white, draw"):
        report.estimate("margin_black")


def test_duels_last_as_long_as_they_should(duels: Report) -> None:
    length = duels.estimate("length", level=0.9999)
    assert length.low < 25.73 < length.high


# -- comparing ------------------------------------------------------------------------------------------


def test_a_real_difference_is_shown_and_none_where_there_is_none(coins: Report) -> None:
    found = coins.compare("fair", "likely")
    assert found["win_heads"].verdict == "more"
    assert found["win_tails"].verdict == "less"
    assert found["win_heads"].estimate.low < 0.1 < found["win_heads"].estimate.high
    assert found["margin_heads"].estimate.value == 10
    assert found["length"].verdict is None
    assert all(d.verdict is None for d in coins.compare("fair", "same"))


def test_pairing_makes_differences_sharper_than_they_would_be_unpaired() -> None:
    """The same throws, so only those between the two biases differ."""
    report = quiet({"a": Coin(50), "b": Coin(53)}, games=2000)
    paired = report.compare("a", "b")["win_heads"].estimate
    assert paired.half_width < 0.4 * report.estimate("win_heads", "a").half_width * math.sqrt(2)
    assert paired.p < 0.001


def test_what_is_asked_at_once_is_corrected_for(coins: Report) -> None:
    alone = coins.compare("fair", "likely", measures=["win_heads"])["win_heads"]
    among = coins.compare(measures=["win_heads", "win_tails", "draw", "length"])
    assert alone.p == alone.estimate.p
    assert among["win_heads"].p > alone.p
    assert "corrected for 8 questions at once" in str(among)


def test_comparing_nothing_finds_something_as_rarely_as_the_level_says() -> None:
    """Two variants that are the same game, on different seeds: everything there is asked, no more than 5% wrong."""
    wrong = 0
    for seed in range(150):
        batches = [quiet({name: Coin()}, games=60, seed=2 * seed + i).batches[0] for i, name in enumerate("ab")]
        found = Report(batches, 120, seed, "done", None).compare("a", "b")
        wrong += any(d.verdict for d in found)
    assert wrong / 150 < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 150)


def test_variants_are_compared_where_both_have_been_played() -> None:
    """An interrupt may leave one of them with fewer games."""
    variants = [Variant(name, Coin(), (), (None, None)) for name in "ab"]
    rows = np.array([[1, 0, 1, 3, 1, 0, 0, 5, 0]] * 6)
    batches = []
    for played, start, many in zip(variants, (0, 2), (4, 6), strict=True):
        own = rows[:many]
        values = values_of(own, played.seats, played.scorers)
        totals = Totals.of(own, ("thrown",), values, np.zeros(many, np.int64), no_sums(None))
        batches.append(Batch(played, totals, 1, [Rows(start, own, ("thrown",))]))
    assert Report(batches, 20, 1, "interrupted", None).compare("a", "b")["length"].estimate.n == 2


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("fair",), "expected two or more different variants of fair, likely, same"),
        (("fair", "fair"), "expected two or more different"),
        (("fair", "unfair"), "unknown variant 'unfair'; known are fair, likely, same"),
    ],
)
def test_what_cannot_be_compared_is_refused(coins: Report, names: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        coins.compare(*names)
    with pytest.raises(ValueError, match="unknown measure 'luck'"):
        coins.compare("fair", "likely", measures=["luck"])
    with pytest.raises(ValueError, match=r"level: expected a number between 0 and 1 such as 0\.95, got 95"):
        coins.summary(level=95)
    with pytest.raises(ValueError, match="there are several variants: name one of fair, likely, same"):
        coins.estimate("draw")


# -- showing --------------------------------------------------------------------------------------------


def test_a_report_is_told_in_both_languages(duels: Report, coins: Report) -> None:
    for told in (duels.summary(), coins.summary(), coins.compare()):
        english, japanese = told.text("en"), told.text("ja")
        assert english != japanese
        assert "信頼区間" in japanese
        for text in (english, japanese, told.markdown("en"), told.html("ja")):
            assert "{" not in text
    assert "4,000 games, seed 1." in str(duels)
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        duels.summary().text("fr")


def test_a_report_speaks_the_language_it_was_given() -> None:
    report = quiet(Coin(), games=20, language="ja")
    assert str(report).startswith("20局")
    assert "席" in report._repr_html_()
    assert "席" in str(report.summary())


def test_names_are_text_and_not_markup() -> None:
    report = quiet({"<b>x|y": Coin()}, games=20)
    assert "<b>" not in report._repr_html_()
    assert "&lt;b&gt;x|y" in report._repr_html_()


def test_columns_stand_under_each_other_in_any_script() -> None:
    table = Table(["席", "n"], [["red", 1], ["青", 22]])
    assert table.text() == "席   n\nred  1\n青   22"
    assert table.markdown().splitlines()[1] == "| --- | --- |"


def test_numbers_that_are_not_there_are_dashes() -> None:
    assert [show(math.nan) for show in (percent, points, number)] == ["–"] * 3
    assert points(-0.0001) == "+0.0"


def test_where_all_sit_alike_they_are_named_once(duels: Report) -> None:
    assert "Bots: random." in str(duels)
    assert "Bots: ann random, bob first, cem random." in str(quiet(Whist(), {"bob": first}, games=10))
