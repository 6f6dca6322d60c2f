from pathlib import Path

from pipeline.domain.document import Document
from pipeline.sources import DiscoveredDocument, discover, fetch

EXAMPLES = Path(__file__).parents[1] / "examples"


def documents() -> list[Document]:
    found = list(discover([str(EXAMPLES)]))
    assert all(isinstance(one, DiscoveredDocument) for one in found)
    return [one for one in fetch([one.source for one in found]) if isinstance(one, Document)]


def test_every_example_is_read_whole_and_has_four_to_twenty_steps() -> None:
    examples = documents()

    assert len(examples) >= 12
    assert not [one.id for one in examples if not 4 <= one.n_steps <= 20]


def test_the_steps_of_examples_are_sentences_on_one_line_without_list_markers() -> None:
    steps = [step.text for one in documents() for step in one.steps]

    assert not [text for text in steps if "\n" in text or not text[0].isupper()]
    assert not [text for text in steps if not text.endswith((".", "!"))]


def test_examples_show_every_kind_of_input() -> None:
    examples = documents()

    assert any(one.entities for one in examples)
    assert any(step.starts_at for one in examples for step in one.steps)
    assert {Path(one.source.partition("#")[0]).suffix for one in examples} == {
        ".txt",
        ".md",
        ".jsonl",
    }
