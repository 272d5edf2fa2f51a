"""Rewrites that are wrong only at sizes, or for data, near numbers that the code mentions."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_STORE = "memref.store %zero, %A[%i] : memref<?xf32>"


def _fill(loop: str, head: str = "") -> str:
    return f"""func.func @f(%A: memref<?xf32>, %n: index {{pad.size = [{{of = "A", dim = 0}}]}}) {{
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {head}
      {loop}
      func.return
    }}"""


def _up_to(bound: str, body: str = _STORE, head: str = "") -> str:
    """The bound may be computed by the head."""
    return _fill(f"affine.for %i = 0 to {bound} {{ {body} }}", head)


def _only_if(set: str, index: str = "%i", store: str = _STORE) -> str:
    return f"affine.if affine_set<(d0) : ({set})>({index}) {{ {store} }}"


_ALL = _up_to("%n")
_TAIL = _up_to("%n", _only_if("d0 - 300 >= 0"))


def _blocks(step: int, width: int) -> str:
    """In blocks; `width` of each are written."""
    end = f"affine_map<(d0)[s0] -> (d0 + {width}, s0)>(%b)[%n]"
    inner = f"affine.for %i = affine_map<(d0) -> (d0)>(%b) to min {end} {{ {_STORE} }}"
    return _fill(f"affine.for %b = 0 to %n step {step} {{ {inner} }}")


def _test(op: str, number: int, predicate: str, limit: int) -> str:
    """All are written where a test of the size says so."""
    head = f"""%number = arith.constant {number} : index
      %limit = arith.constant {limit} : index
      %r = arith.{op} %n, %number : index
      %c = arith.cmpi {predicate}, %r, %limit : index"""
    return _fill(f"scf.if %c {{ affine.for %i = 0 to %n {{ {_STORE} }} }}", head)


def _narrowed(type: str) -> str:
    """The bound as a narrower integer."""
    head = f"""%t = arith.index_cast %n : index to {type}
      %m = arith.index_cast %t : {type} to index"""
    return _fill(f"scf.for %i = %c0 to %m step %c1 {{ {_STORE} }}", head)


def _whole_blocks(bits: int) -> str:
    """As many as a multiple of a power of two, if there are so many."""
    head = f"""%bits = arith.constant {bits} : index
      %q = arith.shrui %n, %bits : index
      %m = arith.shli %q, %bits : index
      %some = arith.cmpi ugt, %q, %c0 : index
      %end = arith.select %some, %m, %n : index"""
    return _fill(f"scf.for %i = %c0 to %end step %c1 {{ {_STORE} }}", head)


_CLAMPED = "%k = arith.minui %i, %last : index memref.store %zero, %A[%k] : memref<?xf32>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_ALL, _up_to("min affine_map<(d0) -> (d0, 100)>(%n)")),
        (_ALL, _up_to("min affine_map<(d0) -> (d0, 1000)>(%n)")),
        (_ALL, _up_to("%n", _only_if("d0 * -3 + 500 >= 0"))),
        (_ALL, _up_to("%n", _only_if("20 - d0 floordiv 16 >= 0"))),
        (_ALL, _up_to("%n", _CLAMPED, head="%last = arith.constant 48 : index")),
        (_ALL, _blocks(64, 63)),
        (_ALL, _test("remui", 32, "ne", 17)),
        (_ALL, _test("divui", 32, "ne", 17)),
        (_ALL, _test("subi", 50, "ne", 27)),
        (_ALL, _narrowed("i8")),
        (_ALL, _whole_blocks(7)),
        (_TAIL, _up_to("%n", "")),
        (_TAIL, _up_to("%n", _only_if("d0 - 301 >= 0"))),
    ],
)
def test_sizes_near_numbers(before: str, after: str) -> None:
    verdict = judge(before, after)
    assert verdict.status is Status.REFUTED, verdict


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_ALL, _blocks(64, 64)),
        (_ALL, _narrowed("i64")),
        (_TAIL, _fill(f"affine.for %i = 300 to %n {{ {_STORE} }}")),
    ],
)
def test_right_ones_are_valid_there(before: str, after: str) -> None:
    verdict = judge(before, after)
    assert verdict.status is Status.VALID, verdict


def test_one_size_near_a_number_and_the_others_small() -> None:
    def sides(limit: str) -> str:
        tie = '{{pad.size = [{{of = "A", dim = {}}}]}}'
        return f"""func.func @f(%A: memref<?x?xf32>, %n: index {tie.format(0)},
                                %m: index {tie.format(1)}, %x: f32) {{
          affine.for %i = 0 to %n {{
            affine.for %j = 0 to {limit} {{ affine.store %x, %A[%i, %j] : memref<?x?xf32> }}
          }}
          func.return
        }}"""

    wrong = sides("min affine_map<(d0, d1) -> (d0, d1 + 500)>(%m, %i)")
    assert "refuted at n = 2, m = 501" in str(judge(sides("%m"), wrong))


def test_an_index_into_a_table_is_each_of_few() -> None:
    table = """memref.global "private" constant @t : memref<4xf32> = dense<[1.0, 2.0, 3.0, {}]>
    func.func @f(%i: index) -> f32 {{
      %t = memref.get_global @t : memref<4xf32>
      %r = memref.load %t[%i] : memref<4xf32>
      func.return %r : f32
    }}"""
    assert judge(table.format("4.0"), table.format("4.0")).status is Status.VALID
    assert "refuted at i = 3" in str(judge(table.format("4.0"), table.format("5.0")))


def _guarded_load(predicate: str, limit: int = 10) -> str:
    return f"""func.func @f(%A: memref<{limit}xf32>, %k: i32) -> f32 {{
      %zero = arith.constant 0.0 : f32
      %limit = arith.constant {limit} : i32
      %c = arith.cmpi {predicate}, %k, %limit : i32
      %r = scf.if %c -> (f32) {{
        %i = arith.index_cast %k : i32 to index
        %a = memref.load %A[%i] : memref<{limit}xf32>
        scf.yield %a : f32
      }} else {{
        scf.yield %zero : f32
      }}
      func.return %r : f32
    }}"""


@pytest.mark.parametrize("limit", [10, 1000])
@pytest.mark.parametrize("wrong", ["ule", "slt", "ne"])
def test_data_near_numbers(wrong: str, limit: int) -> None:
    before = _guarded_load("ult", limit)
    assert judge(before, before).status is Status.VALID
    assert judge(before, _guarded_load(wrong, limit)).status is Status.REFUTED
