"""A nest of a function becomes a kernel and its launch."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, gpu
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.ir.reasons import Declined
from ...common.diagnostics import RemarkForm, remark
from ...common.for_loops import UNNAMED, extent_of
from ...common.index_codegen import Emitter
from ...common.stages import loop_name
from ..kernels.grid import Grid
from ..kernels.kernel_builder import Kernel
from ..kernels.registers import keep_in_registers
from .cooperative import Cooperation, copy_to_thread
from .mapping_choice import MOST_THREADS, Choice, Hints, choose
from .parallel_bands import ParallelBands
from .wide_accesses import widen

_NOT_SHARED = RemarkForm("loop-not-shared", "loop '{loop}' not distributed over threads: {reason}")

PASS = "pad-map-to-gpu"


def map_nest(root: affine.ForOp, module: str, name: str, hints: Hints) -> gpu.FuncOp:
    """
    The kernel of a nest, whose launch is put before the nest.

    Raises Declined, with nothing put anywhere, where there is no mapping.
    """
    bands = ParallelBands(root)
    choice = choose(root, bands, hints)
    grid, kernel = Grid(choice.axes), Kernel(name, root)
    threads = [choice.together, 1, 1] if choice.together else grid.threads()
    if threads[0] * threads[1] * threads[2] > MOST_THREADS:
        raise Declined(
            f"a block of {threads} is more than {MOST_THREADS} threads", root, reason="threads"
        )
    with kernel.inside(grid.enter(kernel)):
        _fill(kernel, choice, bands, hints)
    function = kernel.finish(threads)
    emitter = Emitter(InsertPoint.before(root), root)
    counts = [emitter.constant(count) for count in threads]
    launch = kernel.launch(module, grid.blocks(root), counts)
    Rewriter.insert_op(launch, InsertPoint.before(root))
    return function


def widened(root: affine.ForOp, hints: Hints) -> affine.ForOp:
    """The nest with accesses of 16 bytes, where neighbouring threads then access neighbours."""
    for loop in choose(root, ParallelBands(root), hints).neighbouring():
        new = widen(loop)
        root = new if loop is root else root
    return root


def _fill(kernel: Kernel, choice: Choice, bands: ParallelBands, hints: Hints) -> None:
    """The body of the kernel: what an iteration of the loops on the grid does."""
    loops = [axis.loop for axis in choice.axes]
    innermost = max(loops, key=lambda loop: sum(o.is_ancestor(loop) for o in loops))
    for loop in sorted(loops, key=lambda loop: sum(o.is_ancestor(loop) for o in loops)):
        if loop is innermost:
            break
        for op in loop.body.block.ops:
            if op not in loops and not isinstance(op, affine.YieldOp):
                kernel.copy_alike(op)  # arithmetic of indices
    ops = [op for op in innermost.body.block.ops if not isinstance(op, affine.YieldOp)]
    if choice.together:
        cooperation = Cooperation(kernel, bands, choice.together, hints.reduce)
        cooperation.run(ops)
        _tell_of(cooperation.alone, bands)
        keep_in_registers(kernel, choice.together)
        return
    if all(extent_of(loop) == 1 for loop in loops):
        alone = [op for op in ops if isinstance(op, affine.ForOp) and not bands.any_in(op)]
        _tell_of(alone, bands)
    for op in ops:
        copy_to_thread(kernel, op)


def _tell_of(alone: Sequence[affine.ForOp], bands: ParallelBands) -> None:
    """Why threads do not share these loops."""
    for loop in alone:
        name = loop_name(loop) or UNNAMED
        remark(PASS, loop, _NOT_SHARED, reason=bands.why_not(loop), loop=name)
