"""Inputs of a schedule: named ones, or else those of the config file; never with a secret."""

import pytest

from pipeline.errors import BadInput
from pipeline.sources.config_file import refuse_secrets, scheduled_inputs


def test_named_inputs_replace_those_of_the_file_and_count_once(tmp_path):
    config = tmp_path / "stepgraph.toml"
    config.write_text("inputs = ['recipes/', 'https://a.example/feed', 'recipes/']\n")

    assert scheduled_inputs(["sops/", "sops/"], config) == ["sops/"]
    assert scheduled_inputs([], config) == ["recipes/", "https://a.example/feed"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "there are no inputs: name folders"),
        ("", "there are no inputs: name folders"),
        ("inputs = 'recipes/'\n", "is not a list of texts; write inputs = "),
        ("inputs = ['']\n", "is not a list of texts"),
        ("inputs = [\n", "is not valid TOML"),
        ("inputs = ['https://me:canary@a.example/']\n", "has a user or password"),
    ],
)
def test_a_schedule_without_usable_inputs_is_refused_in_one_line(tmp_path, content, reason):
    config = tmp_path / "stepgraph.toml"
    if content is not None:
        config.write_text(content)

    with pytest.raises(BadInput, match=reason) as error:
        scheduled_inputs([], config)

    assert "\n" not in str(error.value)
    assert "canary" not in str(error.value)


def test_only_urls_are_searched_for_secrets():
    refuse_secrets(["folder/token=x", "sql:recipes", "https://a.example/?page=2"])

    with pytest.raises(BadInput, match="has a secret in it"):
        refuse_secrets(["https://a.example/?page=2&API_KEY=canary"])
