"""JupyterLite: a site of files, whose kernel is Pyodide in the page."""

from __future__ import annotations

import email
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tests.browser.hosts.host import NPM, PYTHON, WHEELS, host_env, site, version_of
from tests.browser.hosts.jupyter import WithCells
from tests.browser.lab import ROOT, Lab, Notebook

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
INSTALL = "%pip install -q hexwidgets"
_SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "exposeAppInBrowser": True,
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "pyodideUrl": "./static/pyodide/pyodide.mjs",
                "disablePyPIFallback": True,
            }
        },
    },
}
_SAVE = """([path, content]) =>
  window.jupyterapp.serviceManager.contents.save(path, { type: 'notebook', format: 'json', content })"""


class _LitePage(Notebook):
    """A notebook in the browser's own storage."""

    def store(self, book: dict[str, Any]) -> None:
        book["metadata"]["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)"}
        self.page.goto(f"{self.lab.url}/lab/index.html")
        self.page.wait_for_function("window.jupyterapp?.serviceManager.isReady", timeout=60_000)
        self.page.evaluate(_SAVE, [self.name, book])

    def address(self) -> str:
        return f"{self.lab.url}/doc/tree/index.html?path={self.name}"


class JupyterLite(WithCells):
    name = "JupyterLite"
    page_class = _LitePage

    @property
    def version(self) -> str:
        return version_of("jupyterlite-core")

    def server(self) -> Lab:
        build(self.folder)
        return Lab(self.ending.enter_context(site(self.folder / "site")), self.folder)

    def open(self, cells: list[str]) -> None:
        super().open([INSTALL, *cells])


def build(folder: Path) -> None:
    """Build the site: `folder`/site, with Pyodide, this package's wheel and what it needs all in it."""
    source = folder / "source"
    pyodide, pypi = source / "static" / "pyodide", source / "pypi"
    pyodide.mkdir(parents=True)
    pypi.mkdir()
    for name in PYODIDE:
        shutil.copy(NPM / "pyodide" / name, pyodide)
    lock = json.loads((NPM / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = packages(lock["info"]["python"])
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock))
    for wheel in WHEELS.glob("*.whl"):
        shutil.copy(wheel, pyodide)
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(pypi), str(ROOT), cwd=folder)
    (source / "jupyter-lite.json").write_text(json.dumps(_SETTINGS))
    run(str(PYTHON), "-m", "jupyter", "lite", "build", "--output-dir", str(folder / "site"), cwd=source)


def packages(python: str) -> dict[str, dict[str, Any]]:
    """What Pyodide's lock file says of the wheels: for each its file, its hash and which others it needs."""
    here = {"python_version": ".".join(python.split(".")[:2]), "python_full_version": python, "extra": ""}
    here |= {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix"}
    wheels = {canonicalize_name(parse_wheel_filename(file.name)[0]): file for file in WHEELS.glob("*.whl")}
    found: dict[str, dict[str, Any]] = {}
    for name, file in wheels.items():
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            about = email.message_from_bytes(archive.read(next(n for n in names if n.endswith(".dist-info/METADATA"))))
        needs = map(Requirement, about.get_all("Requires-Dist") or [])
        wanted = {canonicalize_name(need.name) for need in needs if not need.marker or need.marker.evaluate(here)}
        found[name] = {
            "name": name,
            "version": about["Version"],
            "file_name": file.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": sorted({n.split("/")[0].removesuffix(".py") for n in names if n.endswith(".py")}),
            "depends": sorted(wanted & wheels.keys()),
            "unvendored_tests": False,
        }
    return found


def run(*command: str, cwd: Path) -> None:
    done = subprocess.run(command, cwd=cwd, env=host_env(cwd), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
