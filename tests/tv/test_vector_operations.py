"""Operations on vectors: each computes lane by lane what scalars do."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_BUFFERS = "%A: memref<8xf32>, %B: memref<8xf32>"


def _kernel(body: str, arguments: str = _BUFFERS) -> str:
    constants = " ".join(f"%c{k} = arith.constant {k} : index" for k in (0, 1, 2, 4))
    return f"func.func @f({arguments}) {{ {constants} {body} func.return }}"


def _loads(*names: str) -> str:
    """`%x` and so on: four elements of A each."""
    return "\n".join(
        f"%{name} = vector.load %A[%c{4 * k}] : memref<8xf32>, vector<4xf32>"
        for k, name in enumerate(names)
    )


def _cells(*values: str) -> str:
    """The elements of A, and these values, of them, into B; a name alone is an element itself."""
    loads = "\n".join(f"%a{k} = affine.load %A[{k}] : memref<8xf32>" for k in range(8))
    parts = [value.rpartition("\n") for value in values]
    stores = [
        f"{code} affine.store %{name.strip()}, %B[{k}] : memref<8xf32>"
        for k, (code, _, name) in enumerate(parts)
    ]
    return f"{loads} {' '.join(stores)}"


_STORE = "vector.store %r, %B[%c0] : memref<8xf32>, vector<4xf32>"
_FMAS = [f"%f{k} = math.fma %a{k}, %a{k + 4}, %a{k} : f32 \n f{k}" for k in range(4)]
_NEXT = [
    "%k0 = arith.constant 1.0 : f32 %r0 = arith.addf %a0, %k0 : f32 \n r0",
    "%k1 = arith.constant -0.0 : f32 %r1 = arith.addf %a1, %k1 : f32 \n r1",
    "%k2 = arith.constant 0xFF800000 : f32 %r2 = arith.addf %a2, %k2 : f32 \n r2",
    "%k3 = arith.constant 4.0 : f32 %r3 = arith.addf %a3, %k3 : f32 \n r3",
]


@pytest.mark.parametrize(
    ("code", "cells"),
    [
        (f"{_loads('x', 'y')} %r = vector.fma %x, %y, %x : vector<4xf32>", _FMAS),
        (
            f"""{_loads("x")}
            %k = arith.constant dense<[1.0, -0.0, 0xFF800000, 4.0]> : vector<4xf32>
            %r = arith.addf %x, %k : vector<4xf32>""",
            _NEXT,
        ),
        (
            f"""{_loads("x", "y")}
            %r = vector.shuffle %x, %y [6, 0, 0, 3] : vector<4xf32>, vector<4xf32>""",
            ["a6", "a0", "a0", "a3"],
        ),
        (
            f"""{_loads("x", "y")} %s = vector.extract %y[%c1] : f32 from vector<4xf32>
            %t = vector.extract %y[3] : f32 from vector<4xf32>
            %w = vector.insert %s, %x [2] : f32 into vector<4xf32>
            %r = vector.insert %t, %w [%c0] : f32 into vector<4xf32>""",
            ["a7", "a1", "a5", "a3"],
        ),
        (
            f"""{_loads("x")} %s = vector.extract %x[2] : f32 from vector<4xf32>
            %r = vector.broadcast %s : f32 to vector<4xf32>""",
            ["a2", "a2", "a2", "a2"],
        ),
        (
            f"""{_loads("x", "y")} %m = vector.create_mask %c2 : vector<4xi1>
            %r = arith.select %m, %x, %y : vector<4xi1>, vector<4xf32>""",
            ["a0", "a1", "a6", "a7"],
        ),
        (
            f"""{_loads("x", "y")} %m = arith.cmpi slt, %c2, %c1 : index
            %r = arith.select %m, %x, %y : vector<4xf32>""",
            ["a4", "a5", "a6", "a7"],
        ),
        (
            f"""{_loads("x", "y")} %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
            %limit = vector.broadcast %c2 : index to vector<4xindex>
            %m = arith.cmpi sge, %lanes, %limit : vector<4xindex>
            %r = arith.select %m, %x, %y : vector<4xi1>, vector<4xf32>""",
            ["a4", "a5", "a2", "a3"],
        ),
        (
            f"""{_loads("x", "y")} %c = arith.cmpi slt, %c2, %c1 : index
            %r = scf.if %c -> (vector<4xf32>) {{ scf.yield %x : vector<4xf32> }}
            else {{ scf.yield %y : vector<4xf32> }}""",
            ["a4", "a5", "a6", "a7"],
        ),
        (
            f"""{_loads("x")} %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%v = %x)
                -> (vector<4xf32>) {{
              %w = vector.shuffle %v, %v [1, 2, 3, 0] : vector<4xf32>, vector<4xf32>
              scf.yield %w : vector<4xf32>
            }}""",
            ["a2", "a3", "a0", "a1"],
        ),
        (
            """%E = memref.expand_shape %A [[0, 1]] output_shape [2, 4]
              : memref<8xf32> into memref<2x4xf32>
            %r = vector.load %E[%c1, %c0] : memref<2x4xf32>, vector<4xf32>""",
            ["a4", "a5", "a6", "a7"],
        ),
        (
            """%E = memref.subview %A[1] [4] [2]
              : memref<8xf32> to memref<4xf32, strided<[2], offset: 1>>
            %r = vector.load %E[%c0] : memref<4xf32, strided<[2], offset: 1>>, vector<4xf32>""",
            ["a1", "a3", "a5", "a7"],
        ),
    ],
)
def test_lanes(code: str, cells: list[str]) -> None:
    vector, scalars = _kernel(f"{code} {_STORE}"), _kernel(_cells(*cells))
    for before, after in ((vector, scalars), (scalars, vector)):
        verdict = judge(before, after)
        assert verdict.status is Status.VALID, verdict
    assert judge(_kernel(_cells(*cells[1:], "a0")), vector).status is Status.REFUTED


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("vector.load %A[%c5]", "A[8] is out of bounds of [8]"),
        ("vector.load %A[%under]", "A[-1] is out of bounds of [8]"),
        ("vector.load %L[%c0]", "L[3] is read while uninitialised"),
    ],
)
def test_each_lane_is_an_access(code: str, says: str) -> None:
    text = _kernel(f"""%c5 = arith.constant 5 : index %under = arith.constant -1 : index
      %L = memref.alloc() : memref<8xf32>
      affine.for %i = 0 to 3 {{
        %a = affine.load %A[%i] : memref<8xf32>
        affine.store %a, %L[%i] : memref<8xf32>
      }}
      %x = {code} : memref<8xf32>, vector<4xf32>""")
    verdict = judge(_kernel(""), text)
    assert verdict.status is Status.REFUTED, verdict
    assert says in str(verdict)


def test_lanes_end_with_the_row() -> None:
    text = """func.func @f(%A: memref<2x6xf32>) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %x = vector.load %A[%c0, %c4] : memref<2x6xf32>, vector<4xf32>
      func.return
    }"""
    nothing = "func.func @f(%A: memref<2x6xf32>) { func.return }"
    assert "A[0, 6] is out of bounds of [2, 6]" in str(judge(nothing, text))


_LOCAL = """%L = memref.alloc() : memref<2xf32>
    %a = affine.load %A[0] : memref<8xf32>
    affine.store %a, %L[0] : memref<2xf32>
    {}
    %x = vector.maskedload %L[%c0], %m, %z
      : memref<2xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %x, %B[%c0] : memref<8xf32>, vector<4xf32>"""


def test_a_lane_that_is_off_touches_nothing() -> None:
    """Neither what is uninitialised nor what lies outside of the buffer."""
    zero = "%z = arith.constant dense<0.0> : vector<4xf32>"
    one, two = (f"{zero} %m = vector.create_mask %c{k} : vector<4xi1>" for k in (1, 2))
    cells = _cells("a0", *(f"%z{k} = arith.constant 0.0 : f32 \n z{k}" for k in (1, 2, 3)))
    verdict = judge(_kernel(cells), _kernel(_LOCAL.format(one)))
    assert verdict.status is Status.VALID, verdict
    assert "L[1] is read while uninitialised" in str(
        judge(_kernel(cells), _kernel(_LOCAL.format(two)))
    )


def test_a_read_under_a_mask_of_data_is_one_where_it_holds() -> None:
    def kernel(condition: str) -> str:
        code = f"""%c5 = arith.constant 5 : index
            %z = arith.constant dense<0.0> : vector<4xf32>
            %m = vector.broadcast {condition} : i1 to vector<4xi1>
            %x = vector.maskedload %A[%c5], %m, %z
              : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
            vector.store %x, %B[%c0] : memref<8xf32>, vector<4xf32>"""
        return _kernel(code, f"{_BUFFERS}, %p: i1, %q: i1")

    original = kernel("%p")
    assert judge(original, original).status is Status.VALID
    verdict = judge(original, kernel("%q"))
    assert verdict.status is Status.REFUTED, verdict
    assert "A[8] is out of bounds of [8]" in str(verdict)


def test_stores_in_another_order() -> None:
    first = "vector.store %x, %B[%c0] : memref<8xf32>, vector<4xf32>"
    second = "vector.store %y, %B[%c2] : memref<8xf32>, vector<4xf32>"
    apart = second.replace("%c2", "%c4")
    loads = _loads("x", "y")
    right = judge(_kernel(loads + first + apart), _kernel(loads + apart + first))
    assert right.status is Status.VALID
    wrong = judge(_kernel(loads + first + second), _kernel(loads + second + first))
    assert wrong.status is Status.REFUTED
    assert "B[2]: another value" in str(wrong)


def test_vectors_are_arguments_and_results() -> None:
    def function(result: str, callee: str = "") -> str:
        return f"""{callee} func.func @f(%x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {{
          %s = arith.addf %x, %y : vector<2xf32>
          %t = arith.addf %y, %x : vector<2xf32>
          {result} func.return %r : vector<2xf32>
        }}"""

    called = "%r = func.call @g(%s) : (vector<2xf32>) -> vector<2xf32>"
    callee = """func.func private @g(%x: vector<2xf32>) -> vector<2xf32> {
      %k = arith.constant dense<[1.0, -1.0]> : vector<2xf32>
      %r = arith.mulf %x, %k : vector<2xf32> func.return %r : vector<2xf32> }"""
    direct = """%k = arith.constant dense<[1.0, -1.0]> : vector<2xf32>
      %r = arith.mulf %t, %k : vector<2xf32>"""
    verdict = judge(function(called, callee), function(direct))
    assert verdict.status is Status.VALID, verdict
    wrong = judge(function(called, callee), function(direct.replace("%t", "%y")))
    assert "result 0[0]: another value" in str(wrong)
    assert "for x[0] = " in str(wrong)


def test_what_an_if_on_data_yields() -> None:
    def function(body: str) -> str:
        return f"""func.func @f(%p: i1, %x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {{
          {body} func.return %r : vector<2xf32>
        }}"""

    branch = """%r = scf.if %p -> (vector<2xf32>) { scf.yield %x : vector<2xf32> }
        else { scf.yield %y : vector<2xf32> }"""
    chosen = "%r = arith.select %p, %x, %y : vector<2xf32>"
    assert judge(function(branch), function(chosen)).status is Status.VALID
    swapped = chosen.replace("%x, %y", "%y, %x")
    assert judge(function(branch), function(swapped)).status is Status.REFUTED


def test_divisions_of_lanes() -> None:
    def function(op: str, type: str) -> str:
        return f"""func.func @f(%x: {type}, %y: {type}) -> {type} {{
          %r = arith.{op} %x, %y : {type} func.return %r : {type}
        }}"""

    vector = "vector<2xi32>"
    assert judge(function("divsi", vector), function("divsi", vector)).status is Status.VALID
    verdict = judge(function("muli", vector), function("divui", vector))
    assert "division by zero" in str(verdict)
    assert "y[0] = 0" in str(verdict)


def _reduced(kind: str, flags: str = "", element: str = "f32", initial: str = "") -> str:
    vector = f"vector<3x{element}>"
    return f"""func.func @f(%x: {vector}, %s: {element}) -> {element} {{
      %r = vector.reduction <{kind}>, %x{initial} {flags} : {vector} into {element}
      func.return %r : {element}
    }}"""


def _folded(op: str, start: str = "%s") -> str:
    """The lanes combined from a value on, one by one."""
    lanes = [f"%l{k} = vector.extract %x[{k}] : f32 from vector<3xf32>" for k in range(3)]
    steps = [
        f"%t{k} = arith.{op} {start if not k else f'%t{k - 1}'}, %l{k} : f32" for k in range(3)
    ]
    return f"""func.func @f(%x: vector<3xf32>, %s: f32) -> f32 {{
      %zero = arith.constant 0.0 : f32
      %negative = arith.constant -0.0 : f32
      {" ".join(lanes)} {" ".join(steps)} func.return %t2 : f32
    }}"""


def test_a_float_reduction_without_a_flag_is_done_in_order() -> None:
    for kind, op in (("add", "addf"), ("mul", "mulf")):
        assert judge(_folded(op), _reduced(kind, initial=", %s")).status is Status.VALID
        loose = _reduced(kind, "fastmath<reassoc>", initial=", %s")
        assert judge(loose, _folded(op)).status is Status.VALID
        assert judge(_folded(op), loose).status is not Status.VALID


def test_a_sum_of_lanes_alone() -> None:
    """It is -0.0 where all lanes are: nothing is added to them."""
    assert judge(_folded("addf", "%negative"), _reduced("add")).status is Status.VALID
    assert judge(_folded("addf", "%zero"), _reduced("add")).status is Status.REFUTED


def test_which_zero_is_greater_is_open_in_a_reduction() -> None:
    text = _reduced("maxnumf", initial=", %s")
    assert "which zero a maxnumf of lanes gives" in str(judge(text, text))


@pytest.mark.parametrize(("element", "lies_so"), [("i1", True), ("i4", False), ("i24", False)])
def test_lanes_lie_in_memory_as_elements_do(element: str, lies_so: bool) -> None:
    text = f"""func.func @f(%A: memref<8x{element}>) {{
      %c0 = arith.constant 0 : index
      %x = vector.load %A[%c0] : memref<8x{element}>, vector<8x{element}>
      vector.store %x, %A[%c0] : memref<8x{element}>, vector<8x{element}>
      func.return
    }}"""
    verdict = judge(text, text)
    assert verdict.status is (Status.VALID if lies_so else Status.NOT_VALIDATED)
    assert lies_so or f"a vector in a buffer of type memref<8x{element}>" in str(verdict)


@pytest.mark.parametrize(
    "text",
    [
        "%r = vector.broadcast %x : f32 to vector<2x2xf32>",
        "%r = vector.broadcast %x : f32 to vector<[4]xf32>",
        "%c = arith.constant dense<0.0> : vector<2x2xf32>",
        "%r = vector.shuffle %v, %v [-1, 0] : vector<2xf32>, vector<2xf32>",
    ],
)
def test_what_is_not_understood(text: str) -> None:
    function = f"func.func @f(%x: f32, %v: vector<2xf32>) {{ {text} func.return }}"
    assert judge(function, function).status is Status.NOT_VALIDATED
