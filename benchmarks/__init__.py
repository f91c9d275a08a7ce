"""Measurements: `python -m benchmarks` runs them all, `python -m benchmarks imports games` only those.

A module here is a benchmark when it has `measure() -> list[Row]`; nothing else has to be told.
Times are given as ratios to something measured alongside, because machines differ and ratios do less.
"""
