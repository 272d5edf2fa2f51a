"""Of which values it is known that they are never -0.0."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.memory.negative_zero import NegativeZeros
from pad_mlir.analysis.speculation.negative_zero_cells import NegativeZeroCells
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.sets.engine import engine, own_engine

TYPE = "memref<4xf32>"


def is_never(body: str, attributes: str = "", *, at_cells: bool = False) -> bool:
    """
    Whether `%r`, which these lines compute last, is never -0.0; `%x` may be, `%p` is not.

    With `at_cells`, asked where it is computed, of the cells alone that count there.
    """
    text = f"""
func.func private @g({TYPE})
func.func private @given() -> {TYPE}
func.func @f(%A: {TYPE}, %B: {TYPE}, %x: f32, %h: f16, %k: i32, %c: i1, %i: index) {attributes} {{
  %p = arith.constant 1.0 : f32
  %n = arith.constant -0.0 : f32
  %z = arith.constant 0.0 : f32
  %o = arith.constant 0 : index
  {body}
  func.return
}}
"""
    *_, function = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    owner, value = next((op, r) for op in function.walk() for r in op.results if r.name_hint == "r")
    assert owner.parent is not None
    facts = BlockFacts(function.body.block if at_cells else owner.parent)
    if not at_cells:
        return NegativeZeros(facts).never(value)
    with own_engine():
        instances = facts.reader.instances(owner)
        assert instances is not None
        return NegativeZeroCells(facts).never(value, engine().set(instances.condition))


@pytest.mark.parametrize(
    ("computed", "wanted"),
    [
        ("arith.constant 0.0 : f32", True),
        ("arith.constant -1.0 : f32", True),
        ("arith.constant -0.0 : f32", False),
        ("arith.addf %x, %p : f32", True),
        ("arith.addf %p, %x : f32", True),
        ("arith.addf %x, %x : f32", False),
        ("arith.addf %x, %z fastmath<nsz> : f32", False),
        ("arith.addf %x, %z fastmath<afn> : f32", False),
        ("arith.addf %x, %z fastmath<nnan> : f32", True),
        ("arith.subf %p, %x : f32", True),
        ("arith.subf %x, %p : f32", False),
        ("arith.mulf %x, %x : f32", True),
        ("arith.mulf %x, %p : f32", False),
        ("arith.maximumf %p, %z : f32", True),
        ("arith.maximumf %p, %x : f32", False),
        ("arith.minimumf %x, %p : f32", False),
        ("arith.extf %h : f16 to f32", False),
        ("math.sqrt %p : f32", True),
        ("math.sqrt %x : f32", False),
        ("math.absf %x : f32", True),
        ("math.exp %x : f32", True),
        ("math.tanh %x : f32", False),
        ("arith.sitofp %k : i32 to f32", True),
        ("arith.uitofp %k : i32 to f32", True),
        ("arith.bitcast %k : i32 to f32", False),
        ("arith.select %c, %p, %z : f32", True),
        ("arith.select %c, %p, %x : f32", False),
        ("arith.select %c, %x, %p : f32", False),
    ],
)
def test_what_is_computed(computed: str, wanted: bool) -> None:
    assert is_never(f"%r = {computed}") == wanted
    assert is_never(f"%r = {computed}", at_cells=True) == wanted


def memory(*lines: str) -> str:
    """Lines with `A[1] = p` for a store, and `r = A[1]` for a load."""
    found: list[str] = []
    for line in lines:
        left, _, right = line.partition(" = ")
        if left[:2] in ("A[", "B[", "L["):
            found.append(f"affine.store %{right}, %{left} : {TYPE}")
        elif right[:2] in ("A[", "B[", "L["):
            found.append(f"%{left} = affine.load %{right} : {TYPE}")
        else:
            found.append(line)
    return "\n  ".join(found)


ALLOC = f"%L = memref.alloc() : {TYPE}"
COPY = f"memref.copy %B, %A : {TYPE} to {TYPE}"


def accumulated(computed: str, buffer: str = "A") -> tuple[str, ...]:
    load, store = f"a = {buffer}[1]", f"{buffer}[1] = s"
    return "affine.for %j = 0 to 4 {", load, f"%s = arith.{computed} : f32", store, "}"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (("A[1] = p", "r = A[1]"), True),
        (("A[1] = x", "r = A[1]"), False),
        (("r = A[1]",), False),
        (("A[1] = p", "r = A[2]"), False),
        (("A[1] = n", "A[1] = p", "r = A[1]"), False),  # of stores of one buffer, all count
        (("A[1] = p", "B[1] = n", "r = A[1]"), True),
        (("A[1] = p", COPY, "r = A[1]"), False),
        (("A[1] = p", f"func.call @g(%A) : ({TYPE}) -> ()", "r = A[1]"), False),
        ((ALLOC, "L[1] = p", "r = L[2]"), True),  # a cell that nobody wrote holds nothing
        ((ALLOC, "L[1] = p", "r = L[1]", "L[1] = n"), True),
        ((ALLOC, "L[1] = n", "r = L[1]"), False),
        ((ALLOC, "L[1] = p", "r = L[1]", f"memref.dealloc %L : {TYPE}"), True),
        (("A[1] = z", *accumulated("addf %a, %x"), "r = A[1]"), True),
        (("A[1] = z", *accumulated("mulf %a, %x"), "r = A[1]"), False),
        (("A[1] = x", *accumulated("addf %a, %x"), "r = A[1]"), False),
        (("A[1] = z", *accumulated("addf %a, %x"), "r = A[2]"), False),
        ((ALLOC, "L[1] = z", *accumulated("addf %a, %x", "L"), "r = L[1]"), True),
        ((ALLOC, "L[1] = n", *accumulated("addf %a, %x", "L"), "r = L[1]"), False),
    ],
)
def test_what_is_loaded(lines: tuple[str, ...], wanted: bool) -> None:
    assert is_never(memory(*lines)) == wanted
    assert is_never(memory(*lines), at_cells=True) == wanted


@pytest.mark.parametrize(
    ("start", "computed", "wanted"),
    [
        ("%p", "addf %s, %x", True),
        ("%x", "addf %s, %x", False),
        ("%p", "mulf %s, %x", False),
        ("%x", "addf %p, %x", False),  # of no iteration
    ],
)
def test_what_a_loop_carries(start: str, computed: str, wanted: bool) -> None:
    body = f"""%r = affine.for %j = 0 to 4 iter_args(%s = {start}) -> (f32) {{
    %t = arith.{computed} : f32
    affine.yield %t : f32
  }}"""
    assert is_never(body) == wanted
    assert is_never(body, at_cells=True) == wanted


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [("%p", "%z", True), ("%p", "%x", False), ("%x", "%p", False), ("%x", "%x", False)],
)
def test_what_a_conditional_gives(first: str, second: str, wanted: bool) -> None:
    body = f"""%r = scf.if %c -> (f32) {{
    scf.yield {first} : f32
  }} else {{
    scf.yield {second} : f32
  }}"""
    assert is_never(body) == wanted
    assert is_never(body, at_cells=True) == wanted


def test_what_failed_under_a_hypothesis_is_forgotten() -> None:
    body = """%u = affine.for %j = 0 to 4 iter_args(%s = %p) -> (f32) {
    %t = arith.mulf %s, %x : f32
    affine.yield %t : f32
  }
  %r = arith.addf %u, %u : f32"""
    assert not is_never(body)
    assert not is_never(body, at_cells=True)


def test_what_a_parallel_loop_reduces_is_not_known() -> None:
    body = """%four = arith.constant 4 : index
  %one = arith.constant 1 : index
  %r = scf.parallel (%j) = (%o) to (%four) step (%one) init (%p) -> f32 {
    scf.reduce(%p : f32) {
    ^bb0(%s: f32, %t: f32):
      %u = arith.mulf %s, %x : f32
      scf.reduce.return %u : f32
    }
  }"""
    assert not is_never(body)


@pytest.mark.parametrize(("stored", "wanted"), [("p", True), ("n", False)])
def test_a_buffer_from_outside_of_a_loop_holds_what_iterations_before_wrote(
    stored: str, wanted: bool
) -> None:
    loop = "affine.for %j = 0 to 4 {", "r = L[1]", f"L[1] = {stored}", "}"
    assert is_never(memory(ALLOC, *loop)) == wanted
    assert is_never(memory(ALLOC, *loop), at_cells=True) == wanted


def test_a_buffer_of_another_function_holds_anything() -> None:
    body = f"%L = func.call @given() : () -> {TYPE}"
    assert not is_never(memory(body, "r = L[1]"))
    assert is_never(memory(ALLOC, "r = L[1]"))  # what nobody wrote


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((), False),
        (("A[1] = p",), True),
        (("A[2] = p",), False),
        (("A[1] = n",), False),
        (("A[1] = z", *accumulated("addf %a, %x")), True),
    ],
)
def test_what_is_loaded_for_an_assume_alone(lines: tuple[str, ...], wanted: bool) -> None:
    assume = "%e = arith.cmpf oeq, %r, %p : f32", "pad.assume %e : i1"
    assert is_never(memory(*lines, "r = A[1]", *assume)) == wanted


def test_another_name_may_be_written() -> None:
    lines = memory("A[1] = p", "B[1] = n", "r = A[1]")
    assert is_never(lines)
    assert not is_never(lines, "attributes {pad.may_alias}")


LOOP = "affine.for %j = 0 to 4 {"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        # Of a load in a loop, the cells that it reads count, and what was stored there.
        ((LOOP, "A[%j] = p", "}", LOOP, "r = A[%j]", "}"), True),
        ((LOOP, "A[%j] = x", "}", LOOP, "r = A[%j]", "}"), False),
        ((LOOP, "A[%j] = p", "r = A[%j]", "}"), True),
        ((LOOP, "r = A[%j]", "A[%j] = p", "}"), False),
        ((LOOP, "A[0] = p", "r = A[%j]", "}"), False),
        (("A[2] = n", "A[1] = p", "r = A[1]"), True),
        (("A[2] = n", "A[1] = p", "r = A[2]"), False),
        (("A[2] = n", LOOP, "A[%j] = p", "}", "r = A[3]"), True),
        ((LOOP, "A[%j] = p", "}", "A[0] = n", LOOP, "r = A[%j]", "}"), False),
        ((LOOP, "A[%j] = p", "}", "A[0] = n", "affine.for %q = 1 to 4 {", "r = A[%q]", "}"), True),
        (("affine.for %j = 1 to 4 {", "A[%j] = p", "}", LOOP, "r = A[%j]", "}"), False),
        (("scf.if %c {", "A[1] = p", "}", "r = A[1]"), False),
        ((ALLOC, "scf.if %c {", "L[1] = p", "}", "r = L[1]"), True),
        ((ALLOC, "L[2] = n", "L[1] = p", "r = L[1]"), True),
        ((ALLOC, "L[2] = n", "L[1] = p", LOOP, "r = L[%j]", "}"), False),
        ((*accumulated("addf %a, %x"), "A[1] = z", "r = A[1]"), False),
        ((f"%L = func.call @given() : () -> {TYPE}", "L[1] = p", "r = L[1]"), False),
    ],
)
def test_what_is_loaded_at_some_cells(lines: tuple[str, ...], wanted: bool) -> None:
    assert is_never(memory(*lines), at_cells=True) == wanted
