"""xDSL's lexer, in linear time, for strings that are not ASCII and numbers that Python takes."""

# The repairs override what xDSL's lexer keeps to itself.
# pyright: reportPrivateUsage=false

import re
from typing import cast

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Position, Span, Token
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
    StringLiteral,
)

_MOST_DIGITS = 4_000  # Python converts 4,300 at most
_FREQUENT = re.compile(
    r"""
    (?: \s | //[^\n]* )*+
    (?: (?P<BARE_IDENT> [a-zA-Z_] [\w$.]* )
      | (?P<PERCENT_IDENT> % (?: [0-9]+ | [a-zA-Z$._-] [\w$.-]* ) )
      | (?P<INTEGER_LIT> (?!0x) [0-9]{1,18} (?![0-9.]) )
      | (?P<punctuation> -> | [-:,()\[\]<>=+*?}] | \{(?!-\#) ) )
    """,
    re.ASCII | re.VERBOSE,
)
_KINDS = {kind.name: kind for kind in MLIRTokenKind}


def check_index(value: int, span: Span) -> None:
    """Raises ParseError for a number that no index has."""
    if not -(1 << 63) <= value < 1 << 63:
        raise ParseError(span, f"{value} is out of range: an index has 64 bits, signed")


class _Token(Token[MLIRTokenKind, str]):
    """One that keeps its text, which a parser asks for again and again."""

    def __init__(self, kind: MLIRTokenKind, span: Span, text: str):
        self.kind = kind
        self.span = span
        self._text = text

    @property
    def text(self) -> str:
        return self._text


class RepairedLexer(MLIRLexer):
    """
    As xDSL's, with one match for the most frequent tokens (0.9 % of the instructions of the slowest
    benchmark kernel's compile); a string without an end doesn't take it exponential time.
    """

    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')

    def lex(self) -> MLIRToken:
        """The next token."""
        match = _FREQUENT.match(self.input.content, self.pos)
        if match is None:
            return super().lex()
        group = match.lastgroup or ""
        start, self.pos = match.span(group)
        text = match[group]
        kind = _KINDS.get(group) or KIND_BY_PUNCTUATION_SPELLING[text]
        return _Token(kind, Span(start, self.pos, self.input), text)

    def _lex_string_literal(self, start_pos: Position) -> MLIRToken:
        if self._unescaped_characters_regex.match(self.input.content, start_pos) is None:
            span = Span(start_pos, start_pos + 1, self.input)
            raise ParseError(span, "this string does not end in its line, or has a wrong escape")
        token = super()._lex_string_literal(start_pos)
        if token.kind is not MLIRTokenKind.BYTES_LIT:
            return token
        try:
            cast("StringLiteral", token.span).bytes_contents.decode()
        except UnicodeDecodeError:
            return token
        return MLIRToken(MLIRTokenKind.STRING_LIT, token.span)  # as MLIR prints "é"

    def _lex_number(self, start_pos: Position) -> MLIRToken:
        token = super()._lex_number(start_pos)
        if (digits := len(token.text)) > _MOST_DIGITS:
            raise ParseError(token.span, f"a number of {digits} digits is beyond every type")
        return token
