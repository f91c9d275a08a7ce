"""Compiling in a second process."""

import signal
import time

import pytest

from hexwidgets.engine.beside import compiling_beside
from hexwidgets.engine.kernel import in_cache, kernel


@kernel
def _never_compiled(x: int) -> int:
    return x + 918_273


def test_what_was_never_compiled_is_not_in_the_cache():
    assert not in_cache((_never_compiled,))


def test_without_anything_to_compile_there_is_nothing_to_wait_for():
    with compiling_beside((), signal.pause) as wait:
        assert wait() is None


def test_the_second_process_is_waited_for():
    with compiling_beside((_never_compiled,), time.time) as wait:
        assert wait() == 0


def test_a_second_process_that_fails_does_no_harm():
    with compiling_beside((_never_compiled,), time.sleep) as wait:  # which wants to be told how long
        assert wait() != 0


def test_an_interrupt_ends_the_second_process():
    """Which would never end by itself; the block waits for it."""
    with pytest.raises(KeyboardInterrupt), compiling_beside((_never_compiled,), signal.pause):
        raise KeyboardInterrupt
