"""Learning a game: its rules to read, to search and to try."""
