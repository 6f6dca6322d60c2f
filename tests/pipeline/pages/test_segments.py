"""The text of a step, cut where it mentions things."""

from dataclasses import replace

from hypothesis import given, settings

from pipeline.domain.quantity import Quantity
from pipeline.pages.segments import Segment, Span, segments, spans_by_step
from tests.support.examples import example
from tests.support.graphs import graphs


def quantity(step, start, end):
    base = {"base_value": 5, "base_until": 5, "base_unit": "s"}
    place = {"step": step, "material": None, "char_start": start, "char_end": end}
    return Quantity("duration", "5 s", 5, 5, "s", **base, **place)


def test_a_text_is_cut_at_its_mentions():
    water, tea = Span(4, 9, thing=0), Span(13, 16, thing=1)

    assert list(segments("The water is tea.", [water, tea])) == [
        Segment("The ", None),
        Segment("water", water),
        Segment(" is ", None),
        Segment("tea", tea),
        Segment(".", None),
    ]


def test_a_text_without_mentions_is_one_piece():
    assert list(segments("Wait.", [])) == [Segment("Wait.", None)]
    assert list(segments("", [])) == []


def test_quantities_are_cut_out_too():
    graph = example(steps=("Wait for 5 s.",), rows={"tea": ("a", "b")})

    spans = spans_by_step(replace(graph, quantities=(quantity(1, 9, 12),)))

    assert spans == {1: [Span(9, 12, quantity="duration")]}


def test_a_mention_counts_before_a_quantity_and_a_quantity_outside_the_text_does_not():
    graph = example(steps=("Add 5 s water.",), rows={"5 s water": ("a", "b")})
    quantities = (quantity(1, 4, 7), quantity(1, 90, 95), quantity(9, 0, 3), quantity(1, -1, -1))

    (span,) = spans_by_step(replace(graph, quantities=quantities))[1]

    assert span == Span(4, 13, thing=0)


def test_mentions_are_found_by_alias_and_the_longest_counts():
    steps = ("H2O and carbon dioxide meet carbon.",)
    rows = {"water; H2O": ("a", "b"), "carbon": ("a", "b"), "carbon dioxide": ("a", "b")}

    spans = spans_by_step(example(steps=steps, rows=rows))

    assert [(span.char_start, span.thing) for span in spans[1]] == [
        (0, 0),
        (8, 2),
        (28, 1),
    ]


def test_a_mention_that_two_things_share_is_shown_once():
    rows = {"tea": ("a", "b"), "green tea; tea": ("a", "b")}

    spans = spans_by_step(example(steps=("Drink the tea.",), rows=rows))

    assert [span.thing for span in spans[1]] == [0]


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_nothing_of_a_text_is_lost_or_doubled(graph):
    spans = spans_by_step(graph)

    for step in graph.document.steps:
        pieces = segments(step.text, spans.get(step.number, []))
        assert "".join(piece.text for piece in pieces) == step.text
