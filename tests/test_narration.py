"""Events in words: every decision has its own sentence, and every language its own table."""

import os
import re
from itertools import chain
from string import Formatter

import pytest
from engine_stories import ENGINE_STORIES
from hypothesis import given, settings
from strategies import policies
from strategies import workloads as random_workloads

from schedlib import Event, InputError, Kind, Request, Tutorial, narrate, simulate, workloads
from schedlib import words as language_tables
from schedlib.figures import Picture, completion_table, iteration_table
from schedlib.figures.describe import describe
from schedlib.figures.gantt import gantt_scene
from schedlib.narration import VARIANT, narrate_by_step
from schedlib.widgets import Stepper

IN_CI = bool(os.environ.get("CI"))

thousands_of_runs = settings(max_examples=3000, deadline=None, derandomize=IN_CI)
hundreds_of_runs = settings(max_examples=300, deadline=None, derandomize=IN_CI)

ENGLISH = language_tables.TABLES["en"]


def request(line):
    """Read "C 1 2+1 high": id, arrival, prompt+output and, if it is high, the priority."""
    id, arrival, demand, *priority = line.split()
    prompt, output = demand.split("+")
    named = [int(each) if each.isdigit() else each for each in priority]
    return Request(id, int(arrival), int(prompt), int(output), *named)


def run(*lines, **knobs):
    return simulate([request(line) for line in lines], Tutorial(**knobs))


def sentences(trace, iteration):
    return narrate(event for event in trace.events if event.iteration == iteration)


# --- One sentence for each decision -------------------------------------------------------------


SIX = ("A 0 6+3", "B 0 4+2", "C 1 2+1 high", "D 2 4+2", "E 2 1+1", "F 2 1+1")
MAKES_WAY = "It goes to the front of the queue and keeps its progress."

# The template, the requests and knobs that lead to it, the iteration, and what is said.
STORIES = [
    ("arrive.normal", SIX, {}, 0, "A arrives: 6 prompt tokens, 3 output tokens."),
    (
        "arrive.high",
        SIX,
        {},
        1,
        "C arrives with high priority: 2 prompt tokens, 1 output token.",
    ),
    ("slot.free", SIX, {}, 0, "B takes a free slot (2 of 2 in use)."),
    (
        "slot.ahead",
        SIX,
        {},
        2,
        "D takes a free slot (2 of 2 in use), ahead of those who wait: A.",
    ),
    ("slot.victim", SIX, {}, 1, "C takes the slot of A."),
    (
        "preempt.most",
        SIX,
        {},
        1,
        "No slot is free and C has high priority: A is preempted, since of the normal requests "
        f"on slots it has the most left to do (A 6, B 3). {MAKES_WAY}",
    ),
    (
        "preempt.tie",
        ("A 0 6+3", "B 0 6+3", "C 1 2+1 high"),
        {},
        1,
        "No slot is free and C has high priority: A is preempted. Of the normal requests on "
        "slots it ties for the most left to do (A 6, B 6) and comes before the others that tie. "
        f"{MAKES_WAY}",
    ),
    (
        "preempt.only",
        ("A 0 6+3", "C 1 2+1 high"),
        {"max_active": 1},
        1,
        "No slot is free and C has high priority: A is preempted, the only normal request on "
        f"a slot (left to do: A 6). {MAKES_WAY}",
    ),
    (
        "no_victim.preemption_off",
        SIX,
        {"preemption": False},
        1,
        "C has high priority and no slot is free, but preemption is off.",
    ),
    (
        "no_victim.no_normal_active",
        ("A 0 6+3 high", "B 0 6+3 high", "C 1 2+1 high"),
        {},
        1,
        "C has high priority and no slot is free, but no normal request holds a slot: there is "
        "nobody to preempt.",
    ),
    (
        "no_victim.queue_full",
        SIX,
        {"max_queue": 0},
        1,
        "C has high priority and no slot is free, but the queue has no room for a victim (0 of 0).",
    ),
    (
        "enqueue.bounded",
        SIX,
        {},
        2,
        "E finds no slot and waits in place 2 of the queue (2 of 2 in use).",
    ),
    (
        "enqueue.unbounded",
        SIX,
        {"max_queue": None},
        2,
        "F finds no slot and waits in place 3 of the unbounded queue.",
    ),
    (
        "reject.full",
        SIX,
        {},
        2,
        "F is rejected: no slot is free and the queue is full (2 of 2).",
    ),
    (
        "reject.no_queue",
        SIX,
        {"max_queue": 0},
        1,
        "C is rejected: no slot is free and there is no queue.",
    ),
    (
        "refill.start",
        ("A 0 3+1", "B 0 1+1"),
        {"max_active": 1},
        1,
        "B leaves the queue for a free slot (1 of 1 in use).",
    ),
    (
        "refill.resume",
        SIX,
        {},
        3,
        "A comes back from the queue with its progress: 3 prompt tokens and 3 output tokens left.",
    ),
    ("decode.one", SIX, {}, 2, "B decodes one token."),
    ("prefill.last", SIX, {}, 1, "B prefills the rest of its prompt (1 token)."),
    (
        "prefill.chunk",
        SIX,
        {},
        2,
        "D prefills 3 of its 4 prompt tokens left: the chunk is limited to 3.",
    ),
    (
        "prefill.budget",
        ("A 0 6+3", "B 0 4+2"),
        {"token_budget": 4},
        0,
        "B prefills 1 of its 4 prompt tokens left: the budget has no more to give.",
    ),
    (
        "starve.budget",
        ("A 0 6+3", "B 0 4+2"),
        {"token_budget": 3},
        0,
        "B is on a slot and gets nothing: the budget is used up (4 prompt tokens left).",
    ),
    (
        "first_token.prompt_done",
        SIX,
        {},
        1,
        "B has finished its prompt, which yields its first output token.",
    ),
    ("complete.done", SIX, {}, 1, "C is completed and leaves its slot."),
    ("end.used_up", SIX, {}, 0, "The budget of 6 is used up."),
    ("end.unused", SIX, {}, 1, "Budget left unused: 3 of 6."),
    ("end.idle", ("A 1 6+3",), {}, 0, "Nothing to do. Budget left unused: 6 of 6."),
]


@pytest.mark.parametrize(
    ("lines", "knobs", "iteration", "sentence"),
    [story[1:] for story in STORIES],
    ids=[story[0] for story in STORIES],
)
def test_the_decision_is_told_in_its_own_sentence(lines, knobs, iteration, sentence):
    assert sentence in sentences(run(*lines, **knobs), iteration)


def decision(kind, amount=0, **because):
    return Event(4, 2, kind, None if kind in (Kind.REORDER, Kind.END) else "A", amount, because)


LIMITS = {"prompt_left": 6, "prefill_chunk": 3, "budget_left": 5}
OWN = {"rule": "own"}

# What only schedulers of one's own decide: the template, the decision, and what is said.
OWN_STORIES = [
    (
        "preempt.own",
        decision(Kind.PREEMPT, by="B", remaining={"A": 2, "C": 3}, **OWN),
        "A is preempted for B. Left to do: A 2, C 3.",
    ),
    (
        "preempt.alone",
        decision(Kind.PREEMPT, by=None, remaining={"A": 2}, **OWN),
        "A is preempted, and nobody takes its slot. Left to do: A 2.",
    ),
    (
        "enqueue.own",
        decision(Kind.ENQUEUE, place=1, queue=1, max_queue=2, **OWN),
        "A waits in place 1 of the queue, though a slot is free.",
    ),
    (
        "reject.own",
        decision(Kind.REJECT, queue=1, max_queue=2),
        "A is rejected, though the queue has room.",
    ),
    (
        "reject.full_own",
        decision(Kind.REJECT, queue=2, max_queue=2, **OWN),
        "A is rejected: the queue is full (2 of 2), though a slot is free.",
    ),
    (
        "reject.no_queue_own",
        decision(Kind.REJECT, queue=0, max_queue=0, **OWN),
        "A is rejected, though a slot is free: there is no queue.",
    ),
    (
        "prefill.own",
        decision(Kind.PREFILL, 1, **LIMITS),
        "A prefills 1 of its 6 prompt tokens left.",
    ),
    (
        "starve.own",
        decision(Kind.STARVE, **LIMITS),
        "A is on a slot and gets nothing, though 5 tokens of the budget can be had.",
    ),
    (
        "reorder.waiting",
        decision(Kind.REORDER, list="waiting", order=["B", "A"]),
        "The waiting queue now stands in this order: B, A.",
    ),
    (
        "reorder.active",
        decision(Kind.REORDER, list="active", order=["B", "A"]),
        "The active list now stands in this order: B, A.",
    ),
    (
        "end.own",
        decision(Kind.END, 6, token_budget=6, **OWN),
        "Nobody gets a token, though somebody is there. Budget left unused: 6 of 6.",
    ),
]


@pytest.mark.parametrize(("name", "event", "sentence"), OWN_STORIES)
def test_what_no_rule_of_the_lesson_decides_is_not_told_as_if_it_did(name, event, sentence):
    assert narrate([event]) == [sentence]
    assert f"{event.kind}.{VARIANT[event.kind](event)}" == name


@pytest.mark.parametrize(
    ("policy", "lines", "iteration", "sentence"),
    [story[1:] for story in ENGINE_STORIES],
    ids=[story[0] for story in ENGINE_STORIES],
)
def test_every_decision_of_an_engine_is_told_with_its_numbers(policy, lines, iteration, sentence):
    trace = simulate([request(line) for line in lines], policy)
    assert sentence in sentences(trace, iteration)


# The rule is there, as it is in the engines: a budget may run out before a decode. In none of
# them it ever does (see the engines' tests), so there is no run to tell.
NEVER_TOLD = "stall.budget"


def test_a_decode_for_which_no_tokens_are_left_would_be_told_as_a_stall():
    event = Event(0, 2, Kind.STALL, "A", 0, {"rule": "budget", "prompt_left": 0, "budget_left": 0})
    told = "A stalls: it decodes, and no tokens are left when its turn comes."
    assert narrate([event]) == [told]


def test_there_is_a_story_for_every_template():
    templates = {key for key in ENGLISH if key.startswith("event.")}
    stories = (*STORIES, *OWN_STORIES, *ENGINE_STORIES)
    assert {f"event.{name}" for name, *_ in stories} | {f"event.{NEVER_TOLD}"} == templates


def test_every_kind_of_event_chooses_a_variant_or_names_its_rule():
    named = {Kind(name.split(".")[0]) for name, *_ in ENGINE_STORIES}
    assert set(VARIANT) | named | {Kind.STALL} == set(Kind)


def test_iteration_1_of_the_baseline_names_what_a_and_b_have_left():
    told = sentences(simulate(workloads.six_requests()), 1)
    assert [sentence for sentence in told if "A 6, B 3" in sentence] == [told[1]]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A 0 1+1", "A arrives: 1 prompt token, 1 output token."),
        ("A 0 2+1", "A arrives: 2 prompt tokens, 1 output token."),
        ("A 0 1+2", "A arrives: 1 prompt token, 2 output tokens."),
        ("A 0 6000+2", "A arrives: 6,000 prompt tokens, 2 output tokens."),
    ],
)
def test_nouns_follow_their_number(line, sentence):
    assert sentences(run(line), 0)[0] == sentence


@pytest.mark.parametrize(
    ("knobs", "last"),
    [
        ({"token_budget": 4}, "Budget left unused: 1 of 4."),
        ({"token_budget": 5}, "Budget left unused: 2 of 5."),
    ],
)
def test_the_end_of_an_iteration_says_what_is_left_of_the_budget(knobs, last):
    assert sentences(run("A 0 3+1", **knobs), 0)[-1] == last


def test_an_idle_iteration_says_so():
    idle = sentences(run("A 1 1+1", max_active=1, token_budget=1), 0)
    assert idle == ["Nothing to do. Budget left unused: 1 of 1."]


@pytest.mark.parametrize("id", ["{amount}", "A|B", '"A"', r"A\n", "<b>A</b>", "請求"])
def test_an_id_is_quoted_as_it_is(id):
    trace = simulate([Request(id, 0, 3, 1)])
    assert all(id in told for told in narrate(trace.events[:-1]))


# --- Random runs --------------------------------------------------------------------------------


@thousands_of_runs
@given(requests=random_workloads(), policy=policies())
def test_every_event_of_a_random_run_has_a_finished_sentence(requests, policy):
    events = simulate(requests, policy).events
    told = narrate(events)
    assert len(told) == len(events)
    for event, sentence in zip(events, told, strict=True):
        assert not sentence[0].islower()
        assert sentence.endswith(".")
        assert not re.search(r"[{}|]|None|\[|\]", sentence)
        assert event.request is None or event.request in sentence.replace(",", " ").split()


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_the_story_by_steps_has_the_same_sentences_in_the_order_of_the_steps(requests, policy):
    trace = simulate(requests, policy)
    for row in trace.iterations:
        now = [event for event in trace.events if event.iteration == row.iteration]
        story = narrate_by_step(now)
        assert list(story) == sorted({event.step for event in now})
        assert sorted(chain.from_iterable(story.values())) == sorted(narrate(now))


# --- A second language --------------------------------------------------------------------------


LETTER = re.compile(r"[A-Za-z]")
NOTATION = re.compile(r"P\d+|D|q\d+")  # what stands in the cells, the same in every language


def in_no_language(text):
    return LETTER.sub("ж", text)


def translated(template):
    """The template with every letter outside its fields replaced."""
    parts = []
    for literal, field, nouns, _ in Formatter().parse(template):
        parts.append(in_no_language(literal).replace("{", "{{").replace("}", "}}"))
        if field is not None:
            parts.append("{" + field + (f":{in_no_language(nouns)}" if nouns else "") + "}")
    return "".join(parts)


def differences(table):
    """What is missing from a table, or too much in it, compared with the English one."""
    found = [f"{key} is in one table only" for key in table.keys() ^ ENGLISH.keys()]
    for key in table.keys() & ENGLISH.keys():
        if fields(table[key]) != fields(ENGLISH[key]):
            found.append(f"{key} has other fields")
    return found


def fields(template):
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


TOY = {key: translated(template) for key, template in ENGLISH.items()}


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(language_tables.TABLES, "toy", TOY)
    return "toy"


@pytest.mark.parametrize("language", language_tables.TABLES)
def test_every_table_has_the_same_keys_and_fields(language):
    assert differences(language_tables.TABLES[language]) == []


def test_a_missing_template_or_field_is_noticed():
    without_a_key = {key: text for key, text in TOY.items() if key != "event.decode.one"}
    without_a_field = TOY | {"event.decode.one": "ж"}
    assert differences(TOY) == []
    assert differences(without_a_key) == ["event.decode.one is in one table only"]
    assert differences(without_a_field) == ["event.decode.one has other fields"]


def without_letters(requests):
    """The same requests with ids that no English word can hide behind."""
    return [
        Request(chr(0x4E00 + n), r.arrival, r.prompt, r.output, r.priority)
        for n, r in enumerate(requests)
    ]


RUNS = {
    "baseline": (workloads.six_requests(), Tutorial()),
    "without a queue": (workloads.six_requests(), Tutorial(max_queue=0)),
    "starving, far from its limit": (
        workloads.six_requests(),
        Tutorial(token_budget=3, max_queue=50),
    ),
    "preemption off": (workloads.six_requests(), Tutorial(preemption=False)),
    "unbounded, in overview": (workloads.endless_arrivals(6), Tutorial(max_queue=None)),
    "overload": (workloads.overload(), Tutorial()),
    "cut early": (workloads.six_requests(), Tutorial(max_iterations=2)),
    "cut in overview": (workloads.endless_arrivals(6), Tutorial(max_iterations=4)),
    "a long prompt": (workloads.long_prompt(), Tutorial(3, None, 512, 512)),
}


@pytest.fixture(params=RUNS)
def letterless(request):
    requests, policy = RUNS[request.param]
    return simulate(without_letters(requests), policy)


def with_letters(texts):
    """Those of the texts that hold more letters than the notation in the cells does."""
    return sorted({text for text in texts if LETTER.search(NOTATION.sub("", text))})


def strings(value):
    """Every string in nested lists and dicts, their keys left aside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


def test_the_narration_takes_every_word_from_the_table(letterless, toy):
    assert with_letters(narrate(letterless.events, toy)) == []


def test_the_chart_takes_every_word_from_the_table(letterless, toy):
    scene = gantt_scene(letterless, toy)
    assert with_letters(record["text"] for record in scene.texts) == []
    assert with_letters(record.get("why", "") for record in scene.cells) == []


def test_the_description_takes_every_word_from_the_table(letterless, toy):
    assert with_letters([describe(letterless, toy)]) == []


def test_the_pages_of_the_stepper_take_every_word_from_the_table(letterless, toy):
    assert with_letters(strings(Stepper(letterless, language=toy)._pages)) == []


def test_the_labels_of_the_stepper_take_every_word_from_the_table(letterless, toy):
    stepper = Stepper(letterless, language=toy)
    labels = [re.sub("{.*?}", "", label) for label in stepper._words.values()]
    assert with_letters([*labels, stepper._warning, repr(stepper)]) == []


@pytest.mark.parametrize("table", [completion_table, iteration_table])
def test_the_tables_take_every_word_from_the_table(letterless, toy, table):
    frame = table(letterless, toy)
    assert with_letters([frame.index.name, *frame.columns]) == []
    assert with_letters(str(value) for value in frame.to_numpy().flat) == []


@pytest.mark.parametrize(
    "told",
    [
        lambda trace: narrate(trace.events, "tlh"),
        lambda trace: narrate_by_step(trace.events, "tlh"),
        lambda trace: describe(trace, "tlh"),
        lambda trace: gantt_scene(trace, "tlh"),
        lambda trace: completion_table(trace, "tlh"),
        lambda trace: iteration_table(trace, "tlh"),
        lambda trace: Picture(trace, language="tlh"),
        lambda trace: Stepper(trace, language="tlh"),
    ],
    ids=["narrate", "steps", "describe", "scene", "completion", "iterations", "picture", "stepper"],
)
def test_an_unknown_language_is_an_input_error(told):
    with pytest.raises(InputError, match=r"language must be 'en'.*, not 'tlh'"):
        told(run("A 0 1+1"))
