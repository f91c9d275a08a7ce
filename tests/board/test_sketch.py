"""HexSketch: what it sends, what it keeps, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from ipycanvas.canvas import _CANVAS_MANAGER, _CMD_LIST

from hexwidgets.board.sketch import HexSketch, Panel
from hexwidgets.hexgrid import Hex, Layout, Point, UnknownPlace, disk

HOME = Hex(0, 0)
BOARD = disk(HOME, 2)  # rows a-e; c3 is the middle


class Message:
    """One message to the page: the commands in it by name, with their arguments, and its size."""

    def __init__(self, buffers: list[memoryview]) -> None:
        self.size = sum(memoryview(buffer).nbytes for buffer in buffers)
        commands = json.loads(bytes(buffers[0]))
        self.commands = [(_CMD_LIST[number], args) for number, args, *_ in commands]
        self.names = [name for name, _ in self.commands]
        self.arrays = [np.asarray(buffer) for buffer in buffers[1:]]

    def texts(self) -> list[str]:
        return [args[0] for name, args in self.commands if name == "fillText"]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Message]]:
    """Every message that ipycanvas sends while the test runs."""
    messages: list[Message] = []
    monkeypatch.setattr(_CANVAS_MANAGER, "send", lambda _, buffers: messages.append(Message(buffers)))
    yield messages
    assert not _CANVAS_MANAGER._caching
    assert not _CANVAS_MANAGER._commands_cache


def connect(sketch: HexSketch) -> None:
    """What ipycanvas does when a page asks for the picture."""
    sketch.canvas._handle_frontend_event(None, {"event": "client_ready"}, [])


DRAW: dict[str, Callable[[Panel], None]] = {
    "fill": lambda to: to.fill(),
    "fill one": lambda to: to.fill("c3", "red"),
    "outline": lambda to: to.outline(BOARD),
    "border": lambda to: to.border(["c3", "c4"]),
    "arrows": lambda to: to.arrows([("c3", "a1"), (HOME, Hex(1, 0))], ["red", "blue"]),
    "labels": lambda to: to.labels(),
    "texts": lambda to: to.labels({"c3": "S1", HOME + Hex(1, 0): 7}),
    "heat": lambda to: to.heat({"c3": 1, "c4": 2.5}, form=".1f"),
}


class TestMessages:
    @pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
    def test_one_call_is_one_message(self, draw: Callable[[Panel], None], sent: list[Message]) -> None:
        """However many hexes, and also for several pictures at once."""
        for sketch in (HexSketch(BOARD), HexSketch(BOARD, count=6)):
            sent.clear()
            draw(sketch)
            assert len(sent) == 1

    def test_a_batch_is_one_message(self, sent: list[Message]) -> None:
        """Everything inside goes together, nested batches too, in the order it was drawn."""
        sketch = HexSketch(BOARD)
        sent.clear()
        with sketch.batch():
            sketch.fill()
            with sketch.batch():
                sketch.outline()
            sketch.labels()
            assert not sent
        assert len(sent) == 1
        names = [name for name in sent[0].names if name != "set"]
        assert names == ["switchCanvas", "fillStyledPolygons", "strokeStyledPolygons"] + ["fillText"] * 19

    def test_four_hundred_hexes_are_one_small_message(self, sent: list[Message]) -> None:
        """At most 40 KB."""
        sketch = HexSketch(disk(HOME, 11))
        sent.clear()
        sketch.fill()
        assert len(sent) == 1
        assert len(sketch.places) == 397
        assert sent[0].size < 40_000

    @pytest.mark.parametrize("draw", [lambda s: s.fill([]), lambda s: s.arrows([]), lambda s: s.labels({})])
    def test_nothing_to_draw_sends_nothing(self, draw: Callable[[Panel], None], sent: list[Message]) -> None:
        """An empty list of places is not an error and costs no message."""
        sketch = HexSketch(BOARD)
        sent.clear()
        draw(sketch)
        with sketch.batch():
            pass
        assert not sent

    def test_every_message_names_its_canvas(self, sent: list[Message]) -> None:
        """A reloaded page does not know which canvas was drawn on last."""
        one, two = HexSketch(BOARD), HexSketch(BOARD)
        for sketch in (one, one, two, one):
            sketch.fill()
            sketch.fill()
            connect(sketch)
        assert len(sent) == 12
        assert all(message.names[0] == "switchCanvas" for message in sent)

    def test_an_error_in_a_batch_shows_what_was_drawn_and_leaves_ipycanvas_in_order(self, sent: list[Message]) -> None:
        """Later drawings are sent as before."""
        sketch = HexSketch(BOARD)

        def draw_and_fail() -> None:
            with sketch.batch():
                sketch.fill()
                sketch.fill("z9")

        with pytest.raises(UnknownPlace):
            draw_and_fail()
        sketch.outline()
        assert [message.names[1] for message in sent] == ["fillStyledPolygons", "set"]


class TestDisplayList:
    @pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
    def test_a_page_that_connects_gets_everything_again(
        self, draw: Callable[[Panel], None], sent: list[Message]
    ) -> None:
        """One message: wiped, then background, titles and drawings as they were first sent."""
        sketch = HexSketch(BOARD, background="white", titles=["before", "after"])
        draw(sketch)
        draw(sketch[1])
        drawn = [command for message in sent for command in message.commands[1:]]
        arrays = [array.tobytes() for message in sent for array in message.arrays]
        for _ in range(2):
            sent.clear()
            connect(sketch)
            assert len(sent) == 1
            assert sent[0].names[:2] == ["switchCanvas", "clear"]
            assert len(sent[0].commands[2:]) == len(drawn)
            assert sent[0].names[2:] == [name for name, _ in drawn]
            assert [array.tobytes() for array in sent[0].arrays] == arrays

    def test_clear_forgets_drawings_and_keeps_the_ground(self, sent: list[Message]) -> None:
        """Background and titles stay."""
        sketch = HexSketch(BOARD, background="white", titles=["only"])
        sketch.labels()
        sketch.clear()
        sent.clear()
        connect(sketch)
        assert sent[0].names.count("fillStyledPolygons") == 1
        assert sent[0].texts() == ["only"]

    def test_a_frame_of_an_animation_is_one_message(self, sent: list[Message]) -> None:
        """Clear and draw in a batch: the old picture is never gone without the new one."""
        sketch = HexSketch(BOARD)
        sketch.fill()
        sent.clear()
        with sketch.batch():
            sketch.outline()
            sketch.clear()
            sketch.labels({"c3": "new"})
        assert len(sent) == 1
        assert [name for name in sent[0].names if name != "set"] == ["switchCanvas", "clear", "fillText"]

    def test_a_page_that_connects_during_a_batch_gets_nothing_twice(self, sent: list[Message]) -> None:
        """The picture so far, then only the rest."""
        sketch = HexSketch(BOARD)
        with sketch.batch():
            sketch.labels({"c3": "first"})
            connect(sketch)
            sketch.labels({"c3": "second"})
        assert [message.texts() for message in sent] == [["first"], ["second"]]


class TestPicture:
    def test_has_twice_the_pixels_of_its_place(self) -> None:
        """The layout has the size of the bounds and margins; the canvas twice that, and shrinks in proportion."""
        sketch = HexSketch(BOARD, size=20, margin=5)
        x0, y0, x1, y1 = Layout("pointy", 20).bounds(BOARD)
        width, height = np.ceil(x1 - x0 + 10), np.ceil(y1 - y0 + 10)
        assert (sketch.canvas.width, sketch.canvas.height) == (2 * width, 2 * height)
        assert sketch.canvas.layout.width == f"{width:.0f}px"
        assert (sketch.canvas.layout.max_width, sketch.canvas.layout.height) == ("100%", "auto")
        assert sketch.canvas.layout.align_self == "flex-start"

    @pytest.mark.parametrize("orientation", ["pointy", "flat"])
    def test_fills_the_corners_that_the_layout_gives(self, orientation: Any, sent: list[Message]) -> None:
        """At twice the layout's coordinates, with the place's colour and alpha."""
        sketch = HexSketch(BOARD, orientation=orientation, size=10, margin=3)
        x0, y0, *_ = Layout(orientation, 10).bounds(BOARD)
        layout = Layout(orientation, 10, Point(3 - x0, 3 - y0))
        sketch.fill(["c3", Hex(1, 0)], ["#ff000080", "teal"], alpha=0.5)
        points, colours, alphas = sent[-1].arrays
        expected = [corner for cell in (HOME, Hex(1, 0)) for corner in layout.corners(cell)]
        assert points.reshape(-1, 2) == pytest.approx(2 * np.array(expected), rel=1e-6)
        assert colours.tolist() == [255, 0, 0, 0, 128, 128]
        assert alphas.tolist() == pytest.approx([0.25, 0.5], abs=0.002)

    @pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
    def test_stays_inside_the_canvas(self, draw: Callable[[Panel], None], sent: list[Message]) -> None:
        """Every point of every picture."""
        sketch = HexSketch(BOARD, count=5, columns=2)
        draw(sketch)
        for array in sent[-1].arrays:
            if array.dtype == np.float32 and array.size % 2 == 0 and array.max() > 1:
                x, y = array.reshape(-1, 2).T
                assert 0 <= x.min() <= x.max() <= sketch.canvas.width
                assert 0 <= y.min() <= y.max() <= sketch.canvas.height

    def test_border_is_the_rim_of_a_region(self, sent: list[Message]) -> None:
        """Two adjacent hexes have ten sides around them, a disk of radius 2 thirty."""
        sketch = HexSketch(BOARD)
        for places, sides in ((["c3", "c4"], 10), (None, 30), ("c3", 6)):
            sketch.border(places)
            assert dict(sent[-1].commands)["strokeStyledLineSegments"][0] == sides

    def test_labels_are_the_places_own_by_default(self, sent: list[Message]) -> None:
        """In reading order; texts are drawn as they are."""
        sketch = HexSketch(BOARD)
        sketch.labels()
        assert sent[-1].texts()[:4] == ["a1", "a2", "a3", "b1"]
        sketch.labels({"c3": "<b>王</b>"})
        assert sent[-1].texts() == ["<b>王</b>"]

    def test_heat_runs_from_low_to_high(self, sent: list[Message]) -> None:
        """The smallest value has the low colour, the largest the high one; outside a span is the nearer end."""
        sketch = HexSketch(BOARD)
        ramp = {"low": "#000000", "high": "#ffffff"}
        sketch.heat({"c1": 5, "c2": 10, "c3": 15}, **ramp)
        assert sent[-1].arrays[1].tolist()[::3] == [0, 128, 255]
        sketch.heat({"c1": -9, "c2": 1, "c3": 99}, span=(0, 4), **ramp)
        assert sent[-1].arrays[1].tolist()[::3] == [0, 64, 255]
        sketch.heat({"c1": 3, "c2": 3}, **ramp)
        assert sent[-1].arrays[1].tolist()[::3] == [128, 128]

    def test_heat_writes_values_that_can_be_read(self, sent: list[Message]) -> None:
        """Dark on light and light on dark."""
        sketch = HexSketch(BOARD)
        sketch.heat({"c1": 0, "c2": 1}, low="black", high="white", form=".2f")
        assert sent[-1].texts() == ["0.00", "1.00"]
        fills = [args[1] for name, args in sent[-1].commands if name == "set" and args[0] == 0]
        assert fills == ["#ffffff", "#222222"]
        sketch.heat({"c1": 0, "c2": 1}, form="d")
        assert sent[-1].texts() == ["0", "1"]


class TestSmallMultiples:
    def test_one_picture_or_all(self, sent: list[Message]) -> None:
        """sketch[i] draws one, the sketch draws all."""
        sketch = HexSketch(BOARD, count=3)
        assert len(sketch) == len(list(sketch)) == 3
        sketch[1].fill("c3")
        sketch.fill("c3")
        sketch[-1].fill("c3")
        counts = [dict(message.commands)["fillStyledPolygons"][0] for message in sent]
        assert counts == [1, 3, 1]

    def test_pictures_lie_in_rows(self, sent: list[Message]) -> None:
        """Equal steps to the right, then down; titles above each."""
        titles = ["one", "two", "three"]
        sketch = HexSketch(BOARD, titles=titles, columns=2)
        assert sent[-1].texts() == titles
        sketch.fill("c3")
        corner = sent[-1].arrays[0].reshape(3, 6, 2)[:, 0]
        right, down = corner[1] - corner[0], corner[2] - corner[0]
        assert right == pytest.approx([sketch.canvas.width / 2, 0], abs=2)
        assert down == pytest.approx([0, sketch.canvas.height / 2], abs=2)


REFUSED: list[tuple[Callable[[HexSketch], object], type[Exception], str]] = [
    (lambda s: s.fill("z9"), UnknownPlace, "no place 'z9' on this board: rows a-e"),
    (lambda s: s.fill("C3"), UnknownPlace, "did you mean c3"),
    (lambda s: s.fill(Hex(9, 9)), UnknownPlace, r"no place \(9, 9\)"),
    (lambda s: s.fill((1, 0)), TypeError, r"write Hex\(q, r\), not \(q, r\)"),
    (lambda s: s.fill([(1, 0)]), TypeError, r"write Hex\(q, r\), not \(q, r\)"),
    (lambda s: s.labels({(1, 0): "x"}), TypeError, r"write Hex\(q, r\), not \(q, r\)"),
    (lambda s: s.fill("c3", "no such colour"), ValueError, "expected a colour such as .* got 'no such colour'"),
    (lambda s: s.fill("c3", 7), TypeError, "one colour for all places or a list of them, got 7"),
    (lambda s: s.fill("c3", [7]), TypeError, "expected a colour such as '#c8401f', got 7"),
    (lambda s: s.fill(["c3", "c4"], ["red"]), ValueError, "expected one colour or 2, one for each place; got 1"),
    (lambda s: s.fill("c3", alpha=2), ValueError, "alpha: expected 0 to 1, got 2"),
    (lambda s: s.outline("c3", width=-1), ValueError, "width: expected 0 or more, got -1"),
    (lambda s: s.outline("c3", width="2"), TypeError, "width: expected a number, got '2'"),
    (lambda s: s.labels({"c3": 1}, size=float("nan")), ValueError, "size: expected 0 or more, got nan"),
    (lambda s: s.labels(["c3"]), TypeError, "texts: expected a mapping from places"),
    (lambda s: s.labels({"c3": 1, HOME: 2}), ValueError, "texts: a place is given twice, by label and by Hex"),
    (lambda s: s.arrows(["c3"]), TypeError, r"expected pairs of places such as \('c4', 'd4'\), got 'c3'"),
    (lambda s: s.arrows([("c3", HOME)]), ValueError, "expected two different places, got c3 twice"),
    (lambda s: s.heat({"c3": "hot"}), TypeError, r"value at \(0, 0\): expected a number, got 'hot'"),
    (lambda s: s.heat({"c3": float("inf")}), ValueError, r"value at \(0, 0\): expected a finite number, got inf"),
    (lambda s: s.heat({"c3": 1}, span=(2, 2)), ValueError, r"span: expected \(smaller, larger\), got \(2, 2\)"),
    (lambda s: s.heat({"c3": 1}, span=3), TypeError, r"span: expected \(smaller, larger\), got 3"),
]


@pytest.mark.parametrize(("draw", "error", "says"), REFUSED, ids=[says for *_, says in REFUSED])
def test_a_refused_drawing_says_why_and_draws_nothing(
    draw: Callable[[HexSketch], object], error: type[Exception], says: str, sent: list[Message]
) -> None:
    """Checked whole before anything is sent or kept."""
    sketch = HexSketch(BOARD)
    sent.clear()
    with pytest.raises(error, match=says):
        draw(sketch)
    assert not sent
    connect(sketch)
    assert sent[0].names == ["switchCanvas", "clear"]


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"hexes": []}, ValueError, "hexes: expected at least one"),
        ({"hexes": [(0, 0)]}, TypeError, r"write Hex\(q, r\)"),
        ({"size": 0}, ValueError, "size: expected more than 0"),
        ({"size": 5000}, ValueError, "too large for a browser .* choose a smaller size"),
        ({"orientation": "round"}, ValueError, "expected 'pointy' or 'flat'"),
        ({"margin": -1}, ValueError, "margin: expected 0 or more"),
        ({"background": "nope"}, ValueError, "expected a colour"),
        ({"count": 0}, ValueError, "count: expected 1 or more, got 0"),
        ({"count": 2.0}, TypeError, "count: expected an int, got 2.0"),
        ({"columns": 0}, ValueError, "columns: expected 1 or more"),
        ({"count": 3, "titles": ["a"]}, ValueError, "titles: expected 3, one for each picture; got 1"),
        ({"titles": "abc"}, TypeError, "titles: expected a list of texts, got 'abc'"),
    ],
)
def test_a_refused_sketch_says_why(given: dict[str, Any], error: type[Exception], says: str) -> None:
    """Each argument is checked."""
    with pytest.raises(error, match=says):
        HexSketch(**{"hexes": BOARD, **given})


def test_a_notebook_shows_the_canvas() -> None:
    """As a cell's last line, and in layouts through `canvas`."""
    sketch = HexSketch(BOARD, count=2)
    shown = sketch._repr_mimebundle_()
    assert shown["application/vnd.jupyter.widget-view+json"]["model_id"] == sketch.canvas.model_id
    assert repr(sketch) == "<HexSketch of 19 hexes, 2 pictures>"
