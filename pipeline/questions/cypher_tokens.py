"""Tokens of a user's own Cypher, for the checks that are made before it is run."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.errors import BadInput

__all__ = ["Token", "parameters_of", "tokens_of"]

_TOKEN = re.compile(
    r"""
    (?P<skip>   \s+ | //[^\r\n]* | /\*.*?\*/ )
  | (?P<string> '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" )
  | (?P<name>   `(?:``|[^`])*` )
  | (?P<parameter> \$\w+ )
  | (?P<word>   \w+ )
  | (?P<sign>   . )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a statement; ``start`` is its first character in the text."""

    kind: str  # string, name, parameter, word or sign
    text: str
    start: int

    @property
    def keyword(self) -> str:
        return self.text.upper() if self.kind == "word" else ""

    @property
    def identifier(self) -> str:
        """The name that a word or a name in backticks stands for; empty for all else."""
        if self.kind == "name":
            return self.text[1:-1].replace("``", "`")
        return self.text if self.kind == "word" else ""


def tokens_of(cypher: str) -> list[Token]:
    """All tokens but space and comments. Raises BadInput for what the engines read differently."""
    if "\\u" in cypher.lower():
        raise BadInput("an escape such as \\u0027 is not accepted; write the character itself")
    tokens = []
    for match in _TOKEN.finditer(cypher):
        kind = match.lastgroup
        if kind is not None and kind != "skip":
            if kind == "sign":
                _check_sign(match[0])
            tokens.append(Token(kind, match[0], match.start()))
    return tokens


def parameters_of(cypher: str) -> frozenset[str]:
    """Names of the parameters used, without their ``$``; not those in strings or comments."""
    return frozenset(token.text[1:] for token in tokens_of(cypher) if token.kind == "parameter")


def _check_sign(sign: str) -> None:
    if sign in ("'", '"', "`"):
        raise BadInput(f"the Cypher opens a {sign} and never closes it; add the closing {sign}")
    if not sign.isascii():  # the engines take several dashes and brackets for - and <
        raise BadInput(f"the character {sign!r} is outside a string; write it in ASCII")
