"""The lessons of Arena Duel, one file each; ``docs/lessons.md`` tells how they are written."""
