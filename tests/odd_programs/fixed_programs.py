"""Functions of buffers A and B, most with a stage `s0` and a loop `i`, each odd in one way."""

from __future__ import annotations

_FILL = """
affine.for %i = 0 to 14 {
  affine.store %x, %B[%i] : memref<14xf32>
} {pad.stage = "s0"}
"""
_COPY = """
affine.for %i = 0 to 14 {
  %a = affine.load %A[%i] : memref<14xf32>
  affine.store %a, %B[%i] : memref<14xf32>
} {pad.stage = "s0"}
"""
_BODIES = {
    "nothing in a loop": 'affine.for %i = 0 to 14 {\n} {pad.stage = "s0"}',
    "nothing in two loops": """
affine.for %i = 0 to 14 {
  affine.for %j = 0 to 4 {
  }
} {pad.stage = "s0"}
""",
    "no iteration": _COPY.replace("0 to 14", "3 to 3"),
    "fewer than no iterations": _COPY.replace("0 to 14", "5 to 3"),
    "a step that leaves a rest": _COPY.replace("0 to 14", "0 to 14 step 5"),
    "bounds of sizes": _COPY.replace(
        "0 to 14",
        "max affine_map<(d0) -> (0, d0 - 3)>(%n) to min affine_map<(d0) -> (14, d0)>(%n)",
    ),
    "more iterations than end": """
affine.for %i = 0 to 9223372036854775807 {
} {pad.stage = "s0"}
""",
    "a value that is only passed on": """
%r = affine.for %i = 0 to 14 iter_args(%c = %x) -> (f32) {
  affine.yield %c : f32
} {pad.stage = "s0"}
affine.store %r, %B[0] : memref<14xf32>
""",
    "a load that nobody uses": """
affine.for %i = 0 to 14 {
  %a = affine.load %A[%i] : memref<14xf32>
} {pad.stage = "s0"}
""",
    "a sum that nobody uses": """
affine.for %i = 0 to 14 {
  %s = arith.addf %x, %x : f32
} {pad.stage = "s0"}
""",
    "only an assume": """
affine.for %i = 0 to 14 {
  %a = affine.load %A[%i] : memref<14xf32>
  %is = arith.cmpf oeq, %a, %x : f32
  pad.assume %is : i1
} {pad.stage = "s0"}
""",
    "a stage that is a store": 'affine.store %x, %B[3] {pad.stage = "s0"} : memref<14xf32>',
    "a stage that is an if": """
affine.if affine_set<()[s0] : (s0 >= 0)>()[%n] {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
} {pad.stage = "s0"}
""",
    "nothing in an if": """
affine.for %i = 0 to 14 {
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
  }
} {pad.stage = "s0"}
""",
    "something in an else only": """
affine.for %i = 0 to 14 {
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
  } else {
    affine.store %x, %B[%i] : memref<14xf32>
  }
} {pad.stage = "s0"}
""",
    "two stages of one name": _FILL + _FILL.replace("%B", "%A").replace("%i", "%j"),
    "the same store twice": _FILL.replace(
        "\n} {", "\n  affine.store %x, %B[%i] : memref<14xf32>\n} {"
    ),
    "an scf loop with nothing": """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
scf.for %i = %c0 to %n step %c1 {
} {pad.stage = "s0"}
""",
    "a step below 0": """
%c0 = arith.constant 0 : index
%c1 = arith.constant -1 : index
scf.for %i = %c0 to %n step %c1 {
} {pad.stage = "s0"}
""",
    "a while loop": """
%r = scf.while (%v = %n) : (index) -> index {
  %c5 = arith.constant 5 : index
  %is = arith.cmpi slt, %v, %c5 : index
  scf.condition(%is) %v : index
} do {
^body(%u: index):
  scf.yield %u : index
} attributes {pad.stage = "s0"}
""",
    "nothing in a parallel loop": 'affine.parallel (%i) = (0) to (14) {\n} {pad.stage = "s0"}',
    "a parallel stage": """
affine.parallel (%i, %j) = (0, 0) to (14, 2) {
  %a = affine.load %A[%i] : memref<14xf32>
  affine.store %a, %B[%i] : memref<14xf32>
} {pad.stage = "s0"}
""",
    "no axis": """
%T = memref.alloc() {pad.name = "T"} : memref<f32>
affine.for %i = 0 to 14 {
  affine.store %x, %T[] : memref<f32>
  %t = affine.load %T[] : memref<f32>
  affine.store %t, %B[%i] : memref<14xf32>
} {pad.stage = "s0"}
memref.dealloc %T : memref<f32>
""",
    "no cell": """
%T = memref.alloc() {pad.name = "T"} : memref<0xf32>
affine.for %i = 0 to 0 {
  %t = affine.load %T[%i] : memref<0xf32>
  affine.store %t, %B[%i] : memref<14xf32>
} {pad.stage = "s0"}
memref.dealloc %T : memref<0xf32>
""",
    "cells that are not set": """
%T = memref.alloca() {pad.name = "T"} : memref<14xi1>
affine.for %i = 0 to 14 {
  %t = affine.load %T[%i] : memref<14xi1>
  affine.store %t, %T[13 - %i] : memref<14xi1>
} {pad.stage = "s0"}
""",
    "a view": """
%V = memref.subview %A[2] [8] [1] : memref<14xf32> to memref<8xf32, strided<[1], offset: 2>>
affine.for %i = 0 to 8 {
  %a = affine.load %V[%i] : memref<8xf32, strided<[1], offset: 2>>
  affine.store %a, %B[%i] : memref<14xf32>
} {pad.stage = "s0"}
""",
    "a triangle": """
affine.for %i = 0 to 14 {
  affine.for %j = affine_map<(d0) -> (d0)>(%i) to 14 {
    %a = affine.load %A[%j] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
} {pad.stage = "s0"}
""",
    "a buffer that is chosen": """
%is = arith.cmpf oeq, %x, %x : f32
%T = arith.select %is, %A, %B : memref<14xf32>
affine.for %i = 0 to 14 {
  affine.store %x, %T[%i] : memref<14xf32>
} {pad.stage = "s0"}
""",
    "a call of itself": """
affine.for %i = 0 to 14 {
  func.call @f(%A, %B, %x, %n) : (memref<14xf32>, memref<14xf32>, f32, index) -> ()
} {pad.stage = "s0"}
""",
}
_OF_TYPES = ("a step that leaves a rest", "the same store twice", "a value that is only passed on")
_TYPES = ("f16", "index", "i1", "i64", "vector<4xf32>", "complex<f32>")


def _function(body: str, buffer: str = "memref<14xf32>", element: str = "f32") -> str:
    arguments = f"%A: {buffer}, %B: {buffer}, %x: {element}, %n: index"
    return f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}\n"


def _in_a_branch(body: str) -> str:
    head = "%first = arith.cmpi sge, %n, %n : index\ncf.cond_br %first, ^then, ^end\n^then:\n"
    return f"{head}{body}\ncf.br ^end\n^end:"


def _programs() -> dict[str, str]:
    made = {name: _function(body) for name, body in _BODIES.items()}
    for name, body in _BODIES.items():
        if "@f" not in body and "alloc" not in body:
            made[f"{name}, in a branch"] = _function(_in_a_branch(body))
        if "subview" not in body and "alloc" not in body:
            buffer, run = "memref<?xf32>", body.replace("0 to 14", "0 to %n")
            run = run.replace("memref<14xf32>", buffer)
            made[f"{name}, of any size"] = _function(run, buffer)
            made[f"{name}, of any size, in a branch"] = _function(_in_a_branch(run), buffer)
    for name in _OF_TYPES:
        for type in _TYPES:
            body = _BODIES[name].replace("f32", type)
            made[f"{name}, {type}"] = _function(body, f"memref<14x{type}>", type)
        strided = "memref<14xf32, strided<[2], offset: 3>>"
        body = _BODIES[name].replace("memref<14xf32>", strided)
        made[f"{name}, strided"] = _function(body, strided)
    return made


PROGRAMS = _programs()
"""By what is odd of them."""
