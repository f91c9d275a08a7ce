"""What games count of themselves is what their rules say happened, whoever plays; and its intervals hold."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

import hexwidgets as hw
from hexwidgets.engine.rules import CHANCE, draw
from hexwidgets.playtest import heat, pictures, stats
from hexwidgets.playtest.play import play
from hexwidgets.playtest.report import Report
from hexwidgets.playtest.simulate import simulate
from tests.games.toys import Line

from .coin import anyhow

MONSTER_HEX = {
    "four": hw.MonsterHex("four").rules,
    "three with everything": hw.MonsterHex("three", abilities=True, goals=True).rules,
    "two-shared": hw.MonsterHex("two-shared", abilities=True).rules,
}
DUELS = {
    "duel": hw.ArenaDuel().rules,
    "other rulings": hw.ArenaDuel(pursuit="optional", blocked_pusher_turns="no", max_turns=60).rules,
}


def told(rules: Any, seed: int) -> tuple[list[Any], list[tuple[Any, Any, Any]], list[int]]:
    """The events of a game of random bots, its steps (before, moves by seat, after), and what was counted of it."""
    steps: list[tuple[Any, Any, Any]] = []
    counted = play(rules, rules.initial(), dict.fromkeys(rules.game_type.seats), seed).tally

    # The same game again by plain `rules.apply`, with the moves of the bots that were just asked.
    class Watched(type(rules)):  # type: ignore[misc]
        random_play = None

        def apply(self, state: Any, *moves: Any) -> Any:
            after = super().apply(state, *moves)
            steps.append((state, dict(zip(super().to_move(state), moves, strict=True)), after))
            return after

    watched = Watched.__new__(Watched)
    watched.__dict__.update(rules.__dict__ | {"random_play": None})
    play(watched, rules.initial(), dict.fromkeys(rules.game_type.seats), seed)
    events = [event for before, moves, after in steps for event in rules.events(before, moves, after)]
    return events, steps, counted


def group(rules: Any, counted: list[int], name: str) -> dict[str, tuple[int, int]]:
    found = rules.random_play.tally.groups(rules)[name]
    keys = range(found.first, found.first + len(found.labels))
    return {label: (counted[2 * k], counted[2 * k + 1]) for label, k in zip(found.labels, keys, strict=True)}


@pytest.mark.parametrize("rules", MONSTER_HEX.values(), ids=MONSTER_HEX)
def test_units_cells_and_abilities_bring_what_the_events_say(rules: Any) -> None:
    for seed in range(4):
        _, steps, counted = told(rules, seed)
        laid: Counter[str] = Counter()
        on: Counter[str] = Counter()
        points: Counter[str] = Counter()
        used: Counter[str] = Counter()
        unit = faction = cell = ""
        for before, moves, after in steps:
            events = rules.events(before, moves, after)
            for event in events:
                if event.key.startswith("event.place"):
                    unit, faction, cell = event.facts["unit"], event.facts["faction"], event.facts["cell"]
                    laid[unit] += 1
                    on[cell] += 1
                elif event.key.startswith("event.use."):
                    used[event.facts["ability"]] += 1
                elif event.key == "event.reward" and event.facts["site"] in rules.site_labels:
                    used["reward"] += 1
                if event.key != "event.goals":
                    points[unit] += event.facts.get("scored", {}).get(faction, 0)
        assert {name: uses for name, (uses, _) in group(rules, counted, "unit").items()} == {
            name: laid[name] for name in rules.units
        }
        assert {name: amount for name, (_, amount) in group(rules, counted, "unit").items()} == {
            name: points[name] for name in rules.units
        }
        cells = group(rules, counted, "cell")
        assert {name: uses for name, (uses, _) in cells.items() if uses} == dict(on)
        assert sum(amount for _, amount in cells.values()) == sum(points.values())
        if rules.with_abilities:
            assert {name: uses for name, (uses, _) in group(rules, counted, "use").items() if uses} == dict(used)


@pytest.mark.parametrize("rules", MONSTER_HEX.values(), ids=MONSTER_HEX)
def test_sites_and_stones_are_as_contested_as_the_judgements_say(rules: Any) -> None:
    for seed in range(4):
        events, _, counted = told(rules, seed)
        rivals, lead = group(rules, counted, "rivals"), group(rules, counted, "lead")
        for event in events:
            if event.facts.get("size") in ("large", "small"):
                totals = sorted(event.facts["totals"].values(), reverse=True)
                assert rivals[event.facts["site"]] == (1, len(totals))
                assert lead[event.facts["site"]] == (1, max(totals[0], 0) - max([*totals[1:2], 0]))
        assert sum(uses for uses, _ in group(rules, counted, "stone").values()) <= len(rules.stones)


def test_goals_and_wins_are_those_of_the_end() -> None:
    rules = MONSTER_HEX["three with everything"]
    for seed in range(5):
        _, steps, counted = told(rules, seed)
        end = steps[-1][2]
        held = sum((end.goal[slot] | end.open_goal).bit_count() for slot in range(len(rules.seats)))
        goals = group(rules, counted, "goal")
        assert sum(uses for uses, _ in goals.values()) == held
        assert sum(amount for _, amount in goals.values()) == sum(end.goal_score)
        abilities = group(rules, counted, "ability")
        assert sum(amount for _, amount in abilities.values()) == sum(rules.scores(end).values())
        won, result = group(rules, counted, "won"), rules.result(end)
        units = [rules.unit_at(end, cell) for cell in range(rules.table.cells)]
        theirs = [unit for unit in units if unit and (unit.faction,) == result.winners]
        assert sum(amount for _, amount in won.values()) == len(theirs)


@pytest.mark.parametrize("rules", DUELS.values(), ids=DUELS)
def test_parts_of_a_turn_are_those_of_the_events(rules: Any) -> None:
    """Counted by the rules that events name, and damage by the life that is gone."""
    names = {
        "pass": "AD-PASS-1",
        "push": "AD-PUSH-1",
        "blocked-push": "AD-PUSH-2",
        "corner": "AD-HIT-3",
    }
    for seed in range(8):
        events, steps, counted = told(rules, seed)
        part, rule = group(rules, counted, "part"), Counter(event.rule for event in events)
        for name, wanted in names.items():
            assert part[name][0] == rule[wanted], name
        end = steps[-1][2]
        lost = 2 * rules.dials["life"] - sum(end.life)
        assert sum(part[name][1] for name in ("pass", "blocked-push", "fight", "corner")) == lost
        arcs = group(rules, counted, "arc")
        assert sum(uses for uses, _ in arcs.values()) == 2 * part["fight"][0]
        assert sum(amount for _, amount in arcs.values()) == part["fight"][1]
        assert part["charge"][1] <= part["fight"][1]
        chose = [str(move) for _, moves, _ in steps for seat, move in moves.items() if seat != CHANCE]
        assert part["hold"][0] == chose.count("hold")
        orders = group(rules, counted, "order")
        assert {name: uses for name, (uses, _) in orders.items() if uses} == {
            name: chose.count(name) for name in set(chose) - {"hold", "pursue"}
        }
        assert sum(amount for _, amount in orders.values()) == 0


def test_cells_where_turns_begin_are_where_fighters_stood() -> None:
    rules = DUELS["duel"]
    _, steps, counted = told(rules, 5)
    ordered = [before for before, _, _ in steps if rules.phase(before) == "order"]
    begun = Counter(rules.cell_labels[cell] for before in ordered for cell in before.cell)
    stood = group(rules, counted, "stand")
    assert {name: uses for name, (uses, _) in stood.items() if uses} == dict(begun)


@pytest.mark.parametrize("bots", [None, anyhow], ids=["compiled", "in Python"])
def test_a_run_that_is_stopped_counts_the_games_that_it_reports(bots: Any) -> None:
    game = hw.ArenaDuel()
    stopped = simulate(game, bots, games=2000, stop_when=lambda report: report.games >= 200, progress=False)
    short = simulate(game, bots, games=200, progress=False)
    assert stopped.games == 200
    assert stopped.tally("order").equals(short.tally("order"))
    assert stopped.heat("stood") == short.heat("stood")


def test_every_way_to_say_random_plays_the_same_compiled_games() -> None:
    game = hw.MonsterHex("two-duel")
    plain = simulate(game, games=60, progress=False)
    for bots in (hw.bots.Random(), [hw.bots.Random(3), hw.bots.Random(4)], "random", {"red": hw.bots.Random(5)}):
        assert simulate(game, bots, games=60, progress=False).frame().equals(plain.frame())


# -- statistics ------------------------------------------------------------------------------------------


def test_ratios_are_covered_as_often_as_the_level_says() -> None:
    """Games with 0 to 6 uses, more of which bring more, all of a game alike: far from independent uses."""
    rng, covered, draws, games = np.random.default_rng(5), 0, 2000, 300
    # The truth: the mean over uses, from very many games.
    uses, luck = rng.integers(0, 7, 2_000_000), rng.normal(0, 1, 2_000_000)
    truth = float((uses * (uses + luck)).sum() / uses.sum())
    for _ in range(draws):
        u = rng.integers(0, 7, games)
        a = u * (u + rng.normal(0, 1, games))
        e = stats.ratio(games, [u.sum(), a.sum(), (u * u).sum(), (u * a).sum(), (a * a).sum()])
        covered += e.low <= truth <= e.high
    assert abs(covered / draws - 0.95) < 0.01 + 4 * math.sqrt(0.95 * 0.05 / draws)


def test_nothing_is_known_of_what_never_comes_up() -> None:
    assert stats.ratio(10, [0, 0, 0, 0, 0]).half_width == math.inf


def test_nobody_is_hurt_by_an_enemy_behind() -> None:
    """AD-DICE-1: a fighter throws no dice at what is behind it."""
    arcs = simulate(hw.ArenaDuel(), games=300, progress=False).tally("arc").set_index("key")
    assert arcs.loc["back"]["mean"] == 0
    assert arcs.loc["front"]["mean"] > arcs.loc["front-side"]["mean"] > arcs.loc["back-side"]["mean"] > 0


# -- maps ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def duels() -> Report:
    return simulate({"usual": hw.ArenaDuel(), "short": hw.ArenaDuel(life=2)}, games=400, progress=False)


def test_a_map_has_every_cell(duels: Report) -> None:
    game = hw.ArenaDuel()
    assert duels.maps == ("stood", "swing")
    stood = duels.heat("stood", "usual")
    assert set(stood) == set(game.rules.cell_labels)
    assert sum(stood.values()) == pytest.approx(2 * duels.estimate("length", "usual").value)
    with pytest.raises(ValueError, match="unknown heat map 'luck'; known are stood, swing"):
        duels.heat("luck", "usual")


def test_a_map_lies_on_a_board_of_the_game(duels: Report) -> None:
    game = hw.ArenaDuel()
    board = duels.show_heat(game, "stood", "usual")
    stood = duels.heat("stood", "usual")
    names = {place["name"]: at for at, place in enumerate(board.grid["places"])}
    shown = dict(board.marks["heat"])
    assert shown[names[max(stood, key=lambda cell: stood[cell])]] == 1
    assert shown[names[min(stood, key=lambda cell: stood[cell])]] == 0
    game.play("F>", "F>")
    assert dict(board.marks["heat"]) == shown
    assert "fill-opacity" in board.to_svg()
    board.heat = {}
    assert "heat" not in board.marks
    with pytest.raises(ValueError, match="unknown place 'z9'"):
        board.heat = {"z9": 0.5}
    with pytest.raises(ValueError, match="heat of a1: expected a number from 0 to 1, got 2"):
        board.heat = {"a1": 2}
    board.close()


def test_a_map_is_sketched_and_drawn_for_print(duels: Report) -> None:
    assert len(duels.sketch("stood")) == 2
    assert len(duels.sketch(None, "short")) == 1
    with mpl.rc_context({"backend": "agg"}):
        ax = duels.heat_chart("swing", "usual")
        assert len(ax.collections[0].get_paths()) == 19
        assert ax.texts[0].get_text() == "a1"
        ax.figure.canvas.draw()
        plt.close("all")


def test_pictures_hold_every_value_and_no_markup_of_names(duels: Report) -> None:
    batch = duels.batch("usual")
    picture = pictures.hexes("<b>", batch, "stood")
    assert picture.count("<polygon") == 19 + 5
    assert "&lt;b&gt;" in picture
    assert "<b>" not in picture
    e = batch.estimate("win_north")
    chart = pictures.points("wins", ["usual"], {"north": ("North", [e])}, share=True)
    assert f"North: {100 * e.value:.1f}%" in chart


def contrast(one: str, other: str) -> float:
    """By WCAG 2: from 1 to 21."""

    def light(code: str) -> float:
        parts = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_labels_of_a_map_can_be_read_on_every_shade(theme: str) -> None:
    assert min(contrast(*heat.shade(part / 1000, theme)) for part in range(1001)) >= 4.5


def test_maps_are_light_and_dark_as_the_page_is(duels: Report) -> None:
    picture = pictures.hexes("stood", duels.batch("usual"), "stood")
    assert picture.count("--on-dark:") == picture.count("--on-light:") == 19 + 5  # and the scale
    for theme in ("light", "dark"):
        for end in heat.SHADES[theme]:
            assert end in picture
        assert f"var(--{theme})" in pictures.STYLE


def test_a_game_that_counts_nothing_has_no_maps() -> None:
    report = simulate(Line(), games=5, progress=False)
    assert report.maps == ()
    with pytest.raises(ValueError, match="the rules count nothing that a map could show"):
        report.sketch()
    with pytest.raises(ValueError, match="unknown group 'unit'"):
        report.tally("unit")


def test_draws_of_a_game_are_those_that_bots_had() -> None:
    """`told` replays what was counted: the deal is the same."""
    rules = MONSTER_HEX["four"]
    _, steps, _ = told(rules, 9)
    assert steps[0][1][CHANCE] == draw(rules, rules.initial(), 9, 0)
