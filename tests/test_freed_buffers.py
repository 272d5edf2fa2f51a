"""No pass makes a program access a buffer that may be deallocated, whatever deallocates it."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from .programs.evaluator import Undefined, difference, evaluate

_RELEASE = """
func.func private @release(%given: memref<8xi32>) {
  memref.dealloc %given : memref<8xi32>
  func.return
}
func.func private @release_by_another(%given: memref<8xi32>) {
  func.call @release(%given) : (memref<8xi32>) -> ()
  func.return
}"""
_FREEING = {
    "here": "memref.dealloc %A : memref<8xi32>",
    "callee": "func.call @release_by_another(%A) : (memref<8xi32>) -> ()",
    "selected": """%other = memref.alloc() : memref<8xi32>
      %chosen = arith.select %c, %A, %other : memref<8xi32>
      memref.dealloc %chosen : memref<8xi32>""",
    "view": """%view = memref.cast %A : memref<8xi32> to memref<?xi32>
      memref.dealloc %view : memref<?xi32>""",
}
_BODIES = {
    "read": """%a = affine.load %A[%i] : memref<8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>""",
    "write": """%s = affine.load %B[0] : memref<1xi32>
      affine.store %s, %A[%i] : memref<8xi32>""",
    "same": """%a = affine.load %A[3] : memref<8xi32>
      affine.store %a, %B[0] : memref<1xi32>""",
}
_LOOPS = {
    "bounds": ("affine.for %i = 0 to %n {", "}"),
    "guard": (
        "affine.for %i = 0 to 8 {\naffine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {",
        "}\n}",
    ),
}
_PASSES = (
    "pad-cache-read{buffer=A}",
    "pad-cache-read{buffer=A stage=compute}",
    "pad-cache-write{buffer=A}",
    "pad-cache-write{buffer=A stage=compute}",
    'pad-transform-layout{buffer=A interface=keep map="(i) -> (i floordiv 3, i mod 3)" pad=0}',
    "pad-remove-branching-through-overcompute{max-waste=inf}",
    *("pad-hoist-expression", "pad-merge-adjacent-loops", "pad-partition-loops"),
    *("pad-vectorize", "pad-register-tile", "pad-simplify", "pad-remove-no-op"),
)


def _program(freeing: str, body: str, loop: str, is_local: bool) -> str:
    first, last = _LOOPS[loop]
    argument = "" if is_local else ", %A: memref<8xi32>"
    local = '%A = memref.alloc() {pad.name = "A"} : memref<8xi32>' if is_local else ""
    return f"""
    func.func @f(%c: i1, %n: index, %B: memref<1xi32>{argument}) {{
      %zero = arith.constant 0 : i32
      {local}
      affine.for %k = 0 to 8 {{
        affine.store %zero, %A[%k] : memref<8xi32>
      }} {{pad.stage = "init"}}
      scf.if %c {{
        {_FREEING[freeing]}
      }}
      {first}
      {_BODIES[body]}
      {last} {{pad.stage = "compute"}}
      func.return
    }}
    {_RELEASE}"""


@pytest.mark.parametrize("is_local", [True, False])
@pytest.mark.parametrize("freeing", _FREEING)
def test_what_may_be_deallocated_is_not_accessed(freeing: str, is_local: bool) -> None:
    for body in _BODIES:
        for loop in _LOOPS:
            text = _program(freeing, body, loop, is_local)
            original = parse_module(text)
            for name in _PASSES:
                module = original.clone()
                (taking,) = parse_pipeline(name, ALL_PASSES)
                try:
                    with collect_remarks():
                        taking.apply(new_context(), module)
                except PadError:
                    continue
                for is_freed, count in ((1, 0), (0, 3)):
                    given = [
                        is_freed,
                        count,
                        np.array([5]),
                        *([] if is_local else [np.ones(8, int)]),
                    ]
                    expected = evaluate(original, "f", given)
                    try:
                        found = difference(expected, evaluate(module, "f", given))
                    except Undefined as error:
                        found = str(error)
                    assert found is None, f"{name}: {found}\n{text}"
