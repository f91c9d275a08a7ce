"""The abilities of Monster Hex (section 5 of the rules page), as a part of the reference game.

What a seat may do is always asked by trying every token that could be written.
"""

import re

from tests.monsterhex.reference_parts import neighbours

ABILITIES = {
    "red": ("enchant", "reward"),
    "blue": ("blitz", "scatter"),
    "yellow": ("confuse", "scheme"),
    "green": ("curse", "petrify"),
}

MARKED = {"S1": "star", "B1": "dot", "C1": "dot"}

UNITS_PER_FACTION = 10

PLACE = r"[a-z]\d+|\(\s*-?\d+\s*,\s*-?\d+\s*\)"
CHOICE = re.compile(r"ability (\S+)")
USE = re.compile(
    rf"(?P<word>enchant|curse|petrify) (?P<place>{PLACE})"
    rf"|(?P<turn>confuse) (?P<enemy>{PLACE})\^(?P<rotation>[0-5])"
    r"|(?P<bare>scheme|blitz|decline)"
)


def read_use(token):
    """(ability or "decline", text of the target or None, rotation or None), or None for any other text."""
    match = USE.fullmatch(token)
    if not match:
        return None
    word = match["word"] or match["turn"] or match["bare"]
    rotation = match["rotation"]
    return word, match["place"] or match["enemy"], None if rotation is None else int(rotation)


class AbilityRules:
    """The methods of ``Reference`` that are about abilities."""

    def _set_up_abilities(self, abilities, dials):
        self._dials = dials  # (ability, "dot" or "star") -> number
        self.abilities = dict.fromkeys(self.seats)
        self._choosing = list(reversed(self.seats)) if abilities else []  # MH-ABIL-1
        self._counters = {}  # (q, r) of a unit -> white less black
        self._petrified = {}  # (q, r) -> points, in the order they were made
        self._deciding = None  # the cell of the unit just placed, while its ability may be used
        self._blitz = None  # None, "announced" or "second unit"
        self._blitzed = set()  # seats that have used Blitz

    @property
    def counters(self):
        return {self.board.label[cell]: number for cell, number in self._counters.items() if number}

    @property
    def petrified(self):
        return {self.board.label[cell]: points for cell, points in self._petrified.items()}

    def _dial(self, ability, key):
        return self._dials[ability, MARKED[key]]

    def _has(self, faction, ability, key):
        """Whether a unit of this faction carries the ability; the shared faction has none (MH-SHARED-6)."""
        return faction in self.seats and self.abilities[faction] == ability and key in MARKED

    # ------------------------------------------------------------------------------------------ choosing

    def _why_not_choose(self, name):
        if self.phase == "choose-ability" and name in ABILITIES[self._choosing[0]]:
            return None
        return "MH-ABIL-1"

    def _choose(self, name):
        self.abilities[self._choosing.pop(0)] = name
        if not self._choosing and "scheme" not in self.abilities.values():
            self.goal_deck = []  # MH-GOAL-1: back to the box

    # ------------------------------------------------------------------------------------------ using

    def _offer_ability(self, cell):
        """Wait for a decision if the unit just placed on the cell may do anything."""
        faction, key, _ = self.placed[cell]
        if faction in self.seats and self.abilities[faction] and key in MARKED and self._blitz != "second unit":
            self._deciding = cell
            if self.legal() == ["decline"]:  # MH-ABIL-4
                self._deciding = None

    def _ability_texts(self):
        """Every text that might use an ability."""
        texts = ["decline", "scheme", "blitz"]
        for label in self.board.place:
            texts += [f"{word} {label}" for word in ("enchant", "curse", "petrify")]
            texts += [f"confuse {label}^{rotation}" for rotation in range(6)]
        return texts

    def _why_not_use(self, word, where):
        if self.phase != "ability":
            return "MH-ABIL-2"
        if word == "decline":
            return None
        faction, key, _ = self.placed[self._deciding]
        if not self._has(faction, word, key):
            return "MH-ABIL-2"
        if word == "scheme":
            return None if self.goal_deck else "MH-ABIL-4"
        if word == "blitz":
            return None if self.hands[faction] and self._empty_cells() else "MH-ABIL-4"
        return self._why_not_target(word, self._read_place(where))

    def _why_not_target(self, ability, place):
        faction, key, _ = self.placed[self._deciding]
        there = self.placed[place][0] if place in self.placed else None
        friend = there == faction
        enemy = there is not None and not friend
        near = MARKED[key] == "star" or place in neighbours(self._deciding)
        if ability == "enchant":
            return None if friend else "MH-ENCHANT"
        if ability == "curse":
            return None if enemy else "MH-CURSE"
        if ability == "confuse":
            return None if enemy and near else "MH-CONFUSE"
        if place not in self._empty_cells():
            return "MH-PETRIFY-1"
        return "MH-PETRIFY-2" if self._last_of_a_site(place) else None

    def _last_of_a_site(self, cell):
        """Whether the cell is the only one of an unjudged site that has no unit."""
        unjudged = [site for site in self.board.sites if site not in self.judged] + list(self._petrified)
        return any([c for c in self.board.cells_around(site) if c not in self.placed] == [cell] for site in unjudged)

    def _use(self, word, where, rotation):
        faction, key, _ = self.placed[self._deciding]
        self._deciding = None
        place = None if where is None else self._read_place(where)
        if word == "enchant":
            self._counters[place] = self._counters.get(place, 0) + self._dial("enchant", key)
        elif word == "curse":
            self._counters[place] = self._counters.get(place, 0) - self._dial("curse", key)
        elif word == "confuse":
            enemy, its_key, _ = self.placed[place]
            self.placed[place] = (enemy, its_key, rotation)
        elif word == "petrify":
            self._petrified[place] = self._dial("petrify", key)
        elif word == "scheme":
            self.goals[faction].append(self.goal_deck.pop(0))
        elif word == "blitz":
            self._blitz = "announced"
            self._blitzed.add(faction)

    # ------------------------------------------------------------------------------------------ what they change

    def _scatter_allows(self, key, cell):
        if cell not in self._empty_cells() or not self._has(self.placing, "scatter", key):
            return False
        return MARKED[key] == "star" or self._touches(cell)

    def _reward(self, judged):
        """MH-REWARD, at a large or petrified site that was just judged."""
        for faction, key in judged.units:
            if faction == judged.first and self._has(faction, "reward", key):
                self.scores[faction] += self._dial("reward", key)

    def _judge_petrified(self, cell):
        """MH-PETRIFY-3."""
        if not all(place in self.placed or place in self._petrified for place in self.board.cells_around(cell)):
            return
        first, second = self._rank("petrified", cell)
        taker = first if first is not None else second
        points = self._petrified.pop(cell)
        if taker is not None:
            self.colourless[taker].append(points)
            self.scores[taker] += points

    def _turn_is_skipped(self):
        """MH-BLITZ-2."""
        seat, faction = self._turns()[self._step]
        final_hand = UNITS_PER_FACTION - self.rounds
        return faction == seat and seat in self._blitzed and len(self.hands[seat]) <= final_hand
