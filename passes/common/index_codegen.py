"""From `Expr` back to IR: index arithmetic, conditions and loop nests at an insertion point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import cast

from xdsl.builder import Builder, BuilderListener
from xdsl.dialects import affine, arith, func, gpu, memref, scf
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    IndexType,
    MemRefType,
    StringAttr,
    UnitAttr,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from ...dialect.annotations import LOOP, OF_PADDING, STAGE, divisor_of_size
from ...dialect.ir.affine_conversion import to_affine_map, to_affine_set
from ...dialect.ir.memory_access import is_dynamic
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.cloning import created, put_before
from ...dialect.xdsl_compat.operations.affine_if import IfOp as AffineIfOp
from ...index.boxes import interval_of
from ...index.comparisons import is_refuted_fast_path
from ...index.expr import COMPARISONS, TRUE, Expr, var
from ...index.normal import terms, total
from ...index.queries.conditions import bounds
from ...index.sets.linear_sets import without_exact
from ...index.simplify.choices import least_of
from .generated_stages import free_stage_name

_PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}

_SCOPES = func.FuncOp | gpu.FuncOp

_ARITHMETIC = {
    **{"+": arith.AddiOp, "*": arith.MuliOp},
    **{"min": arith.MinSIOp, "max": arith.MaxSIOp},
}


class Emitter:
    """Inserts operations at a point, each at the location of the operation that asked for them."""

    def __init__(
        self, point: InsertPoint, origin: Operation, listener: BuilderListener | None = None
    ):
        """`listener` is told of what is inserted: the rewriter, where a pattern asks."""
        self._listener = listener
        self._builder = self._builder_at(point)
        # Not the operation: what asked may be erased before all that it asked for is inserted.
        self._location = origin.location
        self._constants: dict[int, SSAValue] = {}

    @property
    def around(self) -> Operation:
        """The operation that the point is inside of."""
        around = self._builder.insertion_point.block.parent_op()
        assert around is not None, "operations are inserted into those of a module"
        return around

    def insert(self, op: Operation) -> Operation:
        """Put an operation at the point, located at the origin."""
        op.location = self._location
        place = self._builder.insertion_point.insert_before
        if place is None or op.regions:
            self._builder.insert(op)
        else:
            put_before(op, place)
            self._builder.handle_operation_insertion(op)
        return op

    def create(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        result_types: Sequence[Attribute],
        properties: Mapping[str, Attribute],
    ) -> Operation:
        """Put a new operation without regions at the point."""
        return self.insert(created(kind, operands, result_types, properties, self._location))

    def move(self, op: Operation) -> None:
        """Put a detached operation at the point, at its own location."""
        self._builder.insert(op)

    def at(self, point: InsertPoint) -> Emitter:
        """The same origin at another point."""
        other = copy(self)
        other._builder, other._constants = self._builder_at(point), {}
        return other

    def _builder_at(self, point: InsertPoint) -> Builder:
        builder = Builder(point)
        if self._listener is not None:
            builder.extend_from_listener(self._listener)
        return builder

    def index(self, expr: Expr, values: Mapping[str, SSAValue], context: Expr = TRUE) -> SSAValue:
        """
        The value of an index expression: `affine.apply` where its operands allow that, else
        `arith`.

        `context` bounds the variables; where it shows a dividend to be at least 0, the division is
        unsigned.
        """
        if expr.op == "var":
            value = values[str(expr.args[0])]
            if isinstance(value.type, IndexType):
                return value
            return self.insert(arith.IndexCastOp(value, IndexType())).results[0]
        if expr.constant is not None:
            return self.constant(expr.constant)
        names = list(dict.fromkeys(expr.variables()))
        map = to_affine_map([expr], names)
        if map is not None and all(is_affine_operand(values[name]) for name in names):
            operands = [values[name] for name in names]
            return self.insert(affine.ApplyOp(operands, AffineMapAttr(map))).results[0]
        if expr.op == "select":
            holds = self.condition(expr.operands[0], values)
            arms = [self.index(arm, values, context) for arm in expr.operands[1:]]
            return self.insert(arith.SelectOp(holds, *arms)).results[0]
        left, right = (self.index(operand, values, context) for operand in expr.operands)
        return self._arithmetic(expr, left, right, context)

    def bound(
        self, exprs: Sequence[Expr], values: Mapping[str, SSAValue]
    ) -> tuple[AffineMapAttr, list[SSAValue]]:
        """The map and operands of a bound of `affine.for` that `is_affine_bound`."""
        names = list(dict.fromkeys(name for expr in exprs for name in expr.variables()))
        map = to_affine_map(exprs, names)
        assert map is not None, "what `is_affine_bound` is affine"
        return AffineMapAttr(map), [values[name] for name in names]

    def constant(self, value: int) -> SSAValue:
        """A constant index."""
        if value not in self._constants:
            constant = arith.ConstantOp.from_int_and_width(value, IndexType())
            self._constants[value] = self.insert(constant).results[0]
        return self._constants[value]

    def _arithmetic(self, expr: Expr, left: SSAValue, right: SSAValue, context: Expr) -> SSAValue:
        if expr.op in _ARITHMETIC:
            return self.insert(_ARITHMETIC[expr.op](left, right)).results[0]
        dividend = expr.operands[0]
        lower, _ = interval_of(dividend, context)
        is_open = lower is None or lower < 0
        if is_open and not is_refuted_fast_path(context, dividend >= 0):
            lower, _ = bounds(dividend, context)
        if lower is not None and lower >= 0:
            op = arith.DivUIOp if expr.op == "//" else arith.RemUIOp
            return self.insert(op(left, right)).results[0]
        quotient = self.insert(arith.FloorDivSIOp(left, right)).results[0]
        if expr.op == "//":
            return quotient
        product = self.insert(arith.MuliOp(quotient, right)).results[0]
        return self.insert(arith.SubiOp(left, product)).results[0]

    def condition(self, expr: Expr, values: Mapping[str, SSAValue]) -> SSAValue:
        """The i1 value of a predicate."""
        if expr.op in COMPARISONS:
            left, right = (self.index(operand, values) for operand in expr.operands)
            return self.insert(arith.CmpiOp(left, right, _PREDICATES[expr.op])).results[0]
        if expr.op in ("true", "false"):
            return self.insert(
                arith.ConstantOp.from_int_and_width(int(expr.op == "true"), i1)
            ).results[0]
        if expr.op == "not":
            one = self.insert(arith.ConstantOp.from_int_and_width(1, i1)).results[0]
            return self.insert(arith.XOrIOp(self.condition(expr.operands[0], values), one)).results[
                0
            ]
        first, *others = [self.condition(operand, values) for operand in expr.operands]
        for other in others:
            op = arith.AndIOp if expr.op == "and" else arith.OrIOp
            first = self.insert(op(first, other)).results[0]
        return first

    def guard(self, condition: Expr, values: Mapping[str, SSAValue]) -> Emitter:
        """
        The inside of an if on the condition, or the same place where it is `true`.

        `affine.if` for a conjunction on affine operands, else `scf.if` on `arith`.
        """
        if condition == TRUE:
            return self
        block = Block()
        self.at(InsertPoint.at_end(block)).insert(self._if(condition, values, [], [block])[1])
        return self._before_terminator(block)

    def guard_or_else(
        self, condition: Expr, values: Mapping[str, SSAValue], otherwise: Sequence[SSAValue]
    ) -> tuple[Emitter, Callable[[Sequence[SSAValue]], list[SSAValue]]]:
        """
        As `guard`, for an if that gives `otherwise` where the condition does not hold.

        Call the second result with what the inside gives, once that is complete: it returns what
        comes out of the if.
        """
        if condition == TRUE:
            return self, list
        if not otherwise:
            return self.guard(condition, values), list
        first, second = Block(), Block()
        types = [value.type for value in otherwise]
        results, yield_nothing = self._if(condition, values, types, [first, second])
        yield_op = type(yield_nothing)
        self.at(InsertPoint.at_end(second)).insert(yield_op.create(operands=list(otherwise)))

        def finish(given: Sequence[SSAValue]) -> list[SSAValue]:
            self.at(InsertPoint.at_end(first)).insert(yield_op.create(operands=list(given)))
            return results

        return self.at(InsertPoint.at_end(first)), finish

    def affine_set(
        self, condition: Expr, values: Mapping[str, SSAValue]
    ) -> tuple[AffineSetAttr, list[SSAValue]] | None:
        """The set and operands of an `affine.if` on the condition; None if it takes `scf.if`."""
        names = list(dict.fromkeys(condition.variables()))
        dims = {name: AffineExpr.dimension(k) for k, name in enumerate(names)}
        set = to_affine_set(condition, dims, len(dims))
        operands = [values[name] for name in names]
        if set is None or not all(map(is_affine_operand, operands)):
            return None
        return AffineSetAttr(set), operands

    def _if(
        self,
        condition: Expr,
        values: Mapping[str, SSAValue],
        types: Sequence[Attribute],
        arms: Sequence[Block],
    ) -> tuple[list[SSAValue], Operation]:
        """The results of an if with these arms, and an empty terminator of its dialect."""
        regions = [*map(Region, arms), *([Region()] if len(arms) == 1 else [])]
        if (found := self.affine_set(condition, values)) is not None:
            conditional: Operation = AffineIfOp.build(
                operands=[found[1]],
                result_types=[types],
                properties={"condition": found[0]},
                regions=regions,
            )
            terminator: Operation = affine.YieldOp.create()
        else:
            conditional = scf.IfOp(self.condition(condition, values), types, regions[0], regions[1])
            terminator = scf.YieldOp()
        return list(self.insert(conditional).results), terminator

    def nest(
        self,
        extents: Sequence[int | Expr],
        names: Sequence[str],
        stage: str | None,
        of_padding: bool = False,
        sizes: Mapping[str, SSAValue] | None = None,
    ) -> tuple[Emitter, list[SSAValue]]:
        """
        The inside of a nest of `affine.for` from 0 to the extents, and its induction variables.

        An extent is a constant, or an expression over `sizes`, each of which `is_affine_operand`;
        what is no bound of `affine.for` is computed before the nest.

        The loops are named by `pad.loop`, the outermost one also by `pad.stage`, with a number
        after it where a stage has that name. Rank 0 makes no loop.
        """
        inside, indices = self, list[SSAValue]()
        # All of them first: what they need must not come to stand after the outermost loop.
        ends = [self._end(extent, sizes or {}) for extent in extents]
        for (until, operands), name in zip(ends, names, strict=True):
            block = Block([affine.YieldOp.create()], arg_types=[IndexType()])
            block.args[0].name_hint = name
            loop = affine_for([], operands, [], 0, until, Region(block))
            loop.attributes[LOOP] = StringAttr(name)
            if stage is not None and not indices:
                if of_padding:
                    loop.attributes[OF_PADDING] = UnitAttr()
                own = free_stage_name(self._builder.insertion_point.block, stage)
                loop.attributes[STAGE] = StringAttr(own)
            inside.insert(loop)
            inside = inside._before_terminator(block)
            indices.append(block.args[0])
        return inside, indices

    def _end(
        self, extent: int | Expr, sizes: Mapping[str, SSAValue]
    ) -> tuple[int | AffineMapAttr, list[SSAValue]]:
        """The upper bound of a loop of an extent."""
        if not isinstance(extent, Expr):
            return extent, []
        multiples = {var(name): divisor_of_size(value) for name, value in sizes.items()}
        least = [_without_exact(part, multiples) for part in least_of(extent)]
        if not all(is_affine_bound(part, sizes.__getitem__) for part in least):
            value = self.index(extent, sizes)
            return self.bound([var("extent")], {"extent": value})
        map, operands = self.bound(least, sizes)
        if extent.op == "var" and _is_symbol(operands[0]):  # written as `to %n`
            map = AffineMapAttr(AffineMap(0, 1, (AffineExpr.symbol(0),)))
        return map, operands

    def shape(self, buffer: SSAValue) -> tuple[list[int | Expr], dict[str, SSAValue]]:
        """
        The extents of a buffer, of which those that are dynamic are names, and the values of these:
        results of `memref.dim`.
        """
        values: dict[str, SSAValue] = {}
        extents: list[int | Expr] = []
        for axis, size in enumerate(cast("MemRefType[Attribute]", buffer.type).get_shape()):
            if is_dynamic(size):
                dim = memref.DimOp(buffer, self.constant(axis))
                values[f"extent{axis}"] = self.insert(dim).results[0]
                extents.append(var(f"extent{axis}"))
            else:
                extents.append(size)
        return extents, values

    def _before_terminator(self, block: Block) -> Emitter:
        terminator = block.last_op
        assert terminator is not None
        terminator.location = self._location
        return self.at(InsertPoint.before(terminator))


def _without_exact(expr: Expr, multiples: Mapping[Expr, int]) -> Expr:
    """An expression without quotients that leave no remainder, as numbers divide these names."""
    summands = terms(expr)
    found = without_exact(summands, multiples)
    return expr if found is summands else total(found)


def _is_symbol(value: SSAValue) -> bool:
    """Whether an index that affine operations take as a dimension may be a symbol of theirs."""
    around = value.owner.parent_op()
    return isinstance(around, _SCOPES)


def is_affine_operand(value: SSAValue) -> bool:
    """Whether upstream's affine operations take this index as a dimension."""
    if not isinstance(value.type, IndexType):
        return False
    owner = value.owner
    if isinstance(owner, Block):
        around = owner.parent_op()
        if isinstance(around, affine.ForOp):
            return value is owner.args[0]  # what a loop carries is no dimension
        return isinstance(around, affine.ParallelOp | _SCOPES)
    if isinstance(owner, arith.ConstantOp):
        return True
    if isinstance(owner, affine.ApplyOp):
        return all(map(is_affine_operand, owner.operands))
    return isinstance(owner.parent_op(), _SCOPES)


def is_affine_bound(expr: Expr, value: Callable[[str], SSAValue]) -> bool:
    """Whether `affine.for` can have this bound, over names with these values."""
    names = list(dict.fromkeys(expr.variables()))
    is_affine = to_affine_map([expr], names) is not None
    return is_affine and all(is_affine_operand(value(name)) for name in names)


def has_extreme(expr: Expr) -> bool:
    """Whether an expression has a minimum or maximum in it, and is not affine for that."""
    return expr.op in ("min", "max") or any(map(has_extreme, expr.operands))
