"""The kernels of a module, and the launches of each."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import SSAValue

from ....dialect.ir.located_errors import PadError

MOST_THREADS = 1024
"""Of a block, on every target."""
_MOST_ALONG = (1024, 1024, 64)
_MOST_BLOCKS = 65535  # along y and z


def gpu_modules(module: ModuleOp) -> list[gpu.ModuleOp]:
    """The `gpu.module` operations; raises PadError if there are none, or others around them."""
    found = [op for op in module.body.block.ops if isinstance(op, gpu.ModuleOp)]
    if not found:
        raise PadError("no gpu.module here: pad-map-to-gpu makes kernels", module)
    return found


def kernels_of(module: ModuleOp) -> list[gpu.FuncOp]:
    """The kernels, each with its block size stated."""
    functions = [op for op in module.walk() if isinstance(op, gpu.FuncOp)]
    for function in functions:
        if function.kernel is None:
            raise PadError("a gpu.func that is not a kernel can't be lowered: inline it", function)
        if function.known_block_size is None:
            _state_block_size(module, function)
        _check_block(function)
    return functions


def block_size(kernel: gpu.FuncOp) -> tuple[int, int, int]:
    """Threads of a block along x, y and z, once `kernels_of` has stated them."""
    assert kernel.known_block_size is not None
    x, y, z = kernel.known_block_size.get_values()
    return int(x), int(y), int(z)


def module_name(kernel: gpu.FuncOp) -> str:
    """The name of the `gpu.module` of a kernel."""
    parent = kernel.parent_op()
    assert isinstance(parent, gpu.ModuleOp)
    return parent.sym_name.data


def launches_of(module: ModuleOp, kernel: gpu.FuncOp) -> list[gpu.LaunchFuncOp]:
    """
    The launches of a kernel, once `kernels_of` has stated its block size.

    Raises PadError for what the runtimes don't do.
    """
    name = SymbolRefAttr(module_name(kernel), [kernel.sym_name.data])
    found = _launches(module, kernel)
    for op in found:
        if op.asyncToken is not None or op.asyncDependencies or op.asyncObject is not None:
            raise PadError("asynchronous launches can't be lowered: launches run in order", op)
        if op.dynamicSharedMemorySize is not None or op.clusterSizeX is not None:
            raise PadError("dynamic shared memory and clusters can't be lowered", op)
        types, wanted = (
            [v.type for v in op.kernelOperands],
            [a.type for a in kernel.body.block.args],
        )
        if types != wanted:
            raise PadError(
                f"{name} takes ({', '.join(map(str, wanted))}), not ({', '.join(map(str, types))})",
                op,
            )
        threads = _block_of(op)
        if None not in threads and threads != block_size(kernel):
            raise PadError(
                f"a block of {_by(threads)} threads for a kernel whose known_block_size is "
                f"{_by(block_size(kernel))}",
                op,
            )
        for axis, size in (("y", op.gridSizeY), ("z", op.gridSizeZ)):
            if (_constant(size) or 0) > _MOST_BLOCKS:
                raise PadError(
                    f"a grid has at most {_MOST_BLOCKS} blocks along {axis}: put the longer axis "
                    "along x",
                    op,
                )
    return found


def relaunch(op: gpu.LaunchFuncOp, operands: list[SSAValue]) -> gpu.LaunchFuncOp:
    """The same launch, with other arguments for the kernel."""
    return gpu.LaunchFuncOp(
        op.kernel,
        (op.gridSizeX, op.gridSizeY, op.gridSizeZ),
        (op.blockSizeX, op.blockSizeY, op.blockSizeZ),
        kernelOperands=operands,
    )


def _check_block(kernel: gpu.FuncOp) -> None:
    size = block_size(kernel)
    if any(n < 1 or n > most for n, most in zip(size, _MOST_ALONG, strict=True)) or (
        prod(size) > MOST_THREADS
    ):
        raise PadError(
            f"a block of {_by(size)} threads: it has 1 to {MOST_THREADS} threads, "
            f"at most {_MOST_ALONG[2]} along z",
            kernel,
        )


def _state_block_size(module: ModuleOp, kernel: gpu.FuncOp) -> None:
    sizes = {_block_of(op) for op in _launches(module, kernel)}
    if len(sizes) != 1 or None in (size := sizes.pop()):
        raise PadError(
            f"the block size of kernel '{kernel.sym_name.data}' is not known: state "
            "known_block_size = array<i32: x, y, z>",
            kernel,
        )
    kernel.known_block_size = DenseArrayBase.from_list(i32, [n for n in size if n is not None])


def _launches(module: ModuleOp, kernel: gpu.FuncOp) -> list[gpu.LaunchFuncOp]:
    name = SymbolRefAttr(module_name(kernel), [kernel.sym_name.data])
    return [op for op in module.walk() if isinstance(op, gpu.LaunchFuncOp) and op.kernel == name]


def _block_of(op: gpu.LaunchFuncOp) -> tuple[int | None, int | None, int | None]:
    x, y, z = map(_constant, (op.blockSizeX, op.blockSizeY, op.blockSizeZ))
    return x, y, z


def _by(sizes: Sequence[int | None]) -> str:
    return " x ".join(map(str, sizes))


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return op.value.value.data
    return None
