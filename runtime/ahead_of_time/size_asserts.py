"""Asserts of code without a runtime: the sizes of a call are those that a function needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.dialects import arith, cf, func, memref
from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.contracts.call_sizes import size_name
from ...dialect.ir.locations import show_location
from ...index.connected import products
from ...index.expr import Expr, eq, var
from ...passes.common.index_codegen import Emitter
from ..signature import Buffer, Scalar, Signature, Tie, stored_sizes
from ..size_checks import size_checks


def assert_sizes(signature: Signature) -> None:
    """Puts what `pad.size` and accesses ask of sizes before all that the source does."""
    function = signature.source
    assert function is not None
    wanted = [*_of_ties(signature), *_of_layouts(signature), *_of_accesses(function)]
    block = function.body.blocks[0]
    if not wanted or block.first_op is None:
        return
    emit = Emitter(InsertPoint.before(block.first_op), function)
    used = {name for _, condition in wanted for name in condition.variables()}
    values = dict(_sizes(signature, function, emit, used))
    where = show_location(function.location)
    fit: set[Expr] = set()
    for text, condition in wanted:
        for product in products(condition):
            if product not in fit:
                holds, told = _fits(product, values, emit), f"wants {product} to fit in 64 bits"
                emit.insert(cf.AssertOp(holds, f"{where}@{signature.function} {told}"))
                fit.add(product)
        holds = emit.condition(condition, values)
        emit.insert(cf.AssertOp(holds, f"{where}@{signature.function} {text}"))


def _fits(product: Expr, values: Mapping[str, SSAValue], emit: Emitter) -> SSAValue:
    """Whether 64 bits hold a product of two numbers that they hold."""
    factors = [emit.index(factor, values) for factor in product.operands]
    wide = [emit.insert(arith.IndexCastOp(factor, i64)).results[0] for factor in factors]
    low, high = emit.insert(arith.MulSIExtendedOp(wide[0], wide[1])).results
    last = emit.insert(arith.ConstantOp.from_int_and_width(63, 64)).results[0]
    sign = emit.insert(arith.ShRSIOp(low, last)).results[0]
    return emit.insert(arith.CmpiOp(high, sign, "eq")).results[0]


def _of_ties(signature: Signature) -> Iterator[tuple[str, Expr]]:
    plain = {
        p.name for p in signature.parameters if isinstance(p, Buffer) and not p.has_other_sizes
    }
    for part in signature.parameters:
        if isinstance(part, Scalar):
            for tie in part.ties:
                yield from _of_tie(part.name, tie, is_stored=tie.buffer in plain)


def _of_layouts(signature: Signature) -> Iterator[tuple[str, Expr]]:
    for buffer, axis, extent in stored_sizes(signature):
        size = size_name(buffer.name, axis)
        yield f"wants {size} to be {extent}", eq(var(size), extent)


def _of_tie(name: str, tie: Tie, *, is_stored: bool) -> Iterator[tuple[str, Expr]]:
    value, size = var(name), size_name(tie.buffer, tie.axis)
    if is_stored:
        yield f"wants {name} to be {size}", eq(value, var(size))
    if tie.least:
        yield f"wants {name} to be at least {tie.least}", value >= tie.least
    if tie.most is not None:
        yield f"wants {name} to be at most {tie.most}", value <= tie.most
    if tie.multiple != 1:
        yield f"wants {name} to be a multiple of {tie.multiple}", eq(value % tie.multiple, 0)


def _of_accesses(function: func.FuncOp) -> Iterator[tuple[str, Expr]]:
    for check in size_checks(function):
        yield check.text, check.condition


def _sizes(
    signature: Signature, function: func.FuncOp, emit: Emitter, used: set[str]
) -> Iterator[tuple[str, SSAValue]]:
    """The values of the names that are used in conditions."""
    for part, value in zip(signature.parameters, function.args, strict=True):
        if isinstance(part, Scalar):
            yield part.name, value
            continue
        for axis in range(len(part.shape)):
            if (name := size_name(part.name, axis)) in used:
                dim = memref.DimOp(value, emit.constant(axis))
                yield name, emit.insert(dim).results[0]
