"""What an import brings along: a notebook in the browser has no NumPy, and nobody waits for what they do not use."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAVY = ("numpy", "numba", "ipycanvas", "matplotlib", "pandas", "scipy", "tqdm")
# Those that are loaded only where somebody sketches or simulates.
NEEDY = {
    "hexwidgets.board.sketch",
    *(f"hexwidgets.playtest.{name}" for name in ("charts", "chunks", "counts", "environments", "panel", "pictures")),
    *(f"hexwidgets.playtest.{name}" for name in ("rating", "report", "run", "stats", "totals", "variants")),
}


def run(code: str) -> str:
    """What `code` prints in a fresh interpreter."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_hexwidgets_loads_nothing_heavy() -> None:
    loaded = run(f"import sys, hexwidgets; print([name for name in {HEAVY} if name in sys.modules])")
    assert loaded.strip() == "[]"


def test_every_module_but_a_few_imports_where_nothing_heavy_exists() -> None:
    imported = run(f"""
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys({HEAVY}))      # importing one of these now raises ImportError
import hexwidgets
for module in pkgutil.walk_packages(hexwidgets.__path__, "hexwidgets."):
    if module.name not in {NEEDY}:
        importlib.import_module(module.name)
        print(module.name)
""").split()
    assert "hexwidgets.engine.game" in imported
    assert "hexwidgets.board.board" in imported
    assert "hexwidgets.playtest.simulate" in imported
    assert not NEEDY & set(imported)


def test_a_simulation_without_what_it_needs_says_what_to_install() -> None:
    said = run("""
import importlib.util as util
found = util.find_spec
util.find_spec = lambda name, *rest: None if name in ("numba", "pandas") else found(name, *rest)
import hexwidgets as hw
try:
    hw.simulate(hw.ArenaDuel())
except ImportError as error:
    print(error)
""")
    assert said.strip() == "simulations need numba, pandas: pip install 'hexwidgets[playtest]'"


def test_every_public_name_exists() -> None:
    run("import hexwidgets; [getattr(hexwidgets, name) for name in hexwidgets.__all__]")
