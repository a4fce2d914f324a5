"""The extraction questions: right and wrong are computed, and no feedback gives anything away."""

import re
from itertools import permutations
from pathlib import Path

import ipywidgets
import nbformat
import pytest

from schedlib import InputError
from schedlib.events import Kind
from schedlib.exercises import extraction
from schedlib.exercises.extraction import (
    PROBES,
    ask,
    check,
    chunked_prefill,
    core_difference,
    judge,
    overload,
)
from schedlib.exercises.probes import Choice, Number, Ordering, in_order
from schedlib.exercises.verdict import NotYet, Verdict
from schedlib.widgets import ChunkWhatIf
from schedlib.widgets.flow_stage import FlowStage
from schedlib.widgets.slots_stage import SlotsStage
from schedlib.words import words

SOURCE = Path(__file__).parents[1] / "solutions" / "source" / "01_extraction.ipynb"


needs_key = pytest.mark.skipif(
    not SOURCE.is_file(), reason="solutions/source was not handed out with the workbook"
)


def probes(kind):
    return [name for name, probe in PROBES.items() if isinstance(probe, kind)]


CHOICES, NUMBERS, ORDERINGS = map(probes, (Choice, Number, Ordering))

every_probe = pytest.mark.parametrize("name", PROBES)
every_choice = pytest.mark.parametrize("name", CHOICES)
every_number = pytest.mark.parametrize("name", NUMBERS)
every_ordering = pytest.mark.parametrize("name", ORDERINGS)


def right_answer(name):
    probe = PROBES[name]
    seen = probe.see()
    if isinstance(probe, Choice):
        (letter,) = (letter for letter, holds in probe.claims.items() if holds(seen))
        return letter
    if isinstance(probe, Number):
        return probe.value(seen)
    return in_order(probe.measure(seen))


def said(verdict):
    return " ".join([verdict.headline, *verdict.findings])


# --- Every probe ---------------------------------------------------------------------------------


def test_each_of_the_six_questions_has_two_or_three_probes():
    numbers = [name.split("_")[0] for name in PROBES]
    assert sorted(set(numbers)) == ["q1", "q2", "q3", "q4", "q5", "q6"]
    assert all(numbers.count(number) in (2, 3) for number in numbers)


@every_probe
def test_the_right_answer_passes_and_is_explained(name):
    verdict = judge(name, right_answer(name))
    assert verdict.passed
    assert len(verdict.findings) == 1


@every_probe
@pytest.mark.parametrize("blank", [..., None])
def test_nothing_filled_in_is_said_to_be_nothing(name, blank):
    verdict = judge(name, blank)
    assert not verdict.passed
    assert verdict.headline.startswith("Nothing is filled in yet")
    assert f"{name} = " in verdict.headline


class Mute:
    def __repr__(self):
        raise RuntimeError


class Yes:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Text(str):
    pass


def deep():
    nest = []
    for _ in range(100_000):
        nest = [nest]
    return nest


NONSENSE = {
    "true": True,
    "false": False,
    "zero and a half": 0.5,
    "a number with a point": 9.0,
    "a huge number": 10**5000,
    "no letter": "",
    "control characters": "a\x1b[2J\n\u202e",
    "bytes": b"a",
    "a kind of text": Text("a"),
    "an empty list": [],
    "a list of lists": [["R1"], ["R2"]],
    "a deep list": deep(),
    "a list of nothing": [None] * 6,
    "a mute thing": Mute(),
    "a list of mute things": [Mute()] * 3,
    "a thing equal to all": Yes(),
    "a list of things equal to all": [Yes()] * 3,
    "a dictionary": {"a": 1},
    "a type": int,
}


@every_probe
def test_nonsense_gets_a_sentence(name):
    for what, answer in NONSENSE.items():
        verdict = judge(name, answer)
        assert type(verdict) is Verdict, what
        assert not verdict.passed, what
        assert verdict.headline.isprintable(), what
        assert len(verdict.headline) < 300, what


def test_a_number_must_be_a_plain_one_even_where_python_finds_it_equal():
    assert right_answer("q1_alike") == False  # noqa: E712 (that is the point)
    for equal in (False, 0.0, "0"):
        assert "plain whole number" in judge("q1_alike", equal).headline


@every_probe
def test_check_shows_the_verdict_and_raises_only_if_it_is_not_passed(name, capsys):
    check(name, right_answer(name))
    with pytest.raises(NotYet):
        check(name, ...)
    printed = capsys.readouterr()
    assert printed.out.count("Nothing is filled in yet") == 1
    assert printed.err == ""


def test_an_unknown_probe_is_refused():
    for use in (ask, lambda name: judge(name, "a")):
        with pytest.raises(InputError, match=r"name must be one of q1_next, .*, not 'q9'"):
            use("q9")


# --- Choices -------------------------------------------------------------------------------------


@every_choice
def test_exactly_one_claim_holds(name):
    probe = PROBES[name]
    seen = probe.see()
    assert [holds(seen) for holds in probe.claims.values()].count(True) == 1


@every_choice
def test_each_wrong_choice_says_what_it_would_mean_and_does_not_name_another(name):
    letters = list(PROBES[name].claims)
    told = {letter: judge(name, letter) for letter in letters if letter != right_answer(name)}
    assert len({verdict.findings for verdict in told.values()}) == len(letters) - 1
    for letter, verdict in told.items():
        assert not verdict.passed
        assert re.findall(r"\b([a-d])\)", said(verdict)) == [letter]
        assert verdict.findings[0].startswith("If it did, ")


@every_choice
def test_a_choice_may_be_written_in_other_ways(name):
    letter = right_answer(name)
    for written in (letter.upper(), f" {letter} ", f"{letter})"):
        assert judge(name, written).passed


LESS = {"peak": 0, "until": 0, "processed": 0, "stalls": -1}

# What would have to be seen for each of the other claims to hold.
OTHERWISE = {
    "q1_next": {
        "a": lambda s: s._replace(refilled_start=s.tied_start),
        "b": lambda s: s._replace(tied_start=s.refilled_start),
        "c": lambda s: s._replace(tied_start=s.refilled_start, refilled_start=s.tied_start),
    },
    "q2_twins": {
        "a": lambda s: s._replace(busy_tokens=s.calm_tokens),
        "b": lambda s: s._replace(busy_tokens=s.calm_tokens - 1),
        "d": lambda s: s._replace(calm_sequences=s.busy_sequences - 1),
    },
    "q2_unlimited": {
        "a": lambda s: s._replace(free_sequences=s.busy_sequences + 1),
        "c": lambda s: s._replace(free_tokens=s.busy_tokens),
        "d": lambda s: s._replace(free_sequences=s.busy_sequences - 1),
    },
    "q3_better": {
        "a": lambda s: s._replace(middle=s.whole._replace(until=s.whole.until - 1)),
        "b": lambda s: s._replace(middle=s.whole._replace(processed=s.whole.processed - 1)),
        "d": lambda s: s._replace(middle=s.whole._replace(stalls=s.whole.stalls - 1)),
    },
    "q3_price": {
        "b": lambda s: s._replace(small=s.small._replace(again=0, peak=s.whole.peak + 1)),
        "c": lambda s: s._replace(small=s.small._replace(again=0, prefill=s.whole.prefill + 1)),
        "d": lambda s: s._replace(small=s.whole),
    },
    "q4_bounded": {
        "a": lambda s: s._replace(bounded=s.bounded._replace(completed=99)),
        "c": lambda s: s._replace(bounded=s.bounded._replace(completed=0)),
        "d": lambda s: s._replace(bounded=s.bounded._replace(arrived=0, rejected=0)),
    },
    "q4_faster": {
        "a": lambda s: s._replace(faster_growth=s.growth),
        "b": lambda s: s._replace(faster_growth=[0] * 12),
        "c": lambda s: s._replace(faster_growth=[1] * 6 + [0] * 6),
    },
    "q5_return": {
        "a": lambda s: s._replace(given=[Kind.PREFILL], prompt_left_back=s.prompt),
        "c": lambda s: s._replace(given=[Kind.PREFILL], prompt_left_back=s.prompt - 1),
        "d": lambda s: s._replace(given=[]),
    },
    "q6_inside": {
        "a": lambda s: s._replace(parts=s.parts[1:2]),
        "b": lambda s: s._replace(parts=s.parts[:2]),
        "c": lambda s: s._replace(vllm=Forged(s.vllm, isolated=True)),
    },
    "q6_lead": {
        "b": lambda s: s._replace(more=s.more[:1]),
        "c": lambda s: s._replace(others=Forged(s.others, load="another")),
        "d": lambda s: s._replace(vllm=Forged(s.vllm, isolated=True)),
    },
    "q6_says": {
        "a": lambda s: s._replace(vllm=Forged(s.vllm, metric="latency")),
        "b": lambda s: s._replace(vllm=Forged(s.vllm, load="all day")),
        "d": lambda s: s._replace(vllm=Forged(s.vllm, baseline="vLLM without it")),
    },
}


class Forged:
    """A record with some fields replaced."""

    def __init__(self, record, **fields):
        self.record, self.fields = record, fields

    def __getattr__(self, name):
        return self.fields[name] if name in self.fields else getattr(self.record, name)


@every_choice
def test_no_claim_is_idle_each_would_hold_if_something_else_were_seen(name):
    probe = PROBES[name]
    seen = probe.see()
    assert sorted([*OTHERWISE[name], right_answer(name)]) == sorted(probe.claims)
    for letter, otherwise in OTHERWISE[name].items():
        holding = [each for each, holds in probe.claims.items() if holds(otherwise(seen))]
        assert holding == [letter]


# --- Numbers -------------------------------------------------------------------------------------


@every_number
def test_a_question_does_not_hold_its_own_answer(name):
    asked = re.findall(r"\d+", repr(ask(name)).replace(",", ""))
    assert str(right_answer(name)) not in asked


@every_number
def test_no_known_mistake_comes_to_the_right_number_or_to_that_of_another(name):
    probe = PROBES[name]
    seen = probe.see()
    numbers = [probe.value(seen), *(mistake(seen) for mistake in probe.mistakes.values())]
    assert len(set(numbers)) == len(numbers)


@every_number
def test_a_wrong_number_is_met_by_the_mistake_it_comes_from_and_never_by_the_right_one(name):
    probe = PROBES[name]
    seen = probe.see()
    right = probe.value(seen)
    made = [mistake(seen) for mistake in probe.mistakes.values()]
    wrong = [*made, right - 1, right + 1, -right - 7, 10**12]
    told = {number: judge(name, number) for number in wrong if number != right}
    for number, verdict in told.items():
        assert not verdict.passed
        shown = set(re.findall(r"\d+", said(verdict).replace(",", ""))) - {str(number)}
        assert str(right) not in shown
    assert len({told[number].findings for number in made}) == len(made)


def test_the_numbers_can_be_had_without_a_scheduler():
    assert right_answer("q1_alike") == 6 // 2 * 4 - 6 * 4 // 2
    assert right_answer("q2_cached") == 3 * 1 + 6
    assert right_answer("q3_peak") == 800 + 3
    assert right_answer("q4_waiting") == (overload.ARRIVALS - overload.SERVED) * 50
    assert right_answer("q5_again") == 6 + 3


def test_the_token_written_last_has_no_cache_entry_and_is_prefilled_all_the_same():
    assert PROBES["q5_again"].see().freed == 6 + 3 - 1
    (told,) = judge("q5_again", 6 + 3 - 1).findings
    assert told.startswith("Those are the entries that were freed. The last token written has none")


# --- Orders --------------------------------------------------------------------------------------


@every_ordering
def test_one_order_passes_of_all_that_there_are(name):
    probe = PROBES[name]
    measure = probe.measure(probe.see())
    assert len(set(measure.values())) == len(measure)
    passed = [order for order in permutations(measure) if judge(name, list(order)).passed]
    assert passed == [tuple(right_answer(name))]


@every_ordering
def test_a_known_mistake_is_met_by_its_own_words_and_by_a_pair_that_is_in_the_wrong_order(name):
    probe = PROBES[name]
    seen = probe.see()
    measure = probe.measure(seen)
    right = right_answer(name)
    told = [judge(name, in_order(mistake(seen))) for mistake in probe.mistakes.values()]
    assert len({verdict.findings[0] for verdict in told}) == len(told) > 1
    for verdict in told:
        first, second = re.search(
            r"You have (\w+) (?:end )?before (\w+)", verdict.findings[1]
        ).groups()
        assert measure[first] > measure[second]
        assert ", ".join(right) not in said(verdict)


@every_ordering
def test_names_that_are_missing_double_or_unknown_are_asked_for(name):
    right = right_answer(name)
    for order in (right[1:], [*right, right[0]], ["X", *right[1:]]):
        headline = judge(name, order).headline
        assert headline.startswith(f"Name each of {', '.join(sorted(right))} exactly once")


# --- Words and notebook --------------------------------------------------------------------------


def test_the_table_has_the_words_of_every_probe_and_no_others():
    expected = set()
    for name, probe in PROBES.items():
        if isinstance(probe, Choice):
            keys = ["ask", *probe.claims, *(f"{letter}.told" for letter in probe.claims)]
        else:
            keys = ["ask", "told", "look", *(f"mistake.{each}" for each in probe.mistakes)]
        expected |= {f"{name}.{key}" for key in keys}
    table = words().section("extraction")
    assert {key for key in table if re.match(r"q\d_", key)} == expected


@every_choice
def test_a_question_shows_every_option_that_its_check_knows(name):
    question = ask(name)
    assert list(question.options) == list(PROBES[name].claims)
    for letter, text in question.options.items():
        assert f"  {letter}) {text}" in repr(question)
        assert f"<b>{letter})</b>" in question._repr_html_()
    assert len(set(question.options.values())) == len(question.options)


def test_the_right_letters_are_spread():
    letters = [right_answer(name) for name in CHOICES]
    assert all(2 <= letters.count(letter) <= 4 for letter in "abcd")


@pytest.fixture(scope="module")
def cells():
    found = {cell.id: cell for cell in nbformat.read(SOURCE, as_version=4).cells}
    return {id.removeprefix("extraction-"): cell for id, cell in found.items()}


@needs_key
@every_probe
def test_the_notebook_asks_takes_an_answer_and_checks_it(name, cells):
    parts = [f"{name.replace('_', '-')}-{part}" for part in ("ask", "answer", "check")]
    place = list(cells).index(parts[0])
    assert list(cells)[place : place + 3] == parts
    asked, answer, checked = (cells[part] for part in parts)
    assert asked.source == f'extraction.ask("{name}")'
    assert checked.source.endswith(f'extraction.check("{name}", {name})')
    assert checked.metadata.nbgrader.points == 1
    filled, names = answer.source, {}
    exec(filled, {}, names)
    assert names == {name: right_answer(name)}
    empty, names = re.sub(r"(?s)### BEGIN.*### END SOLUTION", "", filled), {}
    exec(empty, {}, names)
    assert names == {name: ...}


@needs_key
@pytest.mark.parametrize("number", range(1, 7))
def test_each_question_ends_in_a_text_of_three_points_with_a_rubric(number, cells):
    text = cells[f"q{number}-text"]
    assert text.metadata.nbgrader.points == 3
    assert text.source.startswith("### BEGIN SOLUTION")
    assert text.source.endswith("### END SOLUTION")
    assert text.source.count("**1 point**") == 3
    assert "**Marking** (each point is given whole or not at all)" in text.source
    assert "**Common misconceptions**" in text.source


@needs_key
def test_the_notebook_names_all_points(cells):
    assert "one point for each check" in cells["00"].source
    assert "three for each text" in cells["00"].source


@needs_key
@pytest.mark.parametrize("number", (1, 3, 4))
def test_an_experiment_does_not_say_in_words_what_is_asked_about_it(number, cells):
    assert "headline=False" in cells[f"q{number}-experiment"].source


def said_beside(widget):
    """All words beside the controls, and those that stand for the picture."""
    lines = [child.value for child in widget.children if isinstance(child, ipywidgets.HTML)]
    return " ".join([*lines, widget.stage._figure["description"]])


def told_by_slots(headline):
    stage = SlotsStage(core_difference.LENGTHS, core_difference.SLOTS, headline=headline)
    stage._slots.value += 1
    return said_beside(stage)


def told_by_flow(headline):
    stage = FlowStage(overload.ARRIVALS, overload.SERVED, headline=headline)
    stage._service.value = overload.FASTER
    return said_beside(stage)


def told_by_chunk(headline):
    policy = chunked_prefill.policy(chunked_prefill.PROMPT)
    widget = ChunkWhatIf(
        chunked_prefill.requests(), policy, chunked_prefill.CHUNKS, headline=headline
    )
    widget._run(chunked_prefill.policy(chunked_prefill.MIDDLE))
    lines = [child.value for child in widget.children if isinstance(child, ipywidgets.HTML)]
    return " ".join(lines)


@pytest.mark.parametrize(
    ("said_by", "outcome"),
    [(told_by_slots, "wasted"), (told_by_flow, "grows"), (told_by_chunk, "Most work")],
)
def test_a_widget_says_what_comes_out_only_with_its_headline(said_by, outcome):
    assert outcome in said_by(True)
    assert outcome not in said_by(False)


def test_the_docstring_of_the_package_tells_the_truth():
    import doctest

    result = doctest.testmod(extraction)
    assert result.attempted == 2
    assert result.failed == 0
