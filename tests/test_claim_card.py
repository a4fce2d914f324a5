"""A claim's card holds every condition of its figure, as text and as HTML."""

from dataclasses import fields, replace
from html.parser import HTMLParser

import pytest

from schedlib import InputError
from schedlib.figures.claim_card import ClaimCard
from schedlib.judging.claims import CLAIMS, CONTINUOUS_BATCHING, ORCA, VLLM

by_figure = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.figure)


class Page(HTMLParser):
    """The texts of a page, and whether every element that is opened is closed."""

    def __init__(self, html):
        super().__init__()
        self.open, self.texts, self.styles = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.styles.append(dict(attrs).get("style", ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def read(card):
    page = Page(card._repr_html_())
    assert page.open == []
    return page


def values(claim):
    """Every text of the record, one by one."""
    for field in fields(claim):
        value = getattr(claim, field.name)
        if isinstance(value, tuple):
            yield from value
        elif isinstance(value, str):
            yield value


@by_figure
def test_a_card_holds_every_field_of_its_record(claim):
    card = ClaimCard(claim)
    shown = " ".join(read(card).texts)
    assert len(list(values(claim))) >= 12
    for value in values(claim):
        assert value in repr(card)
        assert value in shown


@by_figure
def test_text_and_html_say_the_same(claim):
    card = ClaimCard(claim)
    for text in read(card).texts:
        assert text in repr(card)


@by_figure
def test_every_row_has_a_name_and_a_value(claim):
    lines = repr(ClaimCard(claim)).splitlines()
    assert lines[0] == f"{claim.figure}  {claim.subject}"
    assert [line[2:21].strip() for line in lines[1:]] == [
        "Model",
        "Hardware",
        "Load",
        "Compared with",
        "Metric",
        "1x is",
        "Measured together",
        "Does not show",
        "Source",
    ]
    assert all(line[21:].strip() for line in lines[1:])


def test_no_card_tells_effects_apart_that_were_measured_together():
    for claim in CLAIMS:
        assert "The figure does not tell them apart." in repr(ClaimCard(claim))
    apart = ClaimCard(replace(ORCA, isolated=True))
    assert "The share of each was measured." in repr(apart)


def test_the_lead_of_vllm_is_not_given_to_one_idea():
    text = repr(ClaimCard(VLLM))
    assert "paged KV memory (PagedAttention) + vLLM's many other optimisations" in text
    assert "what PagedAttention alone contributes" in text


def test_what_is_not_shown_stands_out():
    page = read(ClaimCard(CONTINUOUS_BATCHING))
    assert sum("border: 2px solid" in style for style in page.styles) == 1


@by_figure
def test_no_colour_of_text_or_ground_is_fixed_for_one_theme(claim):
    """Ink and ground are JupyterLab's own, so that a card can be read in light and in dark."""
    for style in read(ClaimCard(claim)).styles:
        assert "background" not in style
        assert all(
            value.strip().startswith("var(--jp-")
            for name, _, value in (part.partition(":") for part in style.split(";"))
            if name.strip() == "color"
        )


def test_what_a_record_holds_cannot_become_a_tag():
    html = ClaimCard(replace(ORCA, model="<b>&</b>"))._repr_html_()
    assert "&lt;b&gt;&amp;&lt;/b&gt;" in html
    assert "<b>" not in html


def test_a_language_without_words_is_refused():
    with pytest.raises(InputError, match="language must be"):
        ClaimCard(ORCA, language="xx")
