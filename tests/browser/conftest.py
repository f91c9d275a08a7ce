"""The browser, the server and a notebook, as fixtures. Everything in this folder is marked `browser`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.lab import CHROMIUM_FLAGS, Lab, Notebook, chromium, serve

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 1000}}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One server for the whole run."""
    with serve(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def notebook(page: Page, lab: Lab) -> Iterator[Notebook]:
    """A page of the server; kernels end with the test, so that a long run does not pile them up."""
    yield Notebook(page, lab)
    page.close()
    lab.end_kernels()
