"""Launch plans: what is in them, what cannot be, and their way to JSON and back."""

# jsonschema has no types.
# pyright: reportMissingModuleSource=false, reportMissingTypeStubs=false
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime import KernelError
from pad_mlir.runtime.device.inlined_calls import called_functions, inline_calls
from pad_mlir.runtime.device.launch_plan import launch_plan
from pad_mlir.runtime.gpu.plan import ArrayParameter, Choice, Launch, LaunchPlan, Loop
from pad_mlir.runtime.gpu.plan_json import from_json, to_json
from pad_mlir.runtime.gpu.plan_sizes import OPERATIONS, Extent, Operation, evaluate
from pad_mlir.runtime.signature import find_function

from .kernel_modules import kernel, launch, module, scale
from .modules import BLOCK, CASES, CONSTANTS, dynamic, scale_in_two, time_loop

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "launch-plan.schema.json").read_text("utf-8")
)
ONE = ("%c1", "%c1", "%c1")
FLAT = "memref<300xf32>"


def plan_of(text: str) -> LaunchPlan:
    return launch_plan(find_function(parse_module(text), None))


def host(body: str, *kernels: str, parameters: str = f"%A: {FLAT}, %B: {FLAT}") -> str:
    constants = f"{CONSTANTS}%c3 = arith.constant 3 : index"
    text = f"func.func @f({parameters}) {{{constants}\n{body}\nreturn\n}}"
    return module(text, *(kernels or (scale(300),)))


def test_text() -> None:
    assert str(plan_of(scale_in_two().text)) == (
        "plan f(A: f32[300], B: f32[300] written)\n"
        "kernel scale(A: f32[300], B: f32[300] written) block (128, 1, 1)\n"
        "kernel triple(A: f32[300], B: f32[300] written) block (128, 1, 1)\n"
        "allocate T: f32[300] align 64\n"
        "launch scale(A, T) grid (3, 1, 1)\n"
        "launch triple(T, B) grid (3, 1, 1)\n"
        "free T\n"
    )
    assert str(plan_of(dynamic().text)) == (
        "plan f(A: f32[?], B: f32[?] written, n: index)\n"
        "kernel scale(A: f32[?], B: f32[?] written, n: index) block (128, 1, 1)\n"
        "allocate T: f32[A.shape[0]] align 64\n"
        "launch scale(A, T, n) grid ((n + 127) // 128, 1, 1)\n"
        "copy T to B\n"
    )


def test_loop() -> None:
    last = plan_of(time_loop().text).steps[-1]
    assert isinstance(last, Loop)
    assert (last.index, last.start, last.stop, last.step) == ("t", 0, 5, 1)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_json_and_back(case: Any) -> None:
    plan = plan_of(case.text)
    data = json.loads(json.dumps(to_json(plan)))
    jsonschema.validate(data, SCHEMA)
    assert from_json(data) == plan


def test_schema_knows_the_operations() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    _, _, _, infix = SCHEMA["$defs"]["size"]["oneOf"]
    assert infix["prefixItems"][0]["enum"] == list(OPERATIONS)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"steps": [{"step": "jump"}]},
        {"steps": [{"step": "free"}]},
        {"steps": [{"step": "launch", "kernel": "k", "grid": [1, 1], "arguments": []}]},
        {"steps": [{"step": "launch", "kernel": "k", "grid": [1, 1, ["xor", 1, 2]]}]},
        {"kernels": 3},
        {"parameters": [{"name": "A"}]},
    ],
)
def test_json_that_is_no_plan(change: dict[str, Any]) -> None:
    data = to_json(plan_of(scale_in_two().text)) | change
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)
    with pytest.raises(KernelError, match="launch plan"):
        from_json(data)


def test_sizes() -> None:
    text = f"""
  %two = arith.constant 2 : index
  %g = affine.apply affine_map<(d0)[s0] -> ((d0 + s0) ceildiv 128 + d0 mod 5)>(%n)[%two]
  %least = affine.min affine_map<(d0) -> (d0, 7)>(%n)
  %most = affine.max affine_map<(d0) -> (d0 * -1, 3)>(%n)
  {launch("scale", ("%g", "%least", "%most"), BLOCK, [("%A", FLAT), ("%B", FLAT)])}"""
    parameters = f"%A: {FLAT}, %B: {FLAT}, %n: index"
    (step,) = plan_of(host(text, parameters=parameters)).steps
    assert isinstance(step, Launch)
    for n in (0, 3, 8, 1000):
        x, y, z = (evaluate(size, {"n": n}, {}) for size in step.grid)
        assert (x, y, z) == (-(-(n + 2) // 128) + n % 5, min(n, 7), max(-n, 3))


def test_signs() -> None:
    def value(name: str, left: int, right: int) -> int:
        return evaluate(Operation(name, "l", "r"), {"l": left, "r": right}, {})

    assert [value("div", -7, 2), value("div", 7, -2), value("floordiv", -7, 2)] == [-3, -3, -4]
    assert [value("rem", -7, 2), value("mod", -7, 2), value("ceildiv", -7, 2)] == [-1, 1, -3]
    assert value("divu", -1, 2) == (1 << 63) - 1
    assert evaluate(Extent("A", 1), {}, {"A": (3, 4)}) == 4
    with pytest.raises(ZeroDivisionError):
        value("floordiv", 1, 0)


CHOICE = f"""
  %rest = arith.remsi %n, %c128 : index
  %zero = arith.constant 0 : index
  %whole = arith.cmpi eq, %rest, %zero : index
  %some = arith.cmpi ugt, %n, %c3 : index
  %both = arith.andi %whole, %some : i1
  scf.if %both {{
    {launch("scale", ONE, BLOCK, [("%A", FLAT), ("%B", FLAT)])}
  }} else {{
    affine.if affine_set<(d0) : (d0 - 1 >= 0, -d0 + 9 >= 0)>(%n) {{
      memref.copy %A, %B : {FLAT} to {FLAT}
    }}
  }}"""


def test_choice() -> None:
    plan = plan_of(host(CHOICE, parameters=f"%A: {FLAT}, %B: {FLAT}, %n: index"))
    assert str(plan).splitlines()[2:] == [
        "if min((n rem 128) == 0, n gtu 3):",
        "  launch scale(A, B) grid (1, 1, 1)",
        "else:",
        "  if min((n + -1) >= 0, ((n * -1) + 9) >= 0):",
        "    copy A to B",
    ]
    data = json.loads(json.dumps(to_json(plan)))
    jsonschema.validate(data, SCHEMA)
    assert from_json(data) == plan
    (step,) = plan.steps
    assert isinstance(step, Choice)
    assert [
        n for n in (-128, 0, 3, 64, 128, 129, 256) if evaluate(step.condition, {"n": n}, {})
    ] == [*(-128, 128, 256)]


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b,
    "sge": lambda a, b: a >= b,
    "ult": lambda a, b: a % 2**64 < b % 2**64,
    "ule": lambda a, b: a % 2**64 <= b % 2**64,
    "ugt": lambda a, b: a % 2**64 > b % 2**64,
    "uge": lambda a, b: a % 2**64 >= b % 2**64,
}


@pytest.mark.parametrize("predicate", COMPARED)
def test_comparisons(predicate: str) -> None:
    body = f"""
  %yes = arith.constant true
  %less = arith.cmpi {predicate}, %n, %m : index
  %c = arith.andi %less, %yes : i1
  scf.if %c {{
    memref.copy %A, %B : {FLAT} to {FLAT}
  }}"""
    parameters = f"%A: {FLAT}, %B: {FLAT}, %n: index, %m: index"
    (step,) = plan_of(host(body, parameters=parameters)).steps
    assert isinstance(step, Choice)
    for n, m in ((1, 2), (2, 1), (3, 3), (-1, 1), (1, -1), (-2, -1), (0, 0)):
        found = bool(evaluate(step.condition, {"n": n, "m": m}, {}))
        assert found == COMPARED[predicate](n, m), (n, m)


def test_calls_are_what_they_do() -> None:
    """Each call with what it gives; local buffers of two calls are two."""
    called = f"""func.func private @twice(%X: {FLAT}, %Y: {FLAT}, %k: index) {{
      %T = memref.alloc() : {FLAT}
      memref.copy %X, %T : {FLAT} to {FLAT}
      func.call @inner(%T, %Y, %k) : ({FLAT}, {FLAT}, index) -> ()
      func.return
    }}
    func.func private @inner(%X: {FLAT}, %Y: {FLAT}, %k: index) {{
      affine.for %i = 0 to %k {{
        memref.copy %X, %Y : {FLAT} to {FLAT}
      }}
      func.return
    }}"""
    body = f"""
  func.call @twice(%A, %B, %n) : ({FLAT}, {FLAT}, index) -> ()
  func.call @twice(%B, %A, %c3) : ({FLAT}, {FLAT}, index) -> ()"""
    text = host(body, parameters=f"%A: {FLAT}, %B: {FLAT}, %n: index").rstrip()
    assert text.endswith("}")
    function = find_function(parse_module(f"{text[:-1]}{called}\n}}"), "f")
    assert [f.sym_name.data for f in called_functions(function)] == ["f", "twice", "inner"]
    inline_calls(function)
    assert str(launch_plan(function)).splitlines()[1:] == [
        *("allocate T: f32[300] align 64", "copy A to T", "for i = 0 to n:", "  copy T to B"),
        *("allocate T_1: f32[300] align 64", "copy B to T_1"),
        *("for i_1 = 0 to 3:", "  copy T_1 to A"),
    ]


def test_a_function_that_calls_itself() -> None:
    ends = f"func.call @g(%A, %B) : ({FLAT}, {FLAT}) -> ()"
    text = host(ends).rstrip()
    of_g = f"func.func private @g(%A: {FLAT}, %B: {FLAT}) {{ {ends} func.return }}"
    function = find_function(parse_module(f"{text[:-1]}{of_g}\n}}"), "f")
    with pytest.raises(PadError, match="@f calls itself, or calls are nested more than 50 deep"):
        inline_calls(function)


def test_alignment_that_kernels_need() -> None:
    body = """
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] {alignment = 16 : i64} : memref<300xf32>, vector<4xf32>
  memref.store %one, %B[%c0] : memref<300xf32>"""
    text = kernel(
        "scale", f"%A: {FLAT}, %B: {FLAT}", (128, 1, 1), "%one = arith.constant 1.0 : f32" + body
    )
    call = launch("scale", ONE, BLOCK, [("%A", FLAT), ("%B", FLAT)])
    plan = plan_of(host(call, text))
    assert plan.parameters == plan.kernels[0].parameters
    assert [p.alignment for p in plan.parameters if isinstance(p, ArrayParameter)] == [16, 1]


ARGUMENTS = [("%A", FLAT), ("%B", FLAT)]
REFUSED = {
    "a load": (
        "%v = memref.load %A[%c1] : memref<300xf32>",
        "can't hold 'memref.load'",
    ),
    "a loop with values": (
        "%r = scf.for %i = %c1 to %c3 step %c1 iter_args(%a = %c1) -> (index) {\n"
        "scf.yield %a : index\n}",
        "carries no values",
    ),
    "an if with values": (
        "%c = arith.cmpi eq, %n, %c1 : index\n"
        "%r = scf.if %c -> (index) {\nscf.yield %c1 : index\n} else {\nscf.yield %c3 : index\n}",
        "can't hold the values of this 'scf.yield'|if has no values",
    ),
    "a condition on data": (
        "%v = memref.load %A[%c1] : memref<300xf32>\n"
        "%c = arith.cmpf oeq, %v, %v : f32\nscf.if %c {\nscf.yield\n}",
        "can't hold 'memref.load'",
    ),
    "several blocks": ("cf.br ^next\n^next:", "can't hold 'cf.br'"),
    "a call": (
        "func.call @f(%A, %B, %n) : (memref<300xf32>, memref<300xf32>, index) -> ()",
        "can't hold 'func.call'",
    ),
    "a step of 0": (
        "%z = arith.constant 0 : index\nscf.for %i = %c1 to %c3 step %z {\nscf.yield\n}",
        "constant, positive step",
    ),
    "a block that varies": (
        launch("scale", ONE, ("%n", "%c1", "%c1"), ARGUMENTS),
        "constant, positive sizes",
    ),
    "no such kernel": (launch("twice", ONE, BLOCK, ARGUMENTS), "no kernel @kernels::@twice"),
    "wrong arguments": (launch("scale", ONE, BLOCK, ARGUMENTS[:1]), "takes these arguments"),
    "two blocks": (
        launch("scale", ONE, BLOCK, ARGUMENTS) + "\n" + launch("scale", ONE, ONE, ARGUMENTS),
        "one kernel of a name",
    ),
    "a size by a product of floats": (
        "%x = arith.shli %n, %c1 : index\n"
        + launch("scale", ("%x", "%c1", "%c1"), BLOCK, ARGUMENTS),
        "can't hold 'arith.shli'",
    ),
}


@pytest.mark.parametrize(("body", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(body: str, message: str) -> None:
    text = host(body, parameters=f"%A: {FLAT}, %B: {FLAT}, %n: index")
    with pytest.raises(PadError, match=message) as caught:
        plan_of(text)
    assert caught.value.op is not None
