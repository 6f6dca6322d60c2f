"""lineage: where things come from and where they go, document by document."""

import json

from tests.pipeline.commands.conftest import run


def test_lineage_is_printed_hop_by_hop_with_its_sentences(filled):
    run("concepts", "merge", "sugar", "light", "--by", "Ada")

    shown = run("lineage", "photo.txt")
    facts = json.loads(run("lineage", "photo.txt", "--back", "--depth", "1", "--json").stdout)

    assert shown.exit_code == 0
    assert "1. plants/photo.txt makes sugar (step 3, probability 1.00)," in shown.stdout
    assert "plants/photo.txt, step 3: Light and water in the leaf become" in shown.stdout
    assert "cycle: other.jsonl#3 → plants/photo.txt → other.jsonl#3" in shown.stdout
    assert facts["direction"] == "back"
    assert {hop["depth"] for hop in facts["hops"]} == {1}


def test_what_is_unsure_is_marked_at_both_ends(filled):
    run("concepts", "merge", "sugar", "light", "--by", "Ada")
    options = ["lineage", "photo.txt", "--depth", "1"]

    certain = json.loads(run(*options, "--json").stdout)["hops"][0]

    assert (certain["maker"]["unsure"], certain["user"]["unsure"]) == (False, False)
    assert "unsure" not in run(*options).stdout


def test_lineage_with_too_many_documents_names_the_options_that_show_more(filled):
    run("concepts", "merge", "sugar", "light", "--by", "Ada")

    whole, cut = run("lineage", "photo.txt"), run("lineage", "photo.txt", "--max-documents", "1")
    old = run("lineage", "photo.txt", "--most", "1")

    assert "left out" not in whole.stdout
    assert cut.stdout.splitlines()[-1] == (
        "some hops are left out; raise --depth or --max-documents to see them"
    )
    assert old.stdout == cut.stdout


def test_a_document_without_hops_is_reported(filled):
    assert run("lineage", "photo.txt").stdout == (
        "plants/photo.txt makes nothing that another document uses up\n"
    )
