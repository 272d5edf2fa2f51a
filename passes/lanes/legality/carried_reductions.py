"""The reductions that a loop carries: what may be accumulated in several parts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

from xdsl.dialects import affine, arith, math, scf, vector
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, VectorType
from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.dialects.utils import FastMathAttrBase, FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr

from ....analysis.accesses.accesses import feeds_only_assumes
from ....dialect.ir.loop_like import carried_by
from ....dialect.ir.operations import is_a
from ....dialect.ir.reasons import Declined
from ....dialect.layout.layout import Identity
from ....dialect.pad_values import pad_value_attr
from ....dialect.xdsl_compat.vector_intrinsics import dot_intrinsic
from .reordering_flags import FLAGS_OF_INTRINSIC, in_any_order
from .variance import CONDITIONAL, NESTED, yielded

_KINDS: dict[type[Operation], tuple[str, vector.CombiningKindFlag]] = {
    arith.AddfOp: ("addf", vector.CombiningKindFlag.ADD),
    arith.MulfOp: ("mulf", vector.CombiningKindFlag.MUL),
    arith.MaximumfOp: ("maximumf", vector.CombiningKindFlag.MAXIMUMF),
    arith.MinimumfOp: ("minimumf", vector.CombiningKindFlag.MINIMUMF),
    arith.AddiOp: ("addi", vector.CombiningKindFlag.ADD),
    arith.MuliOp: ("muli", vector.CombiningKindFlag.MUL),
    arith.AndIOp: ("andi", vector.CombiningKindFlag.AND),
    arith.OrIOp: ("ori", vector.CombiningKindFlag.OR),
    arith.XOrIOp: ("xori", vector.CombiningKindFlag.XOR),
    arith.MaxSIOp: ("maxsi", vector.CombiningKindFlag.MAXSI),
    arith.MinSIOp: ("minsi", vector.CombiningKindFlag.MINSI),
    arith.MaxUIOp: ("maxui", vector.CombiningKindFlag.MAXUI),
    arith.MinUIOp: ("minui", vector.CombiningKindFlag.MINUI),
}
_SELECT, _FMA, _ROUNDED = (arith.SelectOp,), (math.FmaOp,), (arith.AddfOp, arith.MulfOp)


@cache
def _kind_of(cls: type[Operation]) -> type[Operation] | None:
    return next((kind for kind in _KINDS if issubclass(cls, kind)), None)


@dataclass(frozen=True)
class Reduction:
    """
    `acc = acc op x` in each iteration, in any order.

    `flags` are those that each of the `ops` has; None for integers. `surely` says that they hold of
    what comes in too: one of the `ops` runs in any case, or it is a number but 0.
    """

    combine: type[Operation]
    flags: frozenset[FastMathFlag] | None
    ops: tuple[Operation, ...]
    surely: bool = False

    @property
    def kind(self) -> vector.CombiningKindAttr:
        """As `vector.reduction` says it."""
        return vector.CombiningKindAttr(_KINDS[self.combine][1])

    def properties(self) -> dict[str, Attribute]:
        """Return the properties of the operation that combines the parts."""
        if self.flags is None:
            return {}
        return {"fastmath": self._of_parts(self.flags)}

    def _of_parts(self, flags: frozenset[FastMathFlag]) -> FastMathFlagsAttr:
        """
        The flags of the operation that combines parts: it runs even if no operation of the loop
        does, and then the sign of a zero that came in stays, and so does a NaN.
        """
        if self.combine in (arith.AddfOp, arith.MulfOp):
            flags -= {FastMathFlag.NO_SIGNED_ZEROS}
        elif not self.surely:
            flags -= {FastMathFlag.NO_SIGNED_ZEROS, FastMathFlag.NO_NANS}
        return in_any_order(self.combine, flags)

    def start(self, type: Attribute) -> Attribute:
        """The constant of a part that nothing has been added to yet, of the part's type."""
        value = pad_value_attr(Identity(_KINDS[self.combine][0]), element_of(type))
        assert value is not None
        return splat(value, type)

    def of_lanes(self, part: SSAValue, init: SSAValue | None = None) -> vector.ReductionOp:
        """The operation that makes one number of the lanes of a part, and of what came in."""
        return vector.ReductionOp.build(
            operands=[part, init],
            result_types=[element_of(part.type)],
            properties={"kind": self.kind, **self.properties()},
        )

    def combined(self, left: SSAValue, right: SSAValue) -> Operation:
        """
        The operation that makes one part of two.

        That it may be reordered is no longer said: LLVM would make one chain of the parts again.
        """
        properties: dict[str, Attribute] = {}
        if self.flags is not None:
            flags = self.flags - {FastMathFlag.REASSOC}
            properties["fastmath"] = self._of_parts(flags)
        return self.combine.create(
            operands=[left, right], result_types=[left.type], properties=properties
        )


def element_of(type: Attribute) -> Attribute:
    """The element type of a vector type; any other type itself."""
    return cast("VectorType[Attribute]", type).element_type if is_vector(type) else type


def vector_shape(type: Attribute) -> tuple[int, Attribute]:
    """The lanes and the element type of a vector type, 1 lane of any other."""
    if not isinstance(type, VectorType):
        return 1, type
    vectors = cast("VectorType[Attribute]", type)
    return vectors.get_shape()[0], vectors.element_type


def is_vector(type: Attribute) -> bool:
    """Whether the type is a vector's."""
    return isinstance(type, VectorType)


def splat(value: Attribute, type: Attribute) -> Attribute:
    """A constant as one of a vector's type, the same in all lanes; itself for another type."""
    if not isinstance(type, VectorType):
        return value
    data = cast("IntegerAttr | FloatAttr", value).value.data
    return DenseIntOrFPElementsAttr.from_list(cast("VectorType[Any]", type), [data])


def carried_reductions(loop: affine.ForOp) -> list[Reduction]:
    """One for each value that a loop carries; raises Declined if one is not a reduction."""
    runs = _runs(loop)
    found = [
        (each, _Chain(each.argument, runs).reduction_to(each.yielded)) for each in carried_by(loop)
    ]
    return [
        replace(reduction, surely=reduction.surely or _is_number_but_0(each.init))
        for each, reduction in found
    ]


def _is_number_but_0(value: SSAValue) -> bool:
    """Whether a value, or each lane of it, is a constant that is neither NaN nor zero."""
    match value.owner:
        case arith.ConstantOp(value=FloatAttr() as constant):
            numbers = (constant.value.data,)
        case arith.ConstantOp(value=DenseIntOrFPElementsAttr() as constant):
            numbers = constant.get_values()
        case _:
            return False
    return not any(number == 0 or number != number for number in numbers)


def _runs(loop: affine.ForOp | scf.ForOp) -> bool:
    """Whether constant bounds say that a loop runs an iteration."""
    if not isinstance(loop, affine.ForOp):
        return False
    lows, highs = (map.data.results for map in (loop.lowerBoundMap, loop.upperBoundMap))
    least = [expr.value for expr in lows if isinstance(expr, AffineConstantExpr)]
    most = [expr.value for expr in highs if isinstance(expr, AffineConstantExpr)]
    is_known = len(least) == len(lows) and len(most) == len(highs)
    return is_known and max(least) < min(most)


class _Chain:
    """The operations from a carried value to what becomes of it, as far as they are one kind."""

    def __init__(self, start: SSAValue, runs: bool):
        """`runs` says that the loop runs an iteration."""
        self._links: set[SSAValue] = {start}
        self._surely = runs
        self._ops: list[Operation] = []
        self._kinds: set[type[Operation] | None] = set()
        self._uses = 0

    def reduction_to(self, value: SSAValue) -> Reduction:
        """The reduction that makes the value of the start; raises Declined if none does."""
        used = self._reaches(value) and sum(v.uses.get_length() for v in self._links) == self._uses
        kind = next(iter(self._kinds), None)
        if not used or len(self._kinds) != 1 or kind is None:
            users = [use.operation for link in self._links for use in link.uses]
            spoken_of = next((op for op in users if feeds_only_assumes(op)), None)
            raise Declined(
                "it carries a value that is not a sum, product, minimum or the like"
                if spoken_of is None
                else "an assume in it speaks of the partial results that it carries",
                spoken_of,
                reason="carried-value",
            )
        for op in self._ops:
            wanted = _needed(op)
            if not wanted <= (_flags(op) or frozenset()):
                shown = ",".join(sorted(flag.value for flag in wanted))
                raise Declined(
                    f"'{op.name}' may be reordered only with fastmath<{shown}>",
                    op,
                    reason="float-order",
                )
        flags = [given for op in self._ops if (given := _flags(op)) is not None]
        common = frozenset[FastMathFlag].intersection(*flags) if flags else None
        return Reduction(kind, common, tuple(self._ops), self._surely)

    def _reaches(self, value: SSAValue) -> bool:
        """Whether the value is made of the start by operations of one kind."""
        self._uses += 1
        op = value.owner
        if value in self._links or not isinstance(op, Operation):
            return value in self._links and not isinstance(op, Operation)
        self._links.add(value)
        if is_a(op, NESTED):
            carried = next(each for each in carried_by(op) if each.result is value)
            self._links.add(carried.argument)
            self._surely &= _runs(op)
            return self._reaches(carried.init) and self._reaches(carried.yielded)
        if is_a(op, CONDITIONAL):
            position = [*map(id, op.results)].index(id(value))
            self._surely = False
            return all(self._reaches(yielded(region.block)[position]) for region in op.regions)
        if is_a(op, _SELECT):
            self._surely = False
            return self._reaches(op.lhs) and self._reaches(op.rhs)
        return self._combines(op)

    def _combines(self, op: Operation) -> bool:
        is_fma, dot = is_a(op, _FMA), dot_intrinsic(op)
        if dot is not None and dot.accumulates:
            self._kinds.add(arith.AddfOp if dot.is_float else arith.AddiOp)
            operands = [op.operands[0]]
        else:
            self._kinds.add(arith.AddfOp if is_fma else _kind_of(type(op)))
            operands = [op.operands[2]] if is_fma else list(op.operands)
        self._ops.append(op)
        through = [operand for operand in operands if self._depends(operand)]
        return len(through) == 1 and self._reaches(through[0])

    def _depends(self, value: SSAValue) -> bool:
        """Whether a value is made of the start, by whatever."""
        pending, seen = [value], set[SSAValue]()
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            if not isinstance(op := current.owner, Operation):
                if current in self._links:
                    return True
                continue
            pending += [v for nested in op.walk() for v in nested.operands]
        return False


def _needed(op: Operation) -> frozenset[FastMathFlag]:
    """The flags under which an operation may be computed in another order."""
    dot = dot_intrinsic(op)
    if dot is not None and not dot.is_float:
        return frozenset()
    if is_a(op, (*_FMA, CallIntrinsicOp)):
        # The first product of a part is added to nothing, and so rounded by itself.
        return frozenset({FastMathFlag.REASSOC, FastMathFlag.ALLOW_CONTRACT})
    sums = is_a(op, _ROUNDED)
    return frozenset({FastMathFlag.REASSOC} if sums else ())


def _flags(op: Operation) -> frozenset[FastMathFlag] | None:
    dot = dot_intrinsic(op)
    given = op.properties.get("fastmath" if dot is None else FLAGS_OF_INTRINSIC)
    is_of_floats = dot is None or dot.is_float
    return frozenset(given.data) if isinstance(given, FastMathAttrBase) and is_of_floats else None
