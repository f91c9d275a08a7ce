"""Random numbers for kernels: the same stream interpreted and compiled.

A generator is four 32-bit integers in a list or array (xoshiro128**, Blackman and Vigna). Python's
and NumPy's own generators exist in one of the two worlds only.
"""

from __future__ import annotations

import random
from typing import Any

from .kernel import kernel

__all__ = ["below", "below_each", "seeded", "sow"]

_MASK = 0xFFFFFFFF


def seeded(seed: int | str) -> list[int]:
    """A fresh generator; equal seeds give equal streams.

    >>> rng = seeded(7)
    >>> [below(rng, 6) for _ in range(5)] == [below(r, 6) for r in [seeded(7)] for _ in range(5)]
    True
    """
    source = random.Random(seed)
    return [source.getrandbits(32) | (i == 0) for i in range(4)]


@kernel
def _next(rng: Any) -> int:
    """The next 32 random bits."""
    s0, s1, s2, s3 = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    x = s1 * 5 & _MASK
    x = (x << 7 & _MASK | x >> 25) * 9 & _MASK
    s2 ^= s0
    s3 ^= s1
    rng[1] = s1 ^ s2
    rng[0] = s0 ^ s3
    rng[2] = s2 ^ (s1 << 9 & _MASK)
    rng[3] = s3 << 11 & _MASK | s3 >> 21
    return x


@kernel
def sow(rng: Any, seed: int) -> None:
    """Make ``rng`` a fresh generator; equal seeds, from 0 to 2**63 - 1, give equal streams.

    `seeded` takes any seed, but not where rules are compiled.
    """
    high, low = seed >> 32, seed & _MASK
    for i in range(4):
        rng[i] = _mixed(low ^ _mixed(high + (i + 1) * 0x9E3779B9 & _MASK))
    rng[0] = int(rng[0]) | 1


@kernel
def _mixed(x: int) -> int:
    """Every bit of 32 depends on every other (the finalizer of MurmurHash3, Appleby)."""
    x = (x ^ x >> 16) * 0x85EBCA6B & _MASK
    x = (x ^ x >> 13) * 0xC2B2AE35 & _MASK
    return x ^ x >> 16


@kernel
def below(rng: Any, n: int) -> int:
    """A random integer from 0 to n - 1, for n below 2**31.

    Multiplies instead of dividing: the chance to be below any k is k / n to within 2**-32.
    """
    return _next(rng) * n >> 32


@kernel
def below_each(rng: Any, n: int, m: int, k: int) -> tuple[int, int, int]:
    """Three random integers at the price of one, below n, m and k; for n * m * k up to 2**16.

    They are the digits of one number below n * m * k: what the first leaves over of 32 bits goes to the next.
    """
    first = _next(rng) * n
    second = (first & _MASK) * m
    return first >> 32, second >> 32, (second & _MASK) * k >> 32
