"""One source of rules, two speeds: compiled twins, their cache, and what is said without Numba."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from hexwidgets.engine import kernel as engine
from hexwidgets.engine.kernel import compiled, is_kernel, kernel

ROOT = Path(__file__).parents[2]
FACTOR = 3


@kernel
def _step(x: int) -> int:
    return x * FACTOR + 1


@kernel
def _even(x: int) -> bool:
    return x % 2 == 0


@kernel
def _halve_or_step(x: int) -> int:
    return x // 2 if _even(x) else _step(x)


@kernel
def steps_to_one(x: int) -> int:
    """A kernel that calls kernels that call kernels."""
    n = 0
    while x != 1:
        x = _halve_or_step(x)
        n += 1
    return n


@kernel
def real(z: complex) -> float:
    """Named like the attribute that it reads."""
    return z.real + 1


@kernel
def _imaginary(z: complex) -> float:
    return z.imag + real(z)


class Pair(NamedTuple):
    first: Callable[[int], int]
    second: Callable[[int], bool]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No twins built yet, and a cache folder of the test's own."""
    monkeypatch.setattr(engine, "_twins", {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_a_kernel_stays_an_ordinary_function() -> None:
    assert steps_to_one(27) == 111
    assert is_kernel(steps_to_one)
    assert not is_kernel(lambda x: x)
    assert not is_kernel(len)


def test_the_compiled_twin_agrees_and_its_callees_are_compiled_too(fresh: Path) -> None:
    twin = compiled(steps_to_one)
    assert [twin(n) for n in range(1, 200)] == [steps_to_one(n) for n in range(1, 200)]
    assert twin.signatures
    assert not is_kernel(twin)
    assert set(engine._twins) == {(steps_to_one, False), *((f, True) for f in (_halve_or_step, _even, _step))}
    assert globals()["_step"](1) == 4
    assert is_kernel(_step)


def test_an_attribute_may_have_the_name_of_a_kernel(fresh: Path) -> None:
    twin = compiled(real)
    assert twin(2 + 5j) == real(2 + 5j) == 3
    assert set(engine._twins) == {(real, False)}
    assert compiled(_imaginary)(2 + 5j) == _imaginary(2 + 5j) == 8


def test_a_named_tuple_of_kernels_is_compiled_as_one_and_built_once(fresh: Path) -> None:
    pair = compiled(Pair(steps_to_one, _even))
    assert isinstance(pair, Pair)
    assert pair.first(6) == steps_to_one(6)
    assert pair.second(6)
    assert compiled(_even) is pair.second
    assert compiled(Pair(steps_to_one, _even)) == pair


@pytest.mark.parametrize(
    "thing", [lambda x: x, len, 3, None, (lambda x: x,)], ids=["lambda", "len", "int", "None", "tuple"]
)
def test_what_is_no_kernel_cannot_be_compiled(thing: Any) -> None:
    with pytest.raises(TypeError, match="expected a function marked @kernel"):
        compiled(thing)


SOURCE = """
from hexwidgets.engine.kernel import kernel

LIMIT = {limit}

@kernel
def deep(x):
    return x + {deep}

@kernel
def middle(x):
    return sum([deep(i) for i in range(x)])

@kernel
def outer(x):
    return min(middle(x), LIMIT)

@kernel
def unrelated(x):
    return x * {unrelated}
"""


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., ModuleType]:
    """Imports a module of kernels, written anew with other numbers in it."""
    count = iter(range(100))

    def write(limit: int = 10, deep: int = 1, unrelated: int = 1) -> ModuleType:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        path = folder / "kernels.py"
        path.write_text(SOURCE.format(limit=limit, deep=deep, unrelated=unrelated))
        spec = importlib.util.spec_from_file_location("kernels", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return write


def test_the_cache_folder_follows_the_source_of_every_function_called(written: Callable[..., ModuleType]) -> None:
    def folder(**numbers: int) -> str:
        return engine._cache_folder(written(**numbers).outer, inner=False)

    first = folder()
    assert folder() == first
    assert folder(deep=2) != first
    assert folder(limit=11) != first
    assert folder(unrelated=2) == first


def test_a_kernel_that_kernels_call_can_be_called_from_python_as_well(fresh: Path) -> None:
    assert compiled(steps_to_one)(6) == steps_to_one(6)
    assert compiled(_step)(1) == _step(1)


def test_a_twin_is_cached_in_the_folder_of_its_sources_and_numbas_own_is_left_alone(
    fresh: Path, written: Callable[..., ModuleType]
) -> None:
    import numba

    before = numba.config.CACHE_DIR
    assert compiled(written().unrelated)(3) == 3
    assert before == numba.config.CACHE_DIR
    assert list(fresh.glob("hexwidgets/kernels/*/**/*.nbi"))


NO_NUMBA = """
import sys
sys.modules["numba"] = None
from hexwidgets.engine.rng import below, seeded
from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.playout import playout
from hexwidgets.monsterhex.turn import KERNELS
print(below(seeded(1), 6) < 6)
for make in (lambda: compiled(below), lambda: playout(KERNELS, fast=True)):
    try:
        make()
    except ImportError as error:
        print(error)
"""


def run(script: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_without_numba_rules_run_and_compiling_says_what_to_install() -> None:
    advice = "compiled rules need Numba: pip install 'hexwidgets[fast]'"
    assert run(NO_NUMBA) == ["True", advice, advice]


def test_playing_imports_neither_numba_nor_numpy() -> None:
    script = (
        "import sys, hexwidgets as hw; g = hw.MonsterHex(seed=1); g.play(g.legal_moves()[0]); g.board();"
        "print([m for m in ('numba', 'numpy', 'ipycanvas') if m in sys.modules])"
    )
    assert run(script) == ["[]"]
