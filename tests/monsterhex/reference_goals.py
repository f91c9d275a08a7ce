"""The goals of Monster Hex (section 6 of the rules page), scored from plain facts about a finished game."""

from dataclasses import dataclass

from tests.monsterhex.reference_parts import neighbours

FORMATION, MOST, REACH, EACH = "formation", "most", "reach", "each"

#: number -> (kind, points)
GOALS = {
    1: (FORMATION, 1),
    2: (FORMATION, 1),
    3: (FORMATION, 1),
    4: (FORMATION, 3),
    5: (FORMATION, 3),
    6: (FORMATION, 1),
    7: (FORMATION, 3),
    8: (FORMATION, 1),
    9: (FORMATION, 1),
    10: (MOST, 3),
    11: (MOST, 3),
    12: (MOST, 3),
    13: (MOST, 2),
    14: (MOST, 2),
    15: (MOST, 3),
    16: (REACH, 3),
    17: (REACH, 2),
    18: (REACH, 3),
    19: (EACH, 2),
    20: (EACH, 1),
}

#: formations: what has to be where; o own unit, e enemy unit, L printed large site
PATTERNS = {
    1: {(0, 0): "o", (1, 0): "o", (2, 0): "o"},
    2: {(0, 0): "o", (1, 0): "o", (0, 1): "o"},
    3: {(0, 0): "o", (1, 0): "o", (1, 1): "o"},
    4: {(0, 0): "o", (1, 0): "o", (2, 0): "o", (3, 0): "o"},
    5: {(0, 0): "o", (1, 0): "o", (0, 1): "o", (1, 1): "o"},
    6: {(-1, 0): "o", (0, 0): "L", (1, 0): "o"},
    7: {(0, 0): "L", (1, 0): "o", (0, -1): "o", (-1, 1): "o"},
    8: {(-1, 0): "o", (0, 0): "e", (1, 0): "o"},
    9: {(-1, 0): "e", (0, 0): "o", (1, 0): "e"},
}


@dataclass(frozen=True)
class Judged:
    """What is remembered of a judgement."""

    kind: str  # "large", "small" or "petrified"
    place: tuple
    units: tuple  # (faction, key) of every unit beside the site
    first: str | None = None  # the places at large and petrified sites, None where void
    second: str | None = None

    @property
    def factions(self):
        return {faction for faction, _ in self.units}


@dataclass(frozen=True)
class Facts:
    """All that goals look at, when the game is over."""

    seats: tuple
    units: dict  # (q, r) -> (faction, key)
    large: tuple  # the printed large sites
    ground: frozenset  # cells and sites of the board, no voids
    small_taken: dict  # seat -> number of small stones
    stone_colours: dict  # seat -> colours of the stones taken at large and petrified sites, None for colourless
    judged: tuple  # of Judged


def turned(place, times):
    """A place turned by 60 degrees counter-clockwise about the origin, so many times."""
    q, r = place
    for _ in range(times):
        q, r = q + r, -q
    return (q, r)


def what_lies_at(facts, seat, place):
    if place in facts.large:
        return "L"
    if place in facts.units:
        return "o" if facts.units[place][0] == seat else "e"
    return None


def formation_places(facts, seat, pattern):
    """The sets of places where the pattern fits (MH-GOAL-4)."""
    found = set()
    for centre in [*facts.units, *facts.large]:
        for rotation in range(6):
            # the origin of every pattern is one of its places
            here = {}
            for offset, what in pattern.items():
                q, r = turned(offset, rotation)
                here[(centre[0] + q, centre[1] + r)] = what
            if all(what_lies_at(facts, seat, place) == what for place, what in here.items()):
                found.add(frozenset(here))
    return found


def largest_group(cells):
    """The size of the largest connected set of the cells."""
    rest, largest = set(cells), 0
    while rest:
        group = {rest.pop()}
        while more := {place for cell in group for place in neighbours(cell)} & rest:
            group |= more
            rest -= more
        largest = max(largest, len(group))
    return largest


def count(number, facts, seat):  # noqa: PLR0911
    """How often a formation or "each" goal is met, how many of what "most" counts, whether a "reach" goal is met."""
    own = [cell for cell, (faction, _) in facts.units.items() if faction == seat]
    at_large_sites = [judged for judged in facts.judged if judged.kind != "small"]
    colours = facts.stone_colours[seat]
    match number:
        case 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9:
            return len(formation_places(facts, seat, PATTERNS[number]))
        case 10:
            return facts.small_taken[seat]
        case 11:
            return len(colours)
        case 12:
            return len([judged for judged in facts.judged if seat in judged.factions])
        case 13:
            return len([cell for cell in own if len(set(neighbours(cell)) & facts.ground) < 6])
        case 14:
            return len([judged for judged in at_large_sites if judged.second == seat])
        case 15:
            return largest_group(own)
        case 16:
            return int(len(set(colours) - {None}) >= 3)
        case 17:
            return int(facts.small_taken[seat] == 0)
        case 18:
            took_part = {judged.place for judged in at_large_sites if seat in judged.factions}
            return int(set(facts.large) <= took_part)
        case 19:
            return colours.count(seat)
        case 20:
            with_c = {(seat, key) for key in ("C1", "C2", "C3", "C4")}
            return len([judged for judged in at_large_sites if judged.first == seat and with_c & set(judged.units)])
    raise ValueError(f"there is no goal {number}")


def goal_score(number, facts, seat, points=None):
    """The points of one goal for one seat (``points``: instead of the printed ones)."""
    kind, printed = GOALS[number]
    value = printed if points is None else points
    mine = count(number, facts, seat)
    if kind == MOST:  # MH-GOAL-3
        most = max(count(number, facts, other) for other in facts.seats)
        return value if mine == most and mine > 0 else 0
    return mine * value  # MH-GOAL-4; a "reach" goal counts 0 or 1
