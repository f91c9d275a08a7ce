"""The panel plays what is chosen, shows it, can be stopped, and leaves nothing behind."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets.widgets import widget as ipywidget

import hexwidgets as hw
from hexwidgets.playtest.panel import PlaytestPanel
from hexwidgets.playtest.simulate import simulate

from .coin import Coin


@pytest.fixture
def panel() -> Iterator[PlaytestPanel]:
    made = PlaytestPanel(hw.ArenaDuel())
    made.games.value = 100
    yield made
    made.close()


def finished(panel: PlaytestPanel) -> Any:
    panel.run()
    assert panel.wait(timeout=120)
    assert panel.report is not None
    return panel.report


def test_it_plays_what_simulate_plays(panel: PlaytestPanel) -> None:
    report = finished(panel)
    assert report.frame().equals(simulate(hw.ArenaDuel(), games=100, progress=False).frame())
    assert "100 games, seed 1." in panel.status.value
    assert panel.reach.said == "100 games, seed 1."
    assert (panel.run_button.disabled, panel.stop_button.disabled) == (False, True)
    assert panel.bar.value == panel.bar.max == 100


def test_charts_map_and_numbers_are_shown(panel: PlaytestPanel) -> None:
    finished(panel)
    assert panel.chart.value.count("<circle") == 4  # two points, and the legend
    assert 'class="hexwidgets-chart"' in panel.lengths.value
    assert panel.heat.value.count("<polygon") == 19 + 5  # and the scale
    before = panel.heat.value
    panel.map.value = "swing"
    assert panel.heat.value != before
    assert "<details class" in panel.details.value
    assert "<table>" in panel.details.value


def test_dials_switches_and_options_are_those_of_the_game() -> None:
    panel = PlaytestPanel(hw.MonsterHex("three"))
    panel.games.value = 100
    panel.dials["colour_bonus"].value = 5
    panel.switches["large_tie"].value = "move-up"
    panel.options["goals"].value = True
    wanted = hw.MonsterHex("three", goals=True, large_tie="move-up", dials={"colour_bonus": 5})
    assert finished(panel).frame().equals(simulate(wanted, games=100, progress=False).frame())
    panel.close()


def test_a_dial_that_was_set_is_played(panel: PlaytestPanel) -> None:
    panel.dials["life"].value = 1
    panel.switches["pursuit"].value = "optional"
    wanted = simulate(hw.ArenaDuel(life=1, pursuit="optional"), games=100, progress=False)
    assert finished(panel).frame().equals(wanted.frame())


def test_another_variant_brings_other_seats_and_dials() -> None:
    panel = PlaytestPanel(hw.MonsterHex("four"))
    assert list(panel.bots) == ["red", "blue", "yellow", "green"]
    panel.options["variant"].value = "two-duel"
    assert list(panel.bots) == ["red", "blue"]
    assert panel.dials["rounds"].value == hw.MonsterHex("two-duel").dials["rounds"]
    panel.games.value = 100
    assert finished(panel).batches[0].seats == ("red", "blue")
    panel.close()


def test_values_of_a_dial_are_compared(panel: PlaytestPanel) -> None:
    panel.sweep.value = "life"
    assert panel.values.value == (3, 7)
    panel.values.value = (2, 4)
    report = finished(panel)
    assert report.variants == ("life 2", "life 3", "life 4")
    assert panel.chart.value.count("<circle") == 8
    assert "Compared game by game" in panel.details.value
    panel.sweep.value = "pursuit"
    assert panel.values.layout.display == "none"
    assert finished(panel).variants == ("pursuit always", "pursuit optional")


def test_bots_can_be_seated(panel: PlaytestPanel) -> None:
    panel.dials["life"].value = 1
    panel.bots["north"].value = hw.bots.Greedy
    assert finished(panel).batches[0].seating() == ["North Greedy", "South random"]


def test_stop_keeps_what_was_played(panel: PlaytestPanel) -> None:
    panel.games.value = 1_000_000
    panel.run()
    until = time.monotonic() + 60
    while (panel.report is None or not panel.report.games) and time.monotonic() < until:
        time.sleep(0.02)
    panel.stop()
    assert panel.wait(timeout=60)
    assert panel.report is not None
    assert 0 < panel.report.games < 1_000_000
    assert panel.report.ended == "interrupted"
    assert "Interrupted" in panel.status.value
    assert not panel.run_button.disabled


def test_running_twice_plays_once(panel: PlaytestPanel) -> None:
    panel.games.value = 100_000
    panel.run()
    thread = panel._thread
    panel.run()
    assert panel._thread is thread
    panel.stop()


def test_what_cannot_be_played_is_said(panel: PlaytestPanel) -> None:
    for name in ("dice_front", "dice_front_side", "dice_back_side", "dice_back"):
        panel.dials[name].value = 0
    panel.run()
    assert "That could not be played: ValueError" in panel.status.value
    assert not panel.run_button.disabled


def test_a_bot_that_fails_is_said(panel: PlaytestPanel) -> None:
    class Lost:
        def __call__(self, view: Any) -> Any:
            raise LookupError("<no idea>")

    panel.bots["north"].options = [("lost", Lost)]
    panel.bots["north"].value = Lost
    panel.run()
    assert panel.wait(timeout=60)
    assert "&lt;no idea&gt;" in panel.status.value


def test_it_speaks_japanese() -> None:
    panel = PlaytestPanel(hw.ArenaDuel(), language="ja")
    assert panel.run_button.description == "開始"
    panel.games.value = 100
    finished(panel)
    assert "勝率" in panel.chart.value
    assert "100局" in panel.status.value
    panel.close()


def texts(panel: PlaytestPanel) -> list[str]:
    """Everything it says, the labels of choices too."""
    found = []
    for widget in panel._made:
        found += [str(getattr(widget, name)) for name in ("description", "value") if hasattr(widget, name)]
        found += [str(option[0]) for option in getattr(widget, "options", ()) or ()]
        found += [str(title) for title in getattr(widget, "titles", ())]
    return found


def test_it_follows_set_language_and_keeps_what_was_chosen_and_shown(panel: PlaytestPanel) -> None:
    panel.sweep.value, panel.switches["pursuit"].value, panel.dials["hit"].value = "life", "optional", 2
    panel.values.value = (1, 2)
    finished(panel)
    before = texts(panel)
    hw.set_language("ja")
    try:
        assert panel.run_button.description == "開始"
        assert panel.dials["life"].description == "最初の体力"
        assert ("選べる", "optional") in panel.switches["pursuit"].options
        assert "北" in panel.chart.value
        assert "200局、シード1。" in panel.status.value
        assert "北の勝ち" in panel.details.value
        chosen = (panel.sweep.value, panel.switches["pursuit"].value, panel.dials["hit"].value, panel.values.value)
        assert chosen == ("life", "optional", 2, (1, 2))
        assert not [text for text in texts(panel) if "North" in text or "Dice" in text]
    finally:
        hw.set_language("en")
    assert texts(panel) == before


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", [hw.MonsterHex("three", goals=True), hw.ArenaDuel()], ids=["monsterhex", "arenaduel"])
def test_no_dial_switch_or_choice_is_shown_by_its_code_name(game: Any, language: str) -> None:
    panel = PlaytestPanel(game, language=language)
    for setting in panel._all_settings():
        box = {**panel.dials, **panel.switches}[setting.name]
        assert box.description != setting.name
        assert "_" not in box.description
        assert setting.rule in panel._notes[setting.name].value  # what the rulebook says
    for switch in panel._settings.switches:
        for label, choice in panel.switches[switch.name].options:
            assert label not in ("", choice) or language == "en"
    low_high = "1 – 100" if "life" in panel.dials else "0 – 20"
    assert low_high in panel._notes["life" if "life" in panel.dials else "colour_bonus"].value
    panel.close()


def test_a_panel_with_a_language_of_its_own_keeps_it() -> None:
    panel = PlaytestPanel(hw.ArenaDuel(), language="en")
    hw.set_language("ja")
    assert panel.run_button.description == "Run"
    hw.set_language("en")
    panel.close()


def test_exact_play_is_offered_where_a_game_is_solved() -> None:
    offered = {}
    for game in (hw.ArenaDuel(), hw.MonsterHex("two-duel")):
        panel = PlaytestPanel(game)
        seat = next(iter(panel.bots.values()))
        offered[game.rules.game_type.name] = hw.bots.Exact in [option[1] for option in seat.options]
        panel.close()
    assert offered == {"arenaduel": True, "monsterhex": False}


def test_rules_without_settings_can_be_played() -> None:
    panel = PlaytestPanel(Coin())
    panel.games.value = 100
    assert finished(panel).games == 100
    assert panel.heat.value == ""
    panel.close()


def test_closing_leaves_no_widget_and_no_thread() -> None:
    before = set(ipywidget._instances)
    panel = PlaytestPanel(hw.MonsterHex("four"))
    assert set(ipywidget._instances) > before
    panel.options["variant"].value = "three"
    panel.games.value = 1_000_000
    panel.run()
    panel.close()
    assert set(ipywidget._instances) == before
    assert not panel._thread.is_alive()
