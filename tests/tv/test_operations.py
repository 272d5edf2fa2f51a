"""Operations that an execution understands: each computes what an equal program does."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_A = "%A: memref<4xf32>"
_B = "%A: memref<4xf32>, %B: memref<4xf32>"


def _kernel(body: str, arguments: str = _B, extra: str = "", result: str = "") -> str:
    end = "func.return" if not result else ""
    return f"{extra} func.func @f({arguments}) {result} {{ {body} {end} }}"


_COPY = """affine.for %i = 0 to 4 {
      %a = affine.load %A[%i] : memref<4xf32>
      affine.store %a, %B[%i] : memref<4xf32>
    }"""
_BOUNDS = "".join(f"%c{k} = arith.constant {k} : index " for k in range(5))
_TILES = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 3, d0 mod 3)>], [{}], {{}}>"


def _tiles(kind: str) -> str:
    return f"memref<4xf32, {_TILES.format(kind)}>"


_PACKED = f"""%T = memref.alloc() : {_tiles("0.0 : f32")}
    pad.pack %A into %T : memref<4xf32> into {_tiles("0.0 : f32")}
    %U = pad.cast %T : {_tiles("0.0 : f32")} to {_tiles('"undef"')}
    pad.unpack %U into %B : {_tiles('"undef"')} into memref<4xf32>"""
_WHILE = f"""{_BOUNDS}
    %r = scf.while (%i = %c0) : (index) -> index {{
      %more = arith.cmpi slt, %i, %c4 : index
      scf.condition(%more) %i : index
    }} do {{
    ^bb0(%j: index):
      %a = memref.load %A[%j] : memref<4xf32>
      memref.store %a, %B[%j] : memref<4xf32>
      %k = arith.addi %j, %c1 : index
      scf.yield %k : index
    }}"""
_SWITCH = f"""{_BOUNDS}
    affine.for %i = 0 to 4 {{
      %a = affine.load %A[%i] : memref<4xf32>
      scf.index_switch %i
      case 2 {{
        affine.store %a, %B[2] : memref<4xf32>
        scf.yield
      }}
      default {{
        affine.store %a, %B[%i] : memref<4xf32>
        scf.yield
      }}
    }}"""
_HALVES = """%L = memref.subview %A[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
    %H = memref.subview %A[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
    affine.for %i = 0 to 2 {
      %l = affine.load %L[%i] : memref<2xf32, strided<[1]>>
      %h = affine.load %H[%i] : memref<2xf32, strided<[1], offset: 2>>
      affine.store %l, %B[%i] : memref<4xf32>
      affine.store %h, %B[%i + 2] : memref<4xf32>
    }"""
_REGION = f"""{_BOUNDS}
    scf.parallel (%i) = (%c0) to (%c4) step (%c1) {{
      %x = scf.execute_region -> f32 {{
        %a = memref.load %A[%i] : memref<4xf32>
        scf.yield %a : f32
      }}
      memref.store %x, %B[%i] : memref<4xf32>
      scf.reduce
    }}"""
_CALLEE = f"func.func private @g({_B}) {{ {_COPY} func.return }}"
_EDGES = """affine.for %i = max affine_map<() -> (0, -3)>() to min affine_map<() -> (4, 9)>() {
      %m = affine.min affine_map<(d0) -> (d0, 3)>(%i)
      %x = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%i)
      %j = affine.apply affine_map<(d0)[s0] -> ((d0 + 7) ceildiv 8 + s0 - 3)>(%i)[%n]
      %first = arith.cmpi eq, %j, %c1 : index
      %next = arith.addi %x, %c1 : index
      %k = arith.select %first, %m, %next : index
      %a = memref.load %A[%k] : memref<4xf32>
      affine.store %a, %B[%i] : memref<4xf32>
    }"""


@pytest.mark.parametrize(
    "body",
    [
        "memref.copy %A, %B : memref<4xf32> to memref<4xf32>",
        _PACKED,
        _WHILE,
        _HALVES,
        _REGION,
        "func.call @g(%A, %B) : (memref<4xf32>, memref<4xf32>) -> ()",
        f"{_BOUNDS} %n = arith.constant 3 : index {_EDGES}",
        _SWITCH,
        """%d = memref.cast %A : memref<4xf32> to memref<?xf32>
        %c0 = arith.constant 0 : index
        %n = memref.dim %d, %c0 : memref<?xf32>
        affine.for %i = 0 to %n {
          %a = affine.load %d[%i] : memref<?xf32>
          affine.store %a, %B[%i] : memref<4xf32>
        }""",
    ],
)
def test_ways_to_copy(body: str) -> None:
    copy, other = (_kernel(text, extra=_CALLEE) for text in (_COPY, body))
    for before, after in ((copy, other), (other, copy)):
        verdict = judge(before, after)
        assert verdict.status is Status.VALID, verdict
    skipped = _kernel(_COPY.replace("0 to 4", "0 to 3"), extra=_CALLEE)
    assert judge(other, skipped).status is Status.REFUTED


def _sum(flags: str) -> str:
    return f"""{_BOUNDS} %zero = arith.constant 0.0 : f32
    %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %zero) -> (f32) {{
      %a = memref.load %A[%i] : memref<4xf32>
      %u = arith.addf %t, %a {flags} : f32
      scf.yield %u : f32
    }}
    func.return %s : f32"""


_REDUCED = f"""{_BOUNDS} %zero = arith.constant 0.0 : f32
    %s = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%zero) -> f32 {{
      %a = memref.load %A[%i] : memref<4xf32>
      scf.reduce(%a : f32) {{
      ^bb0(%x: f32, %y: f32):
        %u = arith.addf %x, %y : f32
        scf.reduce.return %u : f32
      }}
    }}
    func.return %s : f32"""


def test_the_order_of_a_parallel_reduction_is_any() -> None:
    strict, loose, parallel = (
        _kernel(body, _A, result="-> f32")
        for body in (_sum(""), _sum("fastmath<reassoc>"), _REDUCED)
    )
    assert judge(loose, parallel).status is Status.VALID
    assert judge(parallel, strict).status is Status.VALID
    assert judge(strict, parallel).status is not Status.VALID


def test_functions_give_buffers() -> None:
    def made(value: str) -> str:
        return _kernel(
            f"""%C = memref.alloc() : memref<2xf32>
            %x = arith.constant {value} : f32
            affine.store %x, %C[0] : memref<2xf32>
            func.return %C : memref<2xf32>""",
            result="-> memref<2xf32>",
        )

    assert judge(made("1.0"), made("1.0")).status is Status.VALID
    assert "result 0[0]: another value" in str(judge(made("1.0"), made("2.0")))


def test_globals() -> None:
    def kernel(stored: str, constant: str = "dense<[1.0, 2.0]>") -> str:
        return f"""
      memref.global "private" constant @c : memref<2xf32> = {constant}
      memref.global "private" @v : memref<1xf32> = dense<0.0>
      func.func @f() {{
        %c = memref.get_global @c : memref<2xf32>
        %v = memref.get_global @v : memref<1xf32>
        %x = affine.load %c[{stored}] : memref<2xf32>
        affine.store %x, %v[0] : memref<1xf32>
        func.return
      }}"""

    assert judge(kernel("1"), kernel("0", "dense<2.0>")).status is Status.VALID
    assert "@v[0]: another value\n  before: 2.0" in str(judge(kernel("1"), kernel("0")))


def test_facts_about_integers_bound_them() -> None:
    """RFC 77, Simplify: n // 8 is 0 for 0 <= n < 8."""

    def kernel(value: str, limit: int = 8) -> str:
        return f"""
      func.func @f(%n: i32) -> i32 {{
        %zero = arith.constant 0 : i32
        %eight = arith.constant 8 : i32
        %limit = arith.constant {limit} : i32
        %low = arith.cmpi sge, %n, %zero : i32
        %high = arith.cmpi slt, %n, %limit : i32
        %both = arith.andi %low, %high : i1
        pad.assume %both : i1
        %q = arith.divsi %n, %eight : i32
        func.return %{value} : i32
      }}"""

    assert judge(kernel("q"), kernel("zero")).status is Status.VALID
    wrong = judge(kernel("q", limit=9), kernel("zero", limit=9))
    assert "for n = 8: 1 before, 0 after" in str(wrong)
