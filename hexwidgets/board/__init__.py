"""What any board shows: a widget that knows hexes, tokens and picks, and no game."""
