"""A slow, literal reference implementation of Monster Hex, used as a test oracle.

It is written from the rules page alone (sections 1-8) and shares no code and no data with the package.  Every question
is answered by looking at the whole board.  The components are in ``reference_parts``, what is special to abilities in
``reference_abilities``, goals in ``reference_goals``.

Coordinates are axial ``(q, r)`` tuples.  A seat is named by its own faction.
"""

import re
from fractions import Fraction

from tests.monsterhex.reference_abilities import ABILITIES, CHOICE, PLACE, AbilityRules, read_use
from tests.monsterhex.reference_goals import GOALS, Facts, Judged, goal_score
from tests.monsterhex.reference_parts import (
    BOARDS,
    DIRECTIONS,
    FACTIONS,
    RANK_ORDER,
    STONES,
    UNITS,
    VARIANTS,
    direction_from_to,
    distance,
    large_places,
    neighbours,
    power,
)

__all__ = [
    "BOARDS",
    "DIRECTIONS",
    "FACTIONS",
    "NOT_A_TOKEN",
    "RANK_ORDER",
    "STONES",
    "UNITS",
    "VARIANTS",
    "Reference",
    "distance",
    "large_places",
    "neighbours",
    "power",
]

_PLACEMENT = re.compile(rf"([A-Z]\d+)@({PLACE})\^([0-5])")
_TAKE = re.compile(r"take (\S+)")

#: what ``why`` answers for a text that section 8 does not know
NOT_A_TOKEN = "MH-NOTATION"


class Reference(AbilityRules):
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
        abilities=False,
        goals=False,
        private_goals=None,
        open_goals=(),
        goal_deck=(),
        enchant_dot=1,
        enchant_star=2,
        curse_dot=1,
        curse_star=2,
        reward_dot=1,
        reward_star=2,
        petrify_dot=1,
        petrify_star=2,
        power_floor=0,
        goal_points=None,
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

        # MH-GOAL-1
        private_goals = private_goals or {}
        cards = [number for seat in private_goals for number in private_goals[seat]] + [*open_goals, *goal_deck]
        require(set(private_goals) <= set(self.seats), "private goals belong to seats")
        require(set(cards) <= set(GOALS) and len(set(cards)) == len(cards), "goals: 1 to 20, each at most once")
        require(goals or not (private_goals or open_goals), "private and open goals need the option goals")
        require(goals or abilities or not goal_deck, "a goal deck needs the option goals or abilities")
        self.goals = {seat: list(private_goals.get(seat, ())) for seat in self.seats}
        self.open_goals = list(open_goals)
        self.goal_deck = list(goal_deck) if abilities else []
        self.goal_points = dict(goal_points or {})
        require(set(self.goal_points) <= set(GOALS), "goal points: 1 to 20")
        self.goal_scores = {}  # seat -> {number: points}, after the end

        self.power_floor = power_floor
        dials = {
            ("enchant", "dot"): enchant_dot,
            ("enchant", "star"): enchant_star,
            ("curse", "dot"): curse_dot,
            ("curse", "star"): curse_star,
            ("reward", "dot"): reward_dot,
            ("reward", "star"): reward_star,
            ("petrify", "dot"): petrify_dot,
            ("petrify", "star"): petrify_star,
        }
        self._set_up_abilities(abilities, dials)

        self.placed = {}  # (q, r) -> (faction, key, rotation)
        self.taken = {faction: [] for faction in self.factions}  # stones of large sites
        self.colourless = {faction: [] for faction in self.factions}  # points of stones taken at petrified cells
        self.small_won = {}  # small site label -> faction or None, once judged
        self.scores = dict.fromkeys(self.factions, 0)
        self.discarded = []  # MH-LARGE-4
        self.judged = set()  # sites
        self.judgements = []  # (site label, totals or powers, who took what)
        self.judged_sites = []  # of Judged, petrified cells too
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
        if self._choosing:
            return "choose-ability"
        if self._pick:
            return "take"
        return "place" if self._deciding is None else "ability"

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
        if self.phase == "choose-ability":
            return self._choosing[0]
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
        return {cell for cell in self.board.cells if cell not in self.placed and cell not in self._petrified}

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
        empty = cell in self._empty_cells()
        if empty and self._touches(cell) and self._matches(key, cell, rotation):
            return None  # MH-PLACE-2 and 3 hold, so nobody is stuck
        if self._scatter_allows(key, cell):
            return None  # MH-SCATTER
        if self._stuck() if stuck is None else stuck:
            empty_starts = [start for start in self.board.starts if start in self._empty_cells()]
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
        choice, use = CHOICE.fullmatch(token), read_use(token)
        if not (placement or take or choice or use or token == "pass"):
            return NOT_A_TOKEN
        if choice:
            return self._why_not_choose(choice[1])
        if use:
            return self._why_not_use(use[0], use[1])
        if self.phase == "choose-ability":
            return "MH-ABIL-1"
        if self.phase == "ability":
            return "MH-ABIL-2"
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
        if self.phase == "choose-ability":
            words = [word for pair in ABILITIES.values() for word in pair]
            return sorted(f"ability {word}" for word in words if self.why(f"ability {word}") is None)
        if self.phase == "ability":
            return sorted(token for token in self._ability_texts() if self.why(token) is None)
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
        if choice := CHOICE.fullmatch(token):
            self._choose(choice[1])
        elif token == "pass":
            self._go_on()
        elif token.startswith("take "):
            self._take(token.removeprefix("take "))
            self._go_on()
        elif use := read_use(token):
            self._use(*use)
            self._judge_all()
        else:
            self._place(token)

    def _place(self, token):
        key, where, rotation = _PLACEMENT.fullmatch(token).groups()
        cell, faction = self._read_place(where), self.placing
        self._hand().remove(key)
        self.placed[cell] = (faction, key, int(rotation))
        self._offer_ability(cell)
        if self.phase != "ability":
            self._judge_all()

    def _judge_all(self):
        """Judge every site that is complete: printed ones, then petrified cells (MH-ORDER-1)."""
        self._sites_to_judge = [
            site
            for site in self.board.sites
            if site not in self.judged and all(cell in self.placed for cell in self.board.cells_around(site))
        ]
        self._sites_to_judge += self._petrified  # whether one is complete is asked when it is its turn
        self._go_on()

    def _go_on(self):
        """Judge what is left to judge; stop at a pick; then let Blitz place its second unit, or end the turn."""
        while self._sites_to_judge:
            site = self._sites_to_judge.pop(0)
            if site in self._petrified:
                self._judge_petrified(site)
                continue
            self.judged.add(site)
            if site in self.board.large:
                self._judge_large(site)
                if self._pick:
                    return
            else:
                self._judge_small(site)
        if self._blitz == "announced":
            self._blitz = "second unit"  # MH-BLITZ-1
        else:
            self._blitz = None
            self._end_turn()

    # ------------------------------------------------------------------------------------------ judgement

    def _facing(self, site):
        """[(faction, key, strength facing the site)] of the units around a site."""
        facing = []
        for cell in self.board.cells_around(site):
            if cell in self.placed:  # a neighbour of a petrified cell may be petrified too
                faction, key, rotation = self.placed[cell]
                printed = power(key, rotation, direction_from_to(cell, site))
                strength = max(self.power_floor, printed + self._counters.get(cell, 0))  # MH-COUNTER-1
                facing.append((faction, key, strength))
        return facing

    def _remember(self, kind, site, first=None, second=None):
        units = tuple((faction, key) for faction, key, _ in self._facing(site))
        self.judged_sites.append(Judged(kind, site, units, first, second))
        return self.judged_sites[-1]

    def _judge_small(self, site):
        self._remember("small", site)
        (faction_a, key_a, power_a), (faction_b, key_b, power_b) = self._facing(site)
        a = (power_a, RANK_ORDER[key_a[0]])
        b = (power_b, RANK_ORDER[key_b[0]])
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

    def _totals(self, site):
        totals = {}  # MH-LARGE-1
        for faction, _, strength in self._facing(site):
            totals[faction] = totals.get(faction, 0) + strength
        return totals

    def _rank(self, kind, site):
        """Place 1 and place 2 at a large or petrified site, with what follows whoever gets a stone."""
        totals = self._totals(site)
        first, second = large_places(totals, self.large_tie)
        self.judgements.append((self.board.label[site], totals, (first, second)))
        self._reward(self._remember(kind, site, first, second))
        return first, second

    def _judge_large(self, site):
        totals = self._totals(site)
        first, second = self._rank("large", site)
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

    def _at_the_end(self):
        return self.round == self.rounds and self._step == len(self._turns()) - 1

    def _end_turn(self):
        seat, _ = self._turns()[self._step]
        if not self.shared and not self._at_the_end():
            self._draw_own(seat, self.hand_size)  # MH-REFILL-1
        self._next_turn()
        while not self.over and self._turn_is_skipped():
            self._next_turn()

    def _next_turn(self):
        if self._at_the_end():
            self.over = True  # MH-END-1
            self._score_goals()
            return
        if self._step < len(self._turns()) - 1:
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

    def facts(self):
        """What the goals look at."""
        small = list(self.small_won.values())
        return Facts(
            seats=self.seats,
            units={cell: (faction, key) for cell, (faction, key, _) in self.placed.items()},
            large=self.board.large,
            ground=self.board.cells | set(self.board.sites),
            small_taken={seat: small.count(seat) for seat in self.seats},
            stone_colours={
                seat: [STONES[stone][0] for stone in self.taken[seat]] + [None] * len(self.colourless[seat])
                for seat in self.seats
            },
            judged=tuple(self.judged_sites),
        )

    def _score_goals(self):
        """MH-GOAL-2: before the winner is found."""
        facts = self.facts()
        for seat in self.seats:
            self.goal_scores[seat] = {
                number: goal_score(number, facts, seat, self.goal_points.get(number))
                for number in self.open_goals + self.goals[seat]
            }
            self.scores[seat] += sum(self.goal_scores[seat].values())

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
