"""Run notebooks and store their outputs, the ones that nbval will compare.

usage: python tests/store_outputs.py NOTEBOOK...

Widget views are left out of what is stored, since they mean nothing without their kernel: where a
cell shows a widget, the notebook keeps the line of text that stands for it.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

WIDGET = "application/vnd.jupyter.widget-view+json"
KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def store_outputs(path: Path) -> None:
    """Run one notebook in its own folder and write it back with what it showed."""
    notebook = nbformat.read(path, as_version=4)
    run(notebook, path.parent)
    nbformat.write(notebook, path)


def run(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run a notebook as if it stood in `folder`; it then holds what it showed."""
    here = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, kernel_name="python3", resources=here, coalesce_streams=True).execute()
    notebook.metadata.pop("widgets", None)  # their state, which means nothing either
    notebook.metadata.update(nbformat.from_dict(KERNEL))
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    missing = [name for name in sys.argv[1:] if not Path(name).is_file()]
    if missing:
        sys.exit(f"There is no notebook at {missing[0]}; nothing was run.")
    for name in sys.argv[1:]:
        store_outputs(Path(name))
