"""What holds for every test."""

import pytest
from hypothesis import settings

# A machine that runs many things at once is no reason for a property to fail.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")


LONG = ("hosts", "busy", "life", "field_hosts", "panel", "lessons", "access", "export", "bursts", "play", "page_leaks")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: Playwright keeps an event loop in the main thread, where others want their own.

    Of these the files that take long go first, so that two processes end at about the same time.
    """

    def place(item: pytest.Item) -> int:
        if "browser" not in item.path.parts:
            return -1
        name = item.path.stem.removeprefix("test_")
        return LONG.index(name) if name in LONG else len(LONG)

    items.sort(key=place)
