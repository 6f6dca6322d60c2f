"""What went wrong with an encrypted connection, which drivers wrap several layers deep."""

from __future__ import annotations

import ssl
from collections.abc import Iterator

__all__ = ["tls_fault"]


def tls_fault(error: BaseException) -> str | None:
    """In a few words with the mend; None if encryption was not what failed."""
    for one in _causes(error):
        if isinstance(one, ssl.SSLCertVerificationError):
            return (
                f"its certificate is refused ({one.verify_message}); give it one of an authority "
                "this machine trusts, or name that authority's file in SSL_CERT_FILE"
            )
        if isinstance(one, ssl.SSLError):
            return f"it speaks no TLS that we do ({one.reason}); see that it is set up there"
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        for one in getattr(error, "exceptions", ()):
            yield from _causes(one)
        error = error.__cause__ or error.__context__
