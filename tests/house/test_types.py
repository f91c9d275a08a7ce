"""Strict typing, for the package and for a script as a user writes it; pyproject.toml says which files."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_package_and_a_users_script_pass_strict_types() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_mistake_in_a_users_script_is_seen(tmp_path: Path) -> None:
    """So the names are really typed, and not all `Any`."""
    script = tmp_path / "wrong.py"
    script.write_text('import hexwidgets as hw\n\nhw.MonsterHex("four", seed="seven")\n')
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(script)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "[arg-type]" in done.stdout, done.stdout + done.stderr
