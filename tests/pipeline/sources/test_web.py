"""Feeds and documents on the web: unchanged ones are not fetched, broken ones are one line each."""

from __future__ import annotations

import json
import logging
import socket
from pathlib import Path

import pytest

from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import State
from pipeline.retry import DOWNLOAD, RetryPolicy
from pipeline.settings import Settings, load_settings
from pipeline.sources import Access, discover, fetch
from pipeline.sources.http import HttpClient
from pipeline.sources.results import (
    DiscoveredDocument,
    ListingComplete,
    Rejected,
    UnusableSource,
)
from pipeline.stores import open_store
from pipeline.stores.read import list_readings
from tests.support.fake_reader import FakeReader
from tests.support.web_server import serving

TEXT = "Water falls. It reaches the lake."
HERE = Access(http_private=True, http_seconds=5)
CANARY = "canary-4711"


@pytest.fixture
def site():
    with serving() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state", http_private=True)


def run(settings: Settings, *inputs: str, prune: bool = False) -> IngestResult:
    with open_ingestion(settings, FakeReader()) as work:
        discovered = discover(inputs, access=settings.access, source_state=work.source_state())
        return ingest(discovered, work, inputs=inputs, prune=prune)


def shown(*inputs: str, access: Access = HERE) -> list[DiscoveredDocument | Rejected]:
    return [
        result
        for result in discover(inputs, access=access)
        if not isinstance(result, ListingComplete)
    ]


def error_of(url: str, access: Access = HERE) -> str:
    (result,) = shown(url, access=access)
    assert isinstance(result, Rejected), result
    assert "\n" not in result.error
    return result.error


def rss(*links: str) -> str:
    items = "".join(f"<item><link>{link}</link></item>" for link in links)
    return f"<?xml version='1.0'?><rss version='2.0'><channel>{items}</channel></rss>"


def test_a_document_has_its_url_as_its_id(site):
    url = site.put("/kitchen/tea.txt", TEXT)

    (discovered,) = shown(url)
    (document,) = fetch([discovered.source], access=HERE)

    assert (discovered.document_id, discovered.source, discovered.title) == (url, url, "tea")
    assert document.fingerprint == discovered.fingerprint
    assert document.n_steps == 2


@pytest.mark.parametrize(
    "kind", ["application/rss+xml", "text/xml", "application/octet-stream", ""], ids=str
)
def test_a_feed_is_recognised_by_its_media_type_or_its_first_bytes(site, kind):
    tea, soup = site.put("/tea.txt", TEXT), site.put("/soup.txt", TEXT)
    feed = site.put("/feed", rss("/tea.txt", soup, tea), kind)

    assert [result.document_id for result in shown(feed)] == [tea, soup]


def test_atom_and_lists_in_json_are_feeds(site):
    tea = site.put("/tea.txt", TEXT)
    entry = "<entry><link rel='enclosure' href='/no'/><link href='tea.txt'/></entry>"
    atom = f"<feed xmlns='http://www.w3.org/2005/Atom'>{entry}</feed>"
    feeds = [
        site.put("/atom", atom, "application/atom+xml"),
        site.put("/list", json.dumps([tea]), "application/json"),
        site.put("/objects", json.dumps([{"url": tea}]), "application/json"),
        site.put("/feed.json", json.dumps({"items": [{"url": tea}]}), "application/feed+json"),
    ]

    assert [[result.document_id for result in shown(feed)] for feed in feeds] == [[tea]] * 4


ATOM_WITH_CONTENT = """<feed xmlns='http://www.w3.org/2005/Atom'>
<entry><id>tag:a.example,2024:1</id><title>Rain</title>
  <content>Water falls. It reaches the lake.</content></entry>
<entry><id>two</id><title type='html'>Tea</title>
  <content type='html'>&lt;ol&gt;&lt;li&gt;Boil the water.&lt;/li&gt;&lt;li&gt;Pour
  it.&lt;/li&gt;&lt;/ol&gt;</content></entry>
<entry><id>three</id><title>Soup</title><content type='xhtml'>
  <div xmlns='http://www.w3.org/1999/xhtml'><ol><li>Cut it.</li><li>Cook it.</li></ol></div>
  </content></entry>
<entry><id>four</id><title>Dough</title><content src='/dough.txt'/></entry>
<entry><id>five</id><title>Empty</title><content> </content></entry>
</feed>"""


def test_entries_of_an_atom_feed_that_hold_their_text_are_documents(site):
    dough = site.put("/dough.txt", TEXT)
    feed = site.put("/atom", ATOM_WITH_CONTENT, "application/atom+xml")

    results = shown(feed)

    documents = [result for result in results if isinstance(result, DiscoveredDocument)]
    ids = [f"{feed}#tag:a.example,2024:1", f"{feed}#two", f"{feed}#three"]
    assert [document.document_id for document in documents] == [dough, *ids]
    assert [document.title for document in documents[1:]] == ["Rain", "Tea", "Soup"]
    assert [result.error for result in results if isinstance(result, Rejected)] == [
        f"{feed}#five holds no sentence; write at least one step"
    ]
    fetched = list(fetch([document.source for document in documents], access=HERE))
    assert [document.fingerprint for document in fetched] == [
        document.fingerprint for document in documents
    ]
    assert [step.text for step in fetched[3].steps] == ["Cut it.", "Cook it."]


def test_the_texts_of_a_feed_are_stored_once_and_again_when_they_change(site, settings):
    feed = site.put("/atom", ATOM_WITH_CONTENT, "application/atom+xml", etag='"1"')
    site.put("/dough.txt", TEXT)
    assert run(settings, feed).written == 4
    assert run(settings, feed).unchanged == 4

    site.put("/atom", ATOM_WITH_CONTENT.replace("lake", "sea"), "application/atom+xml")

    assert run(settings, feed).written == 1


def test_a_text_that_has_left_its_feed_is_gone(site):
    feed = site.put("/atom", ATOM_WITH_CONTENT, "application/atom+xml")

    (result,) = fetch([f"{feed}#six"], access=HERE)

    assert isinstance(result, Rejected) and result.gone


def test_an_entry_of_a_list_without_a_url_rejects_only_itself(site, settings):
    links = [site.put(f"/{n}.txt", TEXT) for n in range(2)]
    entries = [links[0], None, {"title": "no URL"}, {"url": links[1]}, "", 3]
    feed = site.put("/list", json.dumps(entries), "application/json")

    outcome = run(settings, feed)

    assert outcome.written == 2
    assert [failure.error for failure in outcome.failed] == [
        f"{feed}#{position} is an entry without a URL; give it one, or take it out"
        for position in (2, 3, 5, 6)
    ]


def test_nothing_is_gone_from_a_list_with_an_entry_that_cannot_be_used(site, settings):
    links = [site.put(f"/{n}.txt", TEXT) for n in range(2)]
    feed = site.put("/list", json.dumps(links), "application/json")
    run(settings, feed)
    site.put("/list", json.dumps([links[0], None]), "application/json")

    assert run(settings, feed, prune=True).gone == ()

    site.put("/list", json.dumps([links[0]]), "application/json")
    outcome = run(settings, feed, prune=True)
    assert (outcome.gone, outcome.failed) == ((links[1],), ())


def test_urls_of_other_schemes_are_rejected_and_stop_no_other(site):
    tea = site.put("/tea.txt", TEXT)

    results = shown("file:///srv/tea.txt", "ftp://ada:canary@a.example/x", tea)

    assert [result.document_id for result in results][2:] == [tea]
    errors = [result.error for result in results if isinstance(result, Rejected)]
    assert errors == [
        "file:///srv/tea.txt is a URL of a file; give its path, /srv/tea.txt",
        "ftp://ada@a.example/x has the scheme ftp, which is not read;"
        " download it and give the file",
    ]


def test_unchanged_documents_are_neither_fetched_nor_read_again(site, settings):
    links = [site.put(f"/{n}.txt", TEXT, etag=f'"{n}"') for n in range(3)]
    site.put("/2.txt", TEXT, modified="Wed, 21 Oct 2015 07:28:00 GMT")
    feed = site.put("/feed", rss(*links), "text/xml", etag='"feed"')
    assert run(settings, feed).written == 3
    site.answers()

    outcome = run(settings, feed)

    assert (outcome.found, outcome.unchanged, outcome.written) == (3, 3, 0)
    assert site.answers() == [("/feed", 304), ("/0.txt", 304), ("/1.txt", 304), ("/2.txt", 304)]


def test_only_changed_documents_are_read_again(site, settings):
    links = [site.put(f"/{n}.txt", TEXT, etag='"1"') for n in range(2)]
    feed = site.put("/feed", rss(*links), "text/xml")
    run(settings, feed)
    site.put("/1.txt", "Water boils. Steam rises.", etag='"2"')

    outcome = run(settings, feed)

    assert (outcome.unchanged, outcome.written) == (1, 1)
    with open_ledger(settings.ledger) as ledger:
        numbers = {row.document_id: row.number for row in ledger.reports.documents()}
    assert numbers == {links[0]: 1, links[1]: 2}


def test_unchanged_documents_are_read_again_by_another_store_and_for_other_entities(
    site, settings, tmp_path
):
    from pipeline.domain.document import Entity

    url = site.put("/tea.txt", TEXT, etag='"1"')
    run(settings, url)
    lake = (Entity.parse("lake"),)
    with open_ingestion(settings, FakeReader()) as work:
        discovered = discover(
            [url], entities=lake, access=settings.access, source_state=work.source_state(lake)
        )
        named = ingest(discovered, work, entities=lake)
    kept = run(settings, url)
    other = settings.model_copy(update={"store": f"ladybug:{tmp_path / 'other.lbug'}"})

    assert named.written == 1
    assert (kept.written, kept.unchanged, kept.with_kept_entities) == (0, 1, 1)
    assert run(other, url).written == 1


def test_a_killed_run_resumes_with_its_unread_documents_though_they_are_unchanged(site, settings):
    url = site.put("/tea.txt", TEXT, etag='"1"')
    with open_ingestion(settings, FakeReader()) as work:
        work.register(discover([url], access=settings.access, source_state=work.source_state()))

    assert run(settings, url).written == 1


def test_what_a_list_no_longer_has_is_gone_and_closed_by_prune(site, settings):
    tea, soup = site.put("/tea.txt", TEXT), site.put("/soup.txt", TEXT)
    feed = site.put("/list", json.dumps([tea, soup]), "application/json")
    run(settings, feed)
    site.put("/list", json.dumps([tea]), "application/json")

    listed, closed = run(settings, feed), run(settings, feed, prune=True)

    assert (listed.gone, listed.closed, listed.failed) == ((soup,), 0, ())
    assert (closed.gone, closed.closed) == ((soup,), 1)
    store = open_store(settings.store, read_only=True)
    assert [list_readings(store, url)[-1].is_open for url in (tea, soup)] == [True, False]
    store.close()


def test_a_document_that_leaves_an_rss_feed_is_not_gone(site, settings):
    tea, soup = site.put("/tea.txt", TEXT), site.put("/soup.txt", TEXT)
    feed = site.put("/feed", rss(tea, soup), "text/xml")
    run(settings, feed)
    site.put("/feed", rss(soup), "text/xml")

    assert run(settings, feed, prune=True).gone == ()


def test_a_document_that_the_server_reports_gone_stays_gone_without_errors(site, settings):
    tea, soup = site.put("/tea.txt", TEXT), site.put("/soup.txt", TEXT)
    feed = site.put("/feed", rss(tea, soup), "text/xml")
    run(settings, feed)
    site.pages["/soup.txt"].status = 410

    outcome = run(settings, feed, prune=True)
    again = run(settings, feed, prune=True)

    assert (outcome.gone, outcome.closed, outcome.failed) == ((soup,), 1, ())
    assert (again.gone, again.failed, again.unchanged, again.elsewhere) == ((), (), 2, 0)


def test_no_document_is_gone_because_the_server_fails(site, settings):
    tea = site.put("/tea.txt", TEXT)
    feed = site.put("/list", json.dumps([tea]), "application/json")
    run(settings, feed)
    site.pages["/tea.txt"].status = 500
    result = run(settings, feed, prune=True)
    site.pages["/list"].status = 503
    other = run(settings, feed, prune=True)
    site.pages["/list"].status = site.pages["/tea.txt"].status = 200
    healed = run(settings, feed)

    assert (result.gone, other.gone) == ((), ())
    assert len(result.failed) == len(other.failed) == 1
    assert (healed.failed, healed.unchanged) == ((), 1)
    with open_ledger(settings.ledger) as ledger:
        assert ledger.reports.counts()[State.FAILED] == 0


def test_one_broken_entry_stops_no_other(site, settings):
    tea = site.put("/tea.txt", TEXT)
    broken = {
        "/latin.txt": site.put("/latin.txt", "Käse".encode("latin-1")),
        "/lying.txt": site.put("/lying.txt", b"\xff\xfe\xff", "text/plain; charset=utf-16"),
        "/movie": site.put("/movie", b"....", "video/mp4"),
        "/empty.txt": site.put("/empty.txt", b" "),
        "/list": site.put("/list", "[]", "application/json"),
        "/nowhere": site.url + "/nowhere",
    }
    unreachable = ["ftp://127.0.0.1/tea.txt", "http://127.0.0.1:1/tea.txt", "http://[::1"]
    feed = site.put("/feed", rss(*broken.values(), *unreachable, tea), "text/xml")

    outcome = run(settings, feed)

    assert outcome.written == 1
    assert len(outcome.failed) == len(broken) + len(unreachable)
    assert all("\n" not in failure.error and "; " in failure.error for failure in outcome.failed)


@pytest.mark.parametrize(
    "content",
    [
        "<rss><channel><item>",
        "<html><body>hello</body></html>",
        '<!DOCTYPE r [<!ENTITY a "b">]><rss><item><link>&a;</link></item></rss>',
        '{"items": 3}',
        "[1]",
        "[" * 100_000,
    ],
    ids=["cut", "page", "entities", "no list", "numbers", "deep"],
)
def test_a_broken_feed_is_reported_on_one_line(site, content):
    feed = site.put("/feed.xml", content, "application/xml")

    assert feed in error_of(feed)


@pytest.mark.parametrize(("retries", "requests"), [(DOWNLOAD, 1), (RetryPolicy((0.0, 0.0)), 3)])
def test_a_server_that_fails_is_asked_again_as_often_as_the_policy_allows(site, retries, requests):
    url = site.put("/a.txt", TEXT, status=503)

    with HttpClient(HERE, retries=retries) as client, pytest.raises(UnusableSource, match="503"):
        client.get(url)

    assert len(site.answers()) == requests


def test_an_address_that_does_not_exist_is_asked_once(site):
    with (
        HttpClient(HERE, retries=RetryPolicy((0.0, 0.0))) as client,
        pytest.raises(UnusableSource, match="404"),
    ):
        client.get(site.url + "/nowhere.txt")

    assert len(site.answers()) == 1


def test_a_declared_encoding_is_used(site):
    url = site.put("/tea.txt", "Die Käse fällt.".encode("latin-1"), "text/plain; charset=latin-1")

    (document,) = fetch([url], access=HERE)

    assert document.text == "Die Käse fällt."


def test_an_answer_may_not_be_larger_than_the_limit(site, monkeypatch):
    monkeypatch.setattr("pipeline.sources.http.MAX_BYTES", 1000)

    assert "is larger than" in error_of(site.put("/big.txt", "word " * 300))
    assert isinstance(shown(site.put("/small.txt", "word " * 200))[0], DiscoveredDocument)


def test_the_size_limit_applies_to_the_unpacked_answer(site, monkeypatch):
    import gzip

    monkeypatch.setattr("pipeline.sources.http.MAX_BYTES", 1000)
    from http.server import BaseHTTPRequestHandler as Handler

    sent = Handler.end_headers

    def packed(self):
        self.send_header("Content-Encoding", "gzip")
        sent(self)

    monkeypatch.setattr(Handler, "end_headers", packed)

    assert "is larger than" in error_of(site.put("/big.txt", gzip.compress(b"word " * 100_000)))


def test_a_server_that_sends_slowly_is_left_at_the_time_limit(site):
    slow = Access(http_private=True, http_seconds=0.5)
    url = site.put("/slow.txt", TEXT, drip=0.05)

    assert "did not answer in 0.5 seconds" in error_of(url, slow)


def test_a_server_that_sends_its_headers_slowly_is_left_too(site):
    import threading

    with socket.create_server(("127.0.0.1", 0)) as listener:
        stop = threading.Event()

        def drip() -> None:
            peer, _ = listener.accept()
            with peer:
                for byte in b"HTTP/1.1 200 OK\r\nX: " + b"a" * 1000:
                    if stop.wait(0.05):
                        return
                    try:
                        peer.send(bytes([byte]))
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/tea.txt"
        error = error_of(url, Access(http_private=True, http_seconds=0.5))
        stop.set()
        thread.join()

    assert "did not answer in 0.5 seconds" in error


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.1.2.3", "2130706433"]
    + ["169.254.169.254", "[64:ff9b::7f00:1]", "[fe80::1]", "192.168.0.1", "100.64.0.1"],
)
def test_addresses_of_this_host_and_of_private_networks_are_refused(host):
    error = error_of(f"http://{host}:9/tea.txt", Access(http_seconds=5))

    assert "private network" in error or "link-local" in error or "cannot be fetched" in error
    assert "Connection refused" not in error


@pytest.mark.parametrize("access", [HERE, Access(http_seconds=5)], ids=["private", "public"])
@pytest.mark.parametrize("host", ["169.254.169.254", "[fe80::1]", "0.0.0.0", "224.0.0.1"])
def test_link_local_addresses_are_always_refused_and_no_setting_is_advised(host, access):
    error = error_of(f"http://{host}/latest", access)

    assert f"resolves to {host.strip('[]')}, which is link-local" in error
    assert "STEPGRAPH" not in error


def test_a_redirect_to_a_link_local_address_advises_no_setting(site):
    url = site.put("/out", "", status=302, location="http://169.254.169.254/latest")

    error = error_of(url, HERE)

    assert "resolves to 169.254.169.254, which is link-local" in error
    assert "STEPGRAPH" not in error


def test_a_redirect_into_a_private_address_is_refused_at_the_connection(site, monkeypatch):
    """The public host is ours under another name; the check knows addresses, not names."""
    port = site.url.rpartition(":")[2]
    real = socket.getaddrinfo

    def resolve(host, *rest, **more):
        return real(
            "127.0.0.1" if host in ("public.example", "inner.example") else host, *rest, **more
        )

    def is_open(address: str, *, private: bool) -> bool:
        return address == "127.0.0.1" and (private or allowed.pop())

    allowed = [False, True]
    monkeypatch.setattr("socket.getaddrinfo", resolve)
    monkeypatch.setattr("pipeline.sources.safe_network._is_open", is_open)
    site.put("/out", "", status=302, location=f"http://inner.example:{port}/secret.txt")
    site.put("/secret.txt", TEXT)

    error = error_of(f"http://public.example:{port}/out", Access())

    assert "resolves to 127.0.0.1" in error
    assert site.answers() == [("/out", 302)]


def test_a_name_that_resolves_differently_a_second_time_gains_nothing(site, monkeypatch):
    """DNS rebinding: the address that was checked is the one that is connected to."""
    port = int(site.url.rpartition(":")[2])
    site.put("/secret.txt", TEXT)
    resolved, connected = [], []

    def resolve(host, *_rest, **_more):
        resolved.append(host)
        address = "93.184.215.14" if len(resolved) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(address, *_rest, **_more):
        connected.append(address)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    monkeypatch.setattr("socket.create_connection", connect)

    error = error_of(f"http://rebinding.example:{port}/secret.txt", Access())

    assert "Connection refused" in error
    assert [address for address, _ in connected] == ["93.184.215.14"]
    assert site.answers() == []


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://x/"])
def test_a_redirect_to_another_scheme_is_refused(site, location):
    url = site.put("/out", "", status=302, location=location)

    assert "not http or https" in error_of(url)


def test_redirects_end(site):
    url = site.put("/round", "", status=301, location="/round")

    assert "redirects more than 5 times" in error_of(url)


def test_a_redirect_is_followed_and_the_document_keeps_its_name(site):
    url = site.put("/old", "", status=301, location="/new.txt")
    site.put("/new.txt", TEXT)

    assert shown(url)[0].document_id == url


@pytest.mark.parametrize("url", ["http://me:{}@127.0.0.1/f", "http://127.0.0.1/f?token={}"])
def test_a_secret_in_a_url_is_refused_and_never_shown(url, settings):
    outcome = run(settings, url.format(CANARY))

    assert "STEPGRAPH_HTTP_AUTHORIZATION" in outcome.failed[0].error
    assert CANARY not in repr(outcome)
    assert_nowhere(settings)


def test_a_feed_with_secrets_in_its_links_keeps_them_out_of_the_ledger(site, settings):
    link = f"{site.url}/tea.txt?access_token={CANARY}"
    site.put("/out", "", status=302, location=f"{site.url}/nowhere?sig={CANARY}")
    feed = site.put("/feed", rss(link, f"{site.url}/out"), "text/xml", etag='"1"')

    outcome = run(settings, feed)

    assert len(outcome.failed) == 2
    assert CANARY not in repr(outcome)
    assert_nowhere(settings)


def test_credentials_go_to_their_own_host_and_nowhere_else(site, settings, caplog):
    caplog.set_level(logging.DEBUG)
    private = settings.model_copy(update={"http_authorization": _secret("127.0.0.1 " + CANARY)})
    port = site.url.rpartition(":")[2]
    site.put("/tea.txt", TEXT)
    there = site.put("/there", "", status=302, location=f"http://localhost:{port}/tea.txt")

    outcome = run(private, there)

    sent = [(path, headers.get("Authorization")) for path, _, headers in site.requests]
    assert sent[:2] == [("/there", CANARY), ("/tea.txt", None)]
    assert outcome.written == 1
    assert CANARY not in caplog.text + repr(outcome) + repr(private) + private.model_dump_json()
    assert_nowhere(settings)


def assert_nowhere(settings: Settings) -> None:
    for path in settings.state.rglob("*"):
        if path.is_file():
            assert CANARY.encode() not in path.read_bytes(), path


def _secret(value: str):
    from pydantic import SecretStr

    return SecretStr(value)


def test_a_forgotten_document_is_not_requested(site, settings):
    from pipeline.ledger.clock import utc_now
    from pipeline.maintenance.forget import footprint_of, forget

    tea = site.put("/tea.txt", TEXT, etag='"1"')
    feed = site.put("/list", json.dumps([tea]), "application/json", etag='"1"')
    run(settings, feed)
    forget(footprint_of(tea, settings), settings, clock=utc_now)
    site.answers()

    outcome = run(settings, feed)

    assert site.answers() == [("/list", 200)]
    assert (outcome.written, len(outcome.failed)) == (0, 1)
