"""Monster Hex as a game in a notebook: the rules, the view, and the names people ask by."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import traitlets as t

from ..engine.faults import EditError, Fault
from ..hexgrid import Hex, Labels
from ..live import Game
from .components import COLOURLESS, Components, Goal, Stone, Unit
from .deciding import slot_to_place
from .editing import MonsterHexEditor
from .explain import WORDS, Judgement, judgements
from .rules import MonsterHexRules
from .state import ABILITIES

if TYPE_CHECKING:
    from .drafting import ComponentDraft

__all__ = ["MonsterHex", "Places", "Units"]

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


class Units(Places[Unit]):
    """The units on the board, by label or `Hex`; setting and deleting one edits the game, as `MonsterHex.editing` does.

    ``units["c4"] = "red S1^2"`` lays a unit in place of any that is there, ``del units["c4"]`` takes it off, and
    ``units["c4"].rotation = 3`` (or ``counters``) changes the unit there.
    """

    def __init__(self, values: Mapping[str, Unit], labels: Labels, game: MonsterHex) -> None:
        super().__init__(values, labels)
        self._game = game

    def __getitem__(self, place: str | Hex) -> Unit:
        label = self._labels[self._labels.find(place)]
        return self._values[label].of_game(partial(self._change, label))

    def __setitem__(self, place: str | Hex, unit: str | Unit) -> None:
        label = self._labels[self._labels.find(place)]
        with self._game.editing() as e:
            if label in self._game.units:
                e.take_off(label)
            e.put(unit, label)
        self._look()

    def __delitem__(self, place: str | Hex) -> None:
        label = self._labels[self._labels.find(place)]
        with self._game.editing() as e:
            if label not in self._game.units:
                raise KeyError(label)
            e.take_off(label)
        self._look()

    def _change(self, label: str, name: str, value: int) -> Unit:
        was = self._values[label]
        with self._game.editing() as e:
            there = self._game.units.get(label)
            if there is None or (there.faction, there.name) != (was.faction, was.name):
                facts = {"faction": was.faction, "unit": was.name, "cell": label}
                raise EditError.of([Fault("MH-PLACE-2", "edit.gone", facts, WORDS)], self._game.language)
            (e.turn if name == "rotation" else e.counters)(label, value)
        self._look()
        return self._values[label]

    def _look(self) -> None:
        self._values = self._game.units._values


class MonsterHex(Game, game="monsterhex"):
    """A game of Monster Hex.

    Args:
        variant: "four", "three", "two-shared" or "two-duel".
        seats: faction names in playing order; default red, blue, yellow, green as far as needed.
        seed: decides the deal; default random, kept as ``game.seed``.
        abilities: whether each seat takes one of its faction's two abilities.
        goals: whether goal cards are dealt.
        shared: the shared faction of "two-shared"; default the first unused.
        components: "reference", the set that comes with the package; or the path of a TOML file like the
            one that ``hexwidgets.monsterhex.components.save_reference(path)`` writes, or its tables as a dict.
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
        components: str | os.PathLike[str] | Mapping[str, Any] | Components = "reference",
        language: str | None = None,
        dials: Mapping[str, int] | None = None,
        **switches: str,
    ) -> None:
        rules = MonsterHexRules(
            variant,
            seats,
            abilities=abilities,
            goals=goals,
            shared=shared,
            components=components,
            dials=dials,
            **switches,
        )
        super().__init__(rules, seed=seed, language=language)

    @staticmethod
    def view_class(rules: MonsterHexRules) -> Any:
        """How the game looks; loaded with the first board."""
        from .view import MonsterHexView  # noqa: PLC0415

        return MonsterHexView(rules)

    @staticmethod
    def editing_view_class(rules: MonsterHexRules) -> Any:
        """How its drafts look; loaded with the first editor."""
        from .editing_view import MonsterHexEditingView  # noqa: PLC0415

        return MonsterHexEditingView(rules)

    @staticmethod
    def teaching() -> Any:
        """What lessons and quizzes may ask; loaded with the first of them."""
        from .teaching import TEACHING  # noqa: PLC0415

        return TEACHING

    @staticmethod
    def draft_class() -> type[ComponentDraft]:
        """What boards and components are made with: `hexwidgets.monsterhex.drafting.ComponentDraft`."""
        from .drafting import ComponentDraft  # noqa: PLC0415  loaded with the first draft

        return ComponentDraft

    @property
    def variant(self) -> str:
        """The variant's name."""
        return self.rules.variant.name

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self.rules.dials["rounds"]

    @property
    def hands(self) -> dict[str, tuple[Unit, ...]]:
        """Units in hand by seat, best rank first; a seat's shared unit comes last."""
        hands, rules, seats = self.state.hand, self.rules, len(self.seats)
        return {
            seat: tuple(
                unit
                for pile in range(slot, len(rules.piles), seats)
                for unit in rules.hand(hands[pile], seat if pile < seats else str(rules.shared))
            )
            for slot, seat in enumerate(self.seats)
        }

    @property
    def decks(self) -> dict[str, tuple[Unit, ...]]:
        """Units of its own faction that each seat has still to draw, the next one first."""
        return {seat: self._deck(slot, seat) for slot, seat in enumerate(self.seats)}

    @property
    def shared_decks(self) -> dict[str, tuple[Unit, ...]]:
        """Units of the shared faction that each seat has still to draw, the next one first; empty without one."""
        shared, seats = self.rules.shared, len(self.seats)
        if shared is None:
            return {}
        return {seat: self._deck(seats + slot, shared) for slot, seat in enumerate(self.seats)}

    def _deck(self, pile: int, faction: str) -> tuple[Unit, ...]:
        state, rules = self.state, self.rules
        tiles = state.deck[pile][state.drawn[pile] : state.deck_size[pile]]
        return tuple(rules.components.unit(faction, rules.units[tile]) for tile in tiles)

    @property
    def abilities(self) -> dict[str, str | None]:
        """The ability that each seat took, None before it has and in games without abilities."""
        return {seat: ABILITIES[self.state.ability[slot]] or None for slot, seat in enumerate(self.seats)}

    @property
    def goals(self) -> dict[str, tuple[Goal, ...]]:
        """The goal cards that each seat holds in private."""
        return {seat: self.rules.goal_cards(self.state.goal[slot]) for slot, seat in enumerate(self.seats)}

    @property
    def open_goals(self) -> tuple[Goal, ...]:
        """The goal cards that lie open for all."""
        return self.rules.goal_cards(self.state.open_goal)

    @property
    def petrified(self) -> Places[int]:
        """The cells that are stones for now, with their points, by label or `Hex`."""
        cells = self.state.petrified
        return self._places({label: cells[i] for i, label in enumerate(self.rules.cell_labels) if cells[i]})

    @property
    def units(self) -> Units:
        """The units on the board, by label or `Hex`; setting and deleting one edits the game.

        >>> game = MonsterHex("four", seed=7)
        >>> game.units["d3"] = "blue S1^2"
        >>> game.units["d3"].rotation, game.ply
        (2, 1)
        """
        state, rules = self.state, self.rules
        found = ((label, rules.unit_at(state, cell)) for cell, label in enumerate(rules.cell_labels))
        return Units({label: unit for label, unit in found if unit is not None}, rules.board.labels, self)

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
        """The stones that each faction took, the shared one included; those of petrified cells last."""
        state, stones = self.state, self.rules.stones
        made = range(state.made)
        return {
            faction: (
                *(stone for i, stone in enumerate(stones) if state.holder[i] == slot),
                *(Stone(COLOURLESS, state.made_points[i]) for i in made if state.made_holder[i] == slot),
            )
            for slot, faction in enumerate(self.rules.factions)
        }

    @property
    def judgements(self) -> Places[Judgement]:
        """What happened at each judged site, by label or `Hex`; nothing did at one that an edit filled or reopened."""
        state, found = self.state, judgements(self.log)
        reopened = {label for site, label in enumerate(self.rules.site_labels) if not state.judged[site]}
        return self._places({label: judgement for label, judgement in found.items() if label not in reopened})

    # -- changing -----------------------------------------------------------------------------

    def editing(self) -> AbstractContextManager[MonsterHexEditor]:
        """Set a position up; see `MonsterHexEditor` for what can be said and what follows from it.

        All of it is checked when the block ends: an `EditError` lists every fault, and nothing has changed then.

        >>> game = MonsterHex("four", seed=7)
        >>> with game.editing() as e:
        ...     e.put("red S1", "d3", rotation=2)
        ...     e.hand("blue", ["A1", "C3"])
        ...     e.score("blue", 5)
        ...     e.to_move("blue")
        >>> game.units["d3"].rotation, [unit.name for unit in game.hands["blue"]], game.to_move, game.scores["blue"]
        (2, ['A1', 'C3'], 'blue', 5)
        """
        return super().editing()

    def _places(self, values: Mapping[str, V]) -> Places[V]:
        return Places(values, self.rules.board.labels)

    def _shown(self) -> dict[str, Any]:
        state, shown = self.state, super()._shown()
        placing = None
        if shown["phase"] == "place":
            placing = self.rules.factions[slot_to_place(self.rules.table, state)]
        return shown | {"placing": placing, "round": min(state.round + 1, self.rounds)}
