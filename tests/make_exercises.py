"""Make exercises/ and solutions/ from their one source, the notebooks in solutions/source/.

usage: python tests/make_exercises.py [NAME...]

A name is that of a notebook, such as 01_extraction; without one, all are made. The exercises are
what nbgrader would release; the solutions are the source without its markers, executed. A notebook
that somebody has worked in is never overwritten: the new one is written beside it. Nothing is
written for a source of which either cannot be made.
"""

import hashlib
import json
import re
import sys
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbgrader import preprocessors
from store_outputs import KERNEL, run
from traitlets.config import Config, PyFileConfigLoader

from schedlib.reading.files import write_atomically

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "solutions" / "source"
EXERCISES = ROOT / "exercises"
SOLUTIONS = ROOT / "solutions"

MARKER = re.compile(r"^[ \t]*### (BEGIN|END) (SOLUTION|HIDDEN TESTS)[ \t]*(\n|$)", re.MULTILINE)
# An empty form whose name the solution assigns afresh: the key needs it no more.
FORM = re.compile(
    r"\A(\w+) = .*?(?=^### BEGIN SOLUTION\n(?:(?!### END)[^\n]*\n)*?\1 = )",
    re.MULTILINE | re.DOTALL,
)
RELEASE = (  # nbgrader's own order, without its database
    preprocessors.LockCells,
    preprocessors.ClearSolutions,
    preprocessors.ClearOutput,
    preprocessors.CheckCellMetadata,
    preprocessors.ClearHiddenTests,
    preprocessors.ClearMarkScheme,
    preprocessors.ComputeChecksums,
)


def sources():
    return sorted(SOURCE.glob("*.ipynb"))


def nbgrader_config():
    loaded = PyFileConfigLoader("nbgrader_config.py", path=str(SOURCE)).load_config()
    return Config(loaded)


def exercise_of(source):
    """Return what a student gets: no solutions, no hidden tests, no outputs."""
    notebook, resources = nbformat.read(source, as_version=4), {}
    for step in RELEASE:
        notebook, resources = step(config=nbgrader_config()).preprocess(notebook, resources)
        if step is preprocessors.ClearSolutions:
            drop_needless_stubs(notebook)
    return _finished(notebook, source)


def drop_needless_stubs(notebook):
    """Drop the line that stands for a solution where dots in the same cell ask for it already."""
    stub = nbgrader_config().ClearSolutions.code_stub["python"]
    for cell in notebook.cells:
        if cell.cell_type == "code" and "..." in cell.source:
            cell.source = cell.source.replace(f"\n{stub}", "").rstrip()


def solution_of(source):
    """Return the key, before it is run: the source without its markers."""
    notebook = nbformat.read(source, as_version=4)
    for cell in notebook.cells:
        cell.source = MARKER.sub("", FORM.sub("", cell.source)).strip("\n")
        tags = cell.metadata.pop("tags", [])
        if kept := [tag for tag in tags if tag != "raises-exception"]:
            cell.metadata["tags"] = kept
    return _finished(notebook, source)


def _finished(notebook, source):
    """Return the notebook with where it comes from, and a digest of what it says."""
    notebook.metadata = nbformat.from_dict(KERNEL)
    made_from = source.relative_to(ROOT).as_posix()
    notebook.metadata["schedlib"] = {"made_from": made_from, "digest": digest(notebook)}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def digest(notebook):
    """Return a digest of every cell's kind and text; outputs do not count."""
    texts = [[cell.cell_type, cell.source] for cell in notebook.cells]
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()


def is_untouched(path):
    """Return whether a notebook says what it said when it was made."""
    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError):
        return False
    return notebook.metadata.get("schedlib", {}).get("digest") == digest(notebook)


def place_for(path):
    """Return where a new notebook may be written: not where somebody has worked."""
    for number in range(1, 1000):
        ending = "" if number == 1 else f".new{number - 1 if number > 2 else ''}"
        place = path.with_name(f"{path.stem}{ending}.ipynb")
        if not place.exists() or is_untouched(place):
            return place
    raise FileExistsError(f"There is no free name beside {path.name}.")


def put(notebook, path):
    """Write a notebook, and say where it went."""
    path.parent.mkdir(parents=True, exist_ok=True)
    place = place_for(path)
    write_atomically(place, nbformat.writes(notebook) + "\n")
    note = "" if place == path else f" ({path.name} was changed by hand: it stays as it is)"
    print(f"{place.parent.name}/{place.name}{note}")


class NotMade(Exception):
    """A source cannot be made into an exercise and its key; the message says why, in a sentence."""


@contextmanager
def telling(source, trouble):
    """Turn whatever goes wrong into a sentence that names the source."""
    try:
        yield
    except Exception as error:  # nbformat, nbgrader and the notebook's own code may raise anything
        name = getattr(error, "ename", type(error).__name__)  # a cell's own error first
        text = str(getattr(error, "evalue", error)).strip()
        why = ": ".join([name, *text.splitlines()[:1]])
        raise NotMade(f"{source.name}: {trouble}, so nothing was made of it. {why}") from error


def make(source):
    """Make an exercise and its key.

    Raises:
        NotMade: one of them cannot be made; then neither is written.
    """
    with telling(source, "it cannot be read as a notebook"):
        key = solution_of(source)
    with telling(source, "nbgrader cannot make an exercise of it"):
        exercise = exercise_of(source)
    with telling(source, "its key does not run to the end"):
        run(key, SOLUTIONS)
    put(exercise, EXERCISES / source.name)
    put(key, SOLUTIONS / source.name)


def main(names):
    """Make what is named, or all; return what to say at the end if something was not made."""
    if not sources():
        return "There is no solutions/source here, so there is nothing to make."
    if unknown := sorted(set(names) - {source.stem for source in sources()}):
        return f"There is no exercise '{unknown[0]}'; nothing was made."
    troubles = []
    for source in sources():
        if not names or source.stem in names:
            try:
                make(source)
            except NotMade as trouble:
                troubles.append(str(trouble))
    return "\n".join(troubles) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
