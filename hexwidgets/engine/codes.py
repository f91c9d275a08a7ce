"""Positions as one line of letters and digits, to paste in a chat: ``arenaduel-1-4f0Zk...``.

In front stand the game and the version of this form. Then come seven check characters and the position: canonical
JSON, deflated with a dictionary of frequent words, and the CRC-32 of it and the game's name, all as one number in base
62. The check characters are the length and two sums of the characters' values, plain and weighted by place, modulo the
prime `P`. They tell a typo and where it is: a wrong character adds d to the one sum and d times its place to the other.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from .faults import RecordError, shorten
from .record import decode as decode_json

__all__ = ["MAX_CODE", "decode", "encode"]

VERSION = 1
MAX_CODE = 20_000  # characters; every game of ours needs a few hundred
MAX_BYTES = 1 << 20  # of JSON
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
P = 3833  # the largest prime that two digits hold
SUMS, LENGTH = 4, 3  # check characters
_VALUE = {digit: value for value, digit in enumerate(DIGITS)}
_CODE = re.compile(r"([a-z][a-z0-9]*)-([0-9]{1,9})-([0-9A-Za-z]*)")
# Version 1 for good: another text here needs another version.
_FREQUENT = (
    b'{"options":{"abilities":true,"arena":"dials":{"goals":true,"shared":"seats":["north","south"]'
    b'"obstacles":[],"starts":"dice":[1,2,3,4,5,6],"life":"max_turns":},"position":{"phase":"ability","take","over",'
    b'"place","pursue","pick":{"site":"taker":"runner_up":"petrified":[{"cell":"points":1},"counters":{"blitzed":['
    b'"abilities":{"blue":"blitz","scatter","green":"curse","petrify","red":"enchant","reward","yellow":"confuse",'
    b'"scheme"},"goal_deck":[8,18,16,17,7,12,1,2,20,14,11,9,4,19],"goals":{"open_goals":[6,10],"judged":{null,'
    b'"charge_right":null,"fighters":{"north":{"cell":"a1","facing":5,"life":5},"south":{"cell":"e1","facing":2,'
    b'"life":5}},"turn":1}}"hands":{"red:yellow":[],"decks":{"blue":["B1","C3","B2","A2","C4","S1"],"green":["A1",'
    b'"C2","B3"],"red":["C1"],"yellow":[]},"last":"c4","round":1,"scores":{"blue":0,"green":0,"red":0,"yellow":0},'
    b'"stones":{"b4":["R2","Y5"],"d2":["R7","G5"],"d6":["B3","G4"],"f4":["Y4","B6"]},"taken":{"turn":"red","units":{'
    b'"a1":"blue S1^0","b2":"green A1^1","c3":"red B1^2","d4":"yellow C1^3","e5":"red C2^4","f6":"blue B3^5"}},'
    b'"variant":"two-duel","three","two-shared","four"}}'
)


def encode(game: str, told: Mapping[str, Any]) -> str:
    """``told`` as the code of a game by this name; ``ValueError`` where it is too long for one.

    >>> code = encode("arenaduel", {"position": {"turn": 1}})
    >>> decode(code)
    ('arenaduel', {'position': {'turn': 1}})
    """
    raw = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _FREQUENT)
    packed = b"\1" + press.compress(raw) + press.flush() + _crc(game, raw)
    if not _CODE.fullmatch(f"{game}-1-"):
        raise ValueError(f"a code needs a game whose name is lower-case letters and digits, got {shorten(game)}")
    if len(raw) > MAX_BYTES or len(packed) * 8 > MAX_CODE * 5:
        raise ValueError(f"a position of {len(raw)} bytes is too long for a code: save it to a file")
    body = _in_digits(int.from_bytes(packed, "big"))
    return f"{game}-{VERSION}-{_number(len(body), LENGTH)}{_checks(body)}{body}"


def decode(code: str) -> tuple[str, Any]:
    """The game's name and the JSON values in a code; `RecordError` says what is wrong with it, and where.

    White space and line breaks, as chats put in, do not count.

    >>> decode("arenaduel-1-0")
    Traceback (most recent call last):
    hexwidgets.engine.faults.RecordError: code: the end is missing: expected 7 check characters, got 1
    """
    if not isinstance(code, str):
        raise TypeError(f"expected a code, got {shorten(code)}")
    if len(code) > MAX_CODE:
        raise RecordError("code", f"longer than {MAX_CODE} characters, which no code is")
    found = _CODE.fullmatch("".join(code.split()))
    if found is None:
        raise RecordError("code", _no_code(code))
    game, version, rest = found[1], int(found[2]), found[3]
    if version > VERSION:
        raise RecordError("code", f"version {version} is of a later hexwidgets; this one reads up to {VERSION}")
    if version < 1:
        raise RecordError("code", f"there is no version {version}")
    head = LENGTH + SUMS
    if len(rest) < head:
        raise RecordError("code", f"the end is missing: expected {head} check characters, got {len(rest)}")
    length, sums, body = _value(rest[:LENGTH]), rest[LENGTH:head], rest[head:]
    told = _unpacked(game, body) if len(body) == length and sums == _checks(body) else None
    if told is None:
        raise RecordError("code", _typo(game, length, sums, body, found.start(3)))
    return game, decode_json(told)


def _no_code(code: str) -> str:
    got = shorten(code.strip())
    if odd := re.search(r"[^0-9A-Za-z\s-]", code):
        return f"{odd[0]!r} is in no code (character {odd.start() + 1}); got {got}"
    return f"expected a game, a version and letters and digits, like arenaduel-1-4f0Zk, got {got}"


def _in_digits(number: int, base: int = len(DIGITS)) -> str:
    out = []
    while number:
        number, digit = divmod(number, base)
        out.append(DIGITS[digit])
    return "".join(reversed(out))


def _value(text: str) -> int:
    number = 0
    for digit in text:
        number = number * len(DIGITS) + _VALUE[digit]
    return number


def _number(value: int, width: int) -> str:
    return _in_digits(value).rjust(width, DIGITS[0])


def _sums(body: str) -> tuple[int, int]:
    plain = weighted = 0
    for place, digit in enumerate(body, start=1):
        plain += _VALUE[digit]
        weighted += place * _VALUE[digit]
    return plain % P, weighted % P


def _checks(body: str) -> str:
    return "".join(_number(value, 2) for value in _sums(body))


def _crc(game: str, raw: bytes) -> bytes:
    return zlib.crc32(game.encode() + b"-" + raw).to_bytes(4, "big")


def _unpacked(game: str, body: str) -> bytes | None:
    """The JSON text in a body; None where it has none, or not the one that was put in."""
    number = _value(body)
    packed = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(packed) < 6 or packed[0] != 1:
        return None
    inflate = zlib.decompressobj(-15, zdict=_FREQUENT)
    try:
        raw = inflate.decompress(packed[1:-4], MAX_BYTES + 1)
    except zlib.error:
        return None
    whole = inflate.eof and not inflate.unused_data and len(raw) <= MAX_BYTES
    return raw if whole and _crc(game, raw) == packed[-4:] else None


# -- typos ------------------------------------------------------------------------------------------------------


def _typo(game: str, length: int, sums: str, body: str, start: int) -> str:
    """What is wrong with a code whose ``body`` begins after ``start`` characters and the check characters."""
    first = start + LENGTH + SUMS + 1
    if _unpacked(game, body) is not None:
        return f"one of the check characters {start + 1} to {first - 1} is wrong"
    for better, place, wrong, right in _repairs(length, sums, body):
        if sums == _checks(better) and _unpacked(game, better) is not None:
            return f"there is a typo at character {first + place}: expected {right!r}, got {wrong!r}"
    expected = f"expected {length + first - 1} characters, got {len(body) + first - 1}"
    if len(body) == length and sums == _checks(body):
        return f"it was not made for a game called {game!r}: the name in front has been changed"
    if len(body) < length:
        return f"the end is missing, or something in between: {expected}"
    if len(body) > length:
        return f"something was added: {expected}"
    return "there is more than one typo in it: its checksum does not match"


def _repairs(length: int, sums: str, body: str) -> Iterator[tuple[str, int, str, str]]:
    """What a body with one typo may have been: the body, the place, what is there, and what should be."""
    wanted, got = (_value(sums[:2]), _value(sums[2:])), _sums(body)
    plain = (wanted[0] - got[0]) % P
    if len(body) == length:
        if plain and len(body) < P:
            place = (wanted[1] - got[1]) * pow(plain, -1, P) % P - 1
            if 0 <= place < length and 0 <= (value := (_VALUE[body[place]] + plain) % P) < len(DIGITS):
                yield body[:place] + DIGITS[value] + body[place + 1 :], place, body[place], DIGITS[value]
        for place in range(length - 1):
            two = body[place : place + 2]
            yield body[:place] + two[::-1] + body[place + 2 :], place, two, two[::-1]
    elif len(body) == length - 1 and plain < len(DIGITS):
        for place in range(length):
            missing = DIGITS[plain]
            there = body[place : place + 1]
            yield body[:place] + missing + body[place:], place, there, missing + there
    elif len(body) == length + 1 and P - plain <= len(DIGITS):
        for place in range(len(body)):
            yield body[:place] + body[place + 1 :], place, body[place], ""
