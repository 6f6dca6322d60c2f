"""The text of a step, cut where it mentions things."""

from hypothesis import given

from pipeline.domain.document import Mention
from pipeline.pages.segments import Segment, mentions_by_step, segments
from tests.support.examples import example
from tests.support.graphs import graphs


def test_a_text_is_cut_at_its_mentions():
    mentions = [(Mention(1, 4, 9), 0), (Mention(1, 13, 16), 1)]

    assert list(segments("The water is tea.", mentions)) == [
        Segment("The ", None),
        Segment("water", 0),
        Segment(" is ", None),
        Segment("tea", 1),
        Segment(".", None),
    ]


def test_a_text_without_mentions_is_one_piece():
    assert list(segments("Wait.", [])) == [Segment("Wait.", None)]
    assert list(segments("", [])) == []


def test_mentions_are_found_by_alias_and_the_longest_counts():
    steps = ("H2O and carbon dioxide meet carbon.",)
    rows = {"water; H2O": ("a", "b"), "carbon": ("a", "b"), "carbon dioxide": ("a", "b")}

    mentions = mentions_by_step(example(steps=steps, rows=rows))

    assert [(mention.char_start, thing) for mention, thing in mentions[1]] == [
        (0, 0),
        (8, 2),
        (28, 1),
    ]


def test_a_mention_that_two_things_share_is_shown_once():
    rows = {"tea": ("a", "b"), "green tea; tea": ("a", "b")}

    mentions = mentions_by_step(example(steps=("Drink the tea.",), rows=rows))

    assert [thing for _, thing in mentions[1]] == [0]


@given(graphs())
def test_nothing_of_a_text_is_lost_or_doubled(graph):
    mentions = mentions_by_step(graph)

    for step in graph.document.steps:
        pieces = segments(step.text, mentions.get(step.number, []))
        assert "".join(piece.text for piece in pieces) == step.text
