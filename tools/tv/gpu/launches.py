"""Steps of kernel launches: block after block, none of which may access what another one writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import index as as_index
from typing import cast

from xdsl.dialects import gpu, scf
from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Attribute, Operation, SSAValue

from ....dialect.xdsl_compat.operations.gpu_shuffle import ShuffleOp
from ..machine.fork import run_undecided
from ..machine.program import Frame, Handler, Step
from ..values.affine_code import Registers
from ..values.errors import NotValidated, Undefined
from ..values.scalars import Integer, scalar_of
from .kernels import KERNELS, Dimensions, Kernel
from .subgroups import SUBGROUPS
from .thread_blocks import GridLog, points, run_block

_HOST_ONLY = ("memref.dealloc", "memref.get_global", "func.call", "gpu.launch_func")
"""Operations that a kernel may not have."""
_Sizes = Callable[[Registers], Dimensions]


def _launch(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, gpu.LaunchFuncOp)
    function = _kernel_of(frame, op)
    machine, kernel = frame.machine, Kernel.of(function, frame.machine, _in_kernels(frame.handlers))
    grid = _sizes(frame, (op.gridSizeX, op.gridSizeY, op.gridSizeZ), function, "grid")
    threads = _sizes(frame, (op.blockSizeX, op.blockSizeY, op.blockSizeZ), function, "block")
    memory, arguments = machine.memory, frame.slots(op.kernelOperands)
    may_depend_on_data = any(isinstance(o, scf.IfOp) and _meet_in(o) for o in function.walk())

    def run_one(r: Registers) -> None:
        kernel.frame.place.shared = {}
        run_block(kernel, [r[slot] for slot in arguments])

    def run(r: Registers) -> None:
        place = kernel.frame.place
        place.grid, place.threads = grid(r), threads(r)
        if not all(place.threads):
            raise Undefined(f"a block of {place.threads} threads")
        machine.meter.spend(prod(place.grid) * prod(place.threads))
        blocks = points(place.grid)
        log = GridLog(memory.path, "blocks", blocks)
        memory.iterations.append(log)
        for number, block in enumerate(blocks):
            log.iteration = number
            place.block = block
            if may_depend_on_data:
                run_undecided(frame, op, r, run_one)
            else:
                run_one(r)
        memory.iterations.pop()

    return run


def _in_kernels(handlers: dict[str, Handler]) -> dict[str, Handler]:
    """How to run the operations of a kernel, given how to run the operations of functions."""
    both = {name: handler for name, handler in handlers.items() if name not in _HOST_ONLY}
    return {**both, **KERNELS, **SUBGROUPS}


def _meet_in(op: Operation) -> bool:
    return any(isinstance(inner, gpu.BarrierOp | ShuffleOp) for inner in op.walk())


def _kernel_of(frame: Frame, op: gpu.LaunchFuncOp) -> gpu.FuncOp:
    """The function that is launched; raises NotValidated if it isn't there or more is asked for."""
    parts = [op.kernel.root_reference, *op.kernel.nested_references]
    name = "::".join(part.data for part in parts)
    function = frame.machine.kernels.get(name)
    if function is None:
        raise NotValidated(f"the kernel @{name} is unknown")
    if op.asyncDependencies or op.asyncToken or op.asyncObject or op.clusterSizeX:
        raise NotValidated("an asynchronous launch, or one of clusters")
    if op.dynamicSharedMemorySize is not None:
        raise NotValidated("shared memory whose size the launch gives")
    if list(op.kernelOperands.types) != list(function.function_type.inputs):
        raise NotValidated(f"the launch gives @{name} other types than it takes")
    return function


def _sizes(frame: Frame, sizes: Sequence[SSAValue], function: gpu.FuncOp, what: str) -> _Sizes:
    """How many there are along x, y and z, as the kernel knows it where it says so."""
    known = function.attributes.get(f"gpu.known_{what}_size")
    slots, scalars = frame.slots(sizes), [cast("Integer", scalar_of(v.type)) for v in sizes]
    stated = _stated(known)

    def found(r: Registers) -> Dimensions:
        x, y, z = (scalar.signed(as_index(r[s])) for s, scalar in zip(slots, scalars, strict=True))
        if min(x, y, z) < 0:
            raise Undefined(f"a {what} of {(x, y, z)}")
        if stated is not None and stated != (x, y, z):
            raise Undefined(f"a {what} of {(x, y, z)} where the kernel knows {stated}")
        return x, y, z

    return found


def _stated(known: Attribute | None) -> tuple[int, ...] | None:
    if not isinstance(known, DenseArrayBase):
        return None
    return tuple(cast("Sequence[int]", known.get_values()))


LAUNCHES: dict[str, Handler] = {"gpu.launch_func": _launch}
