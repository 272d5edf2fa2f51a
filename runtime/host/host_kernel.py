"""A function compiled for the host, on numpy arrays."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from time import perf_counter
from typing import Any

from ...upstream.code_generation import LoadedObject
from ..call.arguments import Passed, pass_array, refuse_overlaps
from ..call.check_reports import EntryChecks
from ..call.entry_needs import ALL, EntryNeeds, entry_needs
from ..call.entry_point import ENTRY, argument_format
from ..call.kernel import Kernel
from ..call.packing_cost import PackingCost
from ..call.parameters import Parameters, packed_names
from ..call.results import Results
from ..errors import KernelError
from ..packing.arrays import Array
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
        self._layouts = [b for b in self._buffers.values() if b.placed and b.name not in names]
        self._spare, self._told = _SpareArrays(), PackingCost([b.name for b in self._layouts])
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
        start = perf_counter()
        self._enter(passed)
        values = slot_values(parts, self._signature)
        if self._checks is not None:
            self._checks.run(values)
        size = self._slots.size + self._results.size
        slots = ctypes.create_string_buffer(self._slots.pack(*values), size)
        entered = perf_counter()
        self._entry(slots)
        left = perf_counter()
        for part in passed:
            part.leave()
        if self._layouts:
            self._told.note(
                self._signature, entered - start + perf_counter() - left, left - entered
            )
        result = self._results.read(slots, self._slots.size, passed)
        for part in passed:
            if part.inside is not part.array:
                self._spare.arrays[part.argument.name] = part.inside
        return result

    def _enter(self, passed: list[Passed]) -> None:
        if not self._may_overlap:
            refuse_overlaps(passed)
        copied = False
        # Taken out: whoever calls the kernel meanwhile, in this thread, gets arrays of its own.
        spare = self._spare.arrays
        for part in passed:
            name = part.argument.name
            copied |= part.enter(self._needs.get(name, ALL), spare.pop(name, None))
        if copied:
            # Copies do not overlap where the arrays do.
            refuse_overlaps(passed)

    @cached_property
    def _needs(self) -> Mapping[str, EntryNeeds]:
        """What has to be packed; what is only read is not asked about."""
        is_asked = any(b.written for b in self._layouts) and self._checks is None
        return entry_needs(self._signature) if is_asked else {}


class _SpareArrays(threading.local):
    """The packed arrays of the last call, by buffer, for the next one of the same thread."""

    def __init__(self) -> None:
        self.arrays: dict[str, Array] = {}


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
