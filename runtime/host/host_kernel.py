"""A function compiled for the host, on numpy arrays."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import Any

from ...upstream.code_generation import LoadedObject
from ..call.arguments import Passed, pass_array, refuse_overlaps
from ..call.check_reports import EntryChecks
from ..call.entry_point import ENTRY, argument_format
from ..call.kernel import Kernel
from ..call.parameters import Parameters, packed_names
from ..call.results import Results
from ..errors import KernelError
from ..signature import Signature


class HostKernel(Kernel):
    """A function as code of this process."""

    def __init__(
        self,
        signature: Signature,
        code: LoadedObject,
        packed: bool | Sequence[str] = False,
        checks: EntryChecks | None = None,
    ):
        super().__init__(signature)
        names = packed_names(signature, packed)
        self._parameters = Parameters(signature, names)
        self._may_overlap = signature.may_alias or not any(
            b.written for b in self._buffers.values()
        )
        formats = [argument_format(part, signature) for part in signature.parameters]
        self._slots = struct.Struct("<" + "".join(formats))
        self._results = Results(signature, names)
        self._code, self._checks = code, checks
        self._entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address(ENTRY))

    @property
    def address(self) -> int:
        if self._signature.descriptors:
            raise KernelError(
                f"@{self._signature.function} takes descriptors, as some memref has a dynamic "
                "shape, or is returned; only a function without has a plain C address"
            )
        return self._code.address(self._signature.symbol)

    def __call__(self, *arguments: Any, **sizes: Any) -> Any:
        parts = self._parameters.check(arguments, sizes, pass_array)
        passed = [part for part in parts if isinstance(part, Passed)]
        self._enter(passed)
        values = slot_values(parts, self._signature)
        if self._checks is not None:
            self._checks.run(values)
        size = self._slots.size + self._results.size
        slots = ctypes.create_string_buffer(self._slots.pack(*values), size)
        self._entry(slots)
        for part in passed:
            part.leave()
        return self._results.read(slots, self._slots.size, passed)

    def _enter(self, passed: Sequence[Passed]) -> None:
        if not self._may_overlap:
            refuse_overlaps(passed)
        copied = False
        for part in passed:
            copied |= part.enter()
        if copied:
            # Copies do not overlap where the arrays do.
            refuse_overlaps(passed)


def slot_values(parts: Sequence[Passed | float], signature: Signature) -> list[float]:
    """The values of the slots of a call."""
    values: list[float] = []
    for part in parts:
        if not isinstance(part, Passed):
            values.append(part)
        elif signature.descriptors:
            values += part.descriptor()
        else:
            values.append(part.address)
    return values
