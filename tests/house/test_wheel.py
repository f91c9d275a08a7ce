"""What is published: an sdist that needs no Node, and a wheel that works on its own."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

FIRST_MOVE = """
import shutil
assert shutil.which("node") is None

import hexwidgets as hw
assert "site-packages" in hw.__file__, hw.__file__
game = hw.MonsterHex("four", seed=7)
bundle = game._repr_mimebundle_()
data = bundle[0] if isinstance(bundle, tuple) else bundle
assert "application/vnd.jupyter.widget-view+json" in data, sorted(data)
assert game.board()._esm
game.play(game.legal_moves()[0])
assert game.ply == 1
print("played", game.log[-1])
"""


def run(*command: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )


def build(kind: str, source: Path, out: Path, path: str) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", out, cwd=source, PATH=path)


@pytest.fixture(scope="module")
def no_node(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH with a shell's basic commands on it and no Node."""
    folder = tmp_path_factory.mktemp("path")
    for name in ("bash", "cat", "env", "git", "sh", "stat"):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    return str(folder)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory, no_node: str) -> Path:
    """The unpacked sdist."""
    out = tmp_path_factory.mktemp("sdist")
    done = build("sdist", ROOT, out, no_node)
    assert done.returncode == 0, done.stdout + done.stderr
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        archive.extractall(out, filter="data")
    return next(path for path in out.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, sdist: Path, no_node: str) -> Path:
    """The wheel, built from the unpacked sdist where there is no Node."""
    out = tmp_path_factory.mktemp("wheel")
    done = build("wheel", sdist, out, no_node)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_the_sdist_holds_sources_tests_and_the_built_board(sdist: Path) -> None:
    for name in ("js/src/protocol.ts", "js/package-lock.json", "tests/conftest.py", "Makefile", "LICENSE"):
        assert (sdist / name).is_file(), name
    assert (sdist / "hexwidgets/board/static/board.js").stat().st_size > 0
    assert not [path for path in sdist.rglob("*") if path.name in {"node_modules", ".venv", "__pycache__"}]


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(sdist: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = {str(path.relative_to(sdist)) for path in (sdist / "hexwidgets").rglob("*") if path.is_file()}
    assert names == package
    scripts = ("board", "editor", "field", "replay")
    bundle = {f"hexwidgets/board/static/{name}.{kind}" for name in scripts for kind in ("js", "css")}
    bundle.add("hexwidgets/board/static/region.js")
    assert {"hexwidgets/py.typed", *bundle} <= names
    assert any(name.endswith(".toml") for name in names)
    assert {"hexwidgets/board/words/messages.pot", "hexwidgets/board/words/ja.po"} <= names


@pytest.mark.parametrize("versions", ["locked", "oldest"])
def test_an_installed_wheel_shows_a_board_and_plays(wheel: Path, no_node: str, tmp_path: Path, versions: str) -> None:
    """With the locked versions of what it needs, and with the oldest that it claims to work with."""
    which = "--constraints requirements/dev.lock" if versions == "locked" else "--resolution lowest-direct"
    install = f"""
        source scripts/uv.sh
        uv venv --quiet --python "{sys.executable}" "{tmp_path}/fresh"
        uv pip install --quiet --python "{tmp_path}/fresh/bin/python" {which} "{wheel}"
    """
    done = run("bash", "-euc", install, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run(tmp_path / "fresh/bin/python", "-c", FIRST_MOVE, cwd=tmp_path, PATH=no_node)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("played")


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_without_the_bundle_nothing_is_built_and_a_sentence_says_why(sdist: Path, tmp_path: Path, kind: str) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(sdist, tree, ignore=shutil.ignore_patterns("static"))
    done = build(kind, tree, tmp_path / "out", os.environ["PATH"])
    assert done.returncode != 0
    assert (
        "the board's bundle hexwidgets/board/static/board.js is missing: "
        "run `make bundle` (needs Node 20) and build again"
    ) in done.stdout + done.stderr
    assert not list((tmp_path / "out").glob("*.*"))


def test_an_editable_install_may_come_before_the_bundle(sdist: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(sdist, tree, ignore=shutil.ignore_patterns("static"))
    hook = "from hatchling.build import build_editable; print(build_editable('.'))"
    done = run(sys.executable, "-c", hook, cwd=tree)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "run `make bundle`" in done.stdout + done.stderr
