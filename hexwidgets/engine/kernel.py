"""One source of rules, two speeds.

A rule is a plain function over ``(table, state, ...)``, marked with `kernel`. Called as it stands it
runs on the list form. `compiled` rebuilds it, and every kernel that it calls, for Numba and the
record form. NumPy and Numba are imported only then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

__all__ = ["compiled", "in_cache", "is_kernel", "kernel", "linked"]

F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K")

# Numba takes the cache folder from a module variable, so only one thread may build at a time.
_building = threading.Lock()
_twins: dict[tuple[FunctionType, bool], Any] = {}  # by kernel, and whether only kernels call it


def kernel(function: F) -> F:
    """Mark a function as part of the rules that can be compiled. It stays an ordinary function.

    Write it in what lists and records share: attributes, chained indexing (``state.hand[p][i]``),
    loops, integers. No slices, no Python objects. Compute in plain ints: stored fields are narrow
    when compiled and would wrap.
    """
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def is_kernel(thing: object) -> bool:
    """Whether ``thing`` was marked with `kernel`."""
    return isinstance(thing, FunctionType) and getattr(thing, "__kernel__", False)


def linked(template: Callable[..., Any], kernels: tuple[Any, ...], **more: Any) -> Callable[..., Any]:
    """The kernel that ``template`` becomes when the names of a named tuple of kernels, and ``more``, stand for these.

    The template names them as globals of its module, which need only be declared there.
    """
    assert isinstance(template, FunctionType)
    names = {**kernels._asdict(), **more}  # type: ignore[attr-defined]
    made = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    made.__module__, made.__qualname__ = template.__module__, template.__qualname__
    return kernel(made)


def compiled(kernels: K) -> K:
    """The Numba-compiled twin of a kernel, or of a named tuple of kernels.

    Twins are cached on disk in a folder keyed by the source of every kernel involved, so that a
    change in one function is never answered by another's old machine code.

    Raises ``ImportError`` that says what to install when Numba is missing, ``TypeError`` for
    anything that is no kernel.
    """
    with _building:
        if isinstance(kernels, tuple):
            return type(kernels)(*(_twin(k) for k in kernels))
        return cast(K, _twin(kernels))


def in_cache(kernels: tuple[Any, ...]) -> bool:
    """Whether machine code of all these kernels has been kept on disk."""
    from pathlib import Path  # noqa: PLC0415  needed only where something is compiled

    return all(
        any(Path(_cache_folder(function, inner=False)).rglob(f"*.{function.__name__}-*.nbi")) for function in kernels
    )


def _twin(function: object) -> Any:
    if not isinstance(function, FunctionType) or not is_kernel(function):
        raise TypeError(f"expected a function marked @kernel, got {function!r}")
    if (function, False) not in _twins:
        numba = _numba()
        kept = numba.config.CACHE_DIR
        try:
            _build(function, numba, inner=False)
        finally:
            numba.config.CACHE_DIR = kept
    return _twins[function, False]


def _build(function: FunctionType, numba: Any, *, inner: bool) -> Any:
    if (function, inner) not in _twins:
        names = {name: _build(f, numba, inner=True) for name, f in _callees(function)}
        bound = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
        bound.__module__, bound.__qualname__ = function.__module__, function.__qualname__
        # Its own folder, so that kernels which call it share its machine code; without the lock of Python, so that
        # games played on a thread let the kernel go on; and without counting references, which kernels, making no
        # arrays, do not need and loops over arrays would spend most of their time on.
        numba.config.CACHE_DIR = _cache_folder(function, inner)
        # What only kernels call needs no entry for Python, which would take a third of the time to compile.
        entry = {"no_cfunc_wrapper": True, "no_cpython_wrapper": inner}
        twin = numba.njit(cache=True, nogil=True, _nrt=False, **entry)(bound)
        _twins[function, inner] = _for_any_number(twin, numba.types.unliteral)
    return _twins[function, inner]


def _for_any_number(twin: Any, unliteral: Callable[[Any], Any]) -> Any:
    """Numba would compile a kernel anew for every constant that another one calls it with."""
    template = twin.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return template([unliteral(arg) for arg in args], {name: unliteral(arg) for name, arg in kws.items()})

    twin.get_call_template = get_call_template
    return twin


def _numba() -> Any:
    try:
        import numba  # noqa: PLC0415
    except ImportError as error:
        raise ImportError("compiled rules need Numba: pip install 'hexwidgets[fast]'") from error
    return numba


def _names(code: CodeType) -> Iterator[str]:
    """The names that code reads as globals; ``co_names`` has those of attributes too, which may be those of kernels."""
    import dis  # noqa: PLC0415  needed only where something is compiled

    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:  # comprehensions are code of their own
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _globals_used(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name in sorted(set(_names(function.__code__))):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _callees(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    return ((name, value) for name, value in _globals_used(function) if is_kernel(value))


def _family(function: FunctionType, seen: dict[FunctionType, None]) -> dict[FunctionType, None]:
    if function not in seen:
        seen[function] = None
        for _, callee in _callees(function):
            _family(callee, seen)
    return seen


@cache
def _source(function: FunctionType) -> bytes:
    """A function's source, and the global numbers that Numba freezes into the code it makes."""
    import inspect  # noqa: PLC0415  needed only where something is compiled

    frozen = [(n, v) for n, v in _globals_used(function) if isinstance(v, int | float)]
    return (inspect.getsource(function) + repr(frozen)).encode()


def _cache_folder(function: FunctionType, inner: bool) -> str:
    import hashlib  # noqa: PLC0415  needed only where something is compiled

    from platformdirs import user_cache_path  # noqa: PLC0415  comes with the extra `fast`

    digest = hashlib.sha256(b"inner" if inner else b"outer")
    for member in sorted(_family(function, {}), key=lambda f: (f.__module__, f.__qualname__)):
        digest.update(_source(member))
    return str(user_cache_path("hexwidgets") / "kernels" / digest.hexdigest()[:16])
