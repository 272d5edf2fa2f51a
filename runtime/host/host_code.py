"""Machine code of a function for the host, with all that makes a kernel of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ...upstream.code_generation import LoadedObject, compile_object
from ...upstream.phases import phase
from ...upstream.processors import Processor
from ..call.check_reports import Check, EntryChecks
from ..call.parameters import Parameters, packed_names
from ..entry.workspace_ir import WORKSPACE_FUNCTIONS
from ..signature import Signature
from .host_kernel import HostKernel


@dataclass(frozen=True)
class HostCode:
    """
    An object file, the function that it has, and how calls reach it.

    All but `signature` are bytes and numbers, so that another process can make the same kernel.
    """

    signature: Signature
    object_file: bytes
    target: Processor
    packed: bool | Sequence[str]
    compares_calls: bool
    """Whether it has an entry that compares a call with one that was checked."""
    workspace: int | None
    """The bytes that local buffers take at least; None if there are none."""
    checking: Signature | None = None
    """The function that tests what is assumed at entry."""
    checks: Sequence[Check] = ()

    def kernel(self) -> HostKernel:
        """Load the code."""
        names = packed_names(self.signature, self.packed)
        fast = Parameters(self.signature, names).fast_entry() if self.compares_calls else None
        with phase("load"):
            used = () if self.workspace is None else (_workspace_functions(),)
            code = LoadedObject(self.object_file, *used)
            checks = None
            if self.checking is not None:
                checks = EntryChecks(self.checking, self.checks, code)
            return HostKernel(
                self.signature, code, self.packed, checks, fast=fast, workspace=self.workspace
            )


@cache
def _workspace_functions() -> bytes:
    """The object file of the functions for local buffers, which is the same for all kernels."""
    return compile_object(WORKSPACE_FUNCTIONS)
