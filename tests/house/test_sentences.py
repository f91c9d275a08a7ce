"""What a person reads who lacks something: one sentence that says what to do, and no half-done work."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


class Machine:
    """A machine with no commands but the shell's and those that are put on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("bash", "cat", "dirname", "env", "sed", "expand"):
            self.has(name, shutil.which(name) or "")

    def has(self, name: str, path: str) -> None:
        (self.folder / name).symlink_to(path)

    def pretends(self, name: str, *lines: str) -> None:
        (self.folder / name).write_text("\n".join((f"#!{shutil.which('bash')}", *lines, "")))
        (self.folder / name).chmod(0o755)

    def run(self, *words: str, **env: str) -> tuple[int, str]:
        command = [str(shutil.which("bash")), *words]
        environment = {"PATH": str(self.folder), "HOME": os.environ.get("HOME", "/"), **env}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, (done.stdout + done.stderr).strip()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_no_python(machine: Machine) -> None:
    code, said = machine.run("scripts/need.sh", "python", "python3")
    assert code == 1
    assert said.startswith("hexwidgets needs Python 3.11 or newer, and there is no 'python3' here: ")


def test_an_old_python(machine: Machine) -> None:
    machine.pretends("python3", '[ "$1" = --version ] && echo Python 3.9.2 || exit 1')
    code, said = machine.run("scripts/need.sh", "python", "python3")
    assert code == 1
    assert said.startswith("hexwidgets needs Python 3.11 or newer, and 'python3' is Python 3.9.2: ")


def test_a_python_without_venv(machine: Machine) -> None:
    machine.pretends("python3", '[[ "$2" != *venv* ]]')
    code, said = machine.run("scripts/need.sh", "python", "python3")
    assert code == 1
    assert said.startswith("'python3' cannot make virtual environments: install its venv and pip modules")


def test_no_node(machine: Machine) -> None:
    code, said = machine.run("scripts/need.sh", "node")
    assert code == 1
    assert "there is no 'node' here: install Node.js" in said


def test_an_old_node(machine: Machine) -> None:
    machine.pretends("node", '[ "$1" = --version ] && echo v18.1.0 || echo 18')
    code, said = machine.run("scripts/need.sh", "node")
    assert code == 1
    assert "this is Node v18.1.0: install a newer Node.js" in said


def test_no_npm(machine: Machine) -> None:
    machine.pretends("node", '[ "$1" = --version ] && echo v20.1.0 || echo 20')
    code, said = machine.run("scripts/need.sh", "node")
    assert code == 1
    assert "there is no 'npm' here" in said


def test_no_browser_and_no_apt(machine: Machine) -> None:
    code, said = machine.run("scripts/chromium.sh")
    assert code == 1
    assert said.startswith("The browser tests need chromium, and there is no apt-get here")
    assert "CHROMIUM=/path/to/it" in said
    assert "make unit" in said


def test_no_browser_and_no_right_to_install_one(machine: Machine) -> None:
    machine.pretends("apt-get")
    machine.pretends("id", "echo 1000")
    code, said = machine.run("scripts/chromium.sh")
    assert code == 1
    assert "installing takes root or sudo" in said


@pytest.mark.parametrize("user", ["0", "1000"])
def test_what_is_missing_is_installed(machine: Machine, user: str) -> None:
    machine.pretends("apt-get", 'echo "apt-get $*" >&2')
    machine.pretends("id", f"echo {user}")
    machine.pretends("fc-list", "echo 'Noto Color Emoji:style=Regular'")
    if user != "0":
        machine.pretends("sudo", 'echo "sudo" >&2', '"$@"')
    code, said = machine.run("scripts/chromium.sh")
    assert code == 0
    assert "apt-get update -qq" in said
    wanted = "chromium fontconfig fonts-noto-cjk"
    assert f"apt-get install -y -qq --no-install-recommends {wanted}" in said
    assert "fonts-noto-color-emoji" not in said
    assert ("sudo" in said) is (user != "0")


def test_make_alone_lists_what_there_is() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in ("setup", "lab", "test", "unit", "browser", "wheel", "bench", "solution", "lock", "clean"):
        assert f"make {name} " in done.stdout
