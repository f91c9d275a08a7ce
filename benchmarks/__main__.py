"""`python -m benchmarks [name ...]`: run the named measurements, or all, and print one table."""

import argparse
import importlib
import pkgutil

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
    for name in chosen:
        print(f"measuring: {name}", flush=True)
        rows += measures[name]()
    print()
    print(table(rows))


main()
