"""The for loops that passes rewrite: names, constant bounds, and the ifs between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineMap

from ...dialect.annotations import LOOP
from ...dialect.ir.affine_conversion import from_affine_map
from ...dialect.ir.loop_like import constant_of, loop_of
from ...index.expr import Expr, all_of, var
from ...index.normal import add, scale, terms
from ...index.queries.conditions import bounds

Loop = affine.ForOp | scf.ForOp
"""The loops that passes make, split and move: of others it is not known how one is built."""
LOOPS = (affine.ForOp, scf.ForOp)
SEQUENTIAL = (affine.ForOp, affine.IfOp, affine.YieldOp, scf.ForOp, scf.IfOp, scf.YieldOp)
"""Loops and ifs of which the instances run one after the other, and what ends their blocks."""


_MOST_OF_REST = 64
"""Iterations that groups leave: as many as the lanes of the widest vectors."""
UNNAMED = "<unnamed>"
"""In remarks, in place of the name of a loop or buffer that has none."""


def loop_name(loop: Loop) -> str | None:
    """Return the `pad.loop` of a loop, else the name of its induction variable in the source."""
    given = loop.attributes.get(LOOP)
    return given.data if isinstance(given, StringAttr) else loop.body.block.args[0].name_hint


def extent_of(loop: affine.ForOp) -> int | None:
    """How many iterations a loop has; None if that is known at run time only."""
    first, end = constant_lower(loop), _constant_bound(loop.upperBoundMap.data)
    if first is None or end is None:
        return None
    return max(0, -(-(end - first) // loop.step.value.data))


def constant_lower(loop: affine.ForOp) -> int | None:
    """The lower bound of a loop, where it is one constant."""
    return _constant_bound(loop.lowerBoundMap.data)


def is_rest(loop: Loop) -> bool:
    """
    Whether a loop begins where the whole groups of another one end, at an index known at run time
    only, and so has fewer iterations than a group.
    """
    if not isinstance(loop, affine.ForOp) or constant_lower(loop) is not None:
        return False
    most = _most_iterations(loop)
    return most is not None and most <= _MOST_OF_REST


def most_iterations(loop: affine.ForOp) -> int | None:
    """
    A number of iterations that a loop has at most, as loops with constant bounds around it show by
    which its bounds vary; None if these do not.
    """
    operands = (*loop.lowerBoundOperands, *loop.upperBoundOperands)
    context = {value: known for value in operands if (known := _values_of(value)) is not None}
    return _most_iterations(loop, context) if context else extent_of(loop)


def _values_of(value: SSAValue) -> tuple[int, int] | None:
    """The least and the greatest value of an iterator of a loop with constant bounds that runs."""
    loop = value.owner.parent_op() if isinstance(value.owner, Block) else None
    if not isinstance(loop, affine.ForOp) or value is not loop.body.block.args[0]:
        return None
    first, extent = constant_lower(loop), extent_of(loop)
    if first is None or not extent:
        return None
    return first, first + (extent - 1) * loop.step.value.data


def _most_iterations(
    loop: affine.ForOp, context: Mapping[SSAValue, tuple[int, int]] | None = None
) -> int | None:
    """
    A number of iterations that a loop has at most, as its bounds alone show, and between what some
    values are; None if none.
    """
    names = dict[SSAValue, Expr]()

    def read(values: Sequence[SSAValue]) -> tuple[Expr, ...]:
        return tuple(names.setdefault(value, var(f"v{len(names)}")) for value in values)

    ranges = loop_of(loop).ranges(loop, read)
    if ranges is None:
        return None
    ((lowers, uppers, step),) = ranges
    known = all_of(
        part
        for value, (least, greatest) in (context or {}).items()
        for part in (names[value] >= least, names[value] <= greatest)
    )
    lengths = [upper - lower for lower in lowers for upper in uppers]
    most = [end for length in lengths if (end := _greatest(length, known)) is not None]
    if not most or step.constant is None:
        return None
    return max(0, -(-min(most) // step.constant))


def _greatest(length: Expr, known: Expr) -> int | None:
    """The greatest value of a length; mostly it is what a division leaves, `x - 8 * (x // 8)`."""
    summands = terms(length)
    for term, factor in summands.items():
        divisor = term.operands[1].constant if term.op == "//" else None
        if divisor and factor < 0 < divisor and factor % divisor == 0:
            times = -factor // divisor
            if add(summands, {term: -factor}) == scale(terms(term.operands[0]), times):
                return times * (divisor - 1)
    return bounds(length, known)[1]


def _constant_bound(map: AffineMap) -> int | None:
    """A bound that is one constant, and takes nothing."""
    constant = constant_of(map)
    if constant is not None or map.num_dims or map.num_symbols or len(map.results) != 1:
        return constant
    return from_affine_map(map, ())[0].constant
