"""What rules refuse at a board is heard by whoever listens, whether Python or the page told it."""

import logging

import pytest

import hexwidgets as hw
from hexwidgets.live import Attempt

from .board.wire import Page, Wire, recorded


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


@pytest.fixture
def duel() -> hw.ArenaDuel:
    return hw.ArenaDuel(dice=[1, 6])  # south may charge, north may not


@pytest.fixture
def heard() -> list[Attempt]:
    return []


def test_a_move_that_is_refused_is_heard(wire: Wire, heard: list[Attempt]) -> None:
    game = hw.MonsterHex("four", seed=7)
    game.on_refused(heard.append)
    answer = Page(game.board(), wire).ask("move", "S1", "a1", 2)
    assert heard == [Attempt("red", "S1@a1^2", answer["rule"], answer["text"])]


def test_a_card_that_the_page_refused_is_heard_alike(wire: Wire, duel: hw.ArenaDuel, heard: list[Attempt]) -> None:
    duel.on_refused(heard.append)
    for seat, picks in (("north", ("CF",)), (None, ("north", "CF"))):
        answer = Page(duel.board(seat), wire).ask("tried", *picks)
        assert (answer["ok"], answer["rule"]) == (False, "AD-CHARGE-1")
        assert heard.pop() == Attempt("north", "CF", "AD-CHARGE-1", answer["text"])
    assert duel.committed("north") is None


def test_pages_report_only_while_somebody_listens(duel: hw.ArenaDuel, heard: list[Attempt]) -> None:
    board = duel.board("north")
    assert "hears" not in board.status
    stop = duel.on_refused(heard.append)
    assert board.status["hears"] is True
    stop()
    stop()
    assert "hears" not in board.status


@pytest.mark.parametrize("picks", [(), ("F",), ("south", "CF"), ("CF", "="), (7,)])
def test_what_was_not_refused_is_no_attempt(
    wire: Wire, duel: hw.ArenaDuel, heard: list[Attempt], picks: tuple[str | int, ...]
) -> None:
    duel.on_refused(heard.append)
    answer = Page(duel.board("north"), wire).ask("tried", *picks)
    assert (answer["ok"], answer["rule"]) == (False, "")
    assert heard == []


def test_an_attempt_at_an_earlier_position_is_none(wire: Wire, duel: hw.ArenaDuel, heard: list[Attempt]) -> None:
    duel.on_refused(heard.append)
    assert Page(duel.board("north"), wire).ask("tried", "CF", rev=duel.rev + 1)["rule"] == "STALE"
    assert heard == []


def test_a_listener_that_fails_keeps_nobody_from_hearing(
    wire: Wire, duel: hw.ArenaDuel, heard: list[Attempt], caplog: pytest.LogCaptureFixture
) -> None:
    def fail(attempt: Attempt) -> None:
        raise RuntimeError(attempt.rule)

    duel.on_refused(fail)
    duel.on_refused(heard.append)
    with caplog.at_level(logging.CRITICAL, "hexwidgets"):
        assert Page(duel.board("north"), wire).ask("tried", "CF")["rule"] == "AD-CHARGE-1"
    assert len(heard) == 1


def test_only_a_function_listens(duel: hw.ArenaDuel) -> None:
    with pytest.raises(TypeError, match="on_refused: expected a function, got 'x'"):
        duel.on_refused("x")  # type: ignore[arg-type]
