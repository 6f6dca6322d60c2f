"""The kinds of input, and the normal form of a URL."""

import pytest

from pipeline.sources.inputs import checked_url, is_remote, is_sql, is_url, scheme_fault
from pipeline.sources.results import UnusableSource


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("https://a.example/", (True, False, True)),
        ("HTTP://a.example/", (True, False, True)),
        ("sql:recipes", (False, True, True)),
        ("recipes/https.txt", (False, False, False)),
        ("ftp://a.example/", (False, False, False)),
    ],
)
def test_an_input_is_a_url_or_a_table_or_a_path(name, kinds):
    assert (is_url(name), is_sql(name), is_remote(name)) == kinds


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("HTTPS://A.Example", "https://a.example/"),
        ("https://a.example:443/tea?page=2#top", "https://a.example/tea?page=2"),
        ("http://a.example:8080/Tea", "http://a.example:8080/Tea"),
        ("http://[::1]:80/", "http://[::1]/"),
    ],
)
def test_a_url_has_one_normal_form(url, normal):
    assert checked_url(url) == normal


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://a.example/", "not an http or https address"),
        ("https:///tea", "not an http or https address"),
        ("https://a.example:port/", "not a valid URL"),
        ("https://me@a.example/", "has a user or password"),
        ("https://a.example/?Token=", "has a secret in it"),
    ],
)
def test_a_url_that_cannot_be_fetched_or_holds_a_secret_is_refused(url, reason):
    with pytest.raises(UnusableSource, match=reason):
        checked_url(url)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("file:///srv/my%20tea.txt", "is a URL of a file; give its path, /srv/my tea.txt"),
        ("file://host/tea.txt", "is a URL of a file; give its path"),
        (
            "FTP://a.example/",
            "has the scheme ftp, which is not read; download it and",
        ),
        ("git+ssh://a.example/", "has the scheme git+ssh, which is not read; download it and"),
        ("https://a.example/", None),
        ("sql:recipes", None),
        ("recipes/tea.txt", None),
        ("C://recipes", None),
        ("a folder://tea", None),
    ],
)
def test_a_url_of_another_scheme_is_named_as_such(name, fault):
    reason = scheme_fault(name)

    assert reason is None if fault is None else reason is not None and reason.startswith(fault)
