"""The components of Monster Hex (section 7 of the rules page) and the rules that are plain functions.

For the reference implementation; shares no code and no data with the package.
"""

import functools

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
