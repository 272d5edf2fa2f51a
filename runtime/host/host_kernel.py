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
from ..call.fast_entry import (
    DONE_WITHOUT_ROOM,
    FAST_ENTRY,
    NOT_LIKE_ONE,
    FastEntry,
    fast_call,
)
from ..call.kernel import Kernel
from ..call.packing_cost import PackingCost
from ..call.parameters import Parameters, packed_names
from ..call.remembered_calls import RememberedCalls
from ..call.results import Results
from ..entry.entry_point import ENTRY, argument_format
from ..entry.workspace_ir import KEY
from ..entry.workspaces import Workspace, Workspaces, workspace_key
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
        *,
        fast: FastEntry | None = None,
        workspace: int | None = None,
    ):
        """`workspace` is how many bytes local buffers take at least, None if there are none."""
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
        prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
        self._entry = prototype(code.address(ENTRY))
        self._workspaces = None if workspace is None else Workspaces(workspace)
        self._workspace_bytes = workspace or 0
        if workspace is not None:
            ctypes.c_int32.from_address(code.address(KEY)).value = workspace_key()
        self._remembered = None
        if fast is not None:
            call = fast_call(code.address(FAST_ENTRY), fast.arity)
            self._remembered = RememberedCalls(fast, call)

    @property
    def address(self) -> int:
        if self._signature.descriptors:
            raise KernelError(
                f"@{self._signature.function} takes descriptors, as some memref has a dynamic "
                "shape, or is returned; only a function without has a plain C address"
            )
        return self._code.address(self._signature.symbol)

    @property
    def workspace_bytes(self) -> int:
        return self._workspace_bytes

    def __call__(self, *arguments: Any, **sizes: Any) -> Any:
        remembered = self._remembered
        if remembered is not None and len(arguments) == remembered.arity:
            table = remembered.named(sizes) if sizes else remembered.unnamed
            if table is not None:
                if self._workspaces is None:
                    if remembered.call(table.address, 0, *arguments) != NOT_LIKE_ONE:
                        return None
                else:
                    workspace = self._workspaces.own
                    done = remembered.call(table.address, workspace.address, *arguments)
                    if done == DONE_WITHOUT_ROOM:
                        self._note_peak(workspace)
                    if done != NOT_LIKE_ONE:
                        return None
        return self.checked_call(arguments, sizes)

    @property
    def remembered(self) -> RememberedCalls | None:
        """What calls are compared with in compiled code; None if all are checked."""
        return self._remembered

    def checked_call(self, arguments: Sequence[Any], sizes: Mapping[str, Any]) -> Any:
        """Check a call in full, and do it."""
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
        self._run(slots)
        left = perf_counter()
        for part in passed:
            part.leave()
        if self._layouts:
            packing = entered - start + perf_counter() - left
            self._told.note(self._signature, packing, left - entered)
        result = self._results.read(slots, self._slots.size, passed)
        for part in passed:
            if part.inside is not part.array:
                self._spare.arrays[part.argument.name] = part.inside
        if self._remembered is not None and not self._remembered.is_static:
            self._remembered.note(
                [p.compared if isinstance(p, Passed) else p for p in parts], sizes
            )
        return result

    def _run(self, slots: ctypes.Array[ctypes.c_char]) -> None:
        if self._workspaces is None:
            self._entry(slots, 0)
        else:
            workspace = self._workspaces.own
            self._entry(slots, workspace.address)
            self._note_peak(workspace)

    def _note_peak(self, workspace: Workspace) -> None:
        self._workspace_bytes = max(self._workspace_bytes, workspace.grow())

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
