"""docs/results.md, and the sections whose sentences are computed."""

import json
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(autouse=True)
def scripts(monkeypatch):
    """The folder's modules are found as `python docs/results.py` finds them."""
    monkeypatch.syspath_prepend(str(DOCS))


def test_the_page_is_what_the_files_of_results_give():
    from results import page

    assert (DOCS / "results.md").read_text() == page()  # else: make results


def test_a_section_without_its_file_is_left_out(monkeypatch, tmp_path):
    import writing
    from results import INTRODUCTION, page

    monkeypatch.setattr(writing, "FOLDER", tmp_path)

    assert page() == INTRODUCTION + "\n"


def run(configuration, seed, macro, *, f1=0.5):
    """A row of paper.json with made-up figures."""
    overall = {"overall": {"precision": 0.6, "recall": 0.4, "f1": f1}}
    two = {"task2": overall, "task2_of_2018": overall}
    violations = {"violations": {"predictions": 100, "violations": 4, "percent": 4.0}}
    task1 = dict.fromkeys(("cat1", "cat2", "cat3", "macro", "micro"), macro)
    return {
        "configuration": configuration,
        "seed": seed,
        "training": {"epochs": 2, "seed": seed, "epoch": 1},
        "dev": {**two, **violations},
        "test": {**two, **violations, "task1": task1},
        "reading": ["?", "right heart", "lung", "?", "lung", "heart", "body"],
    }


@pytest.fixture
def paper():
    """The section, of the rows given and of the published figures."""
    from sections.paper import section

    published = json.loads((DOCS / "results" / "records" / "published.json").read_text())
    track = ["?", "heart", "lung", "lung", "lung", "heart", "body"]

    def written(*rows):
        result = {
            "rows": rows,
            "commands": {row["configuration"]: "train" for row in rows},
            "paragraph": "310",
            "entity": "blood",
            "readings": {"gold": track, "ProGlobal": track, "default": track},
        }
        return section(result, published, {"rows": []})

    return written


def test_an_ablation_agrees_with_the_paper_is_its_opposite_or_is_not_clear(paper):
    whole = [run("paper", seed, 46 + seed / 10) for seed in (1, 2, 3)]
    worse = [run("lstm", seed, 30 + seed / 10) for seed in (1, 2, 3)]
    better = [run("no-graph", seed, 50 + seed / 10) for seed in (1, 2, 3)]
    alike = [run("no-across", seed, 46.05 + seed / 10) for seed in (1, 2, 3)]

    text = paper(*whole, *worse, *better, *alike)

    assert "| a standard LSTM as graph unit | -19.45 | -16.00 | -17.67 | -16.00 | agrees |" in text
    assert "| -5.32 | +4.00 | -6.81 | +4.00 | the opposite |" in text
    assert "| -1.75 | +0.05 | -1.32 | +0.05 | not clear here |" in text


def test_how_far_the_model_is_from_the_main_row_is_computed(paper):
    text = paper(run("paper", 1, 47.53, f1=0.5577), run("paper", 2, 47.53, f1=0.5577))

    assert "task 2 F1 -1.00 by the rules of 2018" in text
    assert "task 1 macro +0.50 against the main row" in text
    assert "47.5 ± 0.0" in text


def test_of_the_seeds_the_one_best_on_dev_is_read_and_its_places_are_compared(paper):
    text = paper(run("paper", 1, 47, f1=0.5), run("paper", 2, 47, f1=0.6))

    assert "`paper`, seed 2" in text
    assert "`paper`, seed 2 6, the default reader 7." in text  # "?" is not the lung
