"""Runs the tests before a call, and says what they found."""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from xdsl.dialects.builtin import i64

from ...upstream.code_generation import LoadedObject
from ..element_types import Element, element_of
from ..entry.entry_point import argument_format
from ..errors import KernelError
from ..signature import Buffer, Signature

CHECK_ENTRY = "pad_mlir_check_entry"
_MESSAGE = re.compile(r"(?P<where>.*?:\d+:\d+: )?(?P<text>.*)", re.DOTALL)


@dataclass(frozen=True)
class Term:
    """
    A value that a condition depends on: the contents of a cell of a buffer, or a scalar argument.
    """

    name: str
    element: Element
    rank: int | None
    """Of the buffer; None for a number."""

    @property
    def words(self) -> int:
        """How much of a report it takes: the index, and the value."""
        return (self.rank or 0) + 1

    def shown(self, words: Sequence[int]) -> str:
        """`A[3, 2] holds 1.0`, or `n is 2`."""
        *index, bits = words
        raw = struct.pack("<q", bits)[: self.element.dtype.itemsize]
        value = np.frombuffer(raw, self.element.dtype)[0]
        text = str(value.item())
        if value != value:
            text += f" (bits 0x{int.from_bytes(raw, 'little'):x})"
        return f"{self.name} is {text}" if self.rank is None else f"{self.name}{index} holds {text}"


@dataclass(frozen=True)
class Check:
    """A condition that must hold when a function is called, and what it is about."""

    message: str
    terms: tuple[Term, ...]

    @property
    def words(self) -> int:
        """How much of a report it takes: its number, and its terms."""
        return 1 + sum(term.words for term in self.terms)

    def failure(self, words: Sequence[int]) -> str:
        """The error that a report on this check states."""
        return self.sentence(self._found(words))

    def sentence(self, shown: Iterable[str]) -> str:
        """The error as a sentence, with the terms in words."""
        message = _MESSAGE.fullmatch(self.message)
        assert message is not None
        where, text = message["where"] or "", message["text"]
        found = ", ".join(shown)
        for term in self.terms:
            if text.startswith(f"{term.name} is assumed "):
                return f"{where}{found}, but {text.removeprefix(term.name).lstrip()}"
        return f"{where}{text}" + (f": {found}" if found else "")

    def _found(self, words: Sequence[int]) -> Iterator[str]:
        first = 1
        for term in self.terms:
            yield term.shown(words[first : first + term.words])
            first += term.words


def check_signature(signature: Signature, name: str, checks: Sequence[Check]) -> Signature:
    """Of the function that makes the tests: the same parameters, and the report."""
    size = max(check.words for check in checks)
    report = Buffer("report", element_of(i64), (size,), None, written=True)
    parameters = (*signature.parameters, report)
    return replace(signature, symbol=name, parameters=parameters, results=())


class EntryChecks:
    """The tests of a kernel."""

    def __init__(self, signature: Signature, checks: Sequence[Check], code: LoadedObject):
        """`signature` is the signature of the function that makes the reports."""
        self._checks, self._code = checks, code
        formats = [argument_format(part, signature) for part in signature.parameters]
        self._slots = struct.Struct("<" + "".join(formats))
        self._entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(
            code.address(CHECK_ENTRY)
        )
        self._size = max(check.words for check in checks)

    def run(self, values: Sequence[Any]) -> None:
        """Tests a call with these slots; KernelError says what does not hold."""
        report = np.zeros(self._size, np.int64)
        slots = ctypes.create_string_buffer(self._slots.pack(*values, report.ctypes.data))
        self._entry(slots, None)
        words = [int(word) for word in report]
        if words[0] != 0:
            raise KernelError(self._checks[words[0] - 1].failure(words))
