"""What holds for every test."""

import pytest
from hypothesis import settings

# A machine that runs many things at once is no reason for a property to fail.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: Playwright keeps an event loop in the main thread, where others want their own."""
    items.sort(key=lambda item: "browser" in item.path.parts)
