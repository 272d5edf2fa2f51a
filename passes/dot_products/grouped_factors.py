"""Which factors of a group of products lie side by side in memory, and which instruction fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from xdsl.dialects import affine
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, SSAValue

from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import buffer_name
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.vector_intrinsics import FLOAT_FLAGS
from ...index.expr import Expr, var
from ...index.normal import terms
from ..common.for_loops import UNNAMED
from ..lanes.grouped_products import Factor, Product
from ..lanes.legality.lockstep import Load, buffer_of
from ..lanes.legality.neighbours import check_row_major
from ..simplify.decided_conditions import outermost_block
from .dot_unit import DotUnit
from .narrow_products import Narrow, NarrowProduct


@dataclass(frozen=True)
class Choice:
    """The instruction for some products, and what it adds too much where a factor is flipped."""

    product: Product
    sizes: tuple[int, ...]
    """How many products may be a group."""
    correction: tuple[Narrow, int] | None = None
    """What is summed up, and how often that is missing in the sum of the products."""

    @property
    def of_bytes(self) -> bool:
        """Whether the instruction multiplies bytes."""
        return any(intrinsic.bits == 8 for intrinsic in self.product.intrinsics.values())


def choices(
    narrow: NarrowProduct, unit: DotUnit, flags: frozenset[FastMathFlag]
) -> Iterator[Choice]:
    """The ways to add up products, floats with these flags, the best ones first."""
    if all(factor.is_float for factor in narrow):
        yield _of_floats(narrow, unit, flags)
        return
    if all(factor.bits == 8 for factor in narrow):
        for flips in ((False, False), (True, False), (False, True)):
            yield from _of_bytes(narrow, flips, unit)
    if all(factor.bits == 8 or factor.signed for factor in narrow):
        intrinsics = unit.of(16, (True, True))
        if intrinsics:
            factors = [
                Factor(f.load, f.signed, bits=f.bits if f.load is not None else 16) for f in narrow
            ]
            yield Choice(Product((factors[0], factors[1]), intrinsics), (4, 2))


def _of_floats(narrow: NarrowProduct, unit: DotUnit, flags: frozenset[FastMathFlag]) -> Choice:
    """With instructions for bf16, where these may be used; otherwise in order."""
    first, second = (Factor(f.load, signed=True, bits=f.bits, is_float=True) for f in narrow)
    intrinsics = unit.of_floats if flags >= FLOAT_FLAGS else {}
    return Choice(Product((first, second), intrinsics, flags), (4, 2))


def _of_bytes(narrow: NarrowProduct, flips: Sequence[bool], unit: DotUnit) -> Iterator[Choice]:
    """With instructions for bytes, after the sign bits of some factors are flipped."""
    if any(flip and factor.load is None for flip, factor in zip(flips, narrow, strict=True)):
        return
    # The number 1 is one with a sign or without.
    signs = [(True, False) if f.load is None else (f.signed,) for f in narrow]
    for signed in product(*signs):
        taken = [s != flip for s, flip in zip(signed, flips, strict=True)]
        intrinsics = unit.of(8, (taken[0], taken[1]))
        if not intrinsics:
            continue
        first, second = (
            Factor(f.load, s, flip) for f, s, flip in zip(narrow, signed, flips, strict=True)
        )
        correction = None
        if any(flips):
            flipped, other = narrow if flips[0] else narrow[::-1]
            correction = other, -128 if flipped.signed else 128
        yield Choice(Product((first, second), intrinsics), (4,), correction)
        return


def distances(
    narrow: NarrowProduct, group: affine.ForOp, lanes: affine.ForOp, size: int
) -> list[int]:
    """
    How many elements of a row the factors of consecutive lanes are apart: none, or a group.

    Raises Declined where the elements of a group, or the groups, do not lie side by side.
    """
    reader = InstanceReader(outermost_block(group))
    inside, along = _iterator(group, reader), _iterator(lanes, reader)
    found = list[int]()
    for factor in narrow:
        if factor.load is None:
            continue
        _check_operands(factor.load, group)
        index = reader.cell(factor.load)
        if index is None:
            raise Declined(
                "a cell is not a quasi-affine function of the loops",
                factor.load,
                reason="index",
            )
        step = group.step.value.data
        if _factor(index, inside, step) != 1:
            raise _apart(factor.load, index, "the factors of a group are", size, reader)
        distance = _factor(index, along, lanes.step.value.data)
        if distance not in (0, size):
            raise _apart(factor.load, index, "the groups of consecutive lanes are", size, reader)
        found.append(distance)
    return found


def _check_operands(load: Load, group: affine.ForOp) -> None:
    check_row_major(load)
    iterator = group.body.block.args[0]
    if any(_is_made_in(index, group) and index is not iterator for index in load.indices):
        raise Declined("an index is computed inside of a group", load, reason="index")


def _is_made_in(value: SSAValue, loop: affine.ForOp) -> bool:
    owner = value.owner
    op = owner.parent_op() if isinstance(owner, Block) else owner
    return op is not None and loop.is_ancestor(op)


def _factor(index: Sequence[Expr], name: str, step: int) -> int | None:
    """By what the last index grows; None if it is not linear, or another index grows too."""
    found = 0
    for place, axis in enumerate(index):
        summands = terms(axis)
        factor = summands.pop(var(name), 0) * step
        if any(name in term.variables() for term in summands):
            return None
        if place < len(index) - 1 and factor:
            return None
        found = factor
    return found


def _apart(
    load: Load, index: Sequence[Expr], what: str, size: int, reader: InstanceReader
) -> Declined:
    name = buffer_name(buffer_of(load)) or UNNAMED
    shown = ", ".join(map(reader.shown, index))
    return Declined(
        f"{what} not side by side in {name}: [{shown}]",
        load,
        f"give {name} a layout whose last axis holds groups of {size}, one for each lane, as in "
        f"(k, j) -> (k floordiv {size}, j * {size} + k mod {size})",
        reason="not-grouped",
    )


def _iterator(loop: affine.ForOp, reader: InstanceReader) -> str:
    return str(reader.index(loop.body.block.args[0]))
