from dataclasses import replace

import torch

from kgmodel.baselines.boxes import BaselineSettings, Sentences
from kgmodel.baselines.prolocal import LocalChanges, ProLocal


def everything(text):
    return torch.ones_like(text.is_mentioned())


def test_the_attention_is_bilinear_in_a_word_and_the_entity_with_its_verb(text):
    torch.manual_seed(0)
    read, layer = Sentences(12).eval(), LocalChanges(24, dropout=0.0).eval()

    with torch.no_grad():
        sentences = read(text.words, text, everything(text))
        scores = layer(sentences)

        for row in range(len(scores)):
            both = torch.cat([sentences.entity[row], sentences.verb[row]])
            query = layer.attention.weight @ both + layer.attention.bias
            weights = torch.stack([word @ query for word in sentences.words[row]]).softmax(0)
            attended = sum(w * word for w, word in zip(weights, sentences.words[row], strict=True))
            torch.testing.assert_close(scores[row], layer.score(attended))


def test_a_sentence_is_read_alike_with_and_without_padding(text):
    torch.manual_seed(0)
    read = Sentences(12)
    first = replace(
        text,
        words=text.words[:3],
        steps=text.steps[:3],
        mentions=text.mentions[:, :3],
        spans=text.spans[:1],
        owners=text.owners[:1],
    )
    uneven = replace(text, steps=torch.tensor([1] * 3 + [2] * 5 + [3] * 4))

    with torch.no_grad():
        alone, padded = (read(t.words, t, everything(t)) for t in (first, uneven))

    torch.testing.assert_close(padded.words[0, :3], alone.words[0])
    torch.testing.assert_close(padded.entity[0], alone.entity[0])
    torch.testing.assert_close(padded.verb[0], alone.verb[0])


def test_a_sentence_that_does_not_mention_an_entity_changes_nothing(text):
    model = ProLocal(text.words.shape[1], BaselineSettings(width=4)).eval()
    with torch.no_grad():
        model.changes.score[-1].bias.copy_(torch.tensor([-50.0, 50.0, -50.0, -50.0]))

    unmentioned = model.decide(replace(text, mentions=torch.zeros_like(text.mentions)))
    mentioned = model.decide(text)

    assert unmentioned.existence.unique().tolist() == [1]
    assert mentioned.existence[1, :2].tolist() == [0, 0]


def test_of_all_pairs_those_that_are_mentioned_are_read_as_among_all(text):
    torch.manual_seed(0)
    read, mentioned = Sentences(12), text.is_mentioned()

    with torch.no_grad():
        own, every = (
            read(text.words, text, pairs) for pairs in (mentioned, torch.ones_like(mentioned))
        )

    assert mentioned.tolist() == [[True, True, True], [False, True, True]]
    torch.testing.assert_close(own.words, every.words[mentioned.flatten()])
    torch.testing.assert_close(own.verb, every.verb[mentioned.flatten()])
    assert own.first.tolist() == [0, 4, 8, 4, 8]


def test_another_sentence_changes_nothing_in_what_one_does(text, targets):
    """A step's change is its own sentence's; other sentences only last."""
    torch.manual_seed(0)
    model = ProLocal(text.words.shape[1], BaselineSettings(width=4)).eval()
    other = replace(text, words=torch.cat([text.words[:4], torch.randn(8, text.words.shape[1])]))

    with torch.no_grad():
        scores = [
            model.changes(model._read(t, t.is_mentioned()))[t.is_mentioned().nonzero()[:, 1] == 0]
            for t in (text, other)
        ]

    torch.testing.assert_close(*scores)
