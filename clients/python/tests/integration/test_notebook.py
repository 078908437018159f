"""The notebook, run from its first cell to its last."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from .conftest import Service

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.mark.whole
@pytest.mark.filterwarnings("default")  # of the tools that run it
@pytest.mark.parametrize("name", [path.name for path in NOTEBOOKS.glob("*.ipynb")])
def test_a_notebook_runs(name: str, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient: Any = importlib.import_module("nbclient")
    nbformat: Any = importlib.import_module("nbformat")

    for variable in ("KEY", "SECRET", "ACCOUNT"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("DATA_DIR", service.data_dir)
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert all(outputs)
