"""Attributes that upstream's lowering to SPIR-V needs."""

from __future__ import annotations

from functools import cache

from xdsl.context import Context
from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Attribute, Operation

from ....dialect.ir.located_errors import PadError
from ....dialect.xdsl_compat import RepairedParser
from ....dialect.xdsl_compat.operations.gpu_shuffle import ShuffleOp
from ..modules.gpu_targets import SPIRV_ENVIRONMENT
from ..modules.kernel_form import block_size, kernels_of

TARGET_ENV = "spirv.target_env"
_ENTRY_POINT = "spirv.entry_point_abi"
# Upstream's barrier orders accesses to shared memory only.
_BARRIER = """
"spirv.ControlBarrier"() <{
    execution_scope = #spirv.scope<Workgroup>, memory_scope = #spirv.scope<Workgroup>,
    memory_semantics = #spirv.memory_semantics<
        AcquireRelease|WorkgroupMemory|CrossWorkgroupMemory>}> : () -> ()"""


def state_entry_points(module: ModuleOp) -> None:
    """Each kernel's block, and the size of its subgroups where it shuffles."""
    for kernel in kernels_of(module):
        sizes = ",".join(map(str, block_size(kernel)))
        width = _subgroup_size(kernel)
        subgroup = "" if width is None else f",subgroup_size={width}"
        kernel.attributes[_ENTRY_POINT] = _attribute(
            f"#{_ENTRY_POINT}<workgroup_size=[{sizes}]{subgroup}>"
        )


@cache
def target_environment() -> Attribute:
    """The capabilities and extensions of the OpenCL that the code is for."""
    return _attribute(SPIRV_ENVIRONMENT)


def control_barrier(op: gpu.BarrierOp) -> Operation:
    """A barrier after which the block sees all that it wrote, to shared and global memory."""
    barrier = _parser(_BARRIER).parse_operation()
    barrier.location = op.location
    return barrier


def _subgroup_size(kernel: gpu.FuncOp) -> int | None:
    widths: set[int] = set()
    for op in kernel.walk():
        if not isinstance(op, ShuffleOp):
            continue
        constant = op.width.owner
        if not (isinstance(constant, arith.ConstantOp) and isinstance(constant.value, IntegerAttr)):
            raise PadError("the width of a shuffle has to be a constant", op)
        widths.add(constant.value.value.data)
        if len(widths) > 1:
            raise PadError("all shuffles of a kernel have to be of one width", op)
    return next(iter(widths), None)


def _attribute(text: str) -> Attribute:
    return _parser(text).parse_attribute()


def _parser(text: str) -> RepairedParser:
    return RepairedParser(Context(allow_unregistered=True), text)
