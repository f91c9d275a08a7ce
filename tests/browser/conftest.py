"""The browser, the server and a notebook, as fixtures. Everything in this folder is marked `browser`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.desk import SIZE, Desk, new_desk
from tests.browser.lab import CHROMIUM_FLAGS, Lab, Notebook, chromium, serve
from tests.browser.page import serve_bundle

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
    return {**browser_context_args, "viewport": SIZE}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One server for the whole run."""
    with serve(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def notebook(page: Page, lab: Lab) -> Iterator[Notebook]:
    """A page of the server; its kernels end with the test, so that a long run does not pile them up."""
    others = lab.sessions()
    yield Notebook(page, lab)
    page.close()
    lab.end_kernels(but=others)


@pytest.fixture(scope="module")
def opened(request: pytest.FixtureRequest, browser: Browser, lab: Lab) -> Iterator[Desk]:
    """One desk for all tests of a module; on a screen with its RATIO of pixels, where it has one."""
    with new_desk(browser, lab, ratio=getattr(request.module, "RATIO", 1)) as desk:
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    """The module's desk at its usual size, without motion; nothing may have gone wrong on its page at the end."""
    opened.page.set_viewport_size(SIZE)
    opened.page.emulate_media(reduced_motion="reduce", color_scheme="light", media="screen", forced_colors="none")
    yield opened
    opened.stop()
    opened.quiet()


@pytest.fixture
def still(page: Page) -> Page:
    """A page that serves the bundle, without motion."""
    page.emulate_media(reduced_motion="reduce")
    serve_bundle(page)
    return page
