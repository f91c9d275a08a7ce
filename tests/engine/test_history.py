"""The tree of positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidgets import EditError
from hexwidgets.engine.history import MAX_LEFT, History, Node


def grown(*states: str) -> History:
    history = History(Node("start"))
    for state in states:
        history.add(Node(state))
    return history


def states(nodes: list[Node]) -> list[str]:
    return [node.state for node in nodes]


def test_going_back_keeps_what_lies_ahead() -> None:
    history = grown("a", "b", "c")
    history.undo()
    history.undo()
    assert history.now.state == "a"
    assert states(history.past()) == ["start", "a"]
    assert states(list(history.line())) == ["start", "a", "b", "c"]
    assert (history.now.ply, history.last_ply) == (1, 3)
    history.redo()
    assert history.now.state == "b"


def test_another_move_starts_a_branch_and_the_old_one_stays_in_the_tree() -> None:
    history = grown("a", "b")
    history.undo()
    history.add(Node("other"))
    assert not history.can_redo
    assert states(list(history.line())) == ["start", "a", "other"]
    (a,) = history.root.children
    assert states(a.children) == ["b", "other"]
    assert all(child.parent is a and child.ply == 2 for child in a.children)


def test_of_branches_that_were_left_only_the_latest_are_kept() -> None:
    history = grown("a")
    for n in range(3 * MAX_LEFT):
        history.undo()
        history.add(Node(str(n)))
    kept = [str(n) for n in range(2 * MAX_LEFT - 1, 3 * MAX_LEFT)]
    assert states(history.root.children) == kept
    assert states(list(history.line())) == ["start", kept[-1]]


def test_a_branch_that_was_just_left_is_kept_however_long() -> None:
    history = grown("a", *map(str, range(2 * MAX_LEFT)))
    history.goto(1)
    history.add(Node("other"))
    (a,) = history.root.children
    assert states(a.children) == ["0", "other"]


def test_stepping_over_an_end_says_which_end() -> None:
    history = grown()
    with pytest.raises(EditError, match="nothing to undo: this is the start"):
        history.undo()
    with pytest.raises(EditError, match="nothing to redo"):
        history.redo()
    assert not history.can_undo


@pytest.mark.parametrize("ply", [-1, 4, True, 1.0, "1", None])
def test_a_ply_that_the_line_does_not_have_is_refused(ply: object) -> None:
    history = grown("a", "b", "c")
    history.undo()
    with pytest.raises(EditError, match="expected a ply from 0 to 3"):
        history.goto(ply)  # type: ignore[arg-type]
    assert history.now.state == "b"


def test_a_node_is_shown_without_the_tree_it_hangs_in() -> None:
    history = grown("a", "b")
    assert repr(history.now) == "Node(state='b', moves={}, chance=(), draws=0, events=(), ply=2)"
    assert "'b'" not in repr(history.root)


@given(st.lists(st.sampled_from(["add", "undo", "redo"]), max_size=60))
def test_every_position_ever_reached_stays_in_the_tree(steps: list[str]) -> None:
    history, made = grown(), 0
    for step in steps:
        if step == "add":
            made += 1
            history.add(Node(str(made)))
        elif step == "undo" and history.can_undo:
            history.undo()
        elif step == "redo" and history.can_redo:
            history.redo()
        line = list(history.line())
        assert [node.ply for node in line] == list(range(history.last_ply + 1))
        assert line[history.now.ply] is history.now
    found = [history.root]
    for node in found:
        found += node.children
    assert sorted(states(found[1:]), key=int) == [str(n + 1) for n in range(made)]
