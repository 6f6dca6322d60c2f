"""Faults of an encrypted connection, which drivers wrap several layers deep."""

from __future__ import annotations

import ssl
from collections.abc import Iterator

__all__ = ["tls_fault"]


def tls_fault(error: BaseException) -> str | None:
    """The fault in a few words with its fix; None if encryption is not what failed."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"its certificate is refused ({cause.verify_message}); give it one of an authority "
                "this machine trusts, or name that authority's file in SSL_CERT_FILE"
            )
        if isinstance(cause, ssl.SSLError):
            return f"its encrypted connection failed ({cause.reason}); check its TLS settings"
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        for inner in getattr(error, "exceptions", ()):
            yield from _causes(inner)
        error = error.__cause__ or error.__context__
