"""The generated pages of results: up to date, every figure from a record, every link resolved."""

import ast
import json
import re
from pathlib import Path

import pytest

from pipeline.domain.confidence import UNSURE_BELOW

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
TEMPLATES = sorted((DOCS / "results" / "templates").glob("*.md"))
MODULES = sorted((DOCS / "result_pages").glob("*.py"))
RECORDS = sorted((DOCS / "results" / "records").glob("*.json"))

# Digits and number words that are names rather than figures
NAMES = re.compile(
    r"\bF1\b|\b[Tt]ask [12]\b|\bcat [123]\b|\bE\d\d\b|\bp50\b|\bp95\b|\bint8\b|\bNeo4j\b"
    r"|\b[Rr]ules of 2018\b|\(2018\)|\barXiv 1810\.05682\b|\bTables 1 to 3\b"
    r"|\bstep 1\b|\bstate 0\b|\bin ten documents\b|\bexit code -6\b"
)
NUMBER_WORDS = (
    "three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty "
    "forty fifty hundred thousand million"
).split()
FIGURE = re.compile(rf"\d|\b({'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)


@pytest.fixture(autouse=True)
def scripts(monkeypatch):
    """The folder's modules are found as `python docs/results.py` finds them."""
    monkeypatch.syspath_prepend(str(DOCS))


def generated():
    from results import pages

    return pages()


def test_every_page_is_what_the_records_give():
    for path, text in generated().items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run `make results`"


def test_pages_made_twice_are_equal():
    assert generated() == generated()


def test_every_page_has_one_title():
    for path, text in generated().items():
        titles = [line for line in prose(text).splitlines() if line.startswith("# ")]
        assert len(titles) == 1, path


def test_the_page_of_headlines_is_short():
    from result_pages.headlines import headlines

    text = generated()[DOCS / "results.md"]

    assert 10 <= len(headlines()) <= 15
    assert len(text.splitlines()) <= 45


def test_every_headline_has_a_count_a_commit_a_command_and_a_page():
    from result_pages.headlines import headlines

    for headline in headlines():
        assert headline.value and headline.n and headline.commit and headline.command
        assert (DOCS / "results" / headline.page).exists()


def test_every_page_of_results_is_linked_from_the_headlines_page():
    text = generated()[DOCS / "results.md"]

    for path in (DOCS / "results").glob("*.md"):
        assert f"(results/{path.name})" in text


def test_links_of_the_pages_resolve():
    for path, text in generated().items():
        assert not broken_links(path, text)


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n## Part one\n")

    assert broken_links(page, "[a](page.md#part-one) [b](none.md) [c](page.md#none)") == [
        "none.md",
        "page.md#none",
    ]


def broken_links(page, text):
    links = re.findall(r"\]\(([^)]+)\)", text)
    return [link for link in links if not link.startswith("http") and not resolves(page, link)]


def resolves(page, link):
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not target.exists():
        return False
    return not anchor or anchor in anchors(target.read_text(encoding="utf-8"))


def anchors(text):
    """Anchors as GitHub and myst-parser make them of headings."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_system_that_learnt_recipes_by_folds_has_a_row():
    from result_pages.markdown import record
    from result_pages.recipes import TITLES

    assert set(TITLES) == set(record("recipe_folds")["commands"])


def test_a_cell_holds_one_number():
    for path, text in generated().items():
        for line in prose(text).splitlines():
            if line.startswith("|"):
                assert not re.search(r"\d ?/ ?[\d–]|\d, \d", line), f"{path}: {line}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_a_typed_figure(path):
    assert not figures(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_text_of_a_page_module_has_a_typed_figure(path):
    for text in texts(path.read_text(encoding="utf-8")):
        assert not figures(text), text


def test_typed_figures_are_found():
    assert figures("It reaches 70.0 F1 on test.") == ["It reaches 70.0 F1 on test."]
    assert figures("Twenty procedures were learnt.")
    assert not figures("It reaches {f1} F1 in task 2, see [E09](x.md#e09) and `a 1`.")
    assert set(texts('def f():\n    """Of 3."""\n    return f"{x:.2f} of 3" + "4"')) == {
        " of 3",
        "4",
    }


def figures(text):
    """Lines of prose with a figure that no placeholder produced."""
    lines = prose(text).splitlines()
    return [line for line in lines if FIGURE.search(NAMES.sub("", line))]


def prose(text):
    """The text without code, without placeholders and without the targets of links."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "", text)
    return re.sub(r"\]\([^)]*\)|\{\w+\}", "", text)


def texts(source):
    """String literals of Python source, without docstrings and without format specifications."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    formats = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue) and node.format_spec
        for part in ast.walk(node.format_spec)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings | formats and is_prose(node.value):
            yield node.value


def is_prose(text):
    """Keys and names of files are no prose: they have no space and are no number."""
    return " " in text.strip(",.: ") or text.isdigit() or text.startswith(" ")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_every_measurement_has_its_command_and_commit(path):
    record = json.loads(path.read_text(encoding="utf-8"))

    if path.stem in ("published", "experiments"):  # nothing that was measured by one command
        return
    if path.stem == "reader":
        assert all(row["command"] and row["commit"] for row in record["configurations"])
    else:
        assert record["commit"]
        assert record.get("command") or record["commands"]


def test_every_configuration_of_the_reader_is_an_experiment():
    reader = json.loads((DOCS / "results" / "records" / "reader.json").read_text())
    experiments = json.loads((DOCS / "results" / "records" / "experiments.json").read_text())
    entries = {entry.get("configuration") for entry in experiments["experiments"]}

    assert {row["id"] for row in reader["configurations"]} <= entries


def test_experiments_are_numbered_and_say_what_was_decided():
    records = json.loads((DOCS / "results" / "records" / "experiments.json").read_text())
    entries = records["experiments"]

    assert [entry["id"] for entry in entries] == [f"E{n:02}" for n in range(1, len(entries) + 1)]
    for entry in entries:
        assert all(entry[key] for key in ("date", "changed", "chosen_on", "decision", "source"))


def test_a_placeholder_without_a_value_is_refused():
    from result_pages.markdown import fill

    assert fill("{a} of {b}", {"a": "1", "b": "2"}) == "1 of 2"
    with pytest.raises(KeyError, match="no value for b"):
        fill("{a} of {b}", {"a": "1"})
    with pytest.raises(KeyError, match="no place for b"):
        fill("{a}", {"a": "1", "b": "2"})


QUOTING = [
    ROOT / "README.md",
    DOCS / "tutorial.md",
    *sorted((DOCS / "explanation").rglob("*.md")),
    *sorted((DOCS / "how-to").glob("*.md")),
]


@pytest.mark.parametrize("path", QUOTING, ids=lambda path: path.name)
def test_scores_that_other_pages_quote_are_on_a_page_of_results(path):
    known = set(re.findall(r"\d+\.\d+", "\n".join(generated().values())))

    assert quoted_scores(path.read_text(encoding="utf-8")) <= known


def test_quoted_scores_are_found():
    text = "It reaches 70.0 F1 (72.8 to 71.6 F1) and 63.4 macro with version 3.11."

    assert quoted_scores(text) == {"70.0", "71.6", "63.4"}


def quoted_scores(text):
    return set(re.findall(r"(\d+\.\d+)(?= (?:F1|macro)\b)", text))


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
        "test": {**two, **violations, "task1": task1, "changed_percent": 50.0},
        "without_places": two,
        "reading": ["?", "right heart", "lung", "?", "lung", "heart", "body"],
    }


@pytest.fixture
def paper():
    """The values of the paper's page, of the given rows and the published figures."""
    from result_pages.paper import page_values

    published = json.loads((DOCS / "results" / "records" / "published.json").read_text())
    track = ["?", "heart", "lung", "lung", "lung", "heart", "body"]

    def values(*rows):
        result = {
            "rows": rows,
            "commands": {
                row["configuration"]: f"train --architecture paper --set {row['configuration']}"
                for row in rows
            },
            "commit": "0000000",
            "times_scored_on_test": len(rows),
            "weights": "not kept",
            "paragraph": "310",
            "entity": "blood",
            "readings": {"gold": track, "ProGlobal": track, "default": track},
        }
        return page_values(result, published["kg_mrc"], {"rows": []})

    return values


def test_an_ablation_agrees_with_the_paper_is_its_opposite_or_is_not_clear(paper):
    whole = [run("paper", seed, 46 + seed / 10) for seed in (1, 2, 3)]
    worse = [run("lstm", seed, 30 + seed / 10) for seed in (1, 2, 3)]
    better = [run("no-graph", seed, 50 + seed / 10) for seed in (1, 2, 3)]
    alike = [run("no-across", seed, 46.05 + seed / 10) for seed in (1, 2, 3)]

    changes = paper(*whole, *worse, *better, *alike)["changes"]

    assert (
        "| a standard LSTM as graph unit | -19.45 | -16.00 | -17.67 | -16.00 | agrees |" in changes
    )
    assert "| -5.32 | +4.00 | -6.81 | +4.00 | the opposite |" in changes
    assert "| -1.75 | +0.05 | -1.32 | +0.05 | not clear here |" in changes


def test_the_distance_of_the_model_to_the_main_row_is_computed(paper):
    values = paper(run("paper", 1, 47.53, f1=0.5577), run("paper", 2, 47.53, f1=0.5577))

    assert "main row by -1.00 F1 (rules of 2018) and +0.50 macro" in values["distances"]
    assert "| 2 | 47.5 ± 0.0" in values["test"]


def test_a_departure_is_compared_with_the_model_that_follows_the_text(paper):
    whole = [run("paper", seed, 46 + seed / 10, f1=0.55) for seed in (1, 2, 3)]
    departure = [run("both-nodes", seed, 43 + seed / 10, f1=0.55) for seed in (1, 2, 3)]

    departures = paper(*whole, *departure)["departures"]

    assert departures.splitlines()[2:] == [
        "| reader conditioned on the location node too | `--set both-nodes` | 3 | +0.00 | +0.00 | "
        "-3.00 (clear) |"
    ]


def test_the_order_of_the_ablations_is_compared_with_the_printed_one(paper):
    macros = {"paper": 46, "no-within": 45, "lstm": 47, "sentence": 35}
    rows = [run(name, 1, macro) for name, macro in macros.items()]

    printed, here = paper(*rows)["order"].splitlines()

    assert printed.startswith("- Printed, from the highest macro: KG-MRC (`paper`); no coref")
    assert here == (
        "- Here, from the highest macro: a standard LSTM as graph unit; KG-MRC (`paper`); "
        "no coreference within a step; the reader alone, over the sentence."
    )


def test_a_page_of_what_is_trained_so_far_names_what_is_not(paper):
    values = paper(run("departures", 1, 44), run("departures", 2, 44), run("no-graph", 1, 43))

    assert values["untrained"] == (
        "Not trained yet with every seed: the reader alone, over the prefix."
    )
    assert values["changes"] == "Not trained yet."
    assert "the reader alone, over the prefix" in values["departures_changes"]
    assert "`departures`, seed 1" in values["states"]


def test_of_the_seeds_the_one_best_on_dev_is_read_and_its_places_are_compared(paper):
    values = paper(run("paper", 1, 47, f1=0.5), run("paper", 2, 47, f1=0.6))

    assert "`paper`, seed 2" in values["states"]
    assert "- `paper`, seed 2: 6\n- the default reader: 7" in values["agreement"]  # "?" is no lung


def test_the_threshold_of_unsure_is_the_one_fitted_for_the_reader_that_ships():
    record = json.loads((DOCS / "results" / "records" / "real.json").read_text())["unsure"]
    shipped = json.loads((ROOT / "kgmodel/checkpoints/default/config.json").read_text())

    # else: make real, then set UNSURE_BELOW to the threshold that it prints
    assert (record["weights_sha256"], record["threshold"]) == (
        shipped["weights_sha256"],
        UNSURE_BELOW,
    )


def two(f1):
    return {"task2": {"overall": {"f1": f1}}}


@pytest.fixture
def rivals():
    """The values of the section on older systems, of the given rows and the published figures."""
    from result_pages.rivals import rival_values

    published = json.loads((DOCS / "results" / "records" / "published.json").read_text())

    def values(*rows):
        result = {
            "rows": rows,
            "commands": {"ncet": "train"},
            "commit": "0000000",
            "times_scored_on_test": len(rows),
            "weights": "not kept",
            "gold": {"changed_percent": {"test": 60.0}, "without_places": two(0.8)},
            "published_changed_percent": {"ProLocal, run 1": 30.0},
        }
        return rival_values(result, published)

    return values


def test_a_system_that_has_not_been_trained_has_a_row_of_dashes(rivals):
    values = rivals()

    here = [line for line in values["rivals"].splitlines() if line.startswith("| **")]
    assert len(here) == 6
    assert all(set(line.split(" | ", 1)[1]) <= set("–| ") for line in here)
    assert values["rivals_settings"] == "–"


def test_what_the_constraints_bring_is_given_with_and_without_them(rivals):
    facts = {"system": "prostruct", "learnt": "50 texts", "words": "vectors", "settings": {}}
    row = run("prostruct", 1, 40, f1=0.5) | facts
    free = run("prostruct", 1, 40, f1=0.4)["dev"]

    brought = rivals(row | {"without_constraints": free})["rivals_constraints"]

    assert brought == (
        "50.0 F1 and 4.0 % violations with them, 40.0 F1 and 4.0 % violations without them"
    )
    assert rivals(row)["rivals_constraints"] == "–"


def test_how_often_each_changes_what_is_mentioned_stands_next_to_its_f1_without_places(rivals):
    facts = {"system": "qrn", "learnt": "50 texts", "words": "vectors", "settings": {}}
    row = run("qrn", 1, 40, f1=0.5) | facts | {"without_places": two(0.45)}
    row["test"]["changed_percent"] = 55.0

    lines = rivals(row)["rivals_habits"].splitlines()

    assert lines[2] == "| gold | 60.0 | 100.0 | 80.0 |"
    assert lines[3] == "| ProLocal, run 1, as published | 30.0 | – | – |"
    assert "| **QRN, here** | 55.0 | 50.0 | 45.0 |" in lines
    assert "| **NCET, here** | – | – | – |" in lines


def test_a_system_stands_below_what_is_printed_of_it_with_the_mean_of_its_seeds(rivals):
    facts = {"system": "ncet", "learnt": "50 texts", "words": "vectors", "settings": {"width": 64}}
    rows = [run("ncet", seed, 40 + seed, f1=0.5 + seed / 100) | facts for seed in (1, 2)]

    lines = rivals(*rows)["rivals"].splitlines()

    place = next(at for at, line in enumerate(lines) if line.startswith("| **NCET, here** |"))
    assert lines[place - 1].startswith("| NCET (Gupta and Durrett 2019), as printed |")
    assert "| 50 texts | vectors | 41.5 ± 0.7 |" in lines[place]
    assert lines[place].count("| 51.5 ± 0.7 |") == 2  # F1 by both rules on test, one bar shared
    assert lines[place].endswith("| 2 |")
    assert rivals(*rows)["rivals_settings"] == "- NCET: `width` 64, `epochs` 2"
