"""What a call may write, and what it certainly overwrites."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.no_op.callee_effects import CalleeEffects

MODULE = """
memref.global "private" @table : memref<4xf32> = dense<0.0>
func.func private @unknown(memref<4xf32>)
func.func private @first(%X: memref<4xf32>, %Y: memref<4xf32>) {{
  %one = arith.constant 1.0 : f32
  %i = arith.constant 0 : index
  memref.store %one, %X[%i] : memref<4xf32>
  func.return
}}
func.func private @callee(%A: {type}, %B: memref<4xf32>, %c: i1, %x: f32, %i: index) {{
  {body}
  func.return
}}
func.func @caller(%A: {type}, %B: memref<4xf32>, %c: i1, %x: f32, %i: index) {{
  func.call @callee({given}, %c, %x, %i) : ({type}, memref<4xf32>, i1, f32, index) -> ()
  func.return
}}
"""
STORE = "memref.store %x, %{}[%i] : memref<4xf32>"
LOAD = "%l = memref.load %{}[%i] : memref<4xf32>"
ALL = "affine.for %k = 0 to 4 {{\n affine.store %x, %{}[%k] : memref<4xf32>\n{}\n}}"


def call_of(body: str, type: str = "memref<4xf32>", given: str = "%A, %B") -> func.CallOp:
    module = parse_module(MODULE.format(body=body, type=type, given=given))
    *_, caller = (op for op in module.walk() if isinstance(op, func.FuncOp))
    (call,) = (op for op in caller.walk() if isinstance(op, func.CallOp))
    return call


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("", ""),
        (LOAD.format("A"), ""),
        (STORE.format("A"), "A"),
        (STORE.format("A") + "\n" + STORE.format("B"), "AB"),
        ("memref.copy %A, %B : memref<4xf32> to memref<4xf32>", "B"),
        (f"%V = memref.cast %B : memref<4xf32> to memref<?xf32>\n{STORE.format('A')}", "A"),
        (
            "%V = memref.expand_shape %B [[0, 1]] output_shape [2, 2] : "
            "memref<4xf32> into memref<2x2xf32>\n"
            "memref.store %x, %V[%i, %i] : memref<2x2xf32>",
            "B",
        ),
        (f"scf.if %c {{\n{STORE.format('B')}\n}}", "B"),
        # a buffer of its own
        (f"%L = memref.alloc() : memref<4xf32>\n{STORE.format('L')}", ""),
        ("%L = memref.alloc() : memref<4xf32>\nmemref.dealloc %L : memref<4xf32>", ""),
        # calls
        ("func.call @first(%B, %A) : (memref<4xf32>, memref<4xf32>) -> ()", "B"),
        ("func.call @unknown(%A) : (memref<4xf32>) -> ()", None),
        (
            "func.call @callee(%A, %B, %c, %x, %i) : "
            "(memref<4xf32>, memref<4xf32>, i1, f32, index) -> ()",
            None,
        ),
        # more than writes
        ("memref.dealloc %A : memref<4xf32>", None),
        (f"%L = memref.get_global @table : memref<4xf32>\n{STORE.format('L')}", None),
        (f"%L = memref.get_global @table : memref<4xf32>\n{LOAD.format('L')}", ""),
        ('cf.assert %c, "no"', None),
        ("scf.while () : () -> () {\n scf.condition(%c)\n} do {\n scf.yield\n}", None),
        ("pad.assume %c : i1", ""),
        ("pad.assume %c {pad.user} : i1", None),
        ('pad.assume %c {check = "static"} : i1', None),
        ('"test.op"() : () -> ()', None),
        # a buffer that is one of several
        (
            "%r = scf.for %k = %i to %i step %i iter_args(%X = %A) -> (memref<4xf32>) {\n"
            f"{STORE.format('X')}\nscf.yield %B : memref<4xf32>\n}}",
            None,
        ),
        # more than one block
        (f"cf.br ^end\n^end:\n{STORE.format('A')}", None),
    ],
)
def test_what_a_call_may_write(body: str, wanted: str | None) -> None:
    call = call_of(body)
    found = CalleeEffects().written_by(call)
    assert found == (None if wanted is None else [call.arguments["AB".index(w)] for w in wanted])


@pytest.mark.parametrize(
    ("body", "type", "wanted"),
    [
        (ALL.format("A", ""), "memref<4xf32>", True),
        (ALL.format("A", "") + "\n" + LOAD.format("B"), "memref<4xf32>", True),
        ("", "memref<4xf32>", False),
        ("", "memref<0xf32>", True),
        ("", "memref<0x4xf32>", True),
        (ALL.format("A", "").replace("to 4", "to 3"), "memref<4xf32>", False),
        (f"scf.if %c {{\n{ALL.format('A', '')}\n}}", "memref<4xf32>", False),
        # of any size
        (ALL.format("A", "").replace("4xf32", "?xf32"), "memref<?xf32>", False),
        # read, too, or assumed
        (ALL.format("A", "%l = affine.load %A[%k] : memref<4xf32>"), "memref<4xf32>", False),
        (
            "%l = memref.load %A[%i] : memref<4xf32>\n%h = arith.cmpf oeq, %l, %x : f32\n"
            f"pad.assume %h : i1\n{ALL.format('A', '')}",
            "memref<4xf32>",
            False,
        ),
        # at an index from outside, too, and by another name
        (f"{STORE.format('A')}\n{ALL.format('A', '')}", "memref<4xf32>", True),
        (
            f"%V = memref.cast %A : memref<4xf32> to memref<?xf32>\n{ALL.format('A', '')}",
            "memref<4xf32>",
            False,
        ),
    ],
)
def test_what_a_call_overwrites(body: str, type: str, wanted: bool) -> None:
    call = call_of(body, type)
    assert CalleeEffects().overwrites(call, call.arguments[0]) is wanted


def test_a_buffer_that_is_given_twice() -> None:
    call = call_of(ALL.format("A", ""), given="%A, %A")
    assert not CalleeEffects().overwrites(call, call.arguments[0])
