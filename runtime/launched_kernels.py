"""The kernels that a host function launches, as operations."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import gpu
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.utils.hints import isa

from ..analysis.accesses.views import viewed
from ..dialect.ir.symbols import lookup_symbol

_ALIGNMENT = "alignment"


def launched_kernel(launch: gpu.LaunchFuncOp) -> gpu.FuncOp | None:
    """The kernel; None if the module has none of this name and these types."""
    found = lookup_symbol(launch, launch.kernel)
    if not isinstance(found, gpu.FuncOp):
        return None
    types = [value.type for value in launch.kernelOperands]
    return found if list(found.body.block.arg_types) == types else None


def launched_argument(use: Use) -> SSAValue | None:
    """The kernel's argument that a value becomes which a launch uses; None if it is unknown."""
    launch = use.operation
    if not isinstance(launch, gpu.LaunchFuncOp) or (kernel := launched_kernel(launch)) is None:
        return None
    first = len(launch.operands) - len(launch.kernelOperands)
    return kernel.body.block.args[use.index - first] if use.index >= first else None


def uses_of(buffer: SSAValue) -> Iterator[Use]:
    """The uses of a buffer, and of its views in place of those that make them."""
    for use in buffer.uses:
        views = [result for result in use.operation.results if viewed(result) is buffer]
        if views:
            for view in views:
                yield from uses_of(view)
        else:
            yield use


def needed_alignment(buffer: SSAValue) -> int:
    """Bytes that the address is a multiple of, by what the accesses state, in kernels too."""
    stated = [1]
    for use in uses_of(buffer):
        argument = launched_argument(use)
        stated.append(_stated(use.operation) if argument is None else needed_alignment(argument))
    return max(stated)


def _stated(op: Operation) -> int:
    given: Attribute | None = op.properties.get(_ALIGNMENT, op.attributes.get(_ALIGNMENT))
    return given.value.data if isa(given, IntegerAttr) else 1
