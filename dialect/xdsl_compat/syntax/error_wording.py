"""Errors of xDSL's parser in one form: `expected X, got Y`."""

import re

from xdsl.utils.exceptions import ParseError

_AFTER = re.compile(r"(?P<what>.+) expected(?P<where> in .+)?")
_BEFORE = re.compile(r"(?:Expected|Expect|expect|expected) (?P<what>.+)", re.DOTALL)
_CHARACTER = re.compile(r"Unexpected character: (?P<one>.)", re.DOTALL)
_OPERAND = re.compile(
    r"operand is used with type (?P<here>.+), but has been previously used or defined with type "
    r"(?P<there>.+)"
)
_OTHERS = (
    (re.compile(r"(.+) should be of base attribute (.+)"), r"expected \2, got \1"),
    (re.compile(r"[Ee]xpected attribute (.+) but got (.+)"), r"expected \1, got \2"),
    (re.compile(r"[Ii]dentifier not in space (.*)"), r"'\1' is not a dimension or symbol here"),
    (re.compile(r"expected suffix identifier after \{first_char\}"), "expected a name"),
)
_LONGEST = 40


def reworded(error: ParseError) -> ParseError:
    """The same error, at the same place."""
    message = " ".join(error.msg.split()).rstrip("!.")
    for pattern, replacement in _OTHERS:
        message = pattern.sub(replacement, message)
    if (match := _CHARACTER.fullmatch(message)) is not None:
        one = match["one"]
        shown = f"'{one}'" if one.isprintable() else f"U+{ord(one):04X}"
        return ParseError(error.span, f"unexpected character {shown}")
    if (match := _OPERAND.fullmatch(message)) is not None:
        name = error.span.text if error.span.text.startswith("%") else "the operand"
        text = f"{name} is used as {match['here']}, but is {match['there']}"
        return ParseError(error.span, text)
    if (match := _AFTER.fullmatch(message)) is not None:
        what = match["what"] + (match["where"] or "")
    elif (match := _BEFORE.fullmatch(message)) is not None:
        what = match["what"]
    else:
        return ParseError(error.span, message)
    if "got" in what.split() or (got := _token(error)) is None:
        return ParseError(error.span, f"expected {what}")
    return ParseError(error.span, f"expected {what}, got {got}")


def _token(error: ParseError) -> str | None:
    """The token at the place; None if it is not a single token."""
    text = error.span.text
    if not text.strip():
        at_end = not error.span.input.content[error.span.start :].strip()
        return "the end of the text" if at_end else None
    if any(c.isspace() for c in text):
        return None
    return f"'{text}'" if len(text) <= _LONGEST else f"'{text[:_LONGEST]}...'"
