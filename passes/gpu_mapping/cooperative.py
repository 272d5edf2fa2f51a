"""One iteration of a nest by all threads of a block: they share its loops, and meet in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from xdsl.dialects import affine, memref, scf
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ...analysis.expr import Expr, eq, var
from ..lanes.flags import drop_flags
from ..lanes.lockstep import Load, NotInLockstep, Store, is_pure
from ..lanes.side_by_side import constant_of
from ..lanes.structure import if_like, loop_like
from ..lanes.variance import Conditional, Nested, inits_of, yielded
from .barriers import Barriers, Threads, touched_by
from .block_reduction import BlockReduction, How
from .kernel import SHARED, Kernel
from .spine import Spread, Spreads

_THREAD, _ROUND = "t", "r"
_FROM_THREAD = AffineMap(1, 0, (AffineExpr.dimension(0),))
_InAThread: TypeAlias = Load | Store | Nested | Conditional | affine.YieldOp | scf.YieldOp


class Cooperation:
    """What the threads of one block do with the operations of one iteration."""

    def __init__(self, kernel: Kernel, spreads: Spreads, threads: int, how: How):
        self._kernel, self._spreads, self._threads = kernel, spreads, threads
        self._barriers = Barriers(kernel)
        self._reduction = BlockReduction(kernel, self._barriers, threads, how)

    def run(self, ops: Sequence[Operation]) -> None:
        """Puts operations of the stage into the kernel; NotInLockstep where one cannot be."""
        for op in ops:
            if isinstance(op, affine.YieldOp | scf.YieldOp):
                continue
            if isinstance(op, affine.ForOp) and (spread := self._spreads.of(op)) is not None:
                self._share(op, spread)
            elif isinstance(op, memref.AllocOp):
                self._allocate(op)
            elif isinstance(op, memref.DeallocOp):
                continue  # it is there as long as the block
            elif isinstance(op, Nested | Conditional) and self._spreads.any_in(op):
                self._enter(op)
            else:
                self._alike(op)

    def _alike(self, op: Operation) -> None:
        """What has an effect is done by the first thread, all else by each."""
        stores = any(isinstance(o, Store) for o in op.walk())
        self._barriers.before(touched_by(op, Threads.FIRST if stores else Threads.EACH))
        if not stores:
            copy_to_thread(self._kernel, op)
            return
        if op.results:
            raise NotInLockstep("it stores, and gives what all threads need", op)
        is_first = eq(var(_THREAD), 0)
        with self._kernel.inside(self._kernel.place.guard(is_first, {_THREAD: self._thread()})):
            copy_to_thread(self._kernel, op)

    def _allocate(self, op: memref.AllocOp) -> None:
        if op.memref.type.memory_space != SHARED:
            raise NotInLockstep("a buffer of one block has to be in memory space 3", op)
        if op.dynamic_sizes or op.symbol_operands:
            raise NotInLockstep("the size of a shared buffer has to be known", op)
        self._kernel.stands_for(op.memref, self._kernel.shared(op.memref.type))

    def _enter(self, op: Nested | Conditional) -> None:
        """All threads run a loop, or take an arm, together, and share what is in it."""
        if isinstance(op, Conditional):
            self._enter_arms(op)
            return
        body = op.body.block
        types = [argument.type for argument in body.args]
        block = Block(arg_types=types)
        for old, new in zip(body.args, block.args, strict=True):
            self._kernel.stands_for(old, new)
        bounds = self._kernel.values(op.operands[: len(op.operands) - len(inits_of(op))])
        inits = self._kernel.values(inits_of(op))
        with self._barriers.loop(self._kernel.at_end(block)):
            self.run(list(body.ops))
        new = loop_like(op, bounds, inits, block, self._kernel.values(yielded(body)))
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

    def _share(self, op: affine.ForOp, spread: Spread) -> None:
        """Each thread has every so many-th iteration; their partial results become one."""
        self._barriers.before(touched_by(op, Threads.EACH))
        for part in (part for reduction in spread.reductions for part in reduction.ops):
            drop_flags(part)
        starts = [
            self._kernel.constant(reduction.start(init.type))
            for reduction, init in zip(spread.reductions, inits_of(op), strict=True)
        ]
        if spread.total is None:
            parts = self._rounds_of(op, starts)
        elif spread.total == self._threads:
            parts = self._point(spread, var(_THREAD), {_THREAD: self._thread()}, starts)
        else:
            parts = self._rounds(spread, spread.total, starts)
        for reduction, part, init, result in zip(
            spread.reductions, parts, inits_of(op), op.results, strict=True
        ):
            total = self._reduction.combined(reduction, part)
            whole = reduction.combined(self._kernel.value(init), total)
            self._kernel.stands_for(result, self._kernel.put(whole).results[0])

    def _rounds(self, spread: Spread, total: int, starts: Sequence[SSAValue]) -> list[SSAValue]:
        """A point of the nest for each thread in each round."""
        is_whole = total % self._threads == 0
        block = Block(arg_types=[IndexType(), *(start.type for start in starts)])
        names = {_ROUND: block.args[0], _THREAD: self._thread()}
        point = var(_ROUND) + var(_THREAD) if is_whole else var(_ROUND)
        with self._kernel.inside(self._kernel.at_end(block)):
            parts = self._point(spread, point, names, list(block.args[1:]))
            self._kernel.put(affine.YieldOp.get(*parts))
        first = AffineMap(0, 0, (AffineExpr.constant(0),)) if is_whole else _FROM_THREAD
        loop = affine.ForOp.from_region(
            [] if is_whole else [self._thread()],
            [],
            list(starts),
            [start.type for start in starts],
            AffineMapAttr(first),
            AffineMapAttr(AffineMap(0, 0, (AffineExpr.constant(total),))),
            Region(block),
            IntegerAttr.from_index_int_value(self._threads),
        )
        return list(self._kernel.put(loop).results)

    def _point(
        self,
        spread: Spread,
        point: Expr,
        names: Mapping[str, SSAValue],
        carried: Sequence[SSAValue],
    ) -> list[SSAValue]:
        """One point of the nest, by its number; what it makes of the carried values."""
        inner = 1
        for k in spread.order:
            loop, extent = spread.loops[k], spread.extents[k]
            iteration = point // inner if k == spread.order[-1] else point // inner % extent
            lower = constant_of(loop.lowerBoundMap)
            assert lower is not None
            value = iteration * loop.step.value.data + lower
            self._kernel.stands_for(loop.body.block.args[0], self._kernel.place.index(value, names))
            inner *= extent
        for loop in spread.loops:
            for old, new in zip(loop.body.block.args[1:], carried, strict=True):
                self._kernel.stands_for(old, new)
            self._copy_body(loop, spread.loops)
        return self._kernel.values(yielded(spread.loops[-1].body.block))

    def _rounds_of(self, op: affine.ForOp, starts: Sequence[SSAValue]) -> list[SSAValue]:
        """The same of a loop whose extent is not known: each thread begins later by its number."""
        lower, step = op.lowerBoundMap.data, op.step.value.data
        later = AffineExpr.dimension(lower.num_dims) * step
        first = AffineMap(
            lower.num_dims + 1, lower.num_symbols, tuple(e + later for e in lower.results)
        )
        operands = self._kernel.values(op.lowerBoundOperands)
        operands.insert(lower.num_dims, self._thread())
        block = Block(arg_types=[argument.type for argument in op.body.block.args])
        for old, new in zip(op.body.block.args, block.args, strict=True):
            self._kernel.stands_for(old, new)
        with self._kernel.inside(self._kernel.at_end(block)):
            self._copy_body(op, ())
            self._kernel.put(affine.YieldOp.get(*self._kernel.values(yielded(op.body.block))))
        loop = affine.ForOp.from_region(
            operands,
            self._kernel.values(op.upperBoundOperands),
            list(starts),
            [start.type for start in starts],
            AffineMapAttr(first),
            op.upperBoundMap,
            Region(block),
            IntegerAttr.from_index_int_value(self._threads * step),
        )
        return list(self._kernel.put(loop).results)

    def _copy_body(self, loop: affine.ForOp, without: Sequence[affine.ForOp]) -> None:
        """What an iteration does, but for the loops that have become the point itself."""
        for op in loop.body.block.ops:
            if op not in without and not isinstance(op, affine.YieldOp):
                copy_to_thread(self._kernel, op)

    def _thread(self) -> SSAValue:
        return self._kernel.thread_id("x")


def copy_to_thread(kernel: Kernel, op: Operation) -> None:
    """An operation for a thread by itself; raises NotInLockstep where it has what no thread has."""
    for inner in op.walk():
        if not (isinstance(inner, _InAThread) or is_pure(inner)):
            raise NotInLockstep(f"'{inner.name}' in it is nothing that a thread does", inner)
    kernel.copy(op)
