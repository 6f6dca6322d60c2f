"""Trains a tiny reader where only kgmodel and what it needs can be imported; run by test_alone.py.

    python tests/support/train_alone.py OUT --epochs N [--kill-in EPOCH]

Makes an encoder's folder, trains on tensors, saves a checkpoint in OUT, loads it again and scores
with it. Prints as JSON what third-party packages were imported. With --kill-in, the process ends
itself with SIGKILL in the middle of that epoch.
"""

import argparse
import json
import os
import re
import signal
import sys
from dataclasses import asdict
from importlib.machinery import PathFinder
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

NEEDED = ("torch", "numpy", "safetensors", "tokenizers")


def with_dependencies(names):
    """The distributions and all they require, extras left out."""
    distributions, todo = set(), [canonical(name) for name in names]
    while todo:
        name = todo.pop()
        if name in distributions:
            continue
        try:
            required = distribution(name).requires or []
        except ModuleNotFoundError:  # for another platform or Python
            continue
        distributions.add(name)
        todo += [
            canonical(re.match(r"[\w.-]+", line)[0]) for line in required if "extra ==" not in line
        ]
    return distributions


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


class Installed:
    """Finds the standard library, kgmodel and some distributions: all else is not installed."""

    def __init__(self, distributions):
        self.finders = list(sys.meta_path)
        self.distributions = distributions
        self.roots = {"kgmodel", *sys.stdlib_module_names, *self.packages()}

    def packages(self):
        return {
            package
            for package, owners in packages_distributions().items()
            if {canonical(owner) for owner in owners} & self.distributions
        }

    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in self.roots and not root.startswith("_sysconfigdata"):  # of sysconfig
            return None
        specs = (finder.find_spec(name, path, target) for finder in self.finders)
        return next((spec for spec in specs if spec is not None), None)

    def find_distributions(self, *context):
        distributions = PathFinder.find_distributions(*context)
        return (
            distribution
            for distribution in distributions
            if canonical(distribution.name) in self.distributions
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, required=True)
    parser.add_argument("--kill-in", type=int)
    arguments = parser.parse_args()
    installed = Installed(with_dependencies(NEEDED))
    sys.meta_path[:] = [installed]
    train(arguments.out, arguments.epochs, arguments.kill_in)
    ours = installed.packages()
    print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules} & ours)))


def train(out, epochs, kill_in):
    import torch

    from kgmodel.checkpoint import load_config, load_weights, save_checkpoint
    from kgmodel.default.features import collate
    from kgmodel.default.model import DefaultReader, DefaultSettings
    from kgmodel.default.shipped_weights import restore_weights
    from kgmodel.default.train import DefaultTrainer, TrainSettings
    from kgmodel.pretrained import file_hashes, load_encoder
    from kgmodel.trainer import Epoch

    encoder = out / "encoder"
    make_encoder(encoder)
    hashes = file_hashes(encoder)
    reader = DefaultSettings(step_width=12, hidden=8, pointer_width=8, heads=2, graph_width=6)
    settings = TrainSettings(epochs=epochs, batch=2, head_rate=1e-2, rank=4)
    torch.manual_seed(settings.seed)
    documents = Fatal(document(seed) for seed in range(6))
    trainer = DefaultTrainer(
        DefaultReader(load_encoder(encoder, expected=hashes), reader),
        documents,
        settings,
        folder=out / "training",
    )
    log = trainer.resume()
    while trainer.epochs_done < epochs:
        documents.left = 3 if trainer.epochs_done + 1 == kill_in else -1
        loss = trainer.run_epoch()
        log.append(Epoch(trainer.epochs_done, loss, None, 0.0))
        trainer.save(log)
    save_checkpoint(out, trainer.weights(), {"encoder": hashes})

    config = load_config(out)
    fresh = DefaultReader(load_encoder(encoder, expected=config["encoder"]), reader)
    restore_weights(fresh, load_weights(out, config))
    batch = collate([document(9)])
    with torch.inference_mode(), trainer.as_shipped() as shipped:
        torch.testing.assert_close(fresh.eval()(batch).tags, shipped(batch).tags)


class Fatal(list):
    """Documents, of which looking at one too many kills the process; ``left`` -1 is never."""

    left = -1

    def __getitem__(self, row):
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1
        return super().__getitem__(row)


def make_encoder(folder):
    """A random BERT that all runs share, and a tokenizer, as a hub would give them."""
    import torch
    from safetensors.torch import save_file
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece

    from kgmodel.bert import Bert, BertSizes

    torch.manual_seed(0)
    sizes = BertSizes(
        vocab_size=200,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    folder.mkdir(parents=True, exist_ok=True)
    save_file(Bert(sizes).state_dict(), folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(asdict(sizes)))
    Tokenizer(WordPiece({"[UNK]": 0}, unk_token="[UNK]")).save(str(folder / "tokenizer.json"))


def document(seed):
    """Two steps of three tokens, two candidate places, two entities that are created in step 1."""
    import numpy as np

    from kgmodel.default.features import TAGS, DocumentFeatures, EntityFeatures

    random = np.random.default_rng(seed)
    entities = tuple(
        EntityFeatures(
            random.integers(5, 100, 2),
            random.random(6) < 0.3,
            random.random(2) < 0.3,
            np.array([TAGS.index("created"), TAGS.index("stays")]),
            np.array([-1, place, place]),
        )
        for place in (1, 2)
    )
    return DocumentFeatures(
        (random.integers(5, 100, 6),),
        (np.arange(3), np.arange(3, 6)),
        np.array([0, 4]),
        np.array([1, 5]),
        np.array([1, 2]),
        np.array([1, 2]),
        np.array([0, 3, 1]),
        entities,
    )


if __name__ == "__main__":
    main()
