"""Games that are kept: saved and loaded at every ply, and what is taken back in front of other people."""

import random

import pytest

import hexwidgets as hw
from hexwidgets.monsterhex.game import MonsterHex
from tests.monsterhex.positions import EVERY_KIND, kind_name, standing_at
from tests.strategies import play_on, told

every_kind = pytest.mark.parametrize("options", EVERY_KIND, ids=kind_name)
ALL = {"abilities": True, "goals": True}


def ended(options, seed=4):
    """A game that was played to its end."""
    game = MonsterHex(**options, seed=seed)
    play_on(game, random.Random(kind_name(options)))
    return game


# -- files --------------------------------------------------------------------------------------------------


@every_kind
def test_a_saved_game_is_the_same_at_every_ply(options, tmp_path):
    """One file holds the whole line: every position, event and legal move comes back."""
    game = ended(options)
    game.save(tmp_path / "game.json")
    again = hw.load(tmp_path / "game.json")
    for ply in range(game.ply, -1, -1):
        for one in (game, again):
            one.goto(ply)
        assert told(again) == told(game)
    assert again.ply == 0


@every_kind
def test_a_game_saved_on_the_way_goes_on_alike(options, tmp_path):
    """Saved every few plies, with undone moves; the loaded one has the same luck ahead."""
    game, rng = MonsterHex(**options, seed=9), random.Random(9)
    while play_on(game, rng, 7):
        game.undo()
        game.save(tmp_path / "game.json")
        again = hw.load(tmp_path / "game.json")
        assert told(again) == told(game)
        for one in (game, again):
            one.redo()
        assert again.state == game.state
        if game.result is None:
            move = rng.choice(game.legal_moves())
            for one in (game, again):
                one.play(move)
            assert told(again) == told(game)


@every_kind
def test_a_record_says_which_options_were_taken(options):
    data = MonsterHex(**options, seed=1).to_json()["options"]
    assert data["variant"] == options["variant"]
    assert {name: data.get(name, False) for name in ALL} == {name: options[name] for name in ALL}
    assert ("shared" in data) == (options["variant"] == "two-shared")


@pytest.mark.parametrize(
    ("line", "text", "why"),
    [
        (1, "ability fly", "MH-NOTATION"),
        (1, "ability enchant", "MH-ABIL-1"),
        (3, "S1@d4^0", "MH-ABIL-1"),
        (0, "deal red S1", "MH-SETUP-1"),
    ],
)
def test_a_record_with_a_move_that_was_not_legal_is_refused_with_its_line(line, text, why, tmp_path):
    import json

    data = ended(EVERY_KIND[7]).to_json()
    data["lines"][line] = text
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError, match=rf"lines\[{line}\].*{why}"):
        hw.load(tmp_path / "bad.json")


def test_a_record_without_a_goal_card_is_refused(tmp_path):
    """The deal must name every card once."""
    import json

    data = ended(EVERY_KIND[7]).to_json()
    data["lines"][0] = data["lines"][0].replace(" 20 ", " 19 ")
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError, match=r"lines\[0\].*MH-SETUP-1"):
        hw.load(tmp_path / "bad.json")


# -- taking back ------------------------------------------------------------------------------------------


@pytest.fixture
def seated():
    """A game between people, each at a board of their own, after one placement; red has drawn a unit by it."""
    game = MonsterHex(seed=7)
    boards = [game.board(seat=seat) for seat in game.seats]
    game.play(game.legal_moves()[0])
    yield game
    for board in boards:
        board.close()


@pytest.mark.parametrize(("language", "told_as"), [("en", "Red draws 1."), ("ja", "赤が1枚引きました。")])
@pytest.mark.parametrize("back", [lambda game: game.undo(), lambda game: game.goto(0)], ids=["undo", "goto"])
def test_between_people_a_draw_is_not_taken_back_unasked(seated, back, language, told_as):
    """The refusal says what would be un-revealed, and nothing has changed."""
    seated.language = language
    before = told(seated)
    with pytest.raises(hw.EditError) as caught:
        back(seated)
    assert told_as in str(caught.value)
    assert told(seated) == before


@pytest.mark.parametrize("back", [lambda game: game.undo(force=True), lambda game: game.goto(0, force=True)])
def test_between_people_force_takes_it_back(seated, back):
    after = seated.state.copy()
    back(seated)
    assert (seated.ply, seated.state) == (0, MonsterHex(seed=7).state)
    seated.redo()
    assert seated.state == after


def test_going_forth_is_free(seated):
    seated.undo(force=True)
    seated.goto(1)
    assert seated.ply == 1


def test_a_hot_seat_is_between_people_too():
    game = MonsterHex(seed=7)
    board = game.board(seat="turn")
    game.play(game.legal_moves()[0])
    with pytest.raises(hw.EditError):
        game.undo()
    board.close()
    game.undo()  # nobody looks any more
    assert game.ply == 0


def test_all_that_would_be_taken_back_is_told(seated):
    """Over several decisions, in order."""
    seated.play(seated.legal_moves()[0])
    with pytest.raises(hw.EditError, match=r"Red draws 1\..*Blue draws 1\."):
        seated.goto(0)
    with pytest.raises(hw.EditError) as caught:
        seated.goto(1)
    assert "Red draws" not in str(caught.value)


@pytest.mark.parametrize("boards", [[], [None], ["red", None]])
def test_on_the_open_table_and_without_boards_taking_back_is_free(boards):
    game = MonsterHex(seed=7)
    made = [game.board(seat=seat) for seat in boards]
    game.play(game.legal_moves()[0])
    game.undo()
    assert game.ply == 0
    for board in made:
        board.close()


def test_between_people_what_revealed_nothing_is_taken_back_freely():
    """A choice of ability, and a placement whose turn waits for a decision: nobody has drawn."""
    game = MonsterHex(seed=7, **ALL)
    board = game.board(seat="red")
    for _ in range(4):
        game.play(game.legal_moves()[0])
    game.goto(0)
    assert game.ply == 0
    board.close()


def test_between_people_a_goal_that_was_drawn_is_not_taken_back():
    """Scheme reveals a card to its seat, though nobody draws a unit."""
    from tests.monsterhex.positions import position

    options = {"abilities": True}
    state = position(
        {"d5": "red S1"}, {"yellow": "S1"}, to_move="yellow", abilities={"yellow": "scheme"}, goal_deck=[3]
    )
    game = standing_at(state, **options)
    board = game.board(seat="yellow")
    game.play(next(move for move in game.legal_moves()))
    game.undo()
    game.redo()
    game.play("scheme")
    with pytest.raises(hw.EditError, match="draws a goal"):
        game.undo()
    game.undo(force=True)
    assert game.goals["yellow"] == ()
    board.close()


@every_kind
def test_between_people_every_decision_is_kept_that_moved_a_deck(options):
    """In whole games: undo is refused exactly where somebody drew."""
    game, rng = MonsterHex(**options, seed=2), random.Random(2)
    board = game.board(seat=game.seats[0])
    while game.result is None:
        before = game.state
        play_on(game, rng, 1)
        drew = (before.drawn, before.goal_drawn) != (game.state.drawn, game.state.goal_drawn)
        after = game.state
        if drew:
            with pytest.raises(hw.EditError):
                game.undo()
            assert game.state == after
        else:
            game.undo()
            assert game.state == before
            game.redo()
            assert game.state == after
    board.close()


def test_a_branch_and_a_copy_are_at_nobodys_board(seated):
    """There what was drawn is taken back freely; the game between people is not touched."""
    import copy

    before = told(seated)
    for twin in (seated.branch(), copy.deepcopy(seated)):
        twin.undo()
        assert twin.ply == 0
    assert told(seated) == before
