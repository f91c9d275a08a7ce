"""What a user's own script looks like to a strict type checker."""

import asyncio
import random
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import hexwidgets as hw

Bot = Callable[[hw.MonsterHex], object]


def first_bot(game: hw.MonsterHex) -> object:
    """The first legal move."""
    return game.legal_moves()[0]


def random_bot(seed: int) -> Bot:
    """Any legal move."""
    chance = random.Random(seed)
    return lambda game: chance.choice(game.legal_moves())


def winners(bots: Mapping[str, Bot], seed: int) -> tuple[str, ...]:
    """Who wins when these bots play each other."""
    game = hw.MonsterHex("four", seed=seed)
    while game.result is None:
        seat: str = game.to_move
        game.play(bots[seat](game))
    result: hw.Result = game.result
    scores: Mapping[str, int] = game.scores
    assert max(scores.values()) == scores[result.winners[0]]
    return result.winners


def reason(game: hw.MonsterHex, move: str) -> str:
    """Why that move is refused, or nothing."""
    fault: hw.Fault | None = game.why(move)
    return "" if fault is None else f"{fault.rule}: {fault.text('ja')} {dict(fault.facts)}"


def rule_of(game: hw.MonsterHex, move: str) -> str:
    """The rule that refuses a move, as the rulebook has it; else what the last move did."""
    fault: hw.Fault | None = game.why(move)
    if fault is None:
        explained: str = game.explain().text("ja")
        return explained
    title: str = hw.rulebook(game, language="ja")[fault.rule].title
    return title


def strongest(game: hw.MonsterHex, seat: str) -> hw.Unit:
    """The unit in a hand whose edges add up to most."""
    return max(game.hands[seat], key=lambda unit: sum(unit.edges))


def colours_of(game: hw.MonsterHex, place: str) -> set[str]:
    """The colours of the stones at a site."""
    stones: tuple[hw.Stone, ...] = game.stones[place]
    return {stone.colour for stone in stones}


def power_towards(game: hw.MonsterHex, place: str | hw.Hex, direction: int) -> int:
    """What the unit on a place shows on one side, 0 where there is none."""
    return game.units[place].power(direction) if place in game.units else 0


def is_even(game: hw.MonsterHex, games: int) -> bool:
    """Whether random games show no seat to be favoured."""
    report = hw.simulate(game, games=games, progress=False)
    low: float = report.estimate("win_red").low
    assert 0 <= low <= len(report.frame()) == games
    return report.summary().favoured() == {"monsterhex": ()}


def best_bonus(values: list[int]) -> object:
    """The bonus by which seats win most alike."""
    swept = hw.sweep(hw.MonsterHex(), "colour_bonus", values, games=100, progress=False)
    return swept.closest_to({"spread": 0.02}).value


def best_of_what_if(game: hw.MonsterHex, tries: int) -> object:
    """The first few moves tried out on branches."""

    def points(move: object) -> int:
        branch: hw.MonsterHex = game.branch()
        seat: str = branch.to_move
        branch.play(move)
        return branch.scores[seat]

    return max(game.legal_moves()[:tries], key=points)


def a_whole_game(variant: str, bot: Bot) -> hw.MonsterHex:
    """Any variant with every option, played by one bot."""
    shared = "green" if variant == "two-shared" else None
    game = hw.MonsterHex(variant, seed=3, abilities=True, goals=True, shared=shared, components="reference")
    while game.result is None:
        game.play(bot(game))
    return game


def told(game: hw.MonsterHex) -> list[str]:
    """What the options and the variants add."""
    ability: str | None = game.abilities["red"]
    private: list[int] = [goal.number for goal in game.goals["red"]]
    lines = [f"{game.variant}: {ability}, private {private}"]
    lines += [f"goal {goal.number} gives {goal.points}" for goal in game.open_goals]
    lines += [f"{seat} draws {unit.faction} {unit.name}" for seat, deck in game.shared_decks.items() for unit in deck]
    lines += [f"{place} is a stone of {points}" for place, points in game.petrified.items()]
    lines += [f"{place}: {unit.counters:+} {unit.strength(0)}" for place, unit in game.units.items() if unit.counters]
    for place, judgement in game.judgements.items():
        first: str | None = judgement.first
        totals: Mapping[str, int] = judgement.totals
        lines.append(f"{place} {judgement.size} {first} {dict(totals)} {dict(judgement.taken)}")
    result: hw.Result | None = game.result
    return [*lines, "" if result is None else result.reason]


def agreed(game: hw.MonsterHex) -> int:
    """People at boards of their own take back what they saw, since all agree."""
    red, blue = game.board(seat="red"), game.board(seat="blue")
    try:
        game.undo()
    except hw.EditError:
        game.undo(force=True)
    game.goto(0, force=True)
    red.close()
    blue.close()
    return game.ply


def saved_and_back(game: hw.MonsterHex) -> hw.Game:
    """The same game from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        game.save(path)
        back = hw.load(path)
    assert isinstance(back, hw.MonsterHex)
    back.board(seat="red")
    return back


def plies_seen(game: hw.MonsterHex, moves: int) -> list[int]:
    """What an observer is told."""
    seen: list[int] = []

    def look(_change: object) -> None:
        ply: int = game.ply
        seen.append(ply)

    game.observe(look, names="ply")
    for _ in range(moves):
        game.play(game.legal_moves()[0])
    game.undo()
    game.redo()
    return seen


def show(game: hw.MonsterHex) -> hw.HexBoard:
    """A board for one seat."""
    board = game.board(seat="red", theme="dark", language="ja")
    assert board.game is game
    board.close()
    return board


def paint(board: hw.HexBoard) -> tuple[str, ...]:
    """A board without a game."""
    field = hw.HexBoard(cells=hw.hexgrid.hexagon(2), orientation="flat", fills={"c3": "red"})
    field.fills["a1"] = "teal"
    field.heat = {hw.Hex(0, 0): 0.5}
    field.tokens_at = {"a2": hw.Token("K", facing=1), "a3": "♞"}
    field.edges["a1", 0] = hw.Line("strong", dashed=True)
    stop = field.on_click(lambda click: field.labels.update({click.cell: click.button}))
    with field.hold():
        field.arrows += (("a1", "a2", hw.Line()),)
    stop()
    plain: hw.HexBoard = field
    return field.selection if plain is not board else ()


def set_up(game: hw.MonsterHex, duel: hw.ArenaDuel) -> tuple[str, ...]:
    """Positions made by hand, and what is wrong with one."""
    with game.editing() as e:
        e.put("red S1", "a1", rotation=2)
        e.hand("blue", ["A1", "C3"])
        e.to_move("blue")
    game.units["a1"].rotation = 3
    game.units["a2"] = "red A1^2"
    del game.units["a2"]
    with duel.editing() as d:
        d.fighter("north", "c3", facing=5, life=3)
        d.obstacle(hw.Hex(0, -1))
    duel.fighters["north"].life = 2
    other: hw.ArenaDuel = duel.with_rules(pursuit="optional")
    try:
        other.fighters["north"].facing = 7
    except hw.EditError as error:
        return tuple(fault.rule for fault in error.faults)
    return ()


def my_bot(view: hw.SeatView) -> object:
    """The last legal move."""
    return view.legal_moves()[-1]


def bots_alone(game: hw.MonsterHex) -> hw.Result:
    """Bots of all kinds play a game to its end."""
    game.bots["red"], game.bots["blue"] = hw.bots.Greedy(seed=1), hw.bots.Random()
    for seat in game.seats[2:]:
        game.bots[seat] = my_bot
    return game.bots.finish(timeout=60)


def taught(name: str) -> tuple[bool, int, dict[str, tuple[int, int]]]:
    """A lesson's first step, and one answer to a quiz."""
    lesson = hw.lesson(hw.lessons(name)[0], progress=None)
    lesson.next()
    quiz = hw.quiz(name, level=2, seed=7, pupil="Aiko", results=hw.teach.Results())
    quiz.answer(*quiz.question.answer)
    return lesson.met, quiz.score, quiz.results.pupils()


async def against_a_person(game: hw.MonsterHex, bot: Bot) -> str:
    """A person at the board plays red."""
    while game.result is None:
        if game.to_move == "red":
            await game.next_move(timeout=60)
        else:
            game.play(bot(game))
    return game.log.text("en")


def main() -> None:
    """Use all of the above."""
    hw.set_language("en")
    bots = dict.fromkeys(("red", "blue", "yellow", "green"), random_bot(3))
    print(winners(bots | {"red": first_bot}, seed=7))
    game = hw.MonsterHex("four", seed=7, dials={"rounds": 3}, large_tie="move-up")
    print(reason(game, "S1@a1^0"), strongest(game, "blue"), colours_of(game, "d2"))
    try:
        game.play("S1@a1^0")
    except hw.IllegalMove as error:
        rule: str = error.rule
        print(rule, error)
    print(plies_seen(game, 4), game.log[-1].text(), str(best_of_what_if(game, 5)))
    place, unit = next(iter(game.units.items()))
    print(place, unit.faction, unit.rotation, power_towards(game, place, 1))
    print(saved_and_back(game), show(game), game.round, game.placing, game.phase)
    for variant in ("four", "three", "two-shared", "two-duel"):
        print(*told(a_whole_game(variant, random_bot(5))), sep="\n")
    print(set_up(hw.MonsterHex(seed=7), hw.ArenaDuel(seed=7)), bots_alone(hw.MonsterHex(seed=7)))
    print(agreed(a_whole_game("two-duel", first_bot)), taught("arenaduel"))
    try:
        asyncio.run(against_a_person(hw.MonsterHex(seed=7), first_bot))
    except hw.NoBoardError as error:
        print(error)


if __name__ == "__main__":
    main()
