"""What is compiled once and used by many tests."""

import pytest

from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.playout import playout
from hexwidgets.monsterhex.turn import KERNELS


@pytest.fixture(scope="session")
def fast():
    """The compiled kernels."""
    return compiled(KERNELS)


@pytest.fixture(scope="session")
def fast_playout():
    """A compiled random game."""
    return playout(KERNELS, fast=True)
