"""`python -m benchmarks [name ...]`: run the named measurements, or all, and print one table.

What cannot be measured is named at the end, and the rest is printed all the same.
"""

import argparse
import importlib
import pkgutil
import sys
import time
import traceback

import benchmarks
from benchmarks.table import Row, table


def main() -> None:
    """Measure, then print."""
    names = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name[0] != "_")
    modules = {name: importlib.import_module(f"benchmarks.{name}") for name in names}
    measures = {name: module.measure for name, module in modules.items() if hasattr(module, "measure")}
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of: {', '.join(measures)}")
    chosen = parser.parse_args().names or list(measures)
    if unknown := set(chosen) - set(measures):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(measures)}")
    rows: list[Row] = []
    failed: list[str] = []
    for name in chosen:
        print(f"measuring: {name}", end="", flush=True)
        began = time.perf_counter()
        try:
            rows += measures[name]()
        except Exception:
            failed.append(name)
            traceback.print_exc()
        print(f", {time.perf_counter() - began:.0f} s", flush=True)
    print()
    print(table(rows))
    if failed:
        sys.exit(f"could not be measured: {', '.join(failed)}")


if __name__ == "__main__":
    main()
