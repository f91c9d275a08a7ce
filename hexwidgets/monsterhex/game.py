"""Monster Hex as a game in a notebook: the rules, the view, and the names people ask by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import traitlets as t

from ..hexgrid import Hex, Labels
from ..live import Game
from .components import Components, Stone, Unit
from .explain import Judgement, judgements
from .rules import MonsterHexRules
from .view import MonsterHexView

__all__ = ["MonsterHex", "Places"]

V = TypeVar("V")


class Places(Mapping[str, V], Generic[V]):
    """A read-only mapping by place: ``units["c4"]`` and ``units[Hex(1, -1)]`` are the same.

    A place that exists but holds nothing raises ``KeyError``; one that does not exist raises
    `UnknownPlace`, which lists the known ones.
    """

    def __init__(self, values: Mapping[str, V], labels: Labels) -> None:
        self._values = values
        self._labels = labels

    def __getitem__(self, place: str | Hex) -> V:
        return self._values[self._labels[self._labels.find(place)]]

    def __contains__(self, place: object) -> bool:
        return isinstance(place, str | Hex) and self._labels[self._labels.find(place)] in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self._values))


class MonsterHex(Game, game="monsterhex"):
    """A game of Monster Hex.

    Args:
        variant: "four".
        seats: faction names in playing order; default red, blue, yellow, green.
        seed: decides the deal; default random, kept as ``game.seed``.
        abilities, goals, shared: parts of other variants and options; refused until they are there.
        components: "reference", the set that comes with the package.
        language: "en", "ja", or None to follow `set_language`.
        dials: numbers of the rules to change, by name; see ``hexwidgets.monsterhex.DIALS``.
        switches: rulings to set otherwise; see ``hexwidgets.monsterhex.SWITCHES``.

    Unknown words raise ``ValueError`` that lists the known ones.

    >>> game = MonsterHex("four", seed=7)
    >>> game.to_move, game.phase, len(game.legal_moves())
    ('red', 'place', 48)
    >>> game.play("A1@d3^0")
    >>> game.units["d3"].faction, game.to_move
    ('red', 'blue')
    >>> print(game.why("S1@a1^0").rule)
    MH-SETUP-1
    """

    view_class = MonsterHexView
    rules: MonsterHexRules

    placing = t.Unicode(None, allow_none=True, read_only=True, help="Faction of the unit to place.")
    round = t.Int(1, read_only=True, help="The round that is being played, from 1.")

    def __init__(
        self,
        variant: str = "four",
        seats: Iterable[str] | None = None,
        seed: int | None = None,
        abilities: bool = False,
        goals: bool = False,
        shared: str | None = None,
        components: str | Components = "reference",
        language: str | None = None,
        dials: Mapping[str, int] | None = None,
        **switches: str,
    ) -> None:
        for name, given in (("abilities", abilities), ("goals", goals), ("shared", shared)):
            if given:
                raise ValueError(f"{name}={given!r}: this version plays without {name}")
        rules = MonsterHexRules(variant, seats, components=components, dials=dials, **switches)
        super().__init__(rules, seed=seed, language=language)

    @property
    def variant(self) -> str:
        """The variant's name."""
        return self.rules.variant.name

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self.rules.dials["rounds"]

    @property
    def dials(self) -> dict[str, int]:
        """Every number of the rules that can be set, as it is set."""
        return dict(self.rules.dials)

    @property
    def switches(self) -> dict[str, str]:
        """Every ruling that can be set, as it is set."""
        return dict(self.rules.switches)

    @property
    def hands(self) -> dict[str, tuple[Unit, ...]]:
        """Units in hand by faction, best rank first."""
        hands = self.state.hand
        return {seat: self.rules.hand(hands[slot], seat) for slot, seat in enumerate(self.seats)}

    @property
    def decks(self) -> dict[str, tuple[Unit, ...]]:
        """Units still to be drawn by faction, the next one first."""
        state, rules = self.state, self.rules
        return {
            seat: tuple(
                rules.components.unit(seat, rules.units[tile])
                for tile in state.deck[slot][state.drawn[slot] : state.deck_size[slot]]
            )
            for slot, seat in enumerate(self.seats)
        }

    @property
    def units(self) -> Places[Unit]:
        """The units on the board, by label or `Hex`."""
        state, labels = self.state, self.rules.cell_labels
        found = ((label, self.rules.unit_at(state, cell)) for cell, label in enumerate(labels))
        return self._places({label: unit for label, unit in found if unit is not None})

    @property
    def stones(self) -> Places[tuple[Stone, ...]]:
        """The stones that still lie on each large site, by label or `Hex`."""
        state, rules = self.state, self.rules
        return self._places(
            {
                rules.site_labels[site]: tuple(rules.stones[s] for s in state.lying[site] if s >= 0)
                for site in range(rules.table.large_sites)
            }
        )

    @property
    def taken(self) -> dict[str, tuple[Stone, ...]]:
        """The stones that each faction took."""
        holder, stones = self.state.holder, self.rules.stones
        return {
            seat: tuple(stone for i, stone in enumerate(stones) if holder[i] == slot)
            for slot, seat in enumerate(self.seats)
        }

    @property
    def judgements(self) -> Places[Judgement]:
        """What happened at each judged site, by label or `Hex`."""
        return self._places(judgements(self.log))

    def _places(self, values: Mapping[str, V]) -> Places[V]:
        return Places(values, self.rules.board.labels)

    def _shown(self) -> dict[str, Any]:
        state, shown = self.state, super()._shown()
        placing = self.seats[state.slot] if shown["phase"] == "place" else None
        return shown | {"placing": placing, "round": min(state.round + 1, self.rounds)}
