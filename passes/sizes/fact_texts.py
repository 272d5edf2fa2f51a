"""Facts about sizes as texts, `n mod 16 == 0`: read for options, and found in a function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xdsl.dialects import func

from ..common.diagnostics import OptionError
from .size_facts import Form, Size, SizeFact
from .size_questions import size_of_axis, size_of_index, sizes_in

_NAME = r"(?P<{0}>dim\([^()]+,\s*\d+\)|[A-Za-z_$.][\w$.-]*)"
_FIRST, _LAST, _NUMBER = _NAME.format("first"), _NAME.format("last"), r"(?P<number>\d+)"
_FORMS: dict[Form, str] = {
    "multiple": rf"{_FIRST}\s*(?:\bmod\b|%)\s*{_NUMBER}\s*==\s*0",
    "product": rf"{_FIRST}\s*\*\s*{_LAST}\s*<=\s*{_NUMBER}",
    "least": rf"{_FIRST}\s*>=\s*{_NUMBER}",
    "most": rf"{_FIRST}\s*<=\s*{_NUMBER}",
    "equal": rf"{_FIRST}\s*==\s*{_LAST}",
}
_MOST_DIGITS = 18
"""Of a number in a fact: an index has 64 bits."""
_MOST_DIGITS_OF_AXIS = 4
_DIM = re.compile(r"dim\((?P<buffer>[^()]+?)\s*,\s*(?P<axis>\d+)\)")


@dataclass(frozen=True)
class WrittenFact:
    """A fact about sizes by their names, which a function may have or not."""

    form: Form
    names: tuple[str, ...]
    number: int = 0

    def of(self, function: func.FuncOp) -> SizeFact | None:
        """The fact about the sizes of a function; None where it lacks one of the names."""
        found = [_size(function, name) for name in self.names]
        sizes = tuple(size for size in found if size is not None)
        return SizeFact(self.form, sizes, self.number) if len(sizes) == len(found) else None


def parse_size_facts(option: str, texts: Iterable[str]) -> tuple[WrittenFact, ...]:
    """Facts as of `("n mod 16 == 0", "n * m <= 4096")`; raises OptionError for another text."""
    return tuple(_parse(option, text) for text in texts)


def _parse(option: str, text: str) -> WrittenFact:
    for form, pattern in _FORMS.items():
        if (match := re.fullmatch(pattern, text.strip())) is None:
            continue
        groups = match.groupdict()
        names = tuple(groups[each] for each in ("first", "last") if each in groups)
        digits = groups.get("number", "0").lstrip("0") or "0"
        if len(digits) > _MOST_DIGITS:
            raise OptionError(
                option, f"a number of {len(digits)} digits is no size: sizes are less than 10^18"
            )
        number = int(digits)
        if form == "multiple" and number == 0:
            raise OptionError(option, f'the fact "{text}" divides by 0')
        return WrittenFact(form, names, number)
    message = (
        f'the fact "{text}" cannot be read: write it as n mod 16 == 0, n >= 16, n <= 16, n == m '
        "or n * m <= 4096, where n and m are index arguments, or A.0 for axis 0 of A"
    )
    raise OptionError(option, message)


def check_fact_names(
    option: str, facts: Sequence[WrittenFact], functions: Sequence[func.FuncOp]
) -> None:
    """Raise OptionError for a fact of which no function has all sizes."""
    for fact in facts:
        if any(fact.of(function) is not None for function in functions):
            continue
        known = dict.fromkeys(str(size) for f in functions for size in sizes_in(f))
        missing = next((n for n in fact.names if n not in known), fact.names[0])
        raise OptionError(
            option, f"there is no size {missing}; there are: {', '.join(known) or 'none'}"
        )


def _size(function: func.FuncOp, name: str) -> Size | None:
    """The size that a name stands for: an index, `dim(A, 0)` as remarks write it, or `A.0`."""
    if (index := size_of_index(function, name)) is not None:
        return index
    match = _DIM.fullmatch(name)
    buffer, axis = match.groups() if match is not None else name.rpartition(".")[::2]
    is_axis = axis.isdecimal() and len(axis) <= _MOST_DIGITS_OF_AXIS
    if is_axis and (found := size_of_axis(function, buffer, int(axis))) is not None:
        return found
    return next((size for size in sizes_in(function) if str(size) == name), None)
