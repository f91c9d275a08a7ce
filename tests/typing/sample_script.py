"""What a user's own script looks like to a strict type checker."""

import random

import hexwidgets as hw


def winner(seed: int) -> str:
    """Who wins when everybody plays any legal move."""
    game = hw.MonsterHex("four", seed=seed)
    chance = random.Random(seed)
    while game.result is None:
        game.play(chance.choice(game.legal_moves()))
    return str(game.result)


if __name__ == "__main__":
    print(winner(7))
