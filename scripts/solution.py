"""Writes the table that `duel.solution()` reads, and its certificate: `make solution`."""

import math
from pathlib import Path

import hexwidgets
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.solution import Solution, packed, unpacked_values
from hexwidgets.arenaduel.solver import certify, solve

FOLDER = Path(hexwidgets.__file__).parent / "arenaduel" / "data"


def up(number: float) -> float:
    """The next greater number with two digits: a bound that rounding elsewhere does not break."""
    unit = 10.0 ** (math.floor(math.log10(number)) - 1)
    return float(f"{math.ceil(number / unit) * unit:.1e}")


def main() -> None:
    """Solve, round, and measure what rounding costs."""
    rules = ArenaDuelRules()
    solution = solve(rules)
    data = packed(solution)
    rounded = unpacked_values(data, solution.classes, solution.lives)
    found = certify(Solution(rules, solution.classes, rounded, solution.certificate))
    (FOLDER / "standard.values").write_bytes(data)
    numbers: dict[str, float | str] = {
        "residual": up(found.residual),
        "loss_north": up(found.loss_north),
        "loss_south": up(found.loss_south),
    }
    numbers |= {"ends": str(found.ends).lower(), "positions": found.positions}
    lines = [f"{name} = {number}" for name, number in numbers.items()]
    head = "# The certificate of standard.values, see solution.py; rounded up. `make solution` writes both."
    (FOLDER / "standard.toml").write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    print(solution, found, f"{len(data):,} bytes", sep="\n")


if __name__ == "__main__":
    main()
