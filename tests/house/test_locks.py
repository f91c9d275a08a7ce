"""The lock files: what is installed is exactly what they name, from whatever index the machine is set up with."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
INPUTS = sorted((ROOT / "requirements").glob("*.in"))


def test_every_input_has_its_lock() -> None:
    assert [lock.stem for lock in LOCKS] == [source.stem for source in INPUTS]


@pytest.mark.parametrize("file", [*LOCKS, *INPUTS], ids=lambda file: file.name)
def test_no_requirement_names_an_address(file: Path) -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_an_exact_version_and_a_hash(lock: Path) -> None:
    entries = re.sub(r"\\\n", " ", lock.read_text(encoding="utf-8")).splitlines()
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.\-\[\]]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry), entry


def test_every_script_has_an_exact_version_and_a_hash() -> None:
    text = (ROOT / "requirements" / "hosts-npm.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        assert re.fullmatch(r"#.*|[a-z0-9-]+ (@[a-z-]+/)?[a-z-]+@\d+\.\d+\.\d+ sha512-[A-Za-z0-9+/]{86}==", line), line


def test_the_npm_lock_names_no_address_to_fetch_from() -> None:
    lock = json.loads((ROOT / "js" / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name
