"""Three small games as a stranger might write them: the methods of `Rules`, and no base class.

`Line` is perfect and sequential, `Raid` simultaneous with a die, `Whist` hidden with a shuffle.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from hexwidgets import Event, Fault, GameType, Hex, IllegalMove, Result
from hexwidgets.hexgrid import Labels, disk

Cells = tuple[str | None, ...]


class Line:
    """Three stones in a row on 19 hexes win. Moves are labels, states tuples; nothing optional is there."""

    game_type = GameType("line", ("black", "white"), max_length=19)

    def __init__(self) -> None:
        labels = Labels(disk(Hex(0, 0), 2))
        self.cells = tuple(labels[cell] for cell in labels)
        at = {cell: i for i, cell in enumerate(labels)}
        rows = ((cell, cell + step, cell + step + step) for cell in labels for step in Hex(0, 0).neighbours()[:3])
        self.rows = tuple(tuple(at[cell] for cell in row) for row in rows if all(cell in at for cell in row))

    def initial(self) -> Cells:
        return (None,) * len(self.cells)

    def to_move(self, state: Cells) -> tuple[str, ...]:
        if self.result(state):
            return ()
        return (self.game_type.seats[(len(state) - state.count(None)) % 2],)

    def moves(self, state: Cells, seat: str) -> tuple[str, ...]:
        return tuple(cell for cell, owner in zip(self.cells, state, strict=True) if owner is None)

    def fault(self, state: Cells, seat: str, move: Any) -> Fault | None:
        if move not in self.cells:
            texts = {"en": "There is no cell {cell}.", "ja": "{cell}というマスはありません。"}
            return Fault.plain("LINE-1", texts, cell=f"{move!r:.20}")
        if state[self.cells.index(move)] is not None:
            return Fault.plain("LINE-2", {"en": "{cell} is taken.", "ja": "{cell}は埋まっています。"}, cell=move)
        return None

    def apply(self, state: Cells, *moves: str) -> Cells:
        at = self.cells.index(moves[0])
        return (*state[:at], self.to_move(state)[0], *state[at + 1 :])

    def result(self, state: Cells) -> Result | None:
        for row in self.rows:
            owners = {state[i] for i in row}
            if len(owners) == 1 and None not in owners:
                return Result(tuple(owner for owner in owners if owner), "three in a row")
        return None if None in state else Result((), "board full")

    def hide(self, state: Cells, seat: str | None) -> Cells:
        return state


class Raided(NamedTuple):
    """A state of `Raid`: points by seat, orders that wait for the die, rounds played."""

    points: tuple[int, int] = (0, 0)
    orders: tuple[str, ...] = ()
    rounds: int = 0


class Raid:
    """Both choose in secret, then a die says what the bold gain. Chance outcomes are plain integers."""

    game_type = GameType("raid", ("north", "south"), "simultaneous", "explicit", max_length=4)

    def initial(self) -> Raided:
        return Raided()

    def to_move(self, state: Raided) -> tuple[str, ...]:
        if state.orders:
            return ("chance",)
        return () if state.rounds == 4 else self.game_type.seats

    def moves(self, state: Raided, seat: str) -> tuple[Any, ...]:
        return (1, 2, 3, 4, 5, 6) if seat == "chance" else ("guard", "raid", "rest")

    def fault(self, state: Raided, seat: str, move: Any) -> Fault | None:
        if move in self.moves(state, seat):
            return None
        texts = {"en": "{seat} knows no order {order}.", "ja": "{seat}に{order}という命令はありません。"}
        return Fault.plain("RAID-1", texts, seat=seat, order=f"{move!r:.20}")

    def apply(self, state: Raided, *moves: Any) -> Raided:
        if not state.orders:
            return state._replace(orders=moves)
        (die,) = moves
        both = zip(state.points, state.orders, reversed(state.orders), strict=True)
        north, south = (points + self._gain(die, own, other) for points, own, other in both)
        return Raided((north, south), (), state.rounds + 1)

    def _gain(self, die: int, own: str, other: str) -> int:
        return {"raid": die if other != "guard" else -die, "guard": 2, "rest": 1}[own]

    def result(self, state: Raided) -> Result | None:
        if self.to_move(state):
            return None
        best = max(state.points)
        return Result(tuple(s for s, p in zip(self.game_type.seats, state.points, strict=True) if p == best), "points")

    def hide(self, state: Raided, seat: str | None) -> Raided:
        return state

    def scores(self, state: Raided) -> dict[str, int]:
        return dict(zip(self.game_type.seats, state.points, strict=True))


@dataclass(frozen=True)
class Card:
    """A card of `Whist`."""

    number: int

    def __str__(self) -> str:
        return f"card {self.number}"


@dataclass(frozen=True)
class Shuffle:
    """Hands for everybody: what chance does before each round."""

    hands: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "shuffle " + " / ".join(" ".join(map(str, hand)) for hand in self.hands)


@dataclass(frozen=True)
class Tricks:
    """A state of `Whist`."""

    hands: tuple[tuple[int, ...], ...] = ()
    table: tuple[int, ...] = ()
    leader: int = 0
    won: tuple[int, ...] = (0, 0, 0)
    rounds: int = 0


class Whist:
    """Three seats, hidden hands, highest card takes the trick, new cards each round. Has every optional method."""

    def __init__(self, size: int = 2, rounds: int = 2) -> None:
        self.size, self.rounds = size, rounds
        seats = ("ann", "bob", "cem")
        length = 3 * size * rounds
        self.game_type = GameType("whist", seats, "sequential", "sampled", "hidden", max_length=length)
        self.deck = tuple(range(1, 3 * size + 4))

    def initial(self) -> Tricks:
        return Tricks()

    def to_move(self, state: Tricks) -> tuple[str, ...]:
        if not any(state.hands):
            return () if state.rounds == self.rounds else ("chance",)
        return (self.game_type.seats[(state.leader + len(state.table)) % 3],)

    def moves(self, state: Tricks, seat: str) -> tuple[Card, ...]:
        if seat == "chance":
            raise ValueError("too many to list")
        return tuple(Card(n) for n in state.hands[self.game_type.seats.index(seat)])

    def fault(self, state: Tricks, seat: str, move: Any) -> Fault | None:
        if seat == "chance":
            dealt = [n for hand in move.hands for n in hand] if isinstance(move, Shuffle) else []
            fits = len(dealt) == len(set(dealt)) and set(dealt) <= set(self.deck)
            if fits and [len(h) for h in move.hands] == [self.size] * 3:
                return None
            return Fault.plain("WHIST-2", {"en": "No such shuffle.", "ja": "その配り方はできません。"})
        held = state.hands[self.game_type.seats.index(seat)] if state.hands else ()
        if isinstance(move, Card) and move.number in held:
            return None
        texts = {"en": "{seat} does not hold {card}.", "ja": "{seat}は{card}を持っていません。"}
        return Fault.plain("WHIST-1", texts, seat=seat, card=f"{move!s:.20}")

    def apply(self, state: Tricks, *moves: Any) -> Tricks:
        (move,) = moves
        if isinstance(move, Shuffle):
            return replace(state, hands=move.hands, rounds=state.rounds + 1)
        slot = (state.leader + len(state.table)) % 3
        hands = tuple(tuple(n for n in h if s != slot or n != move.number) for s, h in enumerate(state.hands))
        table = (*state.table, move.number)
        if len(table) < 3:
            return replace(state, hands=hands, table=table)
        winner = (state.leader + table.index(max(table))) % 3
        won = tuple(n + (s == winner) for s, n in enumerate(state.won))
        return replace(state, hands=hands, table=(), leader=winner, won=won)

    def result(self, state: Tricks) -> Result | None:
        if self.to_move(state):
            return None
        best = max(state.won)
        return Result(tuple(s for s, n in self.scores(state).items() if n == best), "tricks")

    def hide(self, state: Tricks, seat: str | None) -> dict[str, Any]:
        seen = [hand if seat in (None, name) else len(hand) for name, hand in self._hands(state)]
        return {"hands": seen, "table": state.table, "leader": state.leader, "won": state.won, "rounds": state.rounds}

    def _hands(self, state: Tricks) -> list[tuple[str, tuple[int, ...]]]:
        return list(zip(self.game_type.seats, state.hands, strict=False))

    def draw(self, state: Tricks, rng: random.Random) -> Shuffle:
        cards = rng.sample(self.deck, 3 * self.size)
        return Shuffle(tuple(tuple(sorted(cards[s::3])) for s in range(3)))

    def parse(self, state: Tricks, seat: str, text: str) -> Any:
        word, _, rest = text.partition(" ")
        try:
            if word == "card":
                return Card(int(rest))
            if word == "shuffle" and seat == "chance":
                return Shuffle(tuple(tuple(int(n) for n in hand.split()) for hand in rest.split("/")))
        except ValueError:
            pass
        texts = {
            "en": "{got} is no card; write {example}.",
            "ja": "{got}は札ではありません。{example}のように書きます。",
        }
        raise IllegalMove(Fault.plain("WHIST-0", texts, got=f"{text!r:.20}", example="card 7"), text)

    def events(self, before: Tricks, moves: Mapping[str, Any], after: Tricks) -> tuple[Event, ...]:
        ((seat, move),) = moves.items()
        if seat == "chance":  # who holds what is nobody's business
            return (Event.plain("WHIST-2", {"en": "Cards are dealt.", "ja": "札が配られました。"}),)
        texts = {"en": "{seat} plays {number}.", "ja": "{seat}が{number}を出しました。"}
        return (Event.plain("WHIST-1", texts, seat=seat, number=move.number),)

    def phase(self, state: Tricks) -> str:
        return "trick" if self.to_move(state) else "end"

    def scores(self, state: Tricks) -> dict[str, int]:
        return dict(zip(self.game_type.seats, state.won, strict=True))

    def options(self) -> dict[str, int]:
        return {"size": self.size, "rounds": self.rounds}
