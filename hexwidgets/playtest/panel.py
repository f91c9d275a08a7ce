"""`PlaytestPanel`: simulations without code. Choose a variant, bots and how many games; run, watch, stop."""

from __future__ import annotations

import html
import inspect
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

import ipywidgets as w

from ..engine.dials import Settings
from ..engine.words import check_language, get_language
from . import bots as all_bots
from . import pictures
from .report import Report
from .simulate import check_installed, simulate
from .tables import WORDS
from .variants import rules_of

__all__ = ["PlaytestPanel"]

_GAMES = (100, 1_000, 10_000, 100_000, 1_000_000)
_MOST_VALUES = 12  # of a dial that are compared
_WIDEST_SLIDER = 30
_NOTHING = Settings({}, (), (), {})


class PlaytestPanel(w.VBox):  # type: ignore[misc]
    """A form to play many games of ``game`` and to see who wins, live, for people who write no code.

    ``game`` is a game or its rules; games are played from the start. They are played on a thread beside the kernel,
    or by ``executor`` as in `simulate`. Stop keeps what has been played. ``report`` is the latest `Report`, also
    while games go on, and None before. ``language`` is "en", "ja", or None for the one that is set.

    >>> import hexwidgets as hw
    >>> panel = hw.PlaytestPanel(hw.ArenaDuel())
    >>> panel.games.value = 100
    >>> panel.run(); panel.wait(timeout=60)
    True
    >>> panel.report
    <Report arenaduel: 100 of 100 games, seed 1, done>
    >>> panel.close()
    """

    def __init__(self, game: Any, *, executor: Executor | None = None, language: str | None = None) -> None:
        check_installed()
        self.rules = rules_of(game)
        self.language = get_language() if language is None else check_language(language)
        self.executor = executor
        self.report: Report | None = None
        self._settings: Settings = getattr(self.rules, "settings", _NOTHING)
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._made: list[w.Widget] = []
        self._swept: str | None = None  # what the games on show differ in
        self.options = {name: self._option(name, choices) for name, choices in self._settings.options.items()}
        self.switches = {s.name: self._choice(s.name, s.choices) for s in self._settings.switches}
        self.dials = {dial.name: self._dial(dial.name, dial.low, dial.high) for dial in self._settings.dials}
        self.bots: dict[str, Any] = {}
        self._seats = self._keep(w.Box(layout=_wrapped()))
        self.games = self._keep(
            w.Dropdown(options=[(f"{n:,}", n) for n in _GAMES], value=1_000, description=self._say("games"))
        )
        self.sweep = self._keep(w.Dropdown(options=self._sweeps(), description=self._say("sweep"), style=_WIDE))
        self.values = self._keep(w.IntRangeSlider(description=self._say("values"), continuous_update=False))
        self.run_button = self._button("run", "play", "primary")
        self.stop_button = self._button("stop", "stop", "")
        self.bar = self._keep(w.IntProgress(value=0, max=1, layout=w.Layout(width="12em")))
        self.status = self._keep(w.HTML())
        self.map = self._keep(w.Dropdown(description=self._say("map")))
        self.chart, self.lengths, self.heat, self.details = (self._keep(w.HTML()) for _ in range(4))
        super().__init__([self._head(), self._form(), self._results()], layout=w.Layout(width="100%"))
        self.add_class("hexwidgets-playtest")
        for name in self._settings.bound:
            self.options[name].observe(self._variant_chosen, "value")
        self.sweep.observe(self._sweep_chosen, "value")
        self.map.observe(lambda _: self._draw_heat(), "value")
        self.run_button.on_click(lambda _: self.run())
        self.stop_button.on_click(lambda _: self.stop())
        self._variant_shown()
        self._sweep_chosen(None)
        self._idle(self._say("ready"))

    # -- doing ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play what is chosen, on a thread of its own; nothing while games are being played."""
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                return
            self._stopping.clear()
            try:
                made, seated = self._variants(), self._bots()
            except (TypeError, ValueError) as error:
                self._fail(error)
                return
            self._swept = self.sweep.value
            self.run_button.disabled, self.stop_button.disabled = True, False
            self.bar.value, self.bar.bar_style = 0, ""
            self.bar.max = self.games.value * len(made)
            arguments = (made, seated, self.games.value, time.monotonic())
            self._thread = threading.Thread(target=self._play, args=arguments, name="hexwidgets playtest", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Play no more; what has been played is kept."""
        self._stopping.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Block until no games are played any more, at most ``timeout`` seconds; whether that is so."""
        if self._thread is not None:
            self._thread.join(timeout)
        return self._thread is None or not self._thread.is_alive()

    def close(self) -> None:
        """Stop, and take the panel and everything in it off every page."""
        self.stop()
        if self._thread is not threading.current_thread():
            self.wait()
        for widget in reversed(self._made):
            _close(widget)
        self._made.clear()
        layout = self.layout
        super().close()
        layout.close()

    def _play(self, made: Mapping[str, Any], seated: Sequence[Any], games: int, began: float) -> None:
        def tell(report: Report) -> None:
            self.report = report
            with self._lock:
                self._show(report, began)
            if self._stopping.is_set() and report.ended == "done" and report.games < report.wanted:
                raise KeyboardInterrupt

        try:
            simulate(made, seated, games=games, executor=self.executor, progress=tell, language=self.language)
        except Exception as error:  # said on the panel: nobody reads what a thread raises
            self._fail(error)
        finally:
            self.run_button.disabled, self.stop_button.disabled = False, True

    # -- what is chosen ---------------------------------------------------------------------------

    def _variants(self) -> dict[str, Any]:
        """The rules to play by their names."""
        if self.sweep.value is None:
            made = self._rules({})
            return {made.game_type.name: made}
        name = self.sweep.value
        return {f"{name} {value}": self._rules({name: value}) for value in self._values(name)}

    def _values(self, name: str) -> Sequence[Any]:
        choices = {s.name: s.choices for s in self._settings.switches} | dict(self._settings.options)
        if name in choices:
            return tuple(choices[name])
        low, high = self.values.value
        step = -(-(high - low + 1) // _MOST_VALUES)
        return range(low, high + 1, step)

    def _rules(self, other: Mapping[str, Any]) -> Any:
        """The rules as they are set, with ``other`` set besides."""
        if self._settings is _NOTHING:
            return self.rules
        options = self._own_options({name: box.value for name, box in self.options.items()} | dict(other))
        options |= {name: box.value for name, box in self.switches.items()}
        dials = {name: box.value for name, box in self.dials.items()}
        options["dials"] = dials | {name: value for name, value in other.items() if name in self.dials}
        options |= {name: value for name, value in other.items() if name not in self.dials}
        return type(self.rules).from_options(options)

    def _own_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The options of the game itself, and what is chosen; what holds for another choice only is left out."""
        own = dict(self.rules.options())
        for name, bound in self._settings.bound.items():
            if chosen[name] != own.get(name, self._settings.options[name][0]):
                own = {key: value for key, value in own.items() if key not in bound}
        known = set(self._settings.options)
        return {k: v for k, v in own.items() if k not in known} | {k: v for k, v in chosen.items() if k in known}

    def _bots(self) -> list[Any]:
        return [box.value() if box.value is not None else None for box in self.bots.values()]

    def _sweeps(self) -> list[tuple[str, str | None]]:
        """What can be compared: nothing, or the values of a dial, a switch, or an option that leaves the seats."""
        free = [name for name in self._settings.options if name not in self._settings.bound]
        names = [*(d.name for d in self._settings.dials), *(s.name for s in self._settings.switches), *free]
        return [(self._say("nothing"), None), *((name, name) for name in names)]

    def _variant_chosen(self, change: Any) -> None:
        del change
        self._variant_shown()

    def _variant_shown(self) -> None:
        """Seats, dials and switches as they are in the variant that is chosen."""
        if self._settings is _NOTHING:
            rules = self.rules
        else:
            rules = type(self.rules).from_options(self._own_options({n: box.value for n, box in self.options.items()}))
            for name, box in self.dials.items():
                box.value = rules.dials[name]
            for name, box in self.switches.items():
                box.value = rules.switches[name]
        seats = tuple(rules.game_type.seats)
        if tuple(self.bots) != seats:
            for box in self.bots.values():
                self._made.remove(box)
                _close(box)
            choices = [(self._say("random"), None), *_bots_to_choose()]
            self.bots = {seat: self._keep(w.Dropdown(options=choices, description=seat)) for seat in seats}
            self._seats.children = tuple(self.bots.values())

    def _sweep_chosen(self, change: Any) -> None:
        del change
        dial = next((d for d in self._settings.dials if d.name == self.sweep.value), None)
        self.values.layout.display = "none" if dial is None else ""
        if dial is not None:
            now = self.dials[dial.name].value
            most = min(dial.high, max(dial.low + 8, 3 * now))
            # The ends may only be set so that low is never above high.
            self.values.max, self.values.min = max(most, self.values.min), dial.low
            self.values.max = most
            self.values.value = (max(dial.low, now - 2), min(most, now + 2))

    # -- what is shown ----------------------------------------------------------------------------

    def _show(self, report: Report, began: float) -> None:
        language, batches = self.language, report.batches
        self.bar.value = report.games
        over = report.ended != "done" or report.games == report.wanted
        if over:
            self.status.value = _paragraph(report.headline(language))
        else:
            rate = report.games / max(time.monotonic() - began, 0.001)
            facts = {"games": f"{report.games:,}", "wanted": f"{report.wanted:,}", "rate": f"{rate:,.0f}"}
            self.status.value = _paragraph(WORDS.say("panel.running", language, **facts))
        seats = batches[0].seats
        wins = [(seat, [batch.estimate(f"win_{seat}") for batch in batches]) for seat in seats]
        about = f" · {self._swept}" if self._swept else ""
        groups = [name.removeprefix(f"{self._swept} ") for name in report.variants]
        self.chart.value = pictures.points(self._say("wins") + about, groups, wins, share=True)
        lengths = [("length", [batch.estimate("length") for batch in batches])]
        self.lengths.value = pictures.points(self._say("length") + about, groups, lengths)
        maps = [(WORDS.say(f"map.{name}", language), name) for name in report.maps]
        if tuple(maps) != tuple(self.map.options):
            self.map.options = maps
            self.map.value = maps[0][1] if maps else None
        self._draw_heat()
        if over:
            told = html.escape(self._say("details"))
            numbers = report.summary().html() if report.games else ""
            if len(batches) > 1 and all(map(len, batches)):
                numbers = report.compare().html() + numbers
            self.details.value = f"<details><summary>{told}</summary>{numbers}</details>"

    def _draw_heat(self) -> None:
        if self.report is not None and self.map.value is not None and self.report.games:
            title, batches = WORDS.say(f"map.{self.map.value}", self.language), self.report.batches
            titles = [title] if len(batches) == 1 else [f"{batch.name}: {title}" for batch in batches]
            drawn = (pictures.hexes(t, batch, self.map.value) for t, batch in zip(titles, batches, strict=True))
            self.heat.value = "".join(drawn)

    def _fail(self, error: BaseException) -> None:
        said = f"{type(error).__name__}: {error}"
        self.bar.bar_style = "danger"
        self._idle(WORDS.say("panel.failed", self.language, error=said))

    def _idle(self, text: str) -> None:
        self.status.value = _paragraph(text)
        self.run_button.disabled, self.stop_button.disabled = False, True

    # -- making -----------------------------------------------------------------------------------

    def _head(self) -> w.Widget:
        title = f"<b>{html.escape(self.rules.game_type.name)}</b> · {html.escape(self._say('label'))}"
        return self._keep(w.HTML(title))

    def _form(self) -> w.Widget:
        sections = [("switches", list(self.switches.values())), ("dials", list(self.dials.values()))]
        found = [(self._say(word), self._keep(w.Box(boxes, layout=_wrapped()))) for word, boxes in sections if boxes]
        folded = self._keep(w.Accordion([box for _, box in found], titles=[title for title, _ in found]))
        folded.selected_index = None
        rows = [
            self._keep(w.Box(list(self.options.values()), layout=_wrapped())),
            self._keep(w.HTML(f"<b>{html.escape(self._say('bots'))}</b>")),
            self._seats,
            *([folded] if found else []),
            self._keep(w.Box([self.games, self.sweep, self.values], layout=_wrapped())),
            self._keep(w.Box([self.run_button, self.stop_button, self.bar, self.status], layout=_wrapped())),
        ]
        return self._keep(w.VBox(rows))

    def _results(self) -> w.Widget:
        left = self._keep(w.VBox([self.chart, self.lengths], layout=_half()))
        right = self._keep(w.VBox([self.map, self.heat], layout=_half()))
        return self._keep(w.VBox([self._keep(w.Box([left, right], layout=_wrapped())), self.details]))

    def _option(self, name: str, choices: Sequence[Any]) -> w.Widget:
        own = self._own(name, choices[0])
        texts = {True: self._say("yes"), False: self._say("no")}
        shown = [(texts[c] if isinstance(c, bool) else str(c), c) for c in choices]
        if own not in choices:
            shown.append((str(self.rules.game_type.name), own))
        return self._keep(w.Dropdown(options=shown, value=own, description=self._say(name)))

    def _own(self, name: str, default: Any) -> Any:
        return self.rules.options().get(name, default)

    def _choice(self, name: str, choices: Sequence[str]) -> w.Widget:
        return self._keep(w.Dropdown(options=choices, value=self.rules.switches[name], description=name, style=_WIDE))

    def _dial(self, name: str, low: int, high: int) -> w.Widget:
        kind = w.IntSlider if high - low <= _WIDEST_SLIDER else w.BoundedIntText
        return self._keep(kind(value=self.rules.dials[name], min=low, max=high, description=name, style=_WIDE))

    def _button(self, word: str, icon: str, style: str) -> w.Widget:
        made = self._keep(w.Button(description=self._say(word), icon=icon, button_style=style))
        made.add_class(f"hexwidgets-playtest-{word}")
        return made

    def _say(self, word: str) -> str:
        return WORDS.say(f"panel.{word}", self.language)

    def _keep(self, widget: w.Widget) -> w.Widget:
        self._made.append(widget)
        return widget


_WIDE = {"description_width": "initial"}


def _bots_to_choose() -> list[tuple[str, Any]]:
    """The bots of the package that can be made without more words, by name."""
    kinds = ((name, getattr(all_bots, name)) for name in all_bots.__all__ if name != "Random")
    return [(name, kind) for name, kind in kinds if isinstance(kind, type) and _is_ready(kind)]


def _is_ready(kind: type) -> bool:
    parameters = inspect.signature(kind).parameters.values()
    fixed = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return callable(kind) and all(p.default is not p.empty or p.kind in fixed for p in parameters)


def _wrapped() -> w.Layout:
    return w.Layout(flex_flow="row wrap", align_items="center", width="100%")


def _half() -> w.Layout:
    return w.Layout(flex="1 1 300px", min_width="0", max_width="440px")


def _paragraph(text: str) -> str:
    return f'<span role="status">{html.escape(text)}</span>'


def _close(widget: w.Widget) -> None:
    """A widget, with its style and its layout, which are widgets too and would stay."""
    parts = [getattr(widget, name, None) for name in ("style", "layout")]
    widget.close()
    for part in parts:
        if isinstance(part, w.Widget):
            part.close()
