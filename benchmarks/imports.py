"""How long `import hexwidgets` takes, against `import anywidget` alone."""

import statistics
import subprocess
import sys

from benchmarks.table import Row

_CODE = "import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"


def measure(pairs: int = 15) -> list[Row]:
    """Fresh processes, one import each, the two taking turns so that both meet the same noise."""
    for name in ("anywidget", "hexwidgets"):
        _seconds(name)  # compiles the bytecode
    times = [(_seconds("anywidget"), _seconds("hexwidgets")) for _ in range(pairs)]
    ratio = statistics.median(ours / theirs for theirs, ours in times)
    return [
        Row("import hexwidgets", ratio, "x", f"import anywidget; median of {pairs} pairs"),
        Row("import hexwidgets", statistics.median(ours for _, ours in times) * 1000, "ms", "median"),
    ]


def _seconds(name: str) -> float:
    command = [sys.executable, "-c", _CODE.format(name=name)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
