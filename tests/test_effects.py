"""Effects of operations: one table beside xDSL's traits, and dialects that bring traits alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import UnregisteredOp, f32
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.passes import ModulePass
from xdsl.traits import MemoryEffect, MemoryReadEffect, MemoryWriteEffect, OpTrait, Pure

from pad_mlir.dialect.ir import effects
from pad_mlir.dialect.ir.memory_access import ACCESSES
from pad_mlir.dialect.text import new_context, parse_module, print_module
from pad_mlir.passes.hoist.pad_hoist_expression import PadHoistExpression
from pad_mlir.passes.no_op.pad_remove_no_op import PadRemoveNoOp
from pad_mlir.passes.simplify.pad_simplify import PadSimplify

ACCEPTED = (
    *("affine", "arith", "builtin", "cf", "func", "gpu", "math", "memref", "pad", "scf", "ub"),
    "vector",
)
"""The dialects of which passes know operations; others are known by their traits alone."""

EXCEPTIONS = effects._EXCEPTIONS  # pyright: ignore[reportPrivateUsage]


def _operations() -> Iterator[type[Operation]]:
    context = new_context()
    for name in sorted(context.registered_dialect_names):
        yield from context.get_dialect(name).operations


def _is_told_by_class(kind: type[Operation]) -> bool:
    by_traits = any(isinstance(trait, MemoryEffect) for trait in kind.traits)
    return by_traits or ACCESSES[kind] is not None


OPERATIONS = {kind.name: kind for kind in _operations()}
KNOWN = [kind for kind in OPERATIONS.values() if kind.dialect_name() in ACCEPTED]


@pytest.mark.parametrize("kind", KNOWN, ids=lambda kind: kind.name)
def test_each_operation_is_in_one_place(kind: type[Operation]) -> None:
    named = [kind.name in EXCEPTIONS, kind.name in effects.UNKNOWN]
    assert sum(named) == 1 or (not any(named) and _is_told_by_class(kind))


def test_operations_of_other_dialects_have_their_traits_alone() -> None:
    others = [kind for kind in OPERATIONS.values() if kind not in KNOWN]
    assert others
    for kind in others:
        assert kind.name not in {*EXCEPTIONS, *effects.UNKNOWN}
        known, is_by_class = effects._of_class(kind)  # pyright: ignore[reportPrivateUsage]
        assert not is_by_class or (known is not None) == _is_told_by_class(kind)


def test_the_table_names_only_what_there_is() -> None:
    assert not {*EXCEPTIONS, *effects.UNKNOWN} - set(OPERATIONS)


@pytest.mark.parametrize("name", sorted(EXCEPTIONS))
def test_an_exception_says_what_traits_do_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that xDSL's traits say too goes."""
    op = OPERATIONS[name].create()
    row = EXCEPTIONS[name]
    stated, speculatable = effects.effects_of(op), not (row.may_trap or row.may_not_end)
    monkeypatch.delitem(EXCEPTIONS, name)
    told = effects._of_class.__wrapped__(type(op))  # pyright: ignore[reportPrivateUsage]
    assert told != (stated, True) or speculatable != effects.is_speculatable_by_traits(op)


def test_an_unregistered_operation_may_do_anything() -> None:
    op = UnregisteredOp.with_name("somebody.op").create()
    assert effects.effects_of(op) is None
    assert effects.may_not_end(op)
    assert not effects.has_no_effect(op)
    assert not effects.leaves_memory(op)


def test_a_division_may_run_elsewhere_with_a_divisor_that_never_traps() -> None:
    for divisor, expected in ((3, True), (0, False), (-1, False)):
        constant = arith.ConstantOp.from_int_and_width(divisor, 32)
        division = arith.RemSIOp(constant, constant)
        assert effects.is_pure(division)
        assert effects.is_speculatable(division) is expected


def test_a_dead_read_may_go_and_an_allocation_stays() -> None:
    assert effects.has_no_effect(memref.LoadOp.create())
    assert not effects.is_pure(memref.LoadOp.create())
    assert not effects.has_no_effect(memref.AllocOp.create())


class _Unary(IRDLOperation):
    operand = operand_def(f32)
    result = result_def(f32)
    assembly_format = "$operand attr-dict"


def _unary(name: str, *traits: OpTrait) -> type[_Unary]:
    """An operation as somebody else's dialect has it, with traits of xDSL."""
    members = {"name": f"foreign.{name}", "traits": traits_def(*traits), "__module__": __name__}
    return irdl_op_definition(cast("type[_Unary]", type(name, (_Unary,), members)))


FOREIGN = Dialect(
    "foreign",
    [
        _unary("twice", Pure()),
        _unary("peek", MemoryReadEffect()),  # it may go, but not move over writes
        _unary("poke", MemoryWriteEffect()),  # of memory that it does not name
        _unary("dark"),
    ],
    [],
)


def _context() -> Context:
    context = new_context()
    context.load_dialect(FOREIGN)
    return context


def _rewritten(text: str, rewrite: ModulePass) -> str:
    context = _context()
    module = parse_module(text, context=context)
    module.verify()
    rewrite.apply(context, module)
    module.verify()
    return print_module(module)


@pytest.mark.parametrize(
    ("name", "goes"), [("twice", True), ("peek", True), ("poke", False), ("dark", False)]
)
def test_what_has_no_effect_is_erased_when_unused(name: str, goes: bool) -> None:
    found = _rewritten(
        f"""
        func.func @f(%x: f32) {{
          %y = foreign.{name} %x
          func.return
        }}
        """,
        PadRemoveNoOp(),
    )
    assert (f"foreign.{name}" not in found) == goes


@pytest.mark.parametrize(
    ("name", "moves"), [("twice", True), ("peek", False), ("poke", False), ("dark", False)]
)
def test_what_is_pure_is_hoisted(name: str, moves: bool) -> None:
    found = _rewritten(
        f"""
        func.func @f(%x: f32, %B: memref<16xf32>) {{
          affine.for %i = 0 to 16 {{
            %y = foreign.{name} %x
            affine.store %y, %B[%i] : memref<16xf32>
          }}
          func.return
        }}
        """,
        PadHoistExpression(),
    )
    assert (found.index(f"foreign.{name}") < found.index("affine.for")) == moves


@pytest.mark.parametrize(
    ("name", "stays"), [("twice", True), ("peek", True), ("poke", False), ("dark", False)]
)
def test_what_leaves_memory_does_not_end_a_fact(name: str, stays: bool) -> None:
    found = _rewritten(
        f"""
        func.func @f(%x: f32, %A: memref<16xf32>, %B: memref<16xf32>) {{
          %one = arith.constant 1.0 : f32
          affine.store %one, %A[3] : memref<16xf32>
          %y = foreign.{name} %x
          affine.store %y, %B[0] : memref<16xf32>
          %a = affine.load %A[3] : memref<16xf32>
          affine.store %a, %B[1] : memref<16xf32>
          func.return
        }}
        """,
        PadSimplify(),
    )
    assert ("affine.load" not in found) == stays


@pytest.mark.parametrize(
    "op", ['cf.assert %c, "no"', "scf.while () : () -> () { scf.condition(%c) } do { scf.yield }"]
)
def test_what_may_not_end_is_run_nowhere_else(op: str) -> None:
    function = parse_module(f"func.func @f(%c: i1) {{ {op} func.return }}").body.block.first_op
    assert function is not None
    inside = function.regions[0].block.first_op
    assert inside is not None
    assert effects.may_not_end(inside)
    assert not effects.is_speculatable(inside)
