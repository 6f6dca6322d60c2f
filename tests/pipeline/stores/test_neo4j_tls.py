"""Encryption is asked of the servers as the URLs say; a wrong certificate is said in one line."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url

from pipeline.errors import Unreachable
from pipeline.ledger.ledger import open_ledger
from pipeline.stores import open_store
from tests.support.postgres_server import UNPRIVILEGED, NoPostgres, postgres_server

openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="there is no openssl")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate for localhost that nobody vouches for, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        + ["-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=localhost"]
        + ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture
def encrypted(certificate: Path) -> Iterator[int]:
    """The port of a server with that certificate, which is all a driver gets to see of it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "certificate.pem", certificate / "key.pem")
    yield from _listening(lambda connection: context.wrap_socket(connection, server_side=True))


@pytest.fixture
def plain() -> Iterator[int]:
    yield from _listening(lambda connection: connection.sendall(b"no TLS here"))


@openssl
@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_a_certificate_of_neo4j_that_nobody_vouches_for_is_said_in_one_line(scheme, encrypted):
    with pytest.raises(Unreachable, match="its certificate is refused .*self-signed") as refused:
        open_store(f"{scheme}://127.0.0.1:{encrypted}", username="neo4j", password="canary")

    assert "\n" not in str(refused.value)
    assert "canary" not in str(refused.value)


def test_a_neo4j_that_is_to_be_encrypted_and_is_not_is_said_in_one_line(plain):
    with pytest.raises(Unreachable, match="its encrypted connection failed"):
        open_store(f"bolt+s://127.0.0.1:{plain}", username="neo4j", password="canary")


@openssl
@pytest.mark.postgres
def test_a_ledger_is_encrypted_and_its_certificate_checked_as_the_url_says(certificate, served):
    options = [
        "--ssl=on",
        f"--ssl_cert_file={served / 'certificate.pem'}",
        f"--ssl_key_file={served / 'key.pem'}",
    ]
    try:
        with postgres_server(*options) as database:
            if database.process is None:
                pytest.skip("the PostgreSQL that the tests were given has its own certificate")
            url = make_url(database.url).update_query_dict({"sslmode": "verify-full"})
            open_ledger(_trusting(url, str(certificate / "certificate.pem"))).__exit__()
            with pytest.raises(Unreachable, match="certificate verify failed") as refused:
                open_ledger(_trusting(url, "system"))
    except NoPostgres as error:
        if os.environ.get("STEPGRAPH_REQUIRE_POSTGRES") == "1":
            raise
        pytest.skip(str(error))

    assert "\n" not in str(refused.value)
    assert url.password not in str(refused.value)


@pytest.fixture
def served(certificate: Path) -> Iterator[Path]:
    """The same files where the user that PostgreSQL runs as may read them, and nobody else."""
    with tempfile.TemporaryDirectory(prefix="stepgraph-tls-") as name:
        folder = Path(name)
        for path in certificate.iterdir():
            shutil.copy(path, folder)
        for path in (*folder.iterdir(), folder):
            path.chmod(0o700 if path == folder else 0o600)
            if os.geteuid() == 0:
                shutil.chown(path, UNPRIVILEGED)
        yield folder


def _trusting(url: URL, authorities: str) -> str:
    return url.update_query_dict({"sslrootcert": authorities}).render_as_string(hide_password=False)


def _listening(answer) -> Iterator[int]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    try:
                        answer(connection)
                    except OSError:  # the driver hangs up on a certificate it refuses
                        continue

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
