"""Runs a notebook from top to bottom and fails when a cell does, or when outputs are committed in it.

usage: run_notebook.py NOTEBOOK FOLDER_OF_EXECUTED_COPIES
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main(source: Path, folder: Path) -> None:
    notebook = nbformat.read(source, as_version=4)
    nbformat.validate(notebook)
    if any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells):
        sys.exit(f"{source} has outputs in it: clear them before committing")
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(source.parent)}}).execute()
    nbformat.write(notebook, folder / source.name)
    print(f"{source}: {len(notebook.cells)} cells ran")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
