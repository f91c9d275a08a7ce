"""The lessons of Monster Hex, one file each; ``docs/lessons.md`` tells how they are written."""
