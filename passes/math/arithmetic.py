"""Formulas as Python expressions: each operator inserts the operation of its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, cast

from xdsl.dialects import arith, llvm, math, scf, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    Float64Type,
    IntegerAttr,
    IntegerType,
    VectorType,
    f32,
    f64,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...dialect.ir.operations import is_a
from ...dialect.xdsl_compat.vector_intrinsics import (
    EXPONENTS,
    FROM_ONE,
    MANTISSAS,
    ROUNDING,
    FloatPart,
)
from ..lowering.elementwise import Elementwise, element_of

_LONG, _IN_TURN = 11, 2
"""From how many terms on a polynomial is taken apart, and how many stay as they are."""
_NO_FLAGS = arith.FastMathFlagsAttr("none")
_ANY = vector.CombiningKindAttr(vector.CombiningKindFlag.OR)
_VECTOR = (VectorType,)
_OEQ, _OGT, _OGE, _OLT, _OLE, _UGE, _ULT, _UNO = 1, 2, 3, 4, 5, 10, 11, 14  # of arith.cmpf
_EQ, _NE, _SLT, _BELOW = 0, 1, 2, 6  # of arith.cmpi


@dataclass(frozen=True)
class Format:
    """A float type that formulas compute in, and the integers of its size."""

    real: AnyFloat
    bits: IntegerType
    digits: int
    """Of the mantissa, without the implicit one."""
    bias: int

    @property
    def rounder(self) -> float:
        """A number whose sum with a smaller one is rounded to an integer, in its last bits."""
        return 1.5 * 2.0**self.digits

    @property
    def one(self) -> int:
        """The bits of 1.0."""
        return self.bias << self.digits


SINGLE = Format(f32, i32, 23, 127)
DOUBLE = Format(f64, i64, 52, 1023)


class Writer:
    """Inserts the operations of a formula before an operation of the shape of its result."""

    def __init__(
        self,
        at: Operation,
        rewriter: PatternRewriter,
        like: Operation | None = None,
        *,
        branches: bool = True,
        part_lanes: Collection[int] = (),
    ):
        """
        `branches`: whether numbers may decide which operations run, so that none is poison;
        `part_lanes`: of which vectors of f32 there are instructions for exponents and mantissas.
        """
        self._code = Elementwise(at, rewriter, like)
        self._like, self._rewriter, self.branches = like or at, rewriter, branches
        self.part_lanes = part_lanes
        self._constants: dict[tuple[Attribute, str], Value] = {}

    def constant(self, element: Attribute, number: float) -> Value:
        """A number of this type, in every lane."""
        key = element, repr(number)
        found = self._constants.get(key)
        if found is None:
            found = Value(self, self._code.constant(element, number))
            self._constants[key] = found
        return found

    def write(
        self, kind: type[Operation], element: Attribute, *operands: Value, **properties: Attribute
    ) -> Value:
        """The result of an operation, of this element type."""
        values = [operand.ssa for operand in operands]
        return Value(self, self._code.op(kind, element, *values, **properties))

    def part(self, kind: FloatPart, x: Value) -> Value:
        """The exponents or mantissas of the lanes."""
        form = [self._integer(FROM_ONE, i32)] if kind.has_form else []
        mask = self._integer(-1, IntegerType(kind.mask_bits))
        rounding = [self._integer(ROUNDING, i32)] if kind.has_rounding else []
        operands = [x.ssa, *form, x.ssa, mask, *rounding]
        call = llvm.CallIntrinsicOp(kind.name, operands, [x.ssa.type])
        return Value(self, self._code.insert(call).results[0])

    def _integer(self, number: int, type: IntegerType) -> SSAValue:
        constant = arith.ConstantOp(IntegerAttr(number, type))
        return self._code.insert(constant).results[0]

    def compare(self, predicate: int, left: Value, right: Value) -> Value:
        """`arith.cmpi` or `arith.cmpf`, by the number of the predicate."""
        return Value(self, self._code.compare(predicate, left.ssa, right.ssa))

    def where_any(
        self, condition: Value, usual: Sequence[Value], rare: Callable[[Writer], Sequence[Value]]
    ) -> list[Value]:
        """
        The usual values, or those that `rare` writes, which run only if the condition holds; always
        where there are no branches.
        """
        rank = condition.rank
        if not condition.may_branch:
            others = rare(self)
            return [
                condition.select(other, value) for other, value in zip(others, usual, strict=True)
            ]
        holds = condition.ssa
        if rank:
            properties = {"kind": _ANY, "fastmath": _NO_FLAGS}
            reduction = vector.ReductionOp.create(
                operands=[holds], result_types=[i1], properties=properties
            )
            holds = self._code.insert(reduction).results[0]
        then, other = (Region(Block([scf.YieldOp()])) for _ in range(2))
        arms = then, other
        op = scf.IfOp(holds, [value.ssa.type for value in usual], then, other)
        self._code.insert(op)
        ends = [cast("scf.YieldOp", arm.block.last_op) for arm in arms]
        inner = Writer(ends[0], self._rewriter, self._like, part_lanes=self.part_lanes)
        outer = [Value(inner, value.ssa) for value in usual]
        chosen = [
            Value(inner, condition.ssa).select(other, value)
            for other, value in zip(rare(inner), outer, strict=True)
        ]
        ends[0].operands = [value.ssa for value in chosen]
        ends[1].operands = [value.ssa for value in usual]
        return [Value(self, result) for result in op.results]


Operand: TypeAlias = "Value | float"


class Value:
    """A number or vector of a formula; a Python number beside it is one of the same type."""

    __slots__ = ("ssa", "writer")

    def __init__(self, writer: Writer, ssa: SSAValue):
        self.writer, self.ssa = writer, ssa

    @property
    def owner(self) -> Operation:
        """The operation that makes it."""
        assert isinstance(self.ssa.owner, Operation)
        return self.ssa.owner

    @property
    def rank(self) -> int:
        """How many axes the vector has, 0 for a number."""
        return len(self.ssa.type.shape) if is_a(self.ssa.type, _VECTOR) else 0

    @property
    def has_parts(self) -> bool:
        """Whether the processor has instructions for exponents and mantissas of such vectors."""
        return self.element == f32 and self._lanes in self.writer.part_lanes

    @property
    def _lanes(self) -> int:
        """Of a vector with one axis; 0 of anything else."""
        type = self.ssa.type
        if not is_a(type, _VECTOR) or len(type.shape) != 1 or any(type.get_scalable_dims()):
            return 0
        return type.get_shape()[0]

    @property
    def may_branch(self) -> bool:
        """Whether some of the lanes may decide which operations run."""
        return self.writer.branches and self.rank <= 1

    @property
    def element(self) -> Attribute:
        """The type of a lane."""
        return element_of(self.ssa.type)

    @property
    def is_float(self) -> bool:
        """Whether a lane is a float."""
        return isinstance(self.element, AnyFloat)

    @property
    def format(self) -> Format:
        """The format of a lane."""
        return DOUBLE if self.element in (f64, i64) else SINGLE

    def like(self, other: Operand) -> Value:
        """Another operand as a value of the same type."""
        if isinstance(other, Value):
            return other
        return self.writer.constant(self.element, other)

    def _binary(
        self, floats: type[Operation], integers: type[Operation] | None, *operands: Value
    ) -> Value:
        if self.is_float:
            return self.writer.write(floats, self.element, *operands, fastmath=_NO_FLAGS)
        assert integers is not None
        return self.writer.write(integers, self.element, *operands)

    def __add__(self, other: Operand) -> Value:
        return self._binary(arith.AddfOp, arith.AddiOp, self, self.like(other))

    def __radd__(self, other: Operand) -> Value:
        return self + other

    def __sub__(self, other: Operand) -> Value:
        return self._binary(arith.SubfOp, arith.SubiOp, self, self.like(other))

    def __rsub__(self, other: Operand) -> Value:
        return self.like(other) - self

    def __mul__(self, other: Operand) -> Value:
        return self._binary(arith.MulfOp, arith.MuliOp, self, self.like(other))

    def __rmul__(self, other: Operand) -> Value:
        return self * other

    def __truediv__(self, other: Operand) -> Value:
        return self._binary(arith.DivfOp, None, self, self.like(other))

    def __rtruediv__(self, other: Operand) -> Value:
        return self.like(other) / self

    def __neg__(self) -> Value:
        return self._binary(arith.NegfOp, None, self)

    def __and__(self, other: Operand) -> Value:
        return self.writer.write(arith.AndIOp, self.element, self, self.like(other))

    def __or__(self, other: Operand) -> Value:
        return self.writer.write(arith.OrIOp, self.element, self, self.like(other))

    def __xor__(self, other: Operand) -> Value:
        return self.writer.write(arith.XOrIOp, self.element, self, self.like(other))

    def __lshift__(self, places: int) -> Value:
        return self.writer.write(arith.ShLIOp, self.element, self, self.like(places))

    def __rshift__(self, places: int) -> Value:
        """Without regard to the sign."""
        return self.writer.write(arith.ShRUIOp, self.element, self, self.like(places))

    def shifted_with_sign(self, places: int) -> Value:
        """The signed integer over a power of two, rounded down."""
        return self.writer.write(arith.ShRSIOp, self.element, self, self.like(places))

    def fma(self, factor: Operand, summand: Operand) -> Value:
        """`self * factor + summand`, rounded once."""
        operands = self, self.like(factor), self.like(summand)
        return self.writer.write(math.FmaOp, self.element, *operands, fastmath=_NO_FLAGS)

    def times(self, factor: Operand) -> Value:
        """`self * factor`, which nothing fuses with a sum after it."""
        return self.fma(factor, -0.0)

    def sqrt(self) -> Value:
        """The square root."""
        return self._binary(math.SqrtOp, None, self)

    def size(self) -> Value:
        """The absolute value."""
        return self._binary(math.AbsFOp, None, self)

    def with_sign_of(self, other: Value) -> Value:
        """The size of this with another's sign."""
        return self._binary(math.CopySignOp, None, self, other)

    def with_sign_changed(self, mask: Value) -> Value:
        """The sign changed where a mask has the sign bit. By a product: it keeps a NaN."""
        return self * (mask | self.format.one).as_real()

    def as_bits(self) -> Value:
        """The bits of a float."""
        return self.writer.write(arith.BitcastOp, self.format.bits, self)

    def as_real(self) -> Value:
        """The float of these bits."""
        return self.writer.write(arith.BitcastOp, self.format.real, self)

    def as_float(self) -> Value:
        """The float nearest to a signed integer."""
        return self.writer.write(arith.SIToFPOp, self.format.real, self)

    def exponent(self) -> Value:
        """
        The exponent of a number, as a number: -infinity of zeros, infinity of infinities, NaN of
        NaN. It takes `has_parts`.
        """
        return self.writer.part(EXPONENTS[self._lanes], self)

    def mantissa(self) -> Value:
        """
        The number times the power of two with which it is from 1 to 2, NaN of negative ones; of
        infinity 1, and of zeros 1 with their sign. It takes `has_parts`.
        """
        return self.writer.part(MANTISSAS[self._lanes], self)

    def widened(self) -> Value:
        """An f32 as an f64."""
        return self.writer.write(arith.ExtFOp, f64, self)

    def narrowed(self) -> Value:
        """An f64 as an f32."""
        return self.writer.write(arith.TruncFOp, f32, self)

    def __lt__(self, other: Operand) -> Value:
        predicate = _OLT if self.is_float else _SLT
        return self.writer.compare(predicate, self, self.like(other))

    def __gt__(self, other: Operand) -> Value:
        assert self.is_float
        return self.writer.compare(_OGT, self, self.like(other))

    def __ge__(self, other: Operand) -> Value:
        assert self.is_float
        return self.writer.compare(_OGE, self, self.like(other))

    def equals(self, other: Operand) -> Value:
        """Whether numbers are equal; a NaN equals nothing."""
        return self.writer.compare(_OEQ if self.is_float else _EQ, self, self.like(other))

    def differs(self, other: Operand) -> Value:
        """Whether integers differ."""
        return self.writer.compare(_NE, self, self.like(other))

    def below(self, other: Operand) -> Value:
        """Whether an integer is less than another, both without a sign."""
        return self.writer.compare(_BELOW, self, self.like(other))

    def is_unordered(self, other: Value) -> Value:
        """Whether either is a NaN."""
        return self.writer.compare(_UNO, self, other)

    def select(self, then: Value, other: Operand) -> Value:
        """Where this condition holds the first, else the second."""
        return self.writer.write(arith.SelectOp, then.element, self, then, then.like(other))

    def at_most(self, limit: float) -> Value:
        """The smaller one of both; a NaN stays."""
        bound = self.like(limit)
        return (bound < self).select(bound, self)

    def at_least(self, limit: float) -> Value:
        """The larger one of both; a NaN stays."""
        bound = self.like(limit)
        return (bound > self).select(bound, self)

    def polynomial(self, coefficients: Sequence[Operand]) -> Value:
        """
        The polynomial of these coefficients, the constant first, by Horner's rule. A long one but
        for its first terms is two polynomials of the square, which do not wait for each other.
        """
        if len(coefficients) < _LONG:
            return self.horner(coefficients)
        first, others = coefficients[:_IN_TURN], coefficients[_IN_TURN:]
        square = self * self
        odd, even = (square.horner(others[start::2]) for start in (1, 0))
        return self.horner(first, odd.fma(self, even))

    def horner(self, coefficients: Sequence[Operand], above: Value | None = None) -> Value:
        """The same in turn, and of a value in place of a last coefficient."""
        *rest, last = coefficients
        total = self.like(last) if above is None else above.fma(self, last)
        for coefficient in reversed(rest):
            total = total.fma(self, coefficient)
        return total

    def reciprocal(self) -> Value:
        """`1 / self` of an f64 to 44 bits, where it is a normal number of f32."""
        assert isinstance(self.element, Float64Type)
        near = self.narrowed()
        first = (1.0 / near).widened()
        return first.fma((-self).fma(first, 1.0), first)


def unless_rare(
    x: Value,
    size: Value,
    usual: Callable[[Value], Value],
    full: Callable[[Value], Value],
    least_exponent: int | None = None,
) -> Value:
    """
    The usual formula where `size` is positive, finite and normal in all lanes, not near to the
    ends of that, and its exponent not below the one that is given, else the full one; only that
    where there are no branches.
    """
    if not x.may_branch:
        return full(x)
    # LLVM takes comparisons with the least normal number and infinity for a question about classes
    # of floats, and asks it of their bits, which takes twice as many instructions.
    bias = x.format.bias
    least, end = 2.0 ** (2 - bias if least_exponent is None else least_exponent), 2.0**bias
    write = x.writer.compare
    is_rare = write(_ULT, size, size.like(least)) | write(_UGE, size, size.like(end))
    rare = x.writer.where_any(is_rare, [usual(x)], lambda inner: [full(Value(inner, x.ssa))])
    return rare[0]


class Sum(NamedTuple):
    """A number as a sum, of which the first is nearest to it."""

    high: Value
    low: Value


def sum_of(high: Value, low: Value) -> Sum:
    """Add numbers of which the first is the larger one, and keep what rounding loses."""
    total = high + low
    return Sum(total, (high - total) + low)
