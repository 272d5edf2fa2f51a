"""A variant of a case on a device: packed, run and unpacked by its plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pad_mlir.runtime.gpu.cuda import CudaProgram
from pad_mlir.runtime.gpu.cuda_arrays import cuda_array
from pad_mlir.runtime.gpu.cuda_driver import CudaContext
from pad_mlir.runtime.gpu.execution import carry_out
from pad_mlir.runtime.gpu.plan import ArrayParameter, LaunchPlan

from .arrays import Library
from .cases import Variant

Run: TypeAlias = Callable[[], None]
"""Asks the device for something, and does not wait for it."""


class Function:
    """A variant, loaded; its arrays belong to the library, on whose stream it runs."""

    def __init__(self, variant: Variant, context: CudaContext, library: Library):
        self._variant, self._library = variant, library
        self._program = CudaProgram(context, variant.code(context.capability))
        arrays = [p for p in variant.plan.parameters if isinstance(p, ArrayParameter)]
        self.shapes = {p.name: p.shape for p in arrays}
        """Of the arrays as the function takes them."""
        self._written = [p.name for p in arrays if p.written]

    def is_packed(self, name: str) -> bool:
        """Whether the array has a layout of its own here."""
        return name in self._variant.packing

    def pack(self, name: str, logical: Any, physical: Any) -> None:
        """Writes the physical array, padding included, from the logical one."""
        plan, _ = self._variant.packing[name]
        self._prepare([(plan, {"source": logical, "target": physical})])()

    def unpack(self, name: str, physical: Any, logical: Any) -> None:
        """Writes the logical array from the physical one."""
        _, plan = self._variant.packing[name]
        self._prepare([(plan, {"source": physical, "target": logical})])()

    def prepare(self, arrays: Mapping[str, Any]) -> Run:
        """A run on arrays as the function takes them."""
        return self._prepare([(self._variant.plan, arrays)])

    def prepare_call(self, logical: Mapping[str, Any], physical: Mapping[str, Any]) -> Run:
        """
        A run on logical arrays, through physical ones of those that have a layout.

        All of these are packed, and unpacked where they are written, as
        `pad_mlir.runtime.compile` does it at each call.
        """
        packing = self._variant.packing
        inward = [
            (pack, {"source": logical[name], "target": physical[name]})
            for name, (pack, _) in packing.items()
        ]
        outward = [
            (packing[name][1], {"source": physical[name], "target": logical[name]})
            for name in self._written
            if name in packing
        ]
        taken = {name: physical.get(name, logical[name]) for name in self.shapes}
        return self._prepare([*inward, (self._variant.plan, taken), *outward])

    def _prepare(self, plans: Sequence[tuple[LaunchPlan, Mapping[str, Any]]]) -> Run:
        stream = self._library.stream
        on = self._program.on(stream)
        steps = [
            (plan, {name: cuda_array(array, stream) for name, array in arrays.items()})
            for plan, arrays in plans
        ]

        def run() -> None:
            for plan, arrays in steps:
                carry_out(plan, on, arrays, {})

        return run
