"""Reads and holds formulas of pad values: `(io, ii) -> (self[0, ii] * 2.0 + io floordiv 2)`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ....dialect.ir.affine_conversion import to_affine_map
from ....dialect.ir.located_errors import PadError
from ....dialect.layout.layout import IndexMap
from ....index.expr import Expr, lift, var

_TOKEN = re.compile(
    r"\s*(?:(?P<float>(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|inf\b|nan\b)"
    r"|(?P<int>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<sign>//|[-+*/%()\[\],]))"
)
_HEADER = re.compile(r"\s*\(([^()]*)\)\s*->\s*(.*?)\s*", re.DOTALL)
_OF_INDICES = {"//": "//", "floordiv": "//", "%": "%", "mod": "%"}
_SELF = "self"
_OPERAND = "one of its indices, a number, self[..], - or ("


@dataclass(frozen=True)
class Loaded:
    """The value of another cell of the buffer itself, or of the one that is named."""

    indices: tuple[Expr, ...]
    buffer: str = _SELF

    def __str__(self) -> str:
        return f"{self.buffer}[{', '.join(map(str, self.indices))}]"


@dataclass(frozen=True)
class Operation:
    """A sum, difference, product or quotient in the arithmetic of the elements."""

    sign: str
    operands: tuple[Term, ...]
    """Of a `-` one or two, of the others two."""

    def __str__(self) -> str:
        if len(self.operands) == 1:
            return f"(-{_part(self.operands[0])})"
        return f"({f' {self.sign} '.join(map(_part, self.operands))})"


Term: TypeAlias = Expr | float | Loaded | Operation
"""An expression of the indices is computed as one, and only its result made an element."""


@dataclass(frozen=True)
class Formula:
    """A value of the element type, computed from physical indices and other cells."""

    names: tuple[str, ...]
    value: Term

    @property
    def loads(self) -> tuple[IndexMap, ...]:
        """The cells that it loads, each once."""
        found = dict.fromkeys(loads_of(self.value))
        return tuple(IndexMap(self.names, load.indices) for load in found)

    def __str__(self) -> str:
        is_enclosed = isinstance(self.value, Operation)
        value = str(self.value) if is_enclosed else f"({self.value})"
        return f"({', '.join(self.names)}) -> {value}"


def loads_of(term: Term) -> Iterator[Loaded]:
    """The loads in a term, in order."""
    if isinstance(term, Loaded):
        yield term
    elif isinstance(term, Operation):
        for operand in term.operands:
            yield from loads_of(operand)


def of_itself(term: Term) -> Term:
    """The term with each load as one of the buffer itself."""
    match term:
        case Loaded():
            return Loaded(term.indices)
        case Operation():
            return Operation(term.sign, tuple(map(of_itself, term.operands)))
        case _:
            return term


def combined(sign: str, *operands: Term) -> Term:
    """The operation, computed on indices where all operands are; PadError where there is none."""
    if all(isinstance(operand, Expr) for operand in operands) and sign != "/":
        return _of_indices(sign, [o for o in operands if isinstance(o, Expr)])
    if sign in ("//", "%"):
        raise PadError(f"{sign} divides indices only: the elements take +, -, * and /")
    if sign == "-" and isinstance(operands[0], float) and len(operands) == 1:
        return -operands[0]
    return Operation(sign, operands)


def parse_formula(text: str) -> Formula:
    """
    A formula `(io, ii) -> (self[0, ii] * 2.0)`.

    Raises PadError for text that is none, and for a load whose index is not affine.
    """
    header = _HEADER.fullmatch(text)
    if header is None:
        raise PadError(f'the formula "{text}" cannot be read: it is not "(io, ii) -> (..)"')
    names = tuple(re.findall(r"\w+", header[1]))
    if len(set(names)) != len(names):
        raise PadError(f'the formula "{text}" names an index twice')
    value = _Reader(text, header[2], names).read()
    for load in loads_of(value):
        check_load(load, names)
    return Formula(names, value)


def check_load(load: Loaded, names: tuple[str, ...]) -> None:
    """Raise PadError for a load at an index that is not affine."""
    for index in load.indices:
        if to_affine_map([index], names) is None:
            raise PadError(f"the pad value loads {load}, but {index} is not an affine expression")


def _of_indices(sign: str, operands: list[Expr]) -> Expr:
    match sign, operands:
        case "-", [only]:
            return -only
        case "+", [left, right]:
            return left + right
        case "-", [left, right]:
            return left - right
        case "*", [left, right]:
            return left * right
        case "//", [left, right]:
            return left // right
        case _:
            return operands[0] % operands[1]


def _part(term: Term) -> str:
    return f"({term})" if isinstance(term, Expr) and term.operands else str(term)


class _Reader:
    """Reads one formula, by precedence."""

    def __init__(self, text: str, body: str, names: tuple[str, ...]):
        self._text = text
        self._names = names
        self._tokens = list(self._split(body))
        self._at = 0

    def read(self) -> Term:
        value = self._sum()
        if self._at < len(self._tokens):
            if self._tokens[self._at][1] == ",":
                raise PadError(f'the pad value "{self._text}" must give one value')
            raise self._unexpected("its end")
        return value

    def _split(self, body: str) -> Iterator[tuple[str, str]]:
        at = 0
        while at < len(body):
            match = _TOKEN.match(body, at)
            if match is None:
                raise PadError(
                    f'the formula "{self._text}" cannot be read at "{body[at:].strip()}"'
                )
            kind = match.lastgroup or ""
            # An index may have the name of a number.
            yield "name" if match[kind] in self._names else kind, match[kind]
            at = match.end()
            at += len(body[at:]) - len(body[at:].lstrip())

    def _unexpected(self, wanted: str) -> PadError:
        got = f"'{self._peek()}'" if self._peek() else "its end"
        return PadError(f'the formula "{self._text}" cannot be read: expected {wanted}, got {got}')

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str | None = None) -> tuple[str, str]:
        if wanted is not None and self._peek() != wanted:
            raise self._unexpected(f"'{wanted}'")
        if self._at == len(self._tokens):
            raise self._unexpected(_OPERAND)
        self._at += 1
        return self._tokens[self._at - 1]

    def _sum(self) -> Term:
        value = self._product()
        while self._peek() in ("+", "-"):
            sign = self._take()[1]
            value = combined(sign, value, self._product())
        return value

    def _product(self) -> Term:
        value = self._factor()
        while (sign := self._peek()) in ("*", "/", *_OF_INDICES):
            self._take()
            value = combined(_OF_INDICES.get(sign, sign), value, self._factor())
        return value

    def _factor(self) -> Term:
        kind, text = self._take()
        if text == "-":
            return combined("-", self._factor())
        if text == "(":
            value = self._sum()
            if self._peek() == ",":
                raise PadError(f'the pad value "{self._text}" must give one value')
            self._take(")")
            return value
        if kind == "float":
            return number(text)
        if kind == "int":
            return lift(int(text))
        if text == _SELF and self._peek() == "[":
            return self._load()
        if kind == "name" and text in self._names:
            return var(text)
        self._at -= 1
        raise self._unexpected(_OPERAND)

    def _load(self) -> Loaded:
        self._take("[")
        indices: list[Expr] = []
        while True:
            index = self._sum()
            if not isinstance(index, Expr):
                raise PadError(f'in the formula "{self._text}", {index} is not an index')
            indices.append(index)
            if self._take()[1] == "]":
                return Loaded(tuple(indices))
            self._at -= 1
            self._take(",")


def number(text: str) -> float:
    """
    The number that is written, `inf` and `nan` too.

    Raises ValueError for what is none, PadError for one that is out of range.
    """
    value = float(text)
    if math.isinf(value) and any(c.isdigit() for c in text):
        raise PadError(f"the pad value {text} is out of range of f64; infinity is written inf")
    return value
