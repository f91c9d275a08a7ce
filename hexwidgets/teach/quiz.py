"""Quizzes: questions about random positions without end, graded and explained by the rules themselves.

>>> import hexwidgets as hw
>>> quiz = hw.quiz("arenaduel", level=1, seed=7)
>>> quiz.kinds
('legal-cells', 'how-many-dice', 'chance', 'who-wins')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import ipywidgets as w
import traitlets as t

from ..board.board import Refusal
from ..board.intents import Intent
from ..board.region import LiveRegion
from ..board.scene import Scene
from ..engine.dials import one_of
from ..engine.faults import Fault, IllegalMove, shorten
from ..engine.game import Game
from ..engine.teaching import Question
from ..engine.words import check_language, get_language, on_language
from ..game_board import GameBoard, Theme
from .pages import OnPage, heading, page, prose
from .plan import WORDS, teaching_of
from .questions import Questions
from .results import Answer, Results

__all__ = ["Quiz", "quiz"]

_MARKED, _WRONG = 0.6, 0.2  # how strongly a place is shaded


def quiz(
    game: str | Game,
    *,
    level: int = 1,
    seed: int | None = None,
    kinds: Iterable[str] | None = None,
    pupil: str = "",
    results: Results | None = None,
    language: str | None = None,
    theme: Theme = "auto",
    **options: Any,
) -> Quiz:
    """A quiz about a game: ``"monsterhex"`` or ``"arenaduel"`` with ``options`` as for a new game, or a game.

    It asks about just that game: its variant, switches, dials, components or arena. ``level`` is 1 to 3; the same
    ``seed`` asks the same questions everywhere (None: a random one, kept as ``quiz.seed``). ``kinds`` of questions are
    all there are, or those named; one that the game has no place for is passed over. Answers are noted for ``pupil``
    in ``results``, of which several quizzes may share one. ``language`` None follows the game or `set_language`.

    Unknown words raise ``ValueError`` that lists the known ones.

    >>> import hexwidgets as hw
    >>> quiz = hw.quiz("arenaduel", seed=7, kinds=["how-many-dice"], dials={"dice_front": 0})
    >>> quiz.answer("0"), quiz.score, quiz.asked
    (True, 1, 1)
    >>> hw.quiz(hw.MonsterHex("two-duel", large_tie="move-up"), seed=7).questions.options
    '{"variant": "two-duel", "seats": ["red", "blue"], "large_tie": "move-up"}'
    """
    if isinstance(game, Game):
        if options:
            raise TypeError(f"a game has its options already; got {', '.join(options)}")
        language = language or game.language
    else:
        teaching_of(game)
        if options:
            game = Game.by_name[game].from_options(options, seed=0)
    questions = Questions(game, level=level, seed=seed, kinds=kinds)
    return Quiz(questions, pupil=pupil, results=results, language=language, theme=theme)


class Quiz(OnPage, t.HasTraits):
    """A quiz that is going on: ``question`` is open, ``marked`` what is marked on the board.

    ``questions`` are what it asks. ``score`` (right answers) and ``asked`` (all answers) are read-only traits to
    observe; ``results`` holds every answer. ``widget`` is what is shown: the board of a game like any other, since a
    question is about a position. Where cells are to be marked, a click or Enter there is a `mark`.
    """

    score = t.Int(0, read_only=True, help="How many answers were right.")
    asked = t.Int(0, read_only=True, help="How many questions were answered.")

    def __init__(
        self,
        questions: Questions,
        *,
        pupil: str = "",
        results: Results | None = None,
        language: str | None = None,
        theme: Theme = "auto",
    ) -> None:
        super().__init__()
        if not isinstance(pupil, str):
            raise TypeError(f"pupil: expected a text, got {shorten(pupil)}")
        self.questions, self.pupil = questions, pupil
        self.results = Results() if results is None else results
        self._language = None if language is None else check_language(language)
        self._theme: Theme = theme
        self.number = 0
        self.question: Question
        self.marked: set[str] = set()
        self.given: frozenset[str] | None = None
        self.board: _Board | None = None
        self._make_widget()
        self.next()
        on_language(self)

    # -- going through it ---------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The language that it is shown in."""
        return self._language or get_language()

    def ask(self, number: int) -> Question:
        """Question ``number`` (from 1), whichever is open."""
        return self.questions.ask(number)

    @property
    def game(self) -> str:
        """The name of the game that it is about."""
        return self.questions.game

    @property
    def level(self) -> int:
        """How hard it is: 1 to 3."""
        return self.questions.level

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of questions that it asks."""
        return self.questions.kinds

    @property
    def seed(self) -> int:
        """What brings the same questions again."""
        return self.questions.seed

    def next(self) -> None:
        """Go on to the next question."""
        self.question = self.questions.ask(self.number + 1)
        self.number += 1
        self.marked, self.given = set(), None
        self._set_up()
        self._show()

    def mark(self, place: str) -> None:
        """Mark a place, or take the mark away; ``ValueError`` for what is no place of this question."""
        one_of("place", place, self.question.places)
        if self.given is None:
            self.marked ^= {place}
            self._show()

    def answer(self, *given: str) -> bool:
        """Answer with the places or the key of a choice, and hear whether that is right; only the first one counts."""
        question = self.question
        known = question.places if question.form == "mark" else tuple(choice.key for choice in question.choices)
        for one in given:
            one_of("answer", one, known)
        answer = frozenset(given)
        right = answer == question.answer
        if self.given is None:
            self.given, self.marked = answer, set(answer) if question.form == "mark" else set()
            asked = self.questions
            self.results.add(
                Answer(
                    self.pupil, asked.game, asked.options, asked.level, asked.seed, self.number, question.kind, right,
                    given=" ".join(sorted(answer)), true=" ".join(sorted(question.answer)),
                )
            )  # fmt: skip
            with self.hold_trait_notifications():
                self.set_trait("asked", self.asked + 1)
                self.set_trait("score", self.score + right)
            self._show()
        return right

    def explanation(self) -> str:
        """The verdict on the answer that was given and the reasons, as text; "" before there is one."""
        if self.given is None:
            return ""
        return "\n\n".join(self._verdict())

    def close(self) -> None:
        """Take the quiz off every page."""
        if self.board is not None:
            self.board.close()
        self.widget.close()

    # -- what is shown ------------------------------------------------------------------------

    def _say(self, key: str, **facts: Any) -> str:
        return WORDS.say(key, self.language, **facts)

    def _set_up(self) -> None:
        before, question = self.board, self.question
        game = self.questions.make(question.position)
        for key in tuple(game.tools):
            game.tools.remove(key)  # a hint would answer
        self.board = _Board(self, game)
        self._place.children = (self.board,)
        if before is not None:
            before.close()
        count = len(question.choices)
        self._buttons += [self._choice(at) for at in range(len(self._buttons), count)]
        self._choices.children = self._buttons[:count]

    def _choice(self, at: int) -> w.Button:
        button = w.Button(layout=w.Layout(width="auto", margin="2px"))
        button.on_click(partial(self._pressed, lambda: self.answer(self.question.choices[at].key)))
        button.add_class("hexwidgets-quiz-choice")
        return button

    def _make_widget(self) -> None:
        self._text, self._told, self._score = LiveRegion(), LiveRegion(), w.HTML()
        self._text.add_class("hexwidgets-quiz-text")
        self._told.add_class("hexwidgets-quiz-told")
        self._place = w.VBox(layout=w.Layout(min_width="0"))
        self._choices = w.Box(layout=w.Layout(flex_flow="row wrap"))
        self._buttons: list[w.Button] = []
        self._check, self._next = (w.Button(layout=w.Layout(width="auto", margin="2px")) for _ in range(2))
        self._check.add_class("hexwidgets-quiz-check")
        self._next.add_class("hexwidgets-quiz-next")
        self._check.on_click(partial(self._pressed, lambda: self.answer(*self.marked)))
        self._next.on_click(partial(self._pressed, self.next))
        row = w.Box([self._check, self._next, self._score], layout=w.Layout(flex_flow="row wrap"))
        parts = [self._text, self._choices, row, self._told, self._place]
        self.widget = w.VBox(parts, layout=w.Layout(min_width="0", width="100%"))
        self.widget.add_class("hexwidgets-quiz")

    def _pressed(self, act: Callable[[], object], _button: w.Button) -> None:
        assert self.board is not None
        with self.board.game.lock:  # a click on the board may come at the same time, on a thread of its own
            act()

    def language_changed(self) -> None:
        """`set_language` was called; the board follows by itself."""
        if self._language is None:
            self._show()

    def _show(self) -> None:
        question, language = self.question, self.language
        parts = [heading(self._title(), 2), prose(f"**{question.text.text(language)}**")]
        if question.form == "mark":
            parts.append(prose(self._say("quiz.mark")))
        self._text.value = page("".join(parts), language)
        self._told.value = page(self._news(), language)
        score = self._say("quiz.score", right=self.score, asked=self.asked)
        self._score.value = page(prose(f"{self._say('quiz.level', level=self.questions.level)} · {score}"), language)
        answered = self.given is not None
        for choice, button in zip(question.choices, self._choices.children, strict=True):
            button.description = choice.text.text(language)
            chosen, true = choice.key in (self.given or ()), choice.key in question.answer
            button.button_style = "success" if answered and true else "danger" if chosen else ""
        for key, button in (("check", self._check), ("new", self._next)):
            button.description, button.tooltip = self._say(f"quiz.{key}"), self._say(f"quiz.title-{key}")
        self._check.layout.display = None if question.form == "mark" and not answered else "none"
        self._next.button_style = "primary" if answered else ""
        if self.board is not None:
            self.board.refresh()

    def _news(self) -> str:
        if self.given is not None:
            right = self.given == self.question.answer
            colour = "var(--jp-success-color1, #1f7a4d)" if right else "var(--jp-error-color1, #c62828)"
            content = prose("\n\n".join(self._verdict()))
            return f"<div style='border-left: 4px solid {colour}; padding-left: 8px'>{content}</div>"
        if self.question.form == "mark":
            cells = self._in_order(self.marked)
            return prose(self._say("quiz.marked", cells=cells) if cells else self._say("quiz.none-marked"))
        return ""

    def _in_order(self, places: Iterable[str]) -> list[str]:
        chosen = set(places)
        return [place for place in self.question.places if place in chosen]

    def _shaded(self) -> dict[str, float]:
        """How strongly places are shaded: what is marked; once it is answered the true ones, and faintly wrong ones."""
        true = self.question.answer if self.given is not None and self.question.form == "mark" else self.marked
        return {place: _MARKED if place in true else _WRONG for place in self._in_order(true | self.marked)}

    def _verdict(self) -> list[str]:
        question, language, given = self.question, self.language, self.given or frozenset()
        out = [self._say("quiz.right" if given == question.answer else "quiz.wrong")]
        if question.form == "mark":
            told = {"answer": question.answer, "missed": question.answer - given, "extra": given - question.answer}
            for key, places in told.items():
                if (cells := self._in_order(places)) or key == "answer":
                    out.append(self._say(f"quiz.{key}", cells=cells or [self._say("quiz.none")]))
        elif given != question.answer:
            (true,) = (choice.text.text(language) for choice in question.choices if choice.key in question.answer)
            out.append(self._say("quiz.answer", cells=true))
        return [*out, *(f"{reason.text(language)} `{reason.rule}`" for reason in question.why(given))]

    def _title(self) -> str:
        return self._say("quiz.title", number=self.number)

    def __str__(self) -> str:
        question, language = self.question, self.language
        lines = [self._title(), question.text.text(language)]
        lines += [f"- {choice.text.text(language)}" for choice in question.choices]
        return "\n".join([*lines, *filter(None, [self.explanation()])])

    def __repr__(self) -> str:
        asked = self.questions
        return f"<quiz {asked.game}, level {asked.level}, seed {asked.seed}: {self.score} of {self.asked} right>"


class _Board(GameBoard):
    """The position of a question: nothing is played on it; where places are to be marked, a click marks one."""

    def __init__(self, quiz: Quiz, game: Any) -> None:
        self._quiz = quiz
        super().__init__(game, seat=None, language=quiz._language, theme=quiz._theme, digits=False)

    def show(self, scene: Scene, rev: int) -> None:
        """The position without what may be played, and with what is marked."""
        question, quiz = self._quiz.question, self._quiz
        marks, picks, status = scene["marks"], scene["picks"], scene["status"]
        if question.shown is not None:
            game = self.game.at(question.shown)
            with game._glance(None, language=self.language, theme="auto", digits=False) as other:
                scene["tokens"] = other.tokens
        marks.update({name: [] for name in question.hidden})  # type: ignore[typeddict-item]
        at = {place["name"]: i for i, place in enumerate(self.grid["places"])}
        marks["heat"] = [(at[place], strength) for place, strength in quiz._shaded().items()]
        marking = question.form == "mark" and quiz.given is None
        picks["steps"] = ["place"] if marking else []
        picks["tree"] = dict.fromkeys(question.places, 1) if marking else {}
        picks["also"], picks["preset"], picks["refused"], picks["confirm"] = [], [], [], False
        status["event"], status["undo"], status["redo"] = None, False, False
        super().show(scene, rev)

    def _do(self, intent: Intent) -> Refusal | None:
        places = [str(pick) for pick in intent.picks]
        if intent.kind != "move" or len(places) != 1 or places[0] not in self._quiz.question.places:
            raise IllegalMove(Fault("QUIZ", "quiz.mark", {}, WORDS), " ".join(places))
        self._quiz.mark(places[0])
        return None
