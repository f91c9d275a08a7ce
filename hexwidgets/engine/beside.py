"""Compiling on a second core: a process of its own fills the cache of compiled kernels while this one goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .kernel import in_cache

__all__ = ["compiling_beside"]


@contextmanager
def compiling_beside(kernels: tuple[Any, ...], compiler: Callable[[], object]) -> Iterator[Callable[[], object]]:
    """Have ``compiler``, a function of a module, called in a second process, unless ``kernels`` are in the cache.

    Yields a function that waits for it. Where there is no second core, or no second process can be had, it does
    nothing, and the kernels are compiled when they are called, as ever. The process is gone at the end of the block,
    also when that is interrupted.
    """
    child = None
    if (os.cpu_count() or 1) > 1 and sys.executable and not in_cache(kernels):
        code = f"from {compiler.__module__} import {compiler.__name__} as compiler; compiler()"
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with suppress(OSError):
            child = subprocess.Popen(
                [sys.executable, "-c", code],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
    if child is None:
        yield lambda: None
        return
    try:
        yield child.wait
    finally:
        if child.poll() is None:
            child.kill()
        child.wait()
