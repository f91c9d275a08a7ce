"""What tests of rules ask a game, and what a refusal must be."""

import re

import pytest

from hexwidgets.engine.faults import IllegalMove
from tests.monsterhex.positions import before_judgement

_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def in_both_languages(statement):
    """The texts of a fault or an event, which are whole sentences with nothing left to fill in."""
    english, japanese = statement.text("en"), statement.text("ja")
    assert english.endswith(".")
    assert not _JAPANESE.search(english)
    assert _JAPANESE.search(japanese)
    assert japanese.endswith("。")
    assert not re.search("[{}]", english + japanese)
    return english, japanese


def refused(game, token, rule, **facts):
    """``token`` is refused by that rule, with those facts, in both languages; and nothing has changed."""
    state, log, rev = game.state.copy(), game.log, game.rev
    fault = game.why(token)
    assert fault is not None
    assert fault.rule == rule
    assert dict(fault.facts) == dict(fault.facts) | facts
    with pytest.raises(IllegalMove, match=rule) as caught:
        game.play(token)
    assert caught.value.fault == fault
    in_both_languages(fault)
    assert (game.state, game.log, game.rev) == (state, log, rev)


def said(game, rule):
    """The events of the last decision that rest on a rule, with good words in both languages."""
    for event in game.last_events:
        in_both_languages(event)
    return [event for event in game.last_events if event.rule == rule]


def cells(game):
    """Where the seat to move may place."""
    return {move.cell for move in game.legal_moves()}


def tokens(game):
    """The legal moves as text."""
    return [str(move) for move in game.legal_moves()]


def played(site, *shown, **options):
    """The game after a move that completed a site; see `before_judgement`."""
    game, token = before_judgement(site, *shown, **options)
    assert site not in game.judgements
    game.play(token)
    assert site in game.judgements
    return game


def names(units):
    """The names of units."""
    return [unit.name for unit in units]


def stones(taken):
    """Who took which stones, in words, without those who took none."""
    return {seat: " ".join(map(str, held)) for seat, held in taken.items() if held}
