"""A slow, literal reference implementation of Monster Hex, used as a test oracle.

It is written from the rules page alone (sections 1-4, 7 and 8; no abilities, no goals) and shares
no code and no data with the package.  Every question is answered by looking at the whole board.

Coordinates are axial ``(q, r)`` tuples.  A seat is named by its own faction.
"""

import functools
import re
from fractions import Fraction

# --------------------------------------------------------------------------- section 7: the components

FACTIONS = ("red", "blue", "yellow", "green")

#         E        NE       NW        W        SW       SE
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

UNITS = {
    "S1": (5, 4, 5, 3, 4, 3),
    "A1": (5, 5, 4, 2, 3, 2),
    "A2": (5, 2, 4, 3, 4, 3),
    "B1": (5, 4, 3, 1, 2, 3),
    "B2": (4, 4, 2, 3, 1, 4),
    "B3": (5, 1, 3, 5, 1, 3),
    "C1": (4, 3, 2, 1, 2, 3),
    "C2": (3, 3, 3, 2, 2, 2),
    "C3": (5, 1, 2, 2, 1, 4),
    "C4": (4, 1, 3, 1, 4, 2),
}

RANK_ORDER = {"S": 4, "A": 3, "B": 2, "C": 1}

STONES = {
    "R7": ("red", 7),
    "R2": ("red", 2),
    "B6": ("blue", 6),
    "B3": ("blue", 3),
    "Y5": ("yellow", 5),
    "Y4": ("yellow", 4),
    "G5": ("green", 5),
    "G4": ("green", 4),
}


def distance(a, b):
    dq, dr = a[0] - b[0], a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@functools.cache
def neighbours(place):
    """The six places around a place, in the order of the directions."""
    return tuple((place[0] + dq, place[1] + dr) for dq, dr in DIRECTIONS)


@functools.cache
def direction_from_to(a, b):
    """The direction in which the adjacent place b lies, seen from a."""
    return neighbours(a).index(b)


class Board:
    def __init__(self, cells, large, small, starts, voids=()):
        self.cells = frozenset(cells)
        self.large = tuple(large)
        self.small = tuple(small)
        self.starts = tuple(starts)
        self.voids = tuple(voids)
        self.sites = self.large + self.small  # the order of MH-ORDER-1
        self.label = self._labels()  # (q, r) -> "c4"
        self.place = {text: place for place, text in self.label.items()}

    def _labels(self):
        places = set(self.cells) | set(self.large) | set(self.small) | set(self.voids)
        labels = {}
        for row_number, r in enumerate(sorted({r for _, r in places})):
            row = sorted(q for q, other_r in places if other_r == r)
            for number, q in enumerate(row, start=1):
                labels[(q, r)] = "abcdefghijklmnopqrstuvwxyz"[row_number] + str(number)
        return labels

    def cells_around(self, site):
        return [place for place in neighbours(site) if place in self.cells]


def _disc(radius):
    span = range(-radius, radius + 1)
    return {(q, r) for q in span for r in span if distance((q, r), (0, 0)) <= radius}


def _board_four():
    large = [(2, 0), (-2, 0), (1, -2), (-1, 2)]
    small = [(4, -2), (2, 2), (-4, 2), (-2, -2)]
    throne = (0, 0)
    return Board(_disc(3) - {throne} - set(large), large, small, [(1, 0), (-1, 0)], [throne])


def _board_three():
    large = [(0, 0), (2, 0), (-2, 2), (0, -2)]
    small = [(2, 2), (-4, 2), (2, -4)]
    corners = {(0, 3), (-3, 0), (3, -3)}
    return Board(_disc(3) - corners - set(large), large, small, [(0, 1), (1, -1)])


def _board_two():
    large = [(-2, 0), (0, 0), (2, 0)]
    small = [(-1, -2), (1, 2), (3, -2), (-3, 2)]
    starts = [(1, -2), (-1, 2)]
    cells = set(starts)
    for site in large:
        cells |= set(neighbours(site))
    return Board(cells, large, small, starts)


BOARDS = {"four": _board_four(), "three": _board_three(), "two": _board_two()}

# section 1: number of seats, rounds, hand size, board
VARIANTS = {
    "four": (4, 8, 4, "four"),
    "three": (3, 10, 3, "three"),
    "two-shared": (2, 10, 3, "three"),
    "two-duel": (2, 9, 3, "two"),
}

# ------------------------------------------------------------------------------------ the rules as functions


def power(key, rotation, direction):
    """The power a unit shows in a direction: its edge i points to (i + rotation) mod 6."""
    edge = (direction - rotation) % 6
    return UNITS[key][edge]


def large_places(totals, large_tie):
    """(place 1, place 2) for a dict faction -> total; None where a place is void or does not exist."""
    # MH-LARGE-2
    ranking = [[f for f in totals if totals[f] == value] for value in sorted(set(totals.values()), reverse=True)]
    if large_tie == "move-up":  # MH-LARGE-3, the switch
        ranking = [tied for tied in ranking if len(tied) == 1]
    first_two = ([*ranking, [], []])[:2]
    return tuple(tied[0] if len(tied) == 1 else None for tied in first_two)


_PLACEMENT = re.compile(r"([A-Z]\d+)@([a-z]\d+|\(\s*-?\d+\s*,\s*-?\d+\s*\))\^([0-5])")
_TAKE = re.compile(r"take (\S+)")

#: what ``why`` answers for a text that section 8 (without the options) does not know
NOT_A_TOKEN = "MH-NOTATION"


class Reference:
    def __init__(  # noqa: PLR0915
        self,
        variant,
        seats,
        decks,
        stones,
        *,
        shared_decks=None,
        shared=None,
        small_same_faction_tie="owner",
        large_tie="void",
        hand_size=None,
        rounds=None,
        colour_bonus=2,
        small_points=1,
        overwhelm_factor=2,
        shared_loss=True,
    ):
        number_of_seats, default_rounds, default_hand, board_name = VARIANTS[variant]
        self.variant = variant
        self.board = BOARDS[board_name]
        self.seats = tuple(seats)
        self.rounds = default_rounds if rounds is None else rounds
        self.hand_size = default_hand if hand_size is None else hand_size
        self.colour_bonus = colour_bonus
        self.small_points = small_points
        self.overwhelm_factor = overwhelm_factor
        self.shared_loss = shared_loss
        self.small_same_faction_tie = small_same_faction_tie
        self.large_tie = large_tie

        def require(condition, text):
            if not condition:
                raise ValueError(text)

        require(small_same_faction_tie in ("owner", "nobody"), "small_same_faction_tie: owner or nobody")
        require(large_tie in ("void", "move-up"), "large_tie: void or move-up")
        require(
            len(self.seats) == number_of_seats == len(set(self.seats)) and set(self.seats) <= set(FACTIONS),
            f"{variant} needs {number_of_seats} different factions",
        )

        # MH-SHARED-1
        self.shared = None
        if variant == "two-shared":
            unused = [f for f in FACTIONS if f not in self.seats]
            self.shared = unused[0] if shared is None else shared
            require(self.shared in unused, "the shared faction must be unused")
        else:
            require(shared is None and shared_decks is None, "only two-shared has a shared faction")
        self.factions = self.seats + ((self.shared,) if self.shared else ())

        # section 10: what the dials must respect
        require(1 <= self.hand_size <= 10, "hand size: 1 to 10")
        require(1 <= self.rounds <= 10, "rounds: 1 to 10")
        require(self.rounds * len(self.factions) <= len(self.board.cells), "rounds x seats exceed the cells")

        # MH-SETUP-2
        self._stones = {site: tuple(stones[site]) for site in self.board.large}
        self.all_stones = tuple(stone for site in self.board.large for stone in self._stones[site])
        require(
            set(stones) == set(self.board.large) and all(len(two) == 2 for two in self._stones.values()),
            "two stones on every large site",
        )
        require(
            len(set(self.all_stones)) == len(self.all_stones) and set(self.all_stones) <= set(STONES),
            "each stone at most once",
        )
        require("R7" in self.all_stones, "the 7-point stone is always in the game")

        # MH-SETUP-1, MH-SHARED-1, MH-SHARED-2
        for faction in self.seats:
            require(sorted(decks[faction]) == sorted(UNITS), f"the deck of {faction} is its ten units")
        self.decks = {faction: list(decks[faction]) for faction in self.seats}
        self.hands = {faction: [] for faction in self.seats}
        self.shared_decks = {}
        self.shared_hands = {}
        if self.shared:
            self.shared_decks = {seat: list(shared_decks[seat]) for seat in self.seats}
            self.shared_hands = {seat: [] for seat in self.seats}
            one, two = self.shared_decks.values()
            require(
                len(one) == len(two) == 5 and sorted(one + two) == sorted(UNITS),
                "the shared decks are five units each, ten together",
            )
            first, second = self.seats
            self._draw_own(first, self.hand_size - 1)
            self._draw_shared(first)
            self._draw_own(second, self.hand_size)
        else:
            for seat in self.seats:
                self._draw_own(seat, self.hand_size)

        self.placed = {}  # (q, r) -> (faction, key, rotation)
        self.taken = {faction: [] for faction in self.factions}  # stones of large sites
        self.small_won = {}  # small site label -> faction or None, once judged
        self.scores = dict.fromkeys(self.factions, 0)
        self.discarded = []  # MH-LARGE-4
        self.judged = set()  # sites
        self.judgements = []  # (site label, totals or powers, who took what)
        self.log = []
        self.round = 1
        self.over = False
        self._step = 0  # which turn of the round
        self._order = self.seats  # seat order of this round
        self._sites_to_judge = []
        self._pick = None  # (site, taker, who gets the other stone or None)

    # ------------------------------------------------------------------------------------------ what one sees

    @property
    def phase(self):
        if self.over:
            return "over"
        return "take" if self._pick else "place"

    def _turns(self):
        """The turns of this round: (seat, faction of the unit)."""
        turns = [(seat, seat) for seat in self._order]  # MH-TURN-1
        if self.shared:  # MH-SHARED-3
            turns.append((self._order[0], self.shared))
        return turns

    @property
    def placing(self):
        return self._turns()[self._step][1] if self.phase == "place" else None

    @property
    def taking(self):
        """The faction whose stone pick is due (it may be the shared one)."""
        return self._pick[1] if self.phase == "take" else None

    @property
    def to_move(self):
        if self.phase == "over":
            return None
        if self.phase == "take":
            # MH-LARGE-6, MH-SHARED-6
            return self._order[0] if self.taking == self.shared else self.taking
        return self._turns()[self._step][0]

    @property
    def units(self):
        return {self.board.label[place]: unit for place, unit in self.placed.items()}

    @property
    def stones(self):
        return {self.board.label[site]: stones for site, stones in self._stones.items()}

    # ------------------------------------------------------------------------------------------ placement

    def _hand(self):
        """The units that may be placed now (MH-SHARED-7)."""
        if self.placing == self.shared:
            return self.shared_hands[self.to_move]
        return self.hands[self.placing]

    def _empty_cells(self):
        return {cell for cell in self.board.cells if cell not in self.placed}

    def _touches(self, cell):
        return any(place in self.placed for place in neighbours(cell))

    def _matches(self, key, cell, rotation):
        for direction, place in enumerate(neighbours(cell)):
            if place in self.placed:
                _, other, other_rotation = self.placed[place]
                back = direction_from_to(place, cell)
                if power(key, rotation, direction) == power(other, other_rotation, back):
                    return True
        return False

    def _must_pass(self):
        return not self._hand() or not self._empty_cells()

    def _stuck(self):
        beside_a_unit = [cell for cell in self._empty_cells() if self._touches(cell)]
        return not any(
            self._matches(key, cell, rotation)
            for cell in beside_a_unit
            for key in self._hand()
            for rotation in range(6)
        )

    def _why_not_place(self, key, cell, rotation, stuck=None):
        """The rule that forbids the placement, or None; ``stuck`` saves time for who knows the answer already."""
        if key not in self._hand():
            return "MH-SETUP-1"
        if not self.placed:
            return None if cell in self.board.starts else "MH-PLACE-1"
        empty = cell in self.board.cells and cell not in self.placed
        if empty and self._touches(cell) and self._matches(key, cell, rotation):
            return None  # MH-PLACE-2 and 3 hold, so nobody is stuck
        if self._stuck() if stuck is None else stuck:
            empty_starts = [start for start in self.board.starts if start not in self.placed]
            if empty_starts:
                return None if cell in empty_starts else "MH-PLACE-4"
            return None if empty else "MH-PLACE-5"
        if not empty or not self._touches(cell):
            return "MH-PLACE-2"
        return "MH-PLACE-3"

    # ------------------------------------------------------------------------------------------ tokens

    def _read_place(self, text):
        """A label or (q, r) as a coordinate; None when it names nothing on the board."""
        if text.startswith("("):
            q, r = text.strip("()").split(",")
            return (int(q), int(r))
        return self.board.place.get(text)

    def why(self, token):
        """The rule that forbids the token now, or None when it is legal."""
        if self.over:
            return "MH-END-1"
        placement, take = _PLACEMENT.fullmatch(token), _TAKE.fullmatch(token)
        if not (placement or take or token == "pass"):
            return NOT_A_TOKEN
        if (self.phase == "take") != bool(take):
            return "MH-LARGE-6"
        if take:
            return None if take[1] in self._stones[self._pick[0]] else "MH-LARGE-3"
        if token == "pass":
            return None if self._must_pass() else "MH-PLACE-6"
        key, where, rotation = placement.groups()
        return self._why_not_place(key, self._read_place(where), int(rotation))

    def legal(self):
        if self.phase == "over":
            return []
        if self.phase == "take":
            return sorted(f"take {stone}" for stone in STONES if self.why(f"take {stone}") is None)
        if self._must_pass():
            return ["pass"]
        stuck = self._stuck()
        return sorted(
            f"{key}@{self.board.label[cell]}^{rotation}"
            for key in self._hand()
            for cell in self._empty_cells()
            for rotation in range(6)
            if self._why_not_place(key, cell, rotation, stuck) is None
        )

    def play(self, token):
        rule = self.why(token)
        if rule:
            raise ValueError(f"{rule}: {token!r} is not legal now")
        self.log.append(token)
        if token == "pass":
            self._sites_to_judge = []
        elif token.startswith("take "):
            self._take(token.removeprefix("take "))
        else:
            key, where, rotation = _PLACEMENT.fullmatch(token).groups()
            faction = self.placing
            self._hand().remove(key)
            self.placed[self._read_place(where)] = (faction, key, int(rotation))
            self._sites_to_judge = [
                site
                for site in self.board.sites  # MH-ORDER-1
                if site not in self.judged and all(cell in self.placed for cell in self.board.cells_around(site))
            ]
        self._go_on()

    def _go_on(self):
        """Judge what is left to judge; stop at a pick; otherwise end the turn."""
        while self._sites_to_judge:
            site = self._sites_to_judge.pop(0)
            self.judged.add(site)
            if site in self.board.large:
                self._judge_large(site)
                if self._pick:
                    return
            else:
                self._judge_small(site)
        self._end_turn()

    # ------------------------------------------------------------------------------------------ judgement

    def _facing(self, site):
        """[(faction, rank, power facing the site)] of the units around a site."""
        facing = []
        for cell in self.board.cells_around(site):
            faction, key, rotation = self.placed[cell]
            facing.append((faction, key[0], power(key, rotation, direction_from_to(cell, site))))
        return facing

    def _judge_small(self, site):
        (faction_a, rank_a, power_a), (faction_b, rank_b, power_b) = self._facing(site)
        a = (power_a, RANK_ORDER[rank_a])
        b = (power_b, RANK_ORDER[rank_b])
        if a > b:  # MH-SMALL-1, MH-SMALL-2
            winner = faction_a
        elif b > a:
            winner = faction_b
        elif faction_a == faction_b and self.small_same_faction_tie == "owner":
            winner = faction_a  # MH-SMALL-3
        else:
            winner = None
        self.small_won[self.board.label[site]] = winner
        if winner:
            self.scores[winner] += self.small_points
        self.judgements.append((self.board.label[site], (a, b), winner))

    def _judge_large(self, site):
        totals = {}  # MH-LARGE-1
        for faction, _, strength in self._facing(site):
            totals[faction] = totals.get(faction, 0) + strength
        first, second = large_places(totals, self.large_tie)
        self.judgements.append((self.board.label[site], totals, (first, second)))
        if self.variant == "two-duel" and first is not None:  # MH-OVER-1
            other = sum(total for faction, total in totals.items() if faction != first)
            if totals[first] >= Fraction(self.overwhelm_factor) * other:
                for stone in self._stones[site]:
                    self._hand_over(site, stone, first)
                return
        if first is not None:  # MH-LARGE-3
            self._pick = (site, first, second)
        elif second is not None:
            self._pick = (site, second, None)
        else:
            self._discard_rest(site)

    def _take(self, stone):
        site, taker, other_taker = self._pick
        self._pick = None
        self._hand_over(site, stone, taker)
        if other_taker is not None:
            (other_stone,) = self._stones[site]
            self._hand_over(site, other_stone, other_taker)
        self._discard_rest(site)

    def _hand_over(self, site, stone, faction):
        self._stones[site] = tuple(s for s in self._stones[site] if s != stone)
        self.taken[faction].append(stone)
        colour, points = STONES[stone]
        self.scores[faction] += points + (self.colour_bonus if colour == faction else 0)  # MH-LARGE-5

    def _discard_rest(self, site):
        self.discarded += self._stones[site]  # MH-LARGE-4
        self._stones[site] = ()

    # ------------------------------------------------------------------------------------------ turns and rounds

    def _draw_own(self, seat, up_to):
        while len(self.hands[seat]) < up_to and self.decks[seat]:
            self.hands[seat].append(self.decks[seat].pop(0))

    def _draw_shared(self, seat):
        if self.shared_decks[seat]:
            self.shared_hands[seat].append(self.shared_decks[seat].pop(0))

    def _end_turn(self):
        turns = self._turns()
        seat, _ = turns[self._step]
        last_of_round = self._step == len(turns) - 1
        if last_of_round and self.round == self.rounds:
            self.over = True  # MH-END-1
            return
        if not self.shared:
            self._draw_own(seat, self.hand_size)  # MH-REFILL-1
        if not last_of_round:
            self._step += 1
            return
        if self.shared:  # MH-SHARED-4
            first, second = self._order
            self._draw_own(first, self.hand_size)
            self._draw_shared(second)
            self._order = (second, first)
        self._step = 0
        self.round += 1

    # ------------------------------------------------------------------------------------------ result

    @property
    def result(self):
        if not self.over:
            return None
        beaten = self.shared and all(self.scores[seat] < self.scores[self.shared] for seat in self.seats)
        if beaten and self.shared_loss:  # MH-SHARED-5
            return ((), "beaten-by-shared")
        most = max(self.scores[seat] for seat in self.seats)
        best = tuple(seat for seat in self.seats if self.scores[seat] == most)
        if len(best) == 1:  # MH-WIN-1
            return (best, "points")
        with_seven = tuple(seat for seat in best if "R7" in self.taken[seat])
        if with_seven:  # MH-WIN-2
            return (with_seven, "seven-stone")
        return (best, "shared-victory")  # MH-WIN-3
