"""Indices and conditions as affine expressions, against what runs, and what is in the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import product

import pytest
from xdsl.dialects import affine, arith, func
from xdsl.ir import Operation, SSAValue

from pad_mlir.dialect.ir.reasons import Declined
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import Expr, lift, rebuild, var
from pad_mlir.passes.raising.affine_values import AffineValues, as_bound, is_affine

X, Y, Z = map(var, "xyz")


def least(*exprs: Expr | int) -> Expr:
    return reduce(lambda a, b: rebuild("min", (a, b)), map(lift, exprs))


def greatest(*exprs: Expr | int) -> Expr:
    return reduce(lambda a, b: rebuild("max", (a, b)), map(lift, exprs))


AFFINE = {
    "a name": X,
    "a sum": X + 2 * Y + 3,
    "a quotient": X // 3,
    "a remainder": (X + Y) % 3,
    "a number": lift(3),
}
NOT_AFFINE = {
    "a product": X * Y,
    "a quotient of names": X // Y,
    "a least one": least(X, Y),
    "a least one in a sum": least(X, Y) + 1,
}


def test_what_an_affine_map_gives() -> None:
    assert all(map(is_affine, AFFINE.values()))
    assert not any(map(is_affine, NOT_AFFINE.values()))


def test_the_least_of_several() -> None:
    assert is_affine(least(X, Y, 3), extremes=True)
    assert is_affine(greatest(X, least(Y, Z)), extremes=True)
    assert not is_affine(least(X, Y * Z), extremes=True)
    assert not is_affine(least(Y * Z, X), extremes=True)
    assert not is_affine(least(X, Y) + 1, extremes=True)


UPPER: dict[str, tuple[Expr, int | None]] = {
    # An expression, and of how many bounds it is the least; None where it is not.
    "affine": (X + Y, 1),
    "two": (least(X, Y), 2),
    "three": (least(X, Y, Z), 3),
    "the same twice": (least(X, X), 1),
    "and a number": (least(X, Y) + 3, 2),
    "two sums": (least(X, Y) + least(Y, Z), 4),
    "twice": (least(X, Y) * 2, 2),
    "once": (least(X, Y) * 1, 2),
    "a quotient": (least(X, Y) // 2, 2),
    "a quotient by one": (rebuild("//", (least(X, Y), lift(1))), 2),
    "less the greatest": (X - greatest(Y, Z), 2),
    "less twice the greatest": (X - 2 * greatest(Y, Z), 2),
    "less the least": (X - least(Y, Z), None),
    "the greatest": (greatest(X, Y), None),
    "a quotient by a name": (least(X, Y) // Z, None),
    "a quotient by less than 0": (least(X, Y) // -2, None),
    "a product": (least(X, Y) * Z, None),
    "a product and another": (least(X * Y, Z), None),
    "another and a product": (least(Z, X * Y), None),
    "eight": (least(*(X + k * Y for k in range(8))), 8),
    "nine": (least(*(X + k * Y for k in range(9))), None),
}


@pytest.mark.parametrize("case", UPPER)
def test_the_bounds_that_an_expression_is_the_least_of(case: str) -> None:
    """And, all signs turned, the greatest."""
    expr, count = UPPER[case]
    for whole, join, pick in ((expr, "min", min), (_turned(expr), "max", max)):
        found = as_bound(whole, join)
        assert (None if found is None else len(found.exprs)) == count
        for x, y, z in product(range(-4, 5), (-3, 0, 2), (-2, 1, 3)):
            if found is not None:
                at = {"x": x, "y": y, "z": z}
                assert pick(e.evaluate(at) for e in found.exprs) == whole.evaluate(at)


def _turned(expr: Expr) -> Expr:
    """With each least one the greatest, and the other way."""
    if expr.op not in ("+", "*", "//", "%", "min", "max"):
        return expr
    operands = [*map(_turned, expr.operands)]
    return rebuild({"min": "max", "max": "min"}.get(expr.op, expr.op), (operands[0], operands[1]))


def function_of(body: str) -> func.FuncOp:
    text = f"""
func.func @f(%I: memref<64xindex>, %n: index, %m: i32, %h: i128, %b: i1, %e: i8) {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %w = arith.addi %n, %c2 : index
  %top = arith.shli %m, %m : i32
  affine.for %i = 0 to 20 {{
    {body}
    %use = arith.addi %i, %c2 : index
  }}
  func.return
}}"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    return function


def value_of(function: func.FuncOp, name: str) -> SSAValue:
    blocks = [b for op in function.walk() for region in op.regions for b in region.blocks]
    values = [v for block in blocks for v in block.args]
    values += [v for op in function.walk() for v in op.results]
    return next(value for value in values if value.name_hint == name)


def op_of(function: func.FuncOp, name: str) -> Operation:
    owner = value_of(function, name).owner
    assert isinstance(owner, Operation)
    return owner


Value = Callable[[int, int, int], int]
INDICES: dict[str, Value] = {
    "%r = arith.addi %i, %n : index": lambda i, n, m: i + n,
    "%r = arith.subi %n, %i : index": lambda i, n, m: n - i,
    "%r = arith.muli %i, %c3 : index": lambda i, n, m: 3 * i,
    "%r = arith.divui %i, %c3 : index": lambda i, n, m: i // 3,
    "%r = arith.remui %i, %c3 : index": lambda i, n, m: i % 3,
    "%r = arith.addi %i, %w : index": lambda i, n, m: i + n + 2,
    "%r = affine.apply affine_map<(d0) -> (d0 floordiv 4 + d0 mod 3)>(%i)": (
        lambda i, n, m: i // 4 + i % 3
    ),
    "%k = arith.index_cast %m : i32 to index\n%r = arith.addi %i, %k : index": (
        lambda i, n, m: i + m
    ),
    """%t = arith.addi %m, %m overflow<nsw> : i32
    %k = arith.index_cast %t : i32 to index
    %r = arith.addi %i, %k : index""": lambda i, n, m: i + 2 * m,
    """%k = arith.muli %n, %n overflow<nsw> : index
    %r = arith.addi %i, %k : index""": lambda i, n, m: i + n * n,
    """%p = arith.cmpi slt, %n, %c3 : index
    %k = arith.select %p, %n, %c3 : index
    %r = arith.addi %i, %k : index""": lambda i, n, m: i + min(n, 3),
    """%p = arith.cmpi sge, %i, %c0 : index
    %r = arith.select %p, %i, %n : index""": lambda i, n, m: i,
}
OBSTACLES = {
    "%r = memref.load %I[%i] : memref<64xindex>": "from-operation",
    "%k = memref.load %I[%i] : memref<64xindex>\n%r = arith.addi %k, %i : index": "from-operation",
    "%r = arith.muli %i, %i overflow<nsw> : index": "from-operation",
    "%k = arith.muli %i, %n overflow<nsw> : index\n%r = arith.addi %k, %i : index": (
        "from-operation"
    ),
    """%k = arith.index_cast %i : index to i8
    %s = arith.xori %k, %e : i8
    %r = arith.index_cast %s : i8 to index""": "from-operation",
    """%s = scf.for %q = %c0 to %n step %c2 iter_args(%r = %c0) -> (index) {
      %u = memref.load %I[%r] : memref<64xindex>
      scf.yield %u : index
    }""": "from-loop",
}


@pytest.mark.parametrize("body", INDICES)
def test_an_index_is_what_runs(body: str) -> None:
    function = function_of(body)
    values, use = AffineValues(function.body.block), op_of(function, "use")
    (expr,) = values.indices([value_of(function, "r")], use)
    assert is_affine(expr)
    names = list(dict.fromkeys(expr.variables()))
    operands = dict(zip(names, values.operands(names, use), strict=True))
    loop = next(op for op in function.body.block.ops if isinstance(op, affine.ForOp))
    for operand in operands.values():  # outside of the loop, where it is no iterator
        owner = operand.owner
        assert (
            operand is loop.body.block.args[0]
            or owner is function.body.block
            or (isinstance(owner, Operation) and owner.parent is function.body.block)
        )
    for i, n, m in product((0, 1, 7, 19), (0, 1, 2, 5, 9), (-3, 0, 4)):
        at = {name: _run(value, i, n, m) for name, value in operands.items()}
        assert expr.evaluate(at) == INDICES[body](i, n, m)


def _run(value: SSAValue, i: int, n: int, m: int) -> int:
    """What an operand is, which moved out of the loop with what it is made of."""
    owner = value.owner
    if not isinstance(owner, Operation):
        return {"i": i, "n": n, "m": m}[value.name_hint or ""]
    given = [_run(operand, i, n, m) for operand in owner.operands]
    match owner:
        case arith.IndexCastOp():
            return given[0]
        case arith.AddiOp():
            return given[0] + given[1]
        case arith.MuliOp():
            return given[0] * given[1]
        case arith.CmpiOp():
            return int(given[0] < given[1])
        case arith.SelectOp():
            return given[1] if given[0] else given[2]
        case arith.ConstantOp():
            return int(str(owner.value).split(" ")[0])
        case _:
            raise AssertionError(owner.name)


@pytest.mark.parametrize("body", OBSTACLES)
def test_what_stands_in_the_way(body: str) -> None:
    function = function_of(body)
    values = AffineValues(function.body.block)
    inside = "u" if "scf.for" in body else "use"
    with pytest.raises(Declined, match="its index is not affine: ") as declined:
        values.indices([value_of(function, "r")], op_of(function, inside))
    assert declined.value.why.id == "index-not-affine"
    wanted = {"from-operation": "computed by", "from-loop": "given by 'scf.for'"}[OBSTACLES[body]]
    assert wanted in str(declined.value.why)


Holds = Callable[[int, int, int], bool]
CONDITIONS: dict[str, Holds | None] = {
    "%p = arith.cmpi slt, %i, %n : index": lambda i, n, m: i < n,
    "%p = arith.cmpi eq, %i, %n : index": lambda i, n, m: i == n,
    """%a = arith.cmpi slt, %i, %n : index
    %q = arith.cmpi sge, %i, %c3 : index
    %p = arith.andi %a, %q : i1""": lambda i, n, m: 3 <= i < n,
    """%k = arith.index_cast %m : i32 to index
    %p = arith.cmpi slt, %i, %k : index""": lambda i, n, m: i < m,
    """%k = arith.muli %n, %n overflow<nsw> : index
    %p = arith.cmpi slt, %i, %k : index""": lambda i, n, m: i < n * n,
    """%a = arith.cmpi slt, %i, %c3 : index
    %q = arith.cmpi slt, %i, %c2 : index
    %p = arith.ori %a, %q : i1""": lambda i, n, m: i < 3,
    """%a = arith.cmpi slt, %i, %c3 : index
    %q = arith.cmpi sgt, %i, %n : index
    %p = arith.ori %a, %q : i1""": None,
    "%p = arith.cmpi ne, %i, %n : index": None,
    "%p = arith.andi %b, %b : i1": None,
    """%k = memref.load %I[%i] : memref<64xindex>
    %p = arith.cmpi slt, %k, %n : index""": None,
}


@pytest.mark.parametrize("body", CONDITIONS)
def test_a_condition_is_what_runs(body: str) -> None:
    function = function_of(body)
    values, use = AffineValues(function.body.block), op_of(function, "use")
    found, wanted = values.condition(value_of(function, "p"), use), CONDITIONS[body]
    if wanted is None:
        assert found is None
        return
    assert found is not None
    names = list(dict.fromkeys(found.variables()))
    operands = dict(zip(names, values.operands(names, use), strict=True))
    for i, n, m in product(range(0, 20, 3), (0, 1, 2, 5, 9), (-3, 0, 4, 8)):
        at = {name: _run(value, i, n, m) for name, value in operands.items()}
        assert bool(found.evaluate(at)) is wanted(i, n, m)
    made, given = values.set(found, use)
    assert len(given) == made.data.num_dims + made.data.num_symbols == len(names)


@pytest.mark.parametrize("name", ["top", "m", "e"])
def test_a_number_becomes_an_index_after_it_is_made(name: str) -> None:
    function = function_of("")
    values, value = AffineValues(function.body.block), value_of(function, name)
    reader, _ = values.readers
    own = [n for n in map(str, [reader.index(value)]) if reader.value(n) is value]
    (operand,) = values.operands(own, op_of(function, "use"))
    assert isinstance(operand.owner, arith.IndexCastOp)
    assert operand.owner.input is value
    assert operand.owner.prev_op is (value.owner if isinstance(value.owner, Operation) else None)


BOUNDS: dict[str, tuple[list[str], list[str]]] = {
    # The values that the loop may have below, and above; empty where it has no such bound.
    "%r = arith.addi %i, %n : index": (["i + n"], ["i + n"]),
    "%r = arith.minsi %i, %n : index": ([], ["i", "n"]),
    "%r = arith.maxsi %i, %n : index": (["i", "n"], []),
    """%p = arith.cmpi slt, %i, %n : index
    %r = arith.select %p, %i, %n : index""": ([], []),
    "%r = arith.minsi %i, %c3 : index": ([], ["i", "3"]),
    "%r = memref.load %I[%i] : memref<64xindex>": ([], []),
}


@pytest.mark.parametrize("body", BOUNDS)
def test_bounds_of_loops(body: str) -> None:
    function = function_of(body)
    values, use = AffineValues(function.body.block), op_of(function, "use")
    for bound, wanted, pick in zip(
        (values.lower, values.upper), BOUNDS[body], (max, min), strict=True
    ):
        if not wanted:
            with pytest.raises(Declined):
                bound(value_of(function, "r"), use)
            continue
        exprs = bound(value_of(function, "r"), use).exprs
        assert len(exprs) == len(wanted)
        names = list(dict.fromkeys(name for expr in exprs for name in expr.variables()))
        operands = dict(zip(names, values.operands(names, use), strict=True))
        for i, n in product((0, 4, 19), (0, 2, 30)):
            at = {name: _run(value, i, n, 0) for name, value in operands.items()}
            assert pick(e.evaluate(at) for e in exprs) == pick(
                eval(text, {"i": i, "n": n}) for text in wanted
            )


def test_what_is_over_an_iterator() -> None:
    function = function_of("%r = arith.addi %i, %n : index\n%s = arith.addi %n, %c2 : index")
    values, use = AffineValues(function.body.block), op_of(function, "use")
    found = [values.has_iterator(values.index(value_of(function, name), use)) for name in "rsi"]
    assert found == [True, False, True]


def test_a_condition_that_always_holds_is_no_set() -> None:
    """No set is without a constraint: that no if is needed is told by a condition otherwise."""
    function = function_of("%p = arith.constant true")
    values = AffineValues(function.body.block)
    assert values.condition(value_of(function, "p"), op_of(function, "use")) is None


def test_a_cast_that_was_made_and_is_not_used_goes() -> None:
    function = function_of("%r = arith.addi %m, %m overflow<nsw> : i32")
    values, use = AffineValues(function.body.block), op_of(function, "use")
    before = len([*function.walk()])
    (expr,) = values.indices([value_of(function, "m")], use)
    (operand,) = values.operands([*expr.variables()], use)
    assert isinstance(operand.owner, arith.IndexCastOp)
    assert len([*function.walk()]) == before + 1
    values.erase_unused()
    assert len([*function.walk()]) == before
