"""The exercises and their keys: in step with their one source, and not passed without work."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import make_exercises
import nbformat
import pytest
from make_exercises import (
    EXERCISES,
    SOLUTIONS,
    SOURCE,
    digest,
    exercise_of,
    is_untouched,
    put,
    solution_of,
    sources,
)
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NAMES = [exercise.stem for exercise in sorted(EXERCISES.glob("[0-9][0-9]_*.ipynb"))]
EXPECTED = [
    "01_extraction",
    "02_homework",
    "03_predict",
    "04_build_the_scheduler",
    "05_design_a_policy",
]

# A class can be given the workbook without its keys: what is left is tested all the same.
needs_source = pytest.mark.skipif(not SOURCE.is_dir(), reason="solutions/source is not here")
needs_keys = pytest.mark.skipif(
    not all((SOLUTIONS / f"{name}.ipynb").is_file() for name in NAMES),
    reason="the keys in solutions/ are not here",
)


def graded(notebook, manual=None):
    """The cells that earn points; `manual` picks those that a person marks, or the others."""
    for cell in notebook.cells:
        facts = cell.metadata.get("nbgrader", {})
        if facts.get("grade") and manual in (None, facts["solution"]):
            yield cell


def read(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def source(name):
    return SOLUTIONS / "source" / f"{name}.ipynb"


def test_all_five_are_there():
    assert NAMES == EXPECTED


@needs_source
def test_each_has_a_source():
    assert [source.stem for source in sources()] == EXPECTED


# --- One source ----------------------------------------------------------------------------------


def said(notebook):
    """All that a notebook says, and how it is graded; what its cells have shown is left out."""
    return [[cell.cell_type, cell.id, cell.source, cell.metadata] for cell in notebook.cells]


@needs_source
def test_the_exercise_is_in_step_with_its_source(name, source):
    stored = read(EXERCISES / f"{name}.ipynb")
    assert said(stored) == said(exercise_of(source)), "python3 workbook.py exercises makes it anew"
    assert stored.metadata == exercise_of(source).metadata


@needs_source
@needs_keys
def test_the_key_is_in_step_with_its_source(name, source):
    stored = read(SOLUTIONS / f"{name}.ipynb")
    assert said(stored) == said(solution_of(source)), "python3 workbook.py exercises makes it anew"
    assert stored.metadata["schedlib"] == solution_of(source).metadata["schedlib"]


@needs_source
def test_a_source_holds_no_outputs_and_each_grade_id_once(source):
    cells = read(source).cells
    assert not any(cell.get("outputs") for cell in cells)
    grade_ids = [c.metadata.nbgrader.grade_id for c in cells if "nbgrader" in c.metadata]
    assert len(grade_ids) == len(set(grade_ids)) > 0


# --- No leaks ------------------------------------------------------------------------------------


@needs_source
def test_an_exercise_holds_no_solution(name, source):
    exercise = read(EXERCISES / f"{name}.ipynb")
    texts = "\n".join(cell.source for cell in exercise.cells)
    assert "SOLUTION" not in texts
    assert "HIDDEN TESTS" not in texts
    assert not any(cell.get("outputs") for cell in exercise.cells)
    region = re.compile("### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
    given = region.sub("", "\n".join(cell.source for cell in read(source).cells))
    solved = [
        line.strip()
        for cell in read(source).cells
        for solution in region.findall(cell.source)
        for line in solution.splitlines()
        if len(line.strip()) > 25 and line.strip() not in given
    ]
    assert solved
    assert [line for line in solved if line in texts] == []


def test_every_answer_can_be_changed_and_every_check_is_locked(name):
    for cell in read(EXERCISES / f"{name}.ipynb").cells:
        facts = cell.metadata.get("nbgrader", {})
        if facts.get("solution"):
            assert cell.metadata.get("editable", True)
        elif facts.get("grade"):
            assert cell.metadata["editable"] is False
            assert "raises-exception" in cell.metadata["tags"]  # "Run all" goes on after it


# --- Untouched, nothing passes; the key passes ---------------------------------------------------


def run(notebook, folder):
    """Run a whole notebook in a folder where there is neither key nor repository."""
    here = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, allow_errors=True, resources=here).execute()
    return notebook


NOTHING = re.compile("(?i)nothing is|nothing has|not filled in|still the library's own")


def test_untouched_every_check_fails_because_nothing_is_there(name, tmp_path):
    notebook = run(read(EXERCISES / f"{name}.ipynb"), tmp_path)
    checks = list(graded(notebook, manual=False))
    assert checks
    for cell in checks:
        (error,) = [output for output in cell.outputs if output.output_type == "error"]
        assert error.ename == "NotYet", (cell.source, error.evalue)
        assert NOTHING.search(error.evalue), (cell.source, error.evalue)
        assert [output for output in cell.outputs if "data" in output], "the verdict is shown"


def test_where_no_key_was_handed_out_none_is_offered(name, tmp_path):
    exercise = read(EXERCISES / f"{name}.ipynb")
    assert exercise.cells[-1].source == f'Key("{name}")'
    assert offered(name, tmp_path) == ""


@needs_keys
def test_where_the_key_was_handed_out_it_is_offered_but_not_in_itself(name):
    assert f"../solutions/{name}.ipynb" in offered(name, EXERCISES)
    assert offered(name, SOLUTIONS) == ""


def offered(name, folder):
    """What the last cell of an exercise shows, as text, if the notebook stands in a folder."""
    offer = nbformat.v4.new_code_cell(f"from schedlib.exercises.key import Key\n\nKey({name!r})")
    (shown,) = run(nbformat.v4.new_notebook(cells=[offer]), folder).cells[0].outputs
    return shown.data["text/plain"]


# --- A course in nbgrader ------------------------------------------------------------------------

COURSE = "batching"
STUDENTS = {"knows": SOLUTIONS, "untouched": EXERCISES}


def nbgrader(course, *arguments):
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "JUPYTER"))}
    own = str(Path(sys.executable).parent)  # nbgrader calls programs that stand beside its Python
    home = {"HOME": str(course), "IPYTHONDIR": str(course / ".ipython")}
    home["PATH"] = os.pathsep.join([own, os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=course,
        env=outside | home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    """The points of both students, by student, notebook and whether a person marks them."""
    course = tmp_path_factory.mktemp("course")
    shutil.copytree(SOLUTIONS / "source", course / "source" / COURSE)
    shutil.move(course / "source" / COURSE / "nbgrader_config.py", course)
    for student, folder in STUDENTS.items():
        for name in NAMES:
            target = course / "submitted" / student / COURSE / f"{name}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / f"{name}.ipynb", target)
    nbgrader(course, "generate_assignment", COURSE)
    nbgrader(course, "autograde", COURSE)
    return course


def points(course):
    """Return (earned, possible, to be marked by hand) for each student and notebook."""
    query = """
        SELECT submitted_assignment.student_id, notebook.name,
               SUM(COALESCE(grade.auto_score, 0)),
               SUM(CASE WHEN grade_cells.cell_type = 'code' THEN grade_cells.max_score ELSE 0 END),
               SUM(grade.needs_manual_grade)
        FROM grade
        JOIN grade_cells ON grade_cells.id = grade.cell_id
        JOIN base_cell ON base_cell.id = grade.cell_id
        JOIN notebook ON notebook.id = base_cell.notebook_id
        JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
        JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
        GROUP BY 1, 2
    """
    with sqlite3.connect(course / "gradebook.db") as gradebook:
        return {(who, name): rest for who, name, *rest in gradebook.execute(query)}


@needs_source
@needs_keys
def test_nbgrader_gives_the_key_all_points_and_untouched_stubs_none(scores):
    found = points(scores)
    for name in NAMES:
        earned, possible, by_hand = found["knows", name]
        assert earned == possible > 0
        earned, possible, _ = found["untouched", name]
        assert earned == 0 < possible
        assert by_hand == len(list(graded(read(SOLUTIONS / f"{name}.ipynb"), manual=True)))


# --- Work is never lost --------------------------------------------------------------------------


@pytest.fixture
def mine(tmp_path):
    """A student's copy of an exercise."""
    copy = tmp_path / "04_build_the_scheduler.ipynb"
    shutil.copy(EXERCISES / copy.name, copy)
    return copy


def test_an_exercise_that_only_ran_is_made_anew(mine, capsys):
    notebook = read(mine)
    notebook.cells[-1].execution_count = 7
    nbformat.write(notebook, mine)
    assert is_untouched(mine)
    put(read(EXERCISES / mine.name), mine)
    assert read(mine).cells[-1].execution_count is None
    assert capsys.readouterr().out.strip() == f"{mine.parent.name}/{mine.name}"


def test_an_exercise_that_was_worked_in_stays_and_the_new_one_goes_beside_it(mine, capsys):
    notebook = read(mine)
    notebook.cells[-1].source += "  # my own thought"
    nbformat.write(notebook, mine)
    assert not is_untouched(mine)
    before = mine.read_bytes()
    for _ in range(2):  # the one beside it, untouched, is made anew in its place
        put(read(EXERCISES / mine.name), mine)
        assert mine.read_bytes() == before
        assert sorted(path.name for path in mine.parent.glob("*.ipynb")) == [
            mine.name,
            "04_build_the_scheduler.new.ipynb",
        ]
    assert "was changed by hand: it stays as it is" in capsys.readouterr().out
    beside = mine.with_name("04_build_the_scheduler.new.ipynb")
    assert digest(read(beside)) == digest(read(EXERCISES / mine.name))
    beside.write_text("not even a notebook")
    put(read(EXERCISES / mine.name), mine)
    assert beside.read_text() == "not even a notebook"
    assert mine.with_name("04_build_the_scheduler.new2.ipynb").exists()


# --- What cannot be made is told -----------------------------------------------------------------


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A workbook with one source, sound and small, and nothing else."""
    for name, folder in {
        "ROOT": tmp_path,
        "SOURCE": tmp_path / "solutions" / "source",
        "SOLUTIONS": tmp_path / "solutions",
        "EXERCISES": tmp_path / "exercises",
    }.items():
        monkeypatch.setattr(make_exercises, name, folder)
    make_exercises.SOURCE.mkdir(parents=True)
    config = 'c = get_config()\nc.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE"}\n'
    (make_exercises.SOURCE / "nbgrader_config.py").write_text(config)
    answer = nbformat.v4.new_code_cell("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", id="answer")
    answer.metadata.nbgrader = {
        **{"schema_version": 3, "grade_id": "answer", "grade": False},
        **{"locked": False, "solution": True, "task": False},
    }
    notebook = nbformat.v4.new_notebook(cells=[answer])
    nbformat.write(notebook, make_exercises.SOURCE / "small.ipynb")
    return tmp_path


def made(course):
    return sorted(
        path.relative_to(course).as_posix()
        for path in course.glob("*/*.ipynb")  # not those in solutions/source
    )


def test_an_exercise_and_its_key_are_made_where_there_is_no_folder_yet(course):
    assert make_exercises.main([]) is None
    assert made(course) == ["exercises/small.ipynb", "solutions/small.ipynb"]


@pytest.mark.parametrize(
    "old, new, why",
    [
        ("### END SOLUTION", "", "nbgrader cannot make an exercise of it"),
        ("]", "", "it cannot be read as a notebook"),
        ("x = 1", "x = 1 / 0", "its key does not run to the end"),
    ],
)
def test_a_source_of_which_nothing_can_be_made_is_named_with_the_reason(course, old, new, why):
    source = make_exercises.SOURCE / "small.ipynb"
    shutil.copy(source, source.with_name("later.ipynb"))
    source.write_text(source.read_text().replace(old, new))
    (said,) = make_exercises.main([]).splitlines()
    assert said.startswith(f"small.ipynb: {why}, so nothing was made of it. ")
    assert made(course) == ["exercises/later.ipynb", "solutions/later.ipynb"]


def test_without_sources_there_is_nothing_to_make(course):
    shutil.rmtree(make_exercises.SOURCE)
    assert make_exercises.main([]) == make_exercises.main(["01_extraction"])
    assert make_exercises.main([]).startswith("There is no solutions/source here, so there is")


def test_a_name_that_is_not_there_makes_nothing(course):
    assert make_exercises.main(["smal"]) == "There is no exercise 'smal'; nothing was made."
    assert made(course) == []
