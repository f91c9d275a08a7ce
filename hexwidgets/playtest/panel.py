"""`PlaytestPanel`: simulations without code. Choose a variant, bots and how many games; run, watch, stop."""

from __future__ import annotations

import html
import inspect
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

import ipywidgets as w

from ..engine.dials import Dial, Settings, Switch
from ..engine.naming import naming_of
from ..engine.words import check_language, get_language, on_language
from ..reach import Reach
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
    while games go on, and None before. ``language`` is "en", "ja", or None to follow `set_language`.

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
        self._own_language = None if language is None else check_language(language)
        self.executor = executor
        self.report: Report | None = None
        self._settings: Settings = getattr(self.rules, "settings", _NOTHING)
        self._naming = naming_of(self.rules)
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._made: list[w.Widget] = []
        self._swept: str | None = None  # what the games on show differ in
        self._speaking = False  # choices are being said anew: nobody has chosen anything
        self._state: tuple[str, dict[str, Any]] | None = None  # what the status line says, where it is of no report
        self._began = 0.0
        self.options = {name: self._option(name, choices) for name, choices in self._settings.options.items()}
        self.switches = {s.name: self._choice(s) for s in self._settings.switches}
        self.dials = {dial.name: self._dial(dial) for dial in self._settings.dials}
        self._notes = {setting.name: self._keep(w.HTML()) for setting in self._all_settings()}
        self.bots: dict[str, Any] = {}
        self._seats = self._keep(w.Box(layout=_grid()))
        self.games = self._keep(w.Dropdown(options=[(f"{n:,}", n) for n in _GAMES], value=1_000))
        self.sweep = self._keep(w.Dropdown(options=[("", name) for name in self._sweeps()]))
        self.values = self._keep(w.IntRangeSlider(continuous_update=False))
        self.run_button = self._button("run", "play", "primary")
        self.stop_button = self._button("stop", "stop", "")
        self.bar = self._keep(w.IntProgress(value=0, max=1, layout=w.Layout(width="12em")))
        self.status = self._keep(w.HTML())
        self.reach = self._keep(Reach(root=_CLASS))
        self.map = self._keep(w.Dropdown())
        self.chart, self.lengths, self.heat, self.details = (self._keep(w.HTML()) for _ in range(4))
        self._title, self._bots_title = self._keep(w.HTML()), self._keep(w.HTML())
        self._folded = self._keep(w.Accordion())
        super().__init__([self._title, self._form(), self._results(), self.reach], layout=w.Layout(width="100%"))
        self.add_class(_CLASS)
        for name in self._settings.bound:
            self.options[name].observe(self._variant_chosen, "value")
        self.sweep.observe(self._sweep_chosen, "value")
        self.map.observe(lambda _: self._draw_heat(), "value")
        self.run_button.on_click(lambda _: self.run())
        self.stop_button.on_click(lambda _: self.stop())
        self._variant_shown()
        self._sweep_chosen(None)
        self._speak()
        self._idle("ready")
        on_language(self)

    @property
    def language(self) -> str:
        """The language it speaks."""
        return self._own_language or get_language()

    def language_changed(self) -> None:
        """Speak another language from now on; what is chosen and shown stays."""
        if self._own_language is None and self._made:
            with self._lock:
                self._speak()

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
            self._began, self._state = time.monotonic(), None
            self._announce(self._say("started"))
            arguments = (made, seated, self.games.value)
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

    def _play(self, made: Mapping[str, Any], seated: Sequence[Any], games: int) -> None:
        def tell(report: Report) -> None:
            with self._lock:
                self.report = report
                self._show(report)
            if self._stopping.is_set() and report.ended == "done" and report.games < report.wanted:
                raise KeyboardInterrupt

        try:
            simulate(made, seated, games=games, executor=self.executor, progress=tell, language=self._own_language)
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

    def _sweeps(self) -> list[str | None]:
        """What can be compared: nothing, or the values of a dial, a switch, or an option that leaves the seats."""
        free = [name for name in self._settings.options if name not in self._settings.bound]
        return [None, *self.dials, *self.switches, *free]

    def _all_settings(self) -> tuple[Dial | Switch, ...]:
        return (*self._settings.switches, *self._settings.dials)

    def _variant_chosen(self, change: Any) -> None:
        del change
        if not self._speaking:
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
            self.bots = {seat: self._keep(w.Dropdown(options=self._bots_to_choose())) for seat in seats}
            self._seats.children = tuple(self.bots.values())
            self._name_seats()

    def _sweep_chosen(self, change: Any) -> None:
        del change
        if self._speaking:
            return
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

    def _show(self, report: Report) -> None:
        language, batches = self.language, report.batches
        self.bar.value = report.games
        over = report.ended != "done" or report.games == report.wanted
        if over:
            self._tell(report.headline(language))
            self._announce(report.headline(language))
        else:
            rate = report.games / max(time.monotonic() - self._began, 0.001)
            facts = {"games": f"{report.games:,}", "wanted": f"{report.wanted:,}", "rate": f"{rate:,.0f}"}
            self._tell(WORDS.say("panel.running", language, **facts))
        about = "" if self._swept is None else f" · {self._setting_text(self._swept)}"
        if self._swept is not None:
            for batch in batches:
                value = batch.name.removeprefix(f"{self._swept} ")
                batch.titles = {each: self._value_text(self._swept, value, each) for each in WORDS.languages}
        groups = [batch.title(language) for batch in batches]
        seats = {seat: self._naming.say("seat", seat, language) for seat in batches[0].seats}
        wins = {seat: (name, [batch.estimate(f"win_{seat}") for batch in batches]) for seat, name in seats.items()}
        self.chart.value = pictures.points(self._say("wins") + about, groups, wins, share=True)
        lengths = {"length": ("", [batch.estimate("length") for batch in batches])}
        self.lengths.value = pictures.points(self._say("length") + about, groups, lengths)
        self._offer_maps(report)
        self._draw_heat()
        if over:
            told = html.escape(self._say("details"))
            numbers = report.summary().html(language) if report.games else ""
            if self._swept is not None and all(map(len, batches)):
                swept: dict[str, Any] = {
                    "dial": self._setting_text(self._swept),
                    "values": groups,
                    "games": f"{len(batches[0]):,}",
                }
                headline = html.escape(WORDS.say("sweep.headline", language, **swept))
                numbers = f"<p>{headline}</p>{report.compare().html(language)}{numbers}"
            self.details.value = (
                f'<details class="hexwidgets-numbers"><summary>{told}</summary><div>{numbers}</div></details>'
            )

    def _offer_maps(self, report: Report) -> None:
        names = [name for _, name in self.map.options]
        if tuple(names) != report.maps:
            self.map.options = [("", name) for name in report.maps]
            self.map.value = _telling(report)
        self._choices_said(self.map, lambda name: WORDS.say(f"map.{name}", self.language))
        self.map.layout.display = "" if report.maps else "none"

    def _draw_heat(self) -> None:
        if self._speaking or self.report is None or self.map.value is None or not self.report.games:
            return
        title, batches = WORDS.say(f"map.{self.map.value}", self.language), self.report.batches
        titles = [title] if len(batches) == 1 else [f"{batch.title(self.language)} · {title}" for batch in batches]
        drawn = (pictures.hexes(t, batch, self.map.value) for t, batch in zip(titles, batches, strict=True))
        self.heat.value = "".join(drawn)

    def _fail(self, error: BaseException) -> None:
        self.bar.bar_style = "danger"
        self._idle("failed", error=f"{type(error).__name__}: {error}")

    def _idle(self, word: str, **facts: Any) -> None:
        """What the status line says while nothing is played, other than of a report."""
        self._state = (word, facts)
        text = WORDS.say(f"panel.{word}", self.language, **facts)
        self._tell(text)
        self._announce(text)
        self.run_button.disabled, self.stop_button.disabled = False, True

    def _tell(self, text: str) -> None:
        self.status.value = f"<span>{html.escape(text)}</span>"

    def _announce(self, text: str) -> None:
        """Have it read out; not each of the numbers that change five times a second."""
        self.reach.said = text

    # -- words ------------------------------------------------------------------------------------

    def _speak(self) -> None:
        """Say everything in the language that holds now."""
        language = self.language
        game = self._naming.say("game", self.rules.game_type.name, language)
        self._title.value = f"{_STYLE}{pictures.STYLE}<b>{html.escape(game)}</b> · {html.escape(self._say('label'))}"
        self._bots_title.value = f"<b>{html.escape(self._say('bots'))}</b>"
        for word in ("games", "sweep", "values", "map"):
            getattr(self, word).description = self._say(word)
        self.run_button.description, self.stop_button.description = self._say("run"), self._say("stop")
        self._folded.titles = [self._say(word) for word, boxes in self._sections() if boxes]
        for name, box in self.options.items():
            box.description = self._setting_text(name)
            self._choices_said(box, partial(self._value_text, name, language=language))
        for switch in self._settings.switches:
            self.switches[switch.name].description = self._naming.title(switch, language)
            self._choices_said(self.switches[switch.name], partial(self._value_text, switch.name, language=language))
        for dial in self._settings.dials:
            self.dials[dial.name].description = self._naming.title(dial, language)
        for setting in self._all_settings():
            self._notes[setting.name].value = self._note(setting)
        self._choices_said(self.sweep, lambda name: self._say("nothing") if name is None else self._setting_text(name))
        self._name_seats()
        if self.report is not None:
            self._show(self.report)
        if self._state is not None:
            word, facts = self._state
            self._tell(WORDS.say(f"panel.{word}", language, **facts))

    def _name_seats(self) -> None:
        for seat, box in self.bots.items():
            box.description = self._naming.say("seat", seat, self.language)
            self._choices_said(box, self._bot_text)

    def _choices_said(self, box: Any, say: Callable[[Any], str]) -> None:
        """Say the choices of a list anew; what is chosen stays."""
        values = [option[1] for option in box.options]
        told = tuple((say(value), value) for value in values)
        if told == tuple(box.options):
            return
        chosen, self._speaking = box.value, True
        try:
            box.options = told
            box.value = chosen
        finally:
            self._speaking = False

    def _setting_text(self, name: str) -> str:
        """What a dial, a switch or an option is called."""
        setting = next((s for s in self._all_settings() if s.name == name), None)
        if setting is not None:
            return self._naming.title(setting, self.language)
        return WORDS.say_or(f"panel.{name}", "panel.other", self.language, name=name)

    def _value_text(self, name: str, value: Any, language: str) -> str:
        """What a value of a dial, a switch or an option is called."""
        if str(value) in ("True", "False"):
            return WORDS.say("panel.yes" if str(value) == "True" else "panel.no", language)
        return self._naming.say(name, str(value), language)

    def _bot_text(self, kind: type | None) -> str:
        if kind is None:
            return self._say("random")
        return WORDS.say_or(f"bot.{kind.__name__}", "bot.other", self.language, name=kind.__name__)

    def _note(self, setting: Dial | Switch) -> str:
        """The limits of a dial, and under its rule's title what the rulebook says."""
        book = self.rules.rulebook().in_language(self.language) if hasattr(self.rules, "rulebook") else {}
        limits = f"{setting.low:,} – {setting.high:,}" if isinstance(setting, Dial) else ""
        if setting.rule not in book:
            return f"<small>{limits}</small>"
        entry = book[setting.rule]
        head = " · ".join(filter(None, (limits, entry.title)))
        text = " ".join(filter(None, (entry.text, entry.ruling)))
        return (
            f"<details><summary><small>{html.escape(head)}</small></summary>"
            f"<small>{html.escape(text)} [{html.escape(setting.rule)}]</small></details>"
        )

    # -- making -----------------------------------------------------------------------------------

    def _sections(self) -> list[tuple[str, dict[str, w.Widget]]]:
        return [("switches", self.switches), ("dials", self.dials)]

    def _form(self) -> w.Widget:
        folds = []
        for _, boxes in self._sections():
            if boxes:
                cards = [self._keep(w.VBox([box, self._notes[name]])) for name, box in boxes.items()]
                folds.append(self._keep(w.Box(cards, layout=_grid())))
        self._folded.children, self._folded.selected_index = folds, None
        rows = [
            self._keep(w.Box(list(self.options.values()), layout=_grid())),
            self._bots_title,
            self._seats,
            *([self._folded] if folds else []),
            self._keep(w.Box([self.games, self.sweep, self.values], layout=_grid())),
            self._keep(w.Box([self.run_button, self.stop_button, self.bar, self.status], layout=_wrapped())),
        ]
        form = self._keep(w.VBox(rows))
        form.add_class("hexwidgets-form")
        return form

    def _results(self) -> w.Widget:
        left = self._keep(w.VBox([self.chart, self.lengths], layout=_half()))
        right = self._keep(w.VBox([self.map, self.heat], layout=_half()))
        right.add_class("hexwidgets-form")
        self.map.layout.display = "none"
        return self._keep(w.VBox([self._keep(w.Box([left, right], layout=_wrapped("flex-start"))), self.details]))

    def _option(self, name: str, choices: Sequence[Any]) -> w.Widget:
        own = self._own(name, choices[0])
        shown = [("", choice) for choice in choices]
        if own not in choices:
            shown.append((str(self.rules.game_type.name), own))
        return self._keep(w.Dropdown(options=shown, value=own))

    def _own(self, name: str, default: Any) -> Any:
        return self.rules.options().get(name, default)

    def _choice(self, switch: Switch) -> w.Widget:
        choices = [("", choice) for choice in switch.choices]
        return self._keep(w.Dropdown(options=choices, value=self.rules.switches[switch.name]))

    def _dial(self, dial: Dial) -> w.Widget:
        kind = w.IntSlider if dial.high - dial.low <= _WIDEST_SLIDER else w.BoundedIntText
        return self._keep(kind(value=self.rules.dials[dial.name], min=dial.low, max=dial.high))

    def _bots_to_choose(self) -> list[tuple[str, type | None]]:
        return [("", None), *(("", kind) for kind in _ready_bots(self.rules))]

    def _button(self, word: str, icon: str, style: str) -> w.Widget:
        made = self._keep(w.Button(icon=icon, button_style=style))
        made.add_class(f"hexwidgets-playtest-{word}")
        return made

    def _say(self, word: str) -> str:
        return WORDS.say(f"panel.{word}", self.language)

    def _keep(self, widget: w.Widget) -> w.Widget:
        self._made.append(widget)
        return widget


_CLASS = "hexwidgets-playtest"
# Names stand above what they name, so that long ones have room where it is narrow.
_STYLE = f"""<style>
.{_CLASS} {{ color: var(--jp-ui-font-color1, inherit); }}
.{_CLASS} .hexwidgets-form :is(.widget-dropdown, .widget-slider, .widget-text) {{
  flex-wrap: wrap; width: 100%; height: auto; margin: 2px 0;
}}
.{_CLASS} .hexwidgets-form :is(.widget-dropdown, .widget-slider, .widget-text) > .widget-label {{
  flex: 1 0 100%; width: 100%; height: auto; line-height: 1.4; text-align: left; white-space: normal;
}}
.{_CLASS} .hexwidgets-form .widget-dropdown > select {{ min-width: 0; }}
.{_CLASS} .hexwidgets-form :is(.widget-html, .widget-html-content) {{ width: 100%; height: auto; }}
.{_CLASS} .widget-html-content {{ line-height: 1.4; }}
.{_CLASS} summary {{ cursor: pointer; color: var(--jp-ui-font-color1, inherit); }}
.{_CLASS} .hexwidgets-numbers > div {{ overflow-x: auto; }}
.{_CLASS} .hexwidgets-numbers table {{ border-collapse: collapse; }}
.{_CLASS} .hexwidgets-numbers :is(th, td) {{
  padding: 2px 8px; text-align: left; border-bottom: 1px solid var(--jp-border-color2, currentColor);
}}
</style>"""


def _telling(report: Report) -> str | None:
    """The map to show first: one on which places differ, as where every game fills every place they do not."""
    maps = {name: set(batch.counts.heat(name).values()) for batch in report.batches[:1] for name in batch.counts.maps}
    return next((name for name, values in maps.items() if len(values) > 1), next(iter(maps), None))


def _ready_bots(rules: Any) -> list[type]:
    """The bots of the package that can be made without more words, and play such a game."""
    # `Random` is what sits where no bot does; `Exact` needs rules that come with their solution.
    others = {"Random"} if hasattr(rules, "solution") else {"Random", "Exact"}
    kinds = (getattr(all_bots, name) for name in all_bots.__all__ if name not in others)
    return [kind for kind in kinds if isinstance(kind, type) and _is_ready(kind)]


def _is_ready(kind: type) -> bool:
    parameters = inspect.signature(kind).parameters.values()
    fixed = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return callable(kind) and all(p.default is not p.empty or p.kind in fixed for p in parameters)


def _wrapped(align: str = "center") -> w.Layout:
    return w.Layout(flex_flow="row wrap", align_items=align, width="100%")


def _grid() -> w.Layout:
    columns = "repeat(auto-fill, minmax(min(100%, 17em), 1fr))"
    return w.Layout(display="grid", grid_template_columns=columns, grid_gap="0 16px", width="100%")


def _half() -> w.Layout:
    return w.Layout(flex="1 1 300px", min_width="0", max_width="440px")


def _close(widget: w.Widget) -> None:
    """A widget, with its style and its layout, which are widgets too and would stay."""
    parts = [getattr(widget, name, None) for name in ("style", "layout")]
    widget.close()
    for part in parts:
        if isinstance(part, w.Widget):
            part.close()
