import time

import pytest

from pipeline.domain.document import AnnotatedDocument, Document, Entity, Step
from pipeline.text.annotate import annotate


def document(*sentences: str, gap: str = "\r\n", start: str = "") -> Document:
    steps, text = [], start
    for number, sentence in enumerate(sentences, start=1):
        steps.append(Step(number, sentence, len(text)))
        text += sentence + gap
    return Document("d", "d", text, tuple(steps), "d.txt")


def mentioned(annotated: AnnotatedDocument) -> dict[str, list[tuple[int, str]]]:
    """For each entity's name, the steps and words that mention it."""
    return {
        entity.name: [
            (
                mention.step,
                annotated.document.steps[mention.step - 1].text[
                    mention.char_start : mention.char_end
                ],
            )
            for mention in mentions
        ]
        for entity, mentions in zip(annotated.entities, annotated.mentions, strict=True)
    }


def find(names: list[str], *sentences: str) -> dict[str, list[tuple[int, str]]]:
    entities = [Entity.parse(name) for name in names]
    return mentioned(annotate(document(*sentences), entities=entities))


def test_offsets_of_tokens_refer_to_the_documents_text() -> None:
    hard = document(
        "😀 Cafe\u0301 beans,\r\n2 min.", "«Don't!» 水 e.g. H2O.", start="\ufb01x\r\n\r\n"
    )

    annotated = annotate(hard, entities=[])

    tokens = [token for step in annotated.tokens for token in step]
    assert all(hard.text[token.char_start : token.char_end] == token.text for token in tokens)
    assert not any(token.text.isspace() for token in tokens)
    assert [token.text for token in annotated.tokens[1]][-3:] == ["e.g.", "H2O", "."]


def test_mentions_are_found_in_singular_plural_any_case_and_as_possessives() -> None:
    mentions = find(
        ["leaf"], "Leaves fall.", "A LEAF's stem; the leaves' edges.", "Leafy pleaflet."
    )

    assert mentions == {"leaf": [(1, "Leaves"), (2, "LEAF"), (2, "leaves")]}


def test_synonyms_count_for_one_entity() -> None:
    assert find(["water; H2O"], "Water is H2O.") == {"water; H2O": [(1, "Water"), (1, "H2O")]}


def test_the_longest_mention_counts_and_none_overlap() -> None:
    mentions = find(["carbon", "carbon dioxide", "dioxide gas"], "Carbon dioxide gas and carbon.")

    assert mentions == {
        "carbon": [(1, "carbon")],
        "carbon dioxide": [(1, "Carbon dioxide")],
        "dioxide gas": [],
    }


def test_entities_that_share_an_alias_share_its_mentions() -> None:
    mentions = find(["plants; weeds", "dead plants; weeds"], "Weeds die.")

    assert mentions == {"plants; weeds": [(1, "Weeds")], "dead plants; weeds": [(1, "Weeds")]}


@pytest.mark.parametrize(
    ("name", "sentence", "words"),
    [
        ("food scraps", "Collect food-scraps.", "food-scraps"),
        ("plant's root", "The plant roots grow.", "plant roots"),
        ("retina 's rod", "The retina’s rods fire.", "retina’s rods"),
        ("the soil", "It is in soil.", "soil"),
        ("vitamin C", "It holds vitamin C.", "vitamin C"),
        ("CO2", "It takes up CO₂.", "CO₂"),
        ("milk", "water;milk/cream", "milk"),
        ("caf\u00e9", "Cafe\u0301s open.", "Cafe\u0301s"),
        ("💧", "A 💧 falls.", "💧"),
        ("--", "Dashes -- here.", "--"),
    ],
)
def test_a_name_is_found_as_it_is_written_in_the_text(name: str, sentence: str, words: str) -> None:
    assert find([name], sentence) == {name: [(1, words)]}


def test_an_entity_never_mentioned_has_no_mentions() -> None:
    annotated = annotate(document("It rains."), entities=[Entity.parse("soil")])

    assert annotated.mentions == ((),)


def test_entities_are_those_of_the_document_unless_given() -> None:
    nameless = document("It rains.")

    with pytest.raises(ValueError, match="'d' names no entities"):
        annotate(nameless)


def test_many_steps_and_entities_take_time_in_proportion() -> None:
    sentences = [f"Solution {number} flows into vessel {number}." for number in range(2_000)]
    entities = [Entity.parse(f"solution {number}; vessel {number}") for number in range(300)]
    annotate(document("Warm up."), entities=[])
    started = time.perf_counter()

    annotated = annotate(document(*sentences), entities=entities)

    assert time.perf_counter() - started < 5
    assert all(len(mentions) == 2 for mentions in annotated.mentions)
