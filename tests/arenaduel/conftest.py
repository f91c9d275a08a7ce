"""What is compiled once and used by many tests."""

import pytest

from hexwidgets.arenaduel.playout import KERNELS
from hexwidgets.engine.kernel import compiled


@pytest.fixture(scope="session")
def fast():
    """The compiled kernels."""
    return compiled(KERNELS)
