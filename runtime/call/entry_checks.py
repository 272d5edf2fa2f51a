"""Makes a function of what another one asserts at its entry, which is run before each call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, cf, func, memref, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import root_cell, root_of
from ...analysis.contracts.call_sizes import size_name
from ...dialect.annotations import buffer_name
from ...dialect.ir.memory_access import Load, access_of, buffer_of, is_load
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ops import AssumeOp
from ...dialect.xdsl_compat.cloning import cloned
from ...index.expr import var
from ...passes.assumes.entry_conditions import entry_of, obstacle, slice_of
from ...passes.common.dead_code import erase_with_dead_producers
from ...passes.common.index_codegen import Emitter
from ..element_types import element_of
from .check_reports import Check, Term


def take_entry_checks(function: func.FuncOp) -> tuple[str | None, list[Check]]:
    """
    Moves what a function asserts at its entry to a new function after it: its name, and what is
    asserted; None if that is nothing.

    The new function has the same parameters and one more, a memref of `i64`: 0 in its first cell,
    or the number of the first check that fails, from 1, and the index and bits of each term.
    """
    head = entry_of(function)
    entry = [op for top in head for op in operations_in(top)]
    asserts = [op for op in entry if isinstance(op, cf.AssertOp) and not obstacle(op.arg, function)]
    if not asserts:
        return None, []
    # By position: the clone is the same, operation by operation.
    places = {op: k for k, op in enumerate(operations_in(function))}
    checker = cloned(function)
    twins = operations_in(checker)
    copies = [cast("cf.AssertOp", twins[places[op]]) for op in asserts]
    terms = [terms_of(op, checker) for op in copies]
    checks = [
        Check(op.msg.data, tuple(term for term, _ in found))
        for op, found in zip(asserts, terms, strict=True)
    ]
    checker.sym_name = StringAttr(_free_name(function))
    _keep_only(len(head), checker, max(check.words for check in checks))
    for number, (op, found) in enumerate(zip(copies, terms, strict=True), 1):
        _report(op, number, [value for _, value in found], checker.args[-1])
    for assume in operations_of(checker, AssumeOp):
        erase_with_dead_producers(assume)
    for op in asserts:
        erase_with_dead_producers(op)
    Rewriter.insert_op(checker, InsertPoint.after(function))
    return checker.sym_name.data, checks


def terms_of(op: cf.AssertOp, function: func.FuncOp) -> list[tuple[Term, SSAValue]]:
    """
    The cells, sizes and numbers that an asserted condition depends on; iterators where no cell is.
    """
    values = [v for v in slice_of(op.arg) if _is_seen_from(op, v)]
    loads = [v for v in values if is_load(v.owner)]
    sizes = [(term, v) for v in values if (term := _term_of_size(v)) is not None]
    numbers = [v for v in values if isinstance(v.owner, Block)]
    if loads:
        numbers = [v for v in numbers if v.owner is function.body.first_block]
    return [
        *((_term_of_load(cast("Load", value.owner)), value) for value in loads),
        *((Term(v.name_hint or "a value", element_of(v.type), None), v) for v in numbers),
        *sizes,
    ]


def _is_seen_from(op: Operation, value: SSAValue) -> bool:
    """Whether a value is one that can be reported there: not what an arm of an if loads."""
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    around: Operation | None = op
    while around is not None and around.parent is not block:
        around = around.parent_op()
    return around is not None and not isinstance(value.type, MemRefType | VectorType)


def _term_of_load(load: Load) -> Term:
    root = root_of(buffer_of(load))
    rank = len(cast("MemRefType[IndexType]", root.type).get_shape())
    name = buffer_name(root) or "a buffer"
    return Term(name, element_of(load.results[0].type), rank)


def _term_of_size(value: SSAValue) -> Term | None:
    """The term of a buffer's size; None for another value."""
    op = value.owner
    if not isinstance(op, memref.DimOp) or (name := buffer_name(op.source)) is None:
        return None
    axis = op.index.owner
    if not isinstance(axis, arith.ConstantOp) or not isinstance(axis.value, IntegerAttr):
        return None
    return Term(size_name(name, axis.value.value.data), element_of(value.type), None)


def _free_name(function: func.FuncOp) -> str:
    module = function.parent_op()
    known = (
        {op.sym_name.data for op in module.walk() if isinstance(op, func.FuncOp)} if module else ()
    )
    name = f"{function.sym_name.data}.checks"
    while name in known:
        name += "_"
    return name


def _keep_only(count: int, function: func.FuncOp, report: int) -> None:
    """Makes the function end after so many operations, without contracts, with room to report."""
    first = function.body.blocks[0]
    for block in list(function.body.blocks)[:0:-1]:
        function.body.erase_block(block, safe_erase=False)
    for op in reversed(list(first.ops)[count:]):
        Rewriter.erase_op(op, safe_erase=False)
    first.insert_arg(MemRefType(i64, [report]), len(first.args))
    first.add_op(func.ReturnOp())
    function.function_type = FunctionType.from_lists([a.type for a in first.args], [])
    function.arg_attrs = function.res_attrs = None


def _report(op: cf.AssertOp, number: int, terms: Sequence[SSAValue], report: SSAValue) -> None:
    """Replaces an assert by a note of its terms where it is the first that fails."""
    emit = Emitter(InsertPoint.before(op), op)
    true = emit.insert(arith.ConstantOp(IntegerAttr(1, i1))).results[0]
    fails = emit.insert(arith.XOrIOp(op.arg, true)).results[0]
    start = _constant(emit, 0, IndexType())
    before = emit.insert(memref.LoadOp.get(report, [start])).results[0]
    none = _constant(emit, 0, i64)
    is_first = emit.insert(arith.CmpiOp(before, none, "eq")).results[0]
    both = emit.insert(arith.AndIOp(fails, is_first)).results[0]
    body = Block()
    inside = emit.at(InsertPoint.at_end(body))
    words = [_constant(inside, number, i64)]
    for value in terms:
        words += [_word(inside, index) for index in index_of(inside, value)]
        words.append(_word(inside, value))
    for place, word in enumerate(words):
        inside.insert(memref.StoreOp.get(word, report, [_constant(inside, place, IndexType())]))
    inside.insert(scf.YieldOp())
    emit.insert(scf.IfOp(both, (), Region(body)))
    Rewriter.erase_op(op)


def _constant(emit: Emitter, value: int, type: IntegerType | IndexType) -> SSAValue:
    return emit.insert(arith.ConstantOp(IntegerAttr(value, type))).results[0]


def index_of(emit: Emitter, value: SSAValue) -> list[SSAValue]:
    """
    The index of the cell that a load gives, in the buffer that the caller has, not in a view of it;
    none for another value.
    """
    load = value.owner
    if not is_load(load):
        return []
    access = access_of(load)
    operands = access.index_operands(load)
    values = {f"i{k}": operand for k, operand in enumerate(operands)}
    _, cell = root_cell(buffer_of(load), access.index(load, list(map(var, values))))
    return [emit.index(axis, values) for axis in cell]


def _word(emit: Emitter, value: SSAValue) -> SSAValue:
    """The bits of a value in an `i64`."""

    def add(op: Operation) -> SSAValue:
        return emit.insert(op).results[0]

    if isinstance(value.type, IndexType):
        return add(arith.IndexCastOp(value, i64))
    if isinstance(value.type, AnyFloat):
        value = add(arith.BitcastOp(value, IntegerType(value.type.bitwidth)))
    return value if value.type == i64 else add(arith.ExtUIOp(value, i64))
