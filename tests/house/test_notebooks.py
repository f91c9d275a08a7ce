"""The notebooks in notebooks/: each runs from top to bottom, and is stored without what it put out."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.browser.lab import jupyter_env

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
READERS = ("learn-", "teach-", "scenarios", "playtest")  # each the path of one kind of reader
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@each
@pytest.mark.slow
def test_every_cell_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in jupyter_env(tmp_path).items():
        monkeypatch.setenv(name, value)
    work = tmp_path / "work"
    work.mkdir()
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(work)}}).execute()
    if path.stem.startswith(READERS):
        first = notebook.cells[0].outputs[-1]
        assert "application/vnd.jupyter.widget-view+json" in first.data, "it starts with something to click"


@each
def test_no_output_is_stored(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
    assert "widgets" not in notebook.metadata
