"""The notebooks as they are stored: executed, small, and compared for what matters."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("notebooks", "exercises", "solutions")
NOTEBOOKS = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.ipynb"))
NAMES = [path.relative_to(ROOT).as_posix() for path in NOTEBOOKS]

SEVEN_STEPS = ROOT / "notebooks" / "02_seven_steps.ipynb"

# What the compared outputs of each notebook must hold (any white space counts as one space).
MUST_HOLD = {
    "notebooks/02_seven_steps.ipynb": [
        "A 3 5 4 6 1 completed",
        "B 1 2 2 3 0 completed",
        "C 1 1 1 1 0 completed",
        "D 3 4 2 3 0 completed",
        "E 5 5 4 4 0 completed",
        "F - - - - 0 rejected",
        "A is preempted, since it has the most left to do (A 6, B 3)",
        "pass 9.",
    ],
}

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOT_COMPARED = {WIDGET_VIEW, "image/png", "image/jpeg", "text/latex"}
SWITCHES_COMPARING_OFF = re.compile("nbval[-_](ignore|skip|raises)", re.IGNORECASE)

FORBIDDEN = {
    "a folder of one machine": r"/(home|root|Users|tmp|work)/|[A-Z]:\\",
    "an installation": r"\bpip3?\s+install|\bconda\s+install|%pip|%conda",
    "a command of the shell": r"(?m)^\s*!|%%(bash|sh)|\b(get_ipython|os\.system|subprocess)\b",
    "a fetch from the network": r"\burlopen\b|\burlretrieve\b|\brequests\.get\b|\bwget\b|\bcurl\b",
}


@pytest.fixture(params=NOTEBOOKS, ids=NAMES)
def path(request):
    return request.param


@pytest.fixture
def cells(path):
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def compared_outputs(cells):
    """The stored outputs that nbval compares, as texts."""
    for cell in cells:
        off = [cell.source, *cell.metadata.get("tags", [])]
        if any(SWITCHES_COMPARING_OFF.search(text) for text in off):
            continue
        for output in cell.outputs:
            if output.get("name") == "stdout":
                yield output.text
            for kind, data in output.get("data", {}).items():
                if kind not in NOT_COMPARED:
                    yield data


def squeezed(text):
    return " ".join(str(text).split())


def test_the_seven_steps_are_among_the_notebooks():
    assert SEVEN_STEPS in NOTEBOOKS


def test_a_notebook_is_valid(path):
    nbformat.validate(nbformat.read(path, as_version=4))


def test_all_cells_were_run_from_top_to_bottom(cells):
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))


def test_no_cell_ended_in_an_error_or_a_warning(cells):
    for cell in cells:
        assert not [o for o in cell.outputs if o.output_type == "error"]
        assert not [o for o in cell.outputs if o.get("name") == "stderr"]


def test_no_widget_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    assert "widgets" not in notebook.metadata
    assert WIDGET_VIEW not in path.read_text(encoding="utf-8")


def test_a_notebook_is_small(path):
    assert path.stat().st_size < 300_000


def test_nothing_of_the_machine_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata.keys() <= {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.language_info == {"name": "python"}
    assert not [cell for cell in notebook.cells if "execution" in cell.metadata]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_cell_holds(what, cells):
    for cell in cells:
        assert not re.search(FORBIDDEN[what], cell.source), cell.source


def test_no_output_holds_an_address_or_a_folder_of_the_machine(cells):
    for text in compared_outputs(cells):
        assert not re.search(r"\bat 0x[0-9a-f]+", str(text))
        assert not re.search(FORBIDDEN["a folder of one machine"], str(text))


def test_the_compared_outputs_hold_what_they_must(path, cells):
    outputs = [squeezed(text) for text in compared_outputs(cells)]
    assert outputs
    expected = MUST_HOLD[path.relative_to(ROOT).as_posix()]
    assert expected
    assert [text for text in expected if not any(text in output for output in outputs)] == []


def test_an_output_that_is_not_compared_is_noticed():
    def cell(source, tags=()):
        shown = nbformat.v4.new_output("stream", name="stdout", text="5")
        return nbformat.v4.new_code_cell(source, outputs=[shown], metadata={"tags": list(tags)})

    assert list(compared_outputs([cell("tell(1)")])) == ["5"]
    assert not list(compared_outputs([cell("# NBVAL_IGNORE_OUTPUT\ntell(1)")]))
    assert not list(compared_outputs([cell("tell(1)", tags=["nbval-skip"])]))


# --- Running a copy ------------------------------------------------------------------------------


def compare(notebook):
    """Run nbval on a notebook, in a process of its own."""
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-q", notebook.name],
        cwd=notebook.parent,
        env=outside,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def test_an_untouched_copy_passes(tmp_path):
    copy = tmp_path / SEVEN_STEPS.name
    copy.write_bytes(SEVEN_STEPS.read_bytes())
    run = compare(copy)
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def test_one_wrong_number_in_the_completion_table_turns_the_run_red(tmp_path):
    stored = json.loads(SEVEN_STEPS.read_text(encoding="utf-8"))
    tables = [
        output["data"]
        for cell in stored["cells"]
        for output in cell.get("outputs", [])
        if "first output" in "".join(output.get("data", {}).get("text/plain", ""))
    ]
    (table,) = tables
    text = "".join(table["text/plain"])
    wrong = re.sub(r"(?m)^(A\s+3\s+)5", r"\g<1>6", text)
    assert wrong != text
    table["text/plain"] = wrong
    copy = tmp_path / SEVEN_STEPS.name
    copy.write_text(json.dumps(stored), encoding="utf-8")
    run = compare(copy)
    assert run.returncode == 1, run.stdout
    assert "1 failed" in run.stdout
