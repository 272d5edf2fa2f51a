"""The interface `LoopLike`: the iterators of a counted loop, their bounds, and what it carries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, TypeAlias, cast

from xdsl.dialects import affine, scf
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineMap
from xdsl.traits import IsTerminator, OpTrait

from ...index.expr import Expr, lift
from .affine_conversion import from_affine_map
from .operations import Implementations

Read: TypeAlias = Callable[[Sequence[SSAValue]], tuple[Expr, ...] | None]
"""Index values as expressions; None if one of them cannot be read."""


class Range(NamedTuple):
    """
    The values of an iterator: from the greatest of the lowers on, by the step, below the least of
    the uppers.
    """

    lowers: tuple[Expr, ...]
    uppers: tuple[Expr, ...]
    step: Expr


class Carried(NamedTuple):
    """
    A value that a loop carries, as four values: before the loop, in an iteration, after the loop,
    and the one that an iteration passes to the next.
    """

    init: SSAValue
    argument: BlockArgument
    result: SSAValue
    yielded: SSAValue


@dataclass(frozen=True)
class LoopLike(OpTrait):
    """
    The trait of an operation that runs its one block for each value of its iterators, which are the
    block's first arguments; the arguments after them are the values that the loop carries, and the
    operands of the block's terminator are their values in the next iteration, or the results after
    the last one.

    A dialect gives it to its loops as a trait: the operands are the lower bounds of all iterators,
    the upper bounds, the steps, and what the loop carries into its first iteration. A loop whose
    bounds are elsewhere has a subclass.
    """

    is_parallel: bool = False
    """Whether its iterations have no order; then all arguments of the block are iterators."""

    def block(self, op: Operation) -> Block:
        """The block that runs in each iteration."""
        return op.regions[0].block

    def iterators(self, op: Operation) -> Sequence[BlockArgument]:
        """The iterators, outermost first."""
        arguments = self.block(op).args
        return arguments if self.is_parallel else arguments[:1]

    def carried(self, op: Operation) -> Sequence[BlockArgument]:
        """The block arguments that carry values from one iteration to the next."""
        return () if self.is_parallel else self.block(op).args[1:]

    def values(self, op: Operation) -> list[Carried]:
        """The values that the loop carries; none if the block's last operation does not say."""
        last = self.block(op).last_op
        if self.is_parallel or last is None or not last.has_trait(IsTerminator):
            return []
        return list(map(Carried, self.inits(op), self.carried(op), op.results, last.operands))

    def inits(self, op: Operation) -> Sequence[SSAValue]:
        """The initial values of what the loop carries, one for each result."""
        operands = op.operands
        return () if self.is_parallel else operands[len(operands) - len(op.results) :]

    def lowers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]] | None:
        """The lower bounds of each iterator."""
        return self._bounds(op, 0, read)

    def uppers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]] | None:
        """The upper bounds of each iterator, which it does not reach."""
        return self._bounds(op, 1, read)

    def steps(self, op: Operation, read: Read) -> Sequence[Expr] | None:
        """The step of each iterator."""
        count = len(self.iterators(op))
        return read(op.operands[2 * count : 3 * count])

    def ranges(self, op: Operation, read: Read) -> list[Range] | None:
        """The range of each iterator; None if one of them cannot be read."""
        lowers, uppers, steps = self.lowers(op, read), self.uppers(op, read), self.steps(op, read)
        if lowers is None or uppers is None or steps is None:
            return None
        return list(map(Range, lowers, uppers, steps))

    def _bounds(self, op: Operation, place: int, read: Read) -> list[tuple[Expr, ...]] | None:
        count = len(self.iterators(op))
        bounds = read(op.operands[place * count : (place + 1) * count])
        return None if bounds is None else [(bound,) for bound in bounds]


@dataclass(frozen=True)
class AffineFor(LoopLike):
    """The bounds of `affine.for`: two maps, of the operands of the first and of the second."""

    def lowers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]] | None:
        """The results of the lower bound's map."""
        found = _mapped(op, cast("affine.ForOp", op).lowerBoundMap.data, 0, read)
        return None if found is None else [found]

    def uppers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]] | None:
        """The results of the upper bound's map."""
        loop = cast("affine.ForOp", op)
        first = _inputs(loop.lowerBoundMap.data)
        found = _mapped(op, loop.upperBoundMap.data, first, read)
        return None if found is None else [found]

    def steps(self, op: Operation, read: Read) -> Sequence[Expr]:
        """The step, which is constant."""
        return (lift(cast("affine.ForOp", op).step.value.data),)


@dataclass(frozen=True)
class AffineParallel(LoopLike):
    """The bounds of `affine.parallel`: two maps, whose results are grouped by iterator."""

    def lowers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]] | None:
        """The lower bounds' map, by its groups."""
        loop = cast("affine.ParallelOp", op)
        found = _mapped(op, loop.lowerBoundsMap.data, 0, read)
        return None if found is None else _grouped(found, loop.lowerBoundsGroups.get_values())

    def uppers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]] | None:
        """The upper bounds' map, by its groups."""
        loop = cast("affine.ParallelOp", op)
        found = _mapped(op, loop.upperBoundsMap.data, _inputs(loop.lowerBoundsMap.data), read)
        return None if found is None else _grouped(found, loop.upperBoundsGroups.get_values())

    def steps(self, op: Operation, read: Read) -> Sequence[Expr]:
        """The steps, which are constants."""
        return [lift(step.value.data) for step in cast("affine.ParallelOp", op).steps]


LOOPS = Implementations(
    LoopLike,
    {
        affine.ForOp: AffineFor(),
        affine.ParallelOp: AffineParallel(is_parallel=True),
        scf.ForOp: LoopLike(),
        scf.ParallelOp: LoopLike(is_parallel=True),
    },
)
"""How each class of operations is a loop: upstream's here, others by their trait."""
find_loop = LOOPS.find
"""How an operation is a counted loop; None if it is none."""
loop_of = LOOPS.of
"""How an operation that is a counted loop is one."""


def is_parallel(op: Operation) -> bool:
    """Whether an operation is a loop whose iterations have no order."""
    found = LOOPS[type(op)]
    return found is not None and found.is_parallel


def carried_by(op: Operation) -> list[Carried]:
    """The values that a loop carries."""
    return loop_of(op).values(op)


def carried_as(argument: BlockArgument) -> Carried | None:
    """
    The carried value of which this is the block argument; None if it is not one, or an iterator.
    """
    op = argument.block.parent_op()
    carried = [] if op is None or (loop := find_loop(op)) is None else loop.values(op)
    return next((each for each in carried if each.argument is argument), None)


def inits_of(op: Operation) -> Sequence[SSAValue]:
    """Return the initial values of what a loop carries."""
    return loop_of(op).inits(op)


def _mapped(op: Operation, map: AffineMap, first: int, read: Read) -> tuple[Expr, ...] | None:
    """The results of a map of the operands from the first one on."""
    constant = constant_of(map)  # as most are
    if constant is not None:
        return (lift(constant),)
    count = _inputs(map)
    operands = read(op.operands[first : first + count]) if count else ()
    return None if operands is None else from_affine_map(map, operands)


def constant_of(map: AffineMap) -> int | None:
    """The result of a map that is one constant, and takes nothing."""
    if len(map.results) != 1 or map.num_dims or map.num_symbols:
        return None
    (result,) = map.results
    return result.value if type(result) is AffineConstantExpr else None


def _inputs(map: AffineMap) -> int:
    return map.num_dims + map.num_symbols


def _grouped(exprs: Sequence[Expr], counts: Sequence[int]) -> list[tuple[Expr, ...]]:
    """Consecutive expressions, so many in each group."""
    ends = list(accumulate(counts))
    return [tuple(exprs[end - n : end]) for end, n in zip(ends, counts, strict=True)]
