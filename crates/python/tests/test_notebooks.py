"""The notebooks run from the top, and each draws a board in its first cell."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[3] / "docs/notebooks").glob("*.ipynb"))


def test_there_is_one_for_each_work():
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells), "what a reader sees is what runs for them"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert "<svg" in cells[0].outputs[-1].data["image/svg+xml"]
