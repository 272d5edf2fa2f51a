"""The launch plan of the host function of a kernel module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from xdsl.dialects import affine, func, gpu, memref, scf
from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.utils.hints import isa

from ...analysis.accesses.views import root_of
from ...dialect.annotations import NAME
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operation_name
from ..element_types import element_of
from ..gpu import plan
from ..gpu.plan_sizes import Size, operation
from ..launched_kernels import launched_kernel, needed_alignment
from ..signature import Buffer, Part, kernel_parameters, signature_of
from .launch_sizes import is_size_arithmetic, size_of_set, size_of_value, sizes_of_map

ALIGNMENT = 64  # bytes: more than the widest access of a GPU asks for


def launch_plan(function: func.FuncOp) -> plan.LaunchPlan:
    """
    Return the steps of the host function of a kernel module, as a plan.

    Raises PadError at an operation that a plan cannot hold: a plan has allocations, launches,
    copies, loops and ifs around these, and arithmetic on index arguments.
    """
    return _Planner(function).plan()


class _Planner:
    def __init__(self, function: func.FuncOp):
        self._function = function
        self._names = dict[SSAValue, str]()
        self._kernels = dict[str, plan.Kernel]()

    def plan(self) -> plan.LaunchPlan:
        values = self._function.args
        signature = signature_of(self._function, descriptors=False)
        for value, part in zip(values, signature.parameters, strict=True):
            self._name(value, part.name.replace("#", "_"))  # names of C
        parts = zip(values, signature.parameters, strict=True)
        parameters = tuple(_parameter(value, part, self._names[value]) for value, part in parts)
        steps = tuple(self._steps(self._function.body.blocks[0]))
        name = self._function.sym_name.data
        return plan.LaunchPlan(name, parameters, tuple(self._kernels.values()), steps)

    def _steps(self, block: Block) -> Iterator[plan.Step]:
        for op in block.ops:
            match op:
                case memref.AllocOp() | memref.AllocaOp():
                    yield self._allocate(op)
                case memref.DeallocOp():
                    yield plan.Free(self._buffer(op.memref, op))
                case memref.CopyOp():
                    yield self._copy(op)
                case gpu.LaunchFuncOp():
                    yield self._launch(op)
                case scf.ForOp():
                    step = self._size(op.step)
                    yield self._loop(op, self._size(op.lb), self._size(op.ub), step)
                case affine.ForOp():
                    lower = sizes_of_map(op.lowerBoundMap.data, op.lowerBoundOperands, self._names)
                    upper = sizes_of_map(op.upperBoundMap.data, op.upperBoundOperands, self._names)
                    start, stop = _reduced("max", lower), _reduced("min", upper)
                    yield self._loop(op, start, stop, op.step.value.data)
                case scf.IfOp():
                    yield self._choice(op, self._size(op.cond), op.true_region, op.false_region)
                case affine.IfOp():
                    condition = size_of_set(op.condition.data, op.args, self._names)
                    yield self._choice(op, condition, op.then_region, op.else_region)
                case func.ReturnOp() | affine.YieldOp() | scf.YieldOp():
                    if op.operands:
                        raise PadError(
                            f"a launch plan can't hold the values of this "
                            f"'{operation_name(op)}': let the function write to its arguments",
                            op,
                        )
                case _ if not is_size_arithmetic(op):
                    raise PadError(
                        f"a launch plan can't hold '{operation_name(op)}': the host function "
                        "of a kernel module has allocations, copies, launches, loops and ifs "
                        "around these, and index arithmetic; pad-map-to-gpu makes kernels of "
                        "the rest",
                        op,
                    )
                case _:
                    pass  # it is in the sizes that use it

    def _allocate(self, op: memref.AllocOp | memref.AllocaOp) -> plan.Allocate:
        type = op.memref.type
        given = op.attributes.get(NAME)
        hint = op.memref.name_hint or "temporary"
        name = self._name(op.memref, given.data if isinstance(given, StringAttr) else hint)
        sizes = iter(op.dynamic_sizes)
        shape = tuple(self._size(next(sizes)) if size < 0 else size for size in type.get_shape())
        stated = op.alignment.value.data if isa(op.alignment, IntegerAttr) else 1
        alignment = max(stated, ALIGNMENT)
        return plan.Allocate(name, str(element_of(type.element_type)), shape, alignment)

    def _copy(self, op: memref.CopyOp) -> plan.Copy:
        if op.source.type != op.destination.type:
            raise PadError("a launch plan copies between buffers of one type only", op)
        return plan.Copy(self._buffer(op.source, op), self._buffer(op.destination, op))

    def _launch(self, op: gpu.LaunchFuncOp) -> plan.Launch:
        if op.asyncDependencies or op.asyncToken is not None or op.asyncObject is not None:
            raise PadError("a launch plan runs its kernels in order, without async tokens", op)
        if op.dynamicSharedMemorySize is not None or op.clusterSizeX is not None:
            raise PadError("a launch plan has neither dynamic shared memory nor clusters", op)
        kernel = self._kernel(op)
        x, y, z = map(self._size, (op.gridSizeX, op.gridSizeY, op.gridSizeZ))
        arguments = tuple(self._argument(value, op) for value in op.kernelOperands)
        return plan.Launch(kernel.name, (x, y, z), arguments)

    def _kernel(self, op: gpu.LaunchFuncOp) -> plan.Kernel:
        function = launched_kernel(op)
        if function is None:
            raise PadError(f"no kernel {op.kernel} in this module takes these arguments", op)
        sizes = map(self._size, (op.blockSizeX, op.blockSizeY, op.blockSizeZ))
        block = [size for size in sizes if isinstance(size, int) and size > 0]
        if len(block) < 3:
            raise PadError("the block of a launch must be of constant, positive sizes", op)
        parts = kernel_parameters(function)
        arguments = zip(function.body.block.args, parts, strict=True)
        parameters = tuple(_parameter(value, part, part.name) for value, part in arguments)
        module = op.kernel.root_reference.data
        kernel = plan.Kernel(
            function.sym_name.data, module, (block[0], block[1], block[2]), parameters
        )
        if self._kernels.setdefault(kernel.name, kernel) != kernel:
            raise PadError(
                f"two kernels {kernel.name}, or two sizes of its blocks: a launch plan has one "
                "kernel of a name",
                op,
            )
        return kernel

    def _argument(self, value: SSAValue, op: Operation) -> plan.Argument:
        if isinstance(value.type, MemRefType):
            return plan.Array(self._buffer(value, op))
        return plan.Number(self._size(value))

    def _loop(self, op: scf.ForOp | affine.ForOp, start: Size, stop: Size, step: Size) -> plan.Loop:
        if op.results:
            raise PadError("a launch plan's loop carries no values: let it write to buffers", op)
        if not isinstance(step, int) or step < 1:
            raise PadError("a launch plan's loop has a constant, positive step", op)
        index = op.body.block.args[0]
        name = self._name(index, index.name_hint or "step")
        return plan.Loop(name, start, stop, step, tuple(self._steps(op.body.block)))

    def _choice(
        self, op: scf.IfOp | affine.IfOp, condition: Size, first: Region, second: Region
    ) -> plan.Choice:
        if op.results:
            raise PadError("a launch plan's if has no values: let it write to buffers", op)
        arms = [tuple(self._steps(arm.block)) if arm.blocks else () for arm in (first, second)]
        return plan.Choice(condition, arms[0], arms[1])

    def _size(self, value: SSAValue) -> Size:
        return size_of_value(value, self._names)

    def _buffer(self, value: SSAValue, op: Operation) -> str:
        root = root_of(value)
        if root not in self._names or root.type != value.type:
            raise PadError(
                f"'{operation_name(op)}' uses a buffer that is neither an argument nor an "
                "allocation of this function, or a view of one in another shape",
                op,
            )
        return self._names[root]

    def _name(self, value: SSAValue, hint: str) -> str:
        taken = self._names.values()
        numbers = (f"{hint}_{k}" for k in range(1, len(self._names) + 2))
        self._names[value] = next(name for name in (hint, *numbers) if name not in taken)
        return self._names[value]


def _parameter(value: SSAValue, part: Part, name: str) -> plan.Parameter:
    if not isinstance(part, Buffer):
        return plan.NumberParameter(name, str(part.element))
    alignment = max(part.alignment, needed_alignment(value))
    return plan.ArrayParameter(name, str(part.element), part.shape, part.written, alignment)


def _reduced(name: str, sizes: list[Size]) -> Size:
    return reduce(lambda left, right: operation(name, left, right), sizes)
