"""Learning a game: its rulebook, lessons on a live board, quizzes, and what a teacher needs for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Lesson", "LessonError", "Quiz", "Results", "check_lesson", "lesson", "lessons", "quiz"]

if TYPE_CHECKING:
    from .lessons import Lesson, lesson, lessons
    from .plan import LessonError, check_lesson
    from .quiz import Quiz, quiz
    from .results import Results
else:
    _HOMES = {
        "Lesson": "lessons",
        "LessonError": "plan",
        "Quiz": "quiz",
        "Results": "results",
        "check_lesson": "plan",
        "lesson": "lessons",
        "lessons": "lessons",
        "quiz": "quiz",
    }

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415  loaded with the first lesson or quiz

        import_module("hexwidgets.games")  # so that every game of the package is known by its name
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
