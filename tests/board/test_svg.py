"""Pictures of scenes: what is in them, that they stand alone, and that no text becomes markup."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import bleach
import pytest
from bleach._vendor.html5lib.filters import sanitizer
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwidgets.board.layout import arrange
from hexwidgets.board.panel import cut, wrap
from hexwidgets.board.svg import svg
from hexwidgets.board.text import text

from .scenes import duel, middle, scene_with

SVG = "{http://www.w3.org/2000/svg}"
hostile = st.text(max_size=40) | st.sampled_from(
    [
        "</text><script>alert(1)</script>",
        "]]>",
        "&amp;",
        '"><svg onload=x>',
        "\0",
        "\ud800",
        "a" * 700,
        "長い名前" * 200,
    ]
)


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def tags(picture: str) -> list[str]:
    return [element.tag.removeprefix(SVG) for element in parsed(picture).iter()]


def words(picture: str) -> list[str]:
    """The texts that are drawn."""
    return ["".join(element.itertext()) for element in parsed(picture).iter(f"{SVG}text")]


def picture(theme: Any = "light", **changes: Any) -> str:
    grid, scene = middle()
    return svg(grid, scene, **{"theme": theme, **changes})


# -- what is in a picture -------------------------------------------------------------------------


def test_every_unit_shows_as_many_pips_as_its_powers_come_to() -> None:
    grid, scene = middle()
    powers = sum(sum(grid["kinds"][kind]["edges"]) for _, kind, *_ in scene["tokens"])
    assert svg(grid, scene, panel=False).count("h0") == powers


def test_digits_stand_for_pips_where_they_are_asked_for() -> None:
    grid, scene = middle()
    drawn = svg(grid, scene, panel=False, digits=True)
    assert "h0" not in drawn
    digits = [word for word in words(drawn) if re.fullmatch("[0-9]", word)]
    assert len(digits) > 6 * len(scene["tokens"])


def test_counters_stones_and_judged_sites_are_drawn() -> None:
    grid, scene = middle()
    bare = {**scene, "marks": {**scene["marks"], "done": [], "stones": [], "gems": []}}
    bare["tokens"] = [token[:3] for token in scene["tokens"]]
    full, less = svg(grid, scene, panel=False), svg(grid, bare, panel=False)
    assert {"+2", "\u22121"} <= set(words(full))
    assert not {"+2", "\u22121"} & set(words(less))
    assert len(words(full)) > len(words(less))
    assert len(full) > len(less) + 2000


def test_a_fighter_is_drawn_with_its_facing_and_its_dice() -> None:
    grid, scene = duel()
    drawn = svg(grid, scene, panel=False)
    assert {"N", "S"} <= set(words(drawn))
    assert drawn.count("h0") == 2 * (3 + 2 + 1 + 2 + 1)
    turned = {**scene, "tokens": [[at, kind, turn + 1] for at, kind, turn in scene["tokens"]]}
    assert svg(grid, turned, panel=False) != drawn


@pytest.mark.parametrize(("lives", "shown"), [(12, True), (5, False)])
def test_life_is_a_number_where_it_is_too_much_for_markers(lives: int, shown: bool) -> None:
    grid, scene = duel(lives)
    assert (f"3 / {lives}" in words(svg(grid, scene))) is shown


def test_the_panel_tells_heading_prompt_scores_events_and_note() -> None:
    shown = " ".join(words(picture()))
    for part in ("Round 5 / 8", "Green places a unit", "Red", "Blue placed C2 on e6.", "MH-PLACE-3", "Open table"):
        assert part in shown
    assert "Round 5 / 8" not in words(picture(panel=False))


def test_a_hand_that_is_hidden_shows_backs() -> None:
    grid, scene = middle()
    seats = [{**seat, "hand": 4} for seat in scene["tray"]["seats"]]
    hidden = {**scene, "tray": {**scene["tray"], "seats": seats}}
    assert svg(grid, hidden).count("h0") == svg(grid, scene, panel=False).count("h0")


def test_a_narrow_picture_has_its_panel_below() -> None:
    sizes = [[float(parsed(picture(width=width)).get(side, 0)) for side in ("width", "height")] for width in (880, 400)]
    (wide, low), (narrow, high) = sizes
    assert wide <= 880
    assert narrow <= 400
    assert low < wide
    assert high > narrow


def test_light_and_dark_differ() -> None:
    assert picture("light") != picture("dark")


@pytest.mark.parametrize(
    ("change", "message"),
    [({"theme": "auto"}, "theme: expected 'light' or 'dark'"), ({"width": 20}, "width: expected 160 to 4000 pixels")],
)
def test_what_cannot_be_drawn_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        picture(**change)


# -- a picture stands alone -----------------------------------------------------------------------


def test_it_says_as_text_what_it_shows() -> None:
    grid, scene = middle()
    root = parsed(svg(grid, scene))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Round 5 / 8 · Green places a unit"
    assert root.findtext(f"{SVG}desc") == text(grid, scene)


def test_ids_of_two_pictures_never_meet_and_all_of_them_are_there() -> None:
    ids = []
    for drawn in (picture("light"), picture("dark")):
        own = set(re.findall(r' id="([^"]*)"', drawn))
        assert set(re.findall(r"url\(#([^)]*)\)", drawn)) == own
        ids.append(own)
    assert not ids[0] & ids[1]


def test_it_is_the_same_every_time() -> None:
    assert picture() == picture()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cleaners_of_notebook_viewers_take_nothing_out(theme: str) -> None:
    """GitHub and older nbconvert show only what html5lib's list lets through, and inline."""
    svg_names = {name for namespace, name in sanitizer.allowed_elements if namespace == SVG[1:-1]}
    attributes = {name for _, name in sanitizer.allowed_attributes} - {"style", "href"} | {"role"}
    drawn = picture(theme).replace(' xmlns="http://www.w3.org/2000/svg"', "")
    clean = bleach.clean(drawn, tags=svg_names, attributes={"*": list(attributes)})
    as_one = lambda root: [(e.tag, sorted(e.items()), e.text) for e in root.iter()]  # noqa: E731
    assert as_one(parsed(clean)) == as_one(parsed(drawn))


@settings(max_examples=40, deadline=None)
@given(hostile, hostile, st.sampled_from(["en", "ja"]))
def test_no_text_becomes_markup(one: str, other: str, language: str) -> None:
    grid, scene = scene_with(one, other)
    drawn = svg(grid, scene, language=language)
    root = parsed(drawn)
    known = {"svg", "title", "desc", "rect", "g", "path", "text", "defs", "linearGradient", "radialGradient", "stop"}
    assert set(tags(drawn)) <= known
    names = {name for element in root.iter() for name in element.keys()}  # noqa: SIM118  an element is no dict
    assert not [name for name in names if name.startswith("on") or "href" in name or name == "style"]
    assert len(drawn) < 200_000


@given(st.text(max_size=400), st.integers(20, 400))
def test_wrapped_lines_hold_all_words_and_no_line_is_too_wide(sentence: str, width: int) -> None:
    lines = wrap(sentence, 10, width)
    assert "".join("".join(lines).split()) == "".join(sentence.split())
    assert all(len(line) <= 1 or len(line) * 5 <= width + 10 for line in lines)
    assert len(cut(sentence, 10, width)) <= max(1, len(sentence))


def test_japanese_breaks_anywhere_but_before_its_punctuation() -> None:
    lines = wrap("緑が魔石を取りました。赤は三点を得ました。", 10, 60)
    assert len(lines) > 2
    assert not any(line.startswith("。") for line in lines)


def test_places_lie_where_the_canvas_has_them() -> None:
    grid, _ = middle()
    wide = arrange(grid, 500, 9999)
    assert wide.width == pytest.approx(500)
    high = arrange(grid, 9999, 500)
    assert high.height == pytest.approx(500)
    assert arrange(grid, 9999, 9999).size == 66
    points, radius = wide.gems(0, 2)
    assert points[1].x - points[0].x == pytest.approx(radius * 2.08)


# -- advice ---------------------------------------------------------------------------------------


def advised(**status: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two fighters, where each may go, and who will win how likely."""
    grid, scene = duel()
    fans = [[3, 5, 0.62, 0], [3, 5, 0.3, 1], [4, 0, 0.04, 1], [5, 1, 0.7, 1]]
    told = {"chance": [[0, 0.625], [1, 0.375]], "course": [0.5, 0.4, 0.625]} | status
    return grid, scene | {"marks": {**scene["marks"], "fans": fans}, "status": {**scene["status"], **told}}


def test_a_side_tells_its_percentage_where_it_is_likely_enough_and_nobody_shares_it() -> None:
    assert [word for word in words(svg(*advised(), panel=False)) if word.endswith("%")] == ["70%"]


def test_a_small_picture_leaves_the_percent_signs_out() -> None:
    found = words(svg(*advised(), width=160, panel=False))
    assert "70" in found
    assert "70%" not in found


def test_a_fan_of_nobody_is_left_out() -> None:
    grid, scene = duel()
    with_fan = scene | {"marks": {**scene["marks"], "fans": [[3, 0, 1.0, 9]]}}
    assert svg(grid, with_fan) == svg(grid, scene)


def test_chances_are_in_the_panel_and_in_the_text_in_either_language() -> None:
    picture = svg(*advised())
    assert {"62.5%", "37.5%", "Chance to win"} <= set(words(picture))
    assert {"62.5%", "37.5%", "勝率"} <= set(words(svg(*advised(), language="ja")))
    assert "Chance to win: North 62.5%, South 37.5%" in text(*advised())
    assert "Best for South: " in text(*advised())


def test_the_bar_is_as_wide_for_each_as_its_chance_and_certainty_has_one_colour() -> None:
    def bars(chance: list[list[float]]) -> list[float]:
        tree = parsed(svg(*advised(chance=chance, course=[])))
        return [float(one.get("width", 0)) for one in tree.iter(f"{SVG}rect") if one.get("height") == "10"]

    first, second = bars([[0, 0.75], [1, 0.25]])
    assert first == pytest.approx(3 * second, abs=0.05)
    assert len(bars([[0, 1.0], [1, 0.0]])) == 1


def test_a_course_needs_two_points() -> None:
    assert svg(*advised(course=[0.5])) == svg(*advised(course=[]))
    assert svg(*advised(course=[0.5, 0.6])) != svg(*advised(course=[]))
