"""A schedule's function as machine code, called by bare pointers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.dot_products.dot_unit import dot_unit
from pad_mlir.passes.host.pad_to_host import lower, prepare
from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.runtime import pack, unpack
from pad_mlir.runtime.signature import Buffer, find_function, signature_of
from pad_mlir.schedule import Schedule
from pad_mlir.upstream.code_generation import LoadedObject, compile_object

from .native import Array, Native, aligned


@dataclass(frozen=True)
class Compiled:
    """Machine code, and the buffers that it takes."""

    function: Native
    buffers: Mapping[str, Buffer]

    def physical(self, arrays: Mapping[str, Array]) -> list[Array]:
        """The arrays as the code takes them; padding that may hold anything holds 0."""
        return [
            aligned(
                array
                if (buffer := self.buffers[name]).placed is None
                else pack(array, buffer.layout, 0)
            )
            for name, array in arrays.items()
        ]

    def logical(self, name: str, physical: Array) -> Array:
        """The logical array of a physical one."""
        buffer = self.buffers[name]
        if buffer.placed is None:
            return physical
        return unpack(physical, buffer.layout, buffer.logical_shape)


def compile_schedule(schedule: Schedule) -> Compiled:
    """The module of a schedule as machine code for this machine; the schedule stays as it is."""
    schedule.apply_layouts()
    module = schedule.module.clone()
    signature = signature_of(find_function(module, None), descriptors=False)
    prepare(new_context(), module)
    unit, dots = vector_unit(), dot_unit(None).intrinsics
    ir = lower(module, "llvm", unit=unit, dots=dots).to_llvm_ir()
    code = LoadedObject(compile_object(ir))
    address = code.address(signature.function)
    buffers = {part.name: part for part in signature.parameters if isinstance(part, Buffer)}
    return Compiled(Native(address, code), buffers)


def is_close(got: Array, expected: Array, tolerance: float) -> bool:
    """Whether all elements are as expected, relative to the largest; integers exactly."""
    if got.dtype.kind == "i":
        return np.array_equal(got, expected)
    return bool(np.abs(got - expected).max() <= tolerance * np.abs(expected).max())
