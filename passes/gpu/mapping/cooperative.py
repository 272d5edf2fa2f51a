"""One iteration of a nest by all threads of a block: they share its loops, and meet in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from xdsl.dialects import affine, arith, memref, scf, vector
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from ....dialect.ir.loop_like import inits_of
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Declined
from ....dialect.xdsl_compat.affine_loops import affine_for
from ....index.expr import Expr, eq, var
from ...common.index_codegen import Emitter
from ...lanes.legality.carried_reductions import Reduction, is_vector
from ...lanes.legality.lockstep import Load, Store, is_pure
from ...lanes.legality.reordering_flags import drop_flags
from ...lanes.legality.variance import Conditional, Nested, yielded
from ...lanes.rebuilt_operations import if_like, loop_like
from ..kernels.barriers import Barriers, Threads, touched_by
from ..kernels.block_reduction import BlockReduction, How
from ..kernels.grid import lower_bound
from ..kernels.kernel_builder import Kernel, is_shared
from .parallel_bands import ParallelBand, ParallelBands

_THREAD, _ROUND = "t", "r"
_FROM_THREAD = AffineMap(1, 0, (AffineExpr.dimension(0),))
_InAThread: TypeAlias = Load | Store | Nested | Conditional | affine.YieldOp | scf.YieldOp


class Cooperation:
    """The work of the threads of one block on the operations of one iteration."""

    def __init__(self, kernel: Kernel, bands: ParallelBands, threads: int, how: How):
        self._kernel, self._bands, self._threads = kernel, bands, threads
        self._barriers = Barriers(kernel)
        self.alone: list[affine.ForOp] = []
        """The loops that threads do not share: one runs them for all, or each for itself."""
        self._of_thread: dict[Expr, SSAValue] = {}
        self._folded: dict[SSAValue, tuple[Reduction, SSAValue]] = {}
        self._reduction = BlockReduction(kernel, self._barriers, threads, how)

    def run(self, ops: Sequence[Operation]) -> None:
        """Puts operations of the stage into the kernel; raises Declined if one cannot be."""
        for op in ops:
            if isinstance(op, affine.YieldOp | scf.YieldOp):
                continue
            if isinstance(op, affine.ForOp) and (band := self._bands.of(op)) is not None:
                self._share(op, band)
            elif isinstance(op, memref.AllocOp):
                self._allocate(op)
            elif isinstance(op, vector.ReductionOp) and op.vector in self._folded:
                self._finish(op)
            elif isinstance(op, memref.DeallocOp):
                continue  # it is there as long as the block
            elif isinstance(op, Nested | Conditional) and self._bands.any_in(op):
                self._enter(op)
            else:
                self._alike(op)

    def _alike(self, op: Operation) -> None:
        """
        Let the first thread do operations with an effect, and each thread all other operations.
        """
        stores = any(isinstance(o, Store) for o in op.walk())
        if isinstance(op, affine.ForOp):
            self.alone.append(op)
        self._barriers.before(touched_by(op, Threads.FIRST if stores else Threads.EACH))
        if not stores:
            check_of_thread(op)
            self._kernel.copy_alike(op)
            return
        if op.results:
            raise Declined("it stores, and all threads need its result", op, reason="shared-value")
        is_first = eq(var(_THREAD), 0)
        with self._kernel.inside(self._kernel.place.guard(is_first, {_THREAD: self._thread()})):
            copy_to_thread(self._kernel, op)

    def _allocate(self, op: memref.AllocOp) -> None:
        if not is_shared(op.memref.type):
            raise Declined(
                "a buffer of one block has to be in memory space 3", op, reason="memory-space"
            )
        if op.dynamic_sizes or op.symbol_operands:
            raise Declined("the size of a shared buffer has to be known", op, reason="size")
        self._kernel.stands_for(op.memref, self._kernel.shared(op.memref.type))

    def _enter(self, op: Nested | Conditional) -> None:
        """All threads run a loop, or take an arm, together, and share what is in it."""
        if isinstance(op, Conditional):
            self._enter_arms(op)
            return
        body = op.body.block
        block = Block(arg_types=[argument.type for argument in body.args])
        bounds = self._kernel.values(op.operands[: len(op.operands) - len(inits_of(op))])
        new = loop_like(op, bounds, self._kernel.values(inits_of(op)), block, [])
        self._rename(body, block)
        with self._barriers.loop(_before_end(self._kernel, block)):
            self.run(list(body.ops))
        _give(block, self._kernel.values(yielded(body)))
        self._replace(op, new)

    def _enter_arms(self, op: Conditional) -> None:
        regions = list[Region]()
        for region in op.regions:
            regions.append(new := Region())
            if not region.blocks:
                continue
            block = Block()
            new.add_block(block)
            with self._barriers.arm(self._kernel.at_end(block)):
                self.run(list(region.block.ops))
                self._kernel.copy_end(region.block)
        operands = self._kernel.values(op.operands)
        self._replace(op, if_like(op, operands, op.result_types, regions))

    def _replace(self, op: Operation, new: Operation) -> None:
        self._kernel.place.move(new)
        for old, result in zip(op.results, new.results, strict=True):
            self._kernel.stands_for(old, result)

    def _share(self, op: affine.ForOp, band: ParallelBand) -> None:
        """Each thread has every so many-th iteration; their partial results become one."""
        self._barriers.before(touched_by(op, Threads.EACH))
        for part in (part for reduction in band.reductions for part in reduction.ops):
            drop_flags(part)
        starts = [
            self._kernel.constant(reduction.start(init.type))
            for reduction, init in zip(band.reductions, inits_of(op), strict=True)
        ]
        if band.total is None:
            parts = self._rounds_of(op, starts)
        elif band.total == 0:
            parts = starts
        elif band.total == self._threads:
            parts = self._point(band, var(_THREAD), {_THREAD: self._thread()}, starts)
        else:
            parts = self._rounds(band, band.total, starts)
        for reduction, part, init, result in zip(
            band.reductions, parts, inits_of(op), op.results, strict=True
        ):
            if _is_folded(reduction, init, result):
                number = self._put(reduction.of_lanes(part))
                self._folded[result] = (reduction, self._reduction.combined(reduction, number))
                continue
            total = self._reduction.combined(reduction, part)
            whole = reduction.combined(self._kernel.value(init), total)
            self._kernel.stands_for(result, self._put(whole))

    def _finish(self, op: vector.ReductionOp) -> None:
        """A sum of lanes, which were added up before the threads' were."""
        reduction, total = self._folded[op.vector]
        if op.acc is not None:
            total = self._put(reduction.combined(self._kernel.value(op.acc), total))
        self._kernel.stands_for(op.dest, total)

    def _put(self, op: Operation) -> SSAValue:
        return self._kernel.put(op).results[0]

    def _rounds(self, band: ParallelBand, total: int, starts: Sequence[SSAValue]) -> list[SSAValue]:
        """A point of the nest for each thread in each round."""
        is_whole = total % self._threads == 0
        first = AffineMap(0, 0, (AffineExpr.constant(0),)) if is_whole else _FROM_THREAD
        loop, block = self._loop(
            AffineMapAttr(first),
            [] if is_whole else [self._thread()],
            AffineMapAttr(AffineMap(0, 0, (AffineExpr.constant(total),))),
            [],
            self._threads,
            starts,
        )
        names = {_ROUND: block.args[0], _THREAD: self._thread()}
        point = var(_ROUND) + var(_THREAD) if is_whole else var(_ROUND)
        with self._kernel.inside(_before_end(self._kernel, block)):
            _give(block, self._point(band, point, names, list(block.args[1:])))
        return list(loop.results)

    def _loop(
        self,
        lower: AffineMapAttr,
        lowers: list[SSAValue],
        upper: AffineMapAttr,
        uppers: list[SSAValue],
        step: int,
        starts: Sequence[SSAValue],
    ) -> tuple[Operation, Block]:
        """A loop that carries values, and its body, which is to be filled."""
        types = [start.type for start in starts]
        block = Block([affine.YieldOp.get()], arg_types=[IndexType(), *types])
        loop = affine_for(
            lowers,
            uppers,
            list(starts),
            lower,
            upper,
            Region(block),
            step,
        )
        return self._kernel.put(loop), block

    def _point(
        self,
        band: ParallelBand,
        point: Expr,
        names: Mapping[str, SSAValue],
        carried: Sequence[SSAValue],
    ) -> list[SSAValue]:
        """One point of the nest, by its number; what it makes of the carried values."""
        inner = 1
        for k in band.order:
            loop, extent = band.loops[k], band.extents[k]
            iteration = point // inner if k == band.order[-1] else point // inner % extent
            first = lower_bound(loop)
            value = self._index(iteration * loop.step.value.data + first, names)
            self._kernel.stands_for(loop.body.block.args[0], value)
            inner *= extent
        for loop in band.loops:
            for old, new in zip(loop.body.block.args[1:], carried, strict=True):
                self._kernel.stands_for(old, new)
            self._copy_body(loop, band.loops)
        return self._kernel.values(yielded(band.loops[-1].body.block))

    def _index(self, expr: Expr, names: Mapping[str, SSAValue]) -> SSAValue:
        """An index; one of the thread alone is the same everywhere."""
        if set(names) != {_THREAD}:
            return self._kernel.place.index(expr, names)
        if expr not in self._of_thread:
            self._of_thread[expr] = self._kernel.head.index(expr, names)
        return self._of_thread[expr]

    def _rounds_of(self, op: affine.ForOp, starts: Sequence[SSAValue]) -> list[SSAValue]:
        """The same of a loop whose extent is not known: each thread begins later by its number."""
        lower, step = op.lowerBoundMap.data, op.step.value.data
        later = AffineExpr.dimension(lower.num_dims) * step
        first = AffineMap(
            lower.num_dims + 1, lower.num_symbols, tuple(e + later for e in lower.results)
        )
        operands = self._kernel.values(op.lowerBoundOperands)
        operands.insert(lower.num_dims, self._thread())
        uppers = self._kernel.values(op.upperBoundOperands)
        step *= self._threads
        loop, block = self._loop(
            AffineMapAttr(first), operands, op.upperBoundMap, uppers, step, starts
        )
        self._rename(op.body.block, block)
        with self._kernel.inside(_before_end(self._kernel, block)):
            self._copy_body(op, ())
            _give(block, self._kernel.values(yielded(op.body.block)))
        return list(loop.results)

    def _rename(self, old: Block, new: Block) -> None:
        """Map the arguments of a block to their values in the kernel."""
        for before, after in zip(old.args, new.args, strict=True):
            self._kernel.stands_for(before, after)

    def _copy_body(self, loop: affine.ForOp, without: Sequence[affine.ForOp]) -> None:
        """Copy the body of an iteration, except for the loops that have become the point itself."""
        for op in loop.body.block.ops:
            if op not in without and not isinstance(op, affine.YieldOp):
                copy_to_thread(self._kernel, op)

    def _thread(self) -> SSAValue:
        return self._kernel.thread_id("x")


def _before_end(kernel: Kernel, block: Block) -> Emitter:
    """The place before what ends a block."""
    end = block.last_op
    assert end is not None
    return kernel.place.at(InsertPoint.before(end))


def _give(block: Block, values: Sequence[SSAValue]) -> None:
    """Has a block give these values to the operation around it."""
    end = block.last_op
    assert end is not None
    end.operands = list(values)


def _is_folded(reduction: Reduction, init: SSAValue, result: SSAValue) -> bool:
    """Whether a vector of parts only becomes one number, which each thread may make first."""
    start = init.owner
    if not is_vector(result.type) or not isinstance(start, arith.ConstantOp):
        return False
    users = [use.operation for use in result.uses]
    return start.value == reduction.start(init.type) and all(
        isinstance(user, vector.ReductionOp) and _sums_up(user, reduction, result) for user in users
    )


def _sums_up(op: vector.ReductionOp, reduction: Reduction, parts: SSAValue) -> bool:
    """Whether an operation next to the loop puts lanes together in any order, as the loop may."""
    is_here = isinstance(parts.owner, Operation) and op.parent is parts.owner.parent
    flags = frozenset[FastMathFlag](op.fastmath.data)
    wanted = (reduction.flags or frozenset()) & {FastMathFlag.REASSOC}
    return is_here and op.kind == reduction.kind and wanted <= flags


def copy_to_thread(kernel: Kernel, op: Operation) -> None:
    """An operation for a thread by itself; raises Declined if it has what no thread has."""
    check_of_thread(op)
    kernel.copy(op)


def check_of_thread(op: Operation) -> None:
    """Raises Declined if a thread by itself cannot do all of an operation."""
    for inner in op.walk():
        if not (isinstance(inner, _InAThread) or is_pure(inner)):
            raise Declined(
                f"a thread cannot run '{operation_name(inner)}' in it",
                inner,
                reason="unsupported-op",
            )
