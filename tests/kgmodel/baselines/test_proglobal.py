import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.proglobal import ProGlobal


def model_of(text):
    torch.manual_seed(0)
    return ProGlobal(text.words.shape[1], BaselineSettings(width=6, dropout=0.0)).eval()


@torch.no_grad()
def test_each_state_sees_the_distributions_of_the_one_before(text):
    model = model_of(text)
    encoded = model._read(text)
    scores = model.scores(text)

    existence, ends = torch.zeros(2, 3), torch.zeros(2, 12, 2)
    for state in range(4):
        words = encoded[:, state]
        expected = model.existence(torch.cat([words.max(dim=1).values, existence], dim=-1))
        of_words = model.ends(torch.cat([words, ends], dim=-1))

        torch.testing.assert_close(scores.existence[:, state], expected)
        torch.testing.assert_close(scores.starts[:, state], of_words[..., 0])
        torch.testing.assert_close(scores.ends[:, state], of_words[..., 1])
        existence, ends = expected.softmax(dim=-1), of_words.softmax(dim=1)


@torch.no_grad()
def test_a_word_is_read_with_the_side_of_the_step_that_it_is_on(text):
    model = model_of(text)
    rows = []
    model.rnn.register_forward_hook(lambda _, inputs, __: rows.append(inputs[0]))

    model._read(text)

    sides = rows[0].view(2, 4, 12, -1)[0, :, :, -3:].argmax(dim=-1)  # before, at, after
    assert sides.tolist() == [
        [2] * 12,
        [1] * 4 + [2] * 8,
        [0] * 4 + [1] * 4 + [2] * 4,
        [0] * 8 + [1] * 4,
    ]
