"""From what `simulate` is given to variants that can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..engine.dials import one_of
from ..engine.faults import shorten
from ..engine.game import Game
from ..engine.players import Bot
from .bots import Random
from .chunks import Variant

__all__ = ["rules_of", "variants_of"]

_RULES = ("game_type", "initial", "to_move", "moves", "fault", "apply", "result", "hide")


def variants_of(game_or_variants: Any, bots: Any, *, rotate: bool = False, from_here: bool = False) -> list[Variant]:
    """The variants by name; ``TypeError`` and ``ValueError`` say what is wrong with what was given."""
    named = list(_named(game_or_variants))
    if not named:
        raise ValueError("expected a game or variants, got none")
    return [_variant(name, game, bots, rotate, from_here) for name, game in named]


def rules_of(game: Any) -> Any:
    """The rules of a game, or the rules given."""
    rules = game.rules if isinstance(game, Game) else game
    if missing := [name for name in _RULES if not hasattr(rules, name)]:
        raise TypeError(f"expected a game or a Rules object, got {shorten(game)}, which lacks {', '.join(missing)}")
    # Scripted dice are for one game.
    return getattr(rules, "unscripted", rules)


def _named(given: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(given, Mapping):
        for name, game in given.items():
            if not isinstance(name, str) or not name:
                raise TypeError(f"variants: expected a name for each, got {shorten(name)}")
            yield name, game
    elif isinstance(given, Sequence) and not isinstance(given, str):
        yield from zip(_names([rules_of(game) for game in given]), given, strict=True)
    else:
        yield rules_of(given).game_type.name, given


def _names(variants: Sequence[Any]) -> list[str]:
    """Names for a list: what differs in the options, or numbers where that does not tell them apart."""
    options = [_flat(getattr(rules, "options", dict)()) for rules in variants]
    keys = dict.fromkeys(key for own in options for key in own)
    telling = [key for key in keys if len({repr(own.get(key)) for own in options}) > 1]
    names = [
        f"{rules.game_type.name} " + ", ".join(f"{key}={own[key]}" for key in telling if key in own)
        for rules, own in zip(variants, options, strict=True)
    ]
    names = [name.strip() for name in names]
    if len(set(names)) < len(names) or any(len(name) > 60 for name in names):
        return [str(i + 1) for i in range(len(variants))]
    return names


def _flat(options: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in options.items():
        out.update(value if key == "dials" else {key: value})
    return out


def _variant(name: str, game: Any, bots: Any, rotate: bool, from_here: bool) -> Variant:
    rules = rules_of(game)
    seats = tuple(rules.game_type.seats)
    if from_here:
        if not isinstance(game, Game):
            raise TypeError(f"from_here needs a game with a position, got {shorten(game)}")
        if game.result is not None:
            raise ValueError(f"from_here: the game {name!r} is over")
    start = game.state if from_here else rules.initial()
    return Variant(name, rules, start, _bots(bots, seats), rotate)


def _bots(given: Any, seats: tuple[str, ...]) -> tuple[Bot | None, ...]:
    if isinstance(given, Mapping):
        for seat in given:
            one_of("seat", seat, seats)
        return tuple(_bot(given.get(seat)) for seat in seats)
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) != len(seats):
            raise ValueError(f"bots: expected one for each of {', '.join(seats)}, got {len(given)}")
        return tuple(map(_bot, given))
    return (_bot(given),) * len(seats)


def _bot(given: Any) -> Bot | None:
    # A `Random` is seeded anew for each game, so all of them play the same games, which can be compiled.
    if given is None or given == "random" or type(given) is Random:
        return None
    if not callable(given):
        raise TypeError(f'bots: expected callables bot(view) -> move, "random" or None, got {shorten(given)}')
    bot: Bot = given
    return bot
