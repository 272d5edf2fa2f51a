"""Vectors between others of a row: made of these, and what keeps them from that."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects import vector
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.optimize.steps import vector_code
from pad_mlir.passes.vectorize.vector_unit import VectorUnit, vector_unit
from pad_mlir.passes.vectorize.vectors_between import make_vectors_between
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv import Status, validate
from tests.programs.guarded import guarded

_VECTORS = """
func.func @f(%A: memref<4x80xf32>, %B: memref<4x64xf32>) {{
  affine.{around} {{
    affine.for %x = 0 to 64 step 16 {{
      %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
      %2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%x)
      %a0 = vector.load %A[%y, %x] : memref<4x80xf32>, vector<16xf32>
      %a1 = vector.load %A[%y, %1] : memref<4x80xf32>, vector<16xf32>
      %a2 = vector.load %A[%y, %2] : memref<4x80xf32>, vector<16xf32>
      %s = arith.addf %a0, %a1 : vector<16xf32>
      %b = arith.subf %s, %a2 : vector<16xf32>
      vector.store %b, %B[%y, %x] : memref<4x64xf32>, vector<16xf32>
    }}
  }}
  func.return
}}
"""


def _shuffles(module: ModuleOp) -> int:
    return sum(isinstance(op, vector.ShuffleOp) for op in module.walk())


def test_other_iterations_may_store_what_would_be_read() -> None:
    made = list[int]()
    for around in ("for %y = 0 to 4", "parallel (%y) = (0) to (4)"):
        module = parse_module(_VECTORS.format(around=around))
        for op in module.walk():
            if op.name == f"affine.{around.split()[0]}":
                make_vectors_between(op, vector_unit("znver5"))
                break
        made.append(_shuffles(module))
    assert made == [2, 0]


_LOADS = """
func.func @f(%A: memref<4x160xf32>, %B: memref<4x64xf32>, %f: f32) {{
  affine.for %y = 0 to 4 {{
    affine.for %x = 0 to 64 step 16 {{
      {}
    }}
  }}
  func.return
}}
"""
_LOAD = """%{0} = affine.apply affine_map<(d0) -> (d0 + {0})>(%x)
      %a{0} = vector.load %A[%y, %{0}] : memref<4x160xf32>, vector<16xf32>"""
_STORE = "vector.store %a{0}, %B[%y, %x] : memref<4x64xf32>, vector<16xf32>"
_BETWEEN = "affine.store %f, %A[%y, %x + 20] : memref<4x160xf32>"
_READ = "%l = affine.load %A[%y, 3] : memref<4x160xf32>"
_IF = f"affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%y) {{ {_BETWEEN} }}"


@pytest.mark.parametrize(
    ("parts", "processor", "made"),
    [
        ((0, 1, 2), "znver5", 2),
        ((0, 1, 2), "skylake-avx512", 0),
        ((0, 1, 2), "haswell", 0),
        # Of two, or with as many to be loaded, nothing is saved.
        ((0, 1), "znver5", 0),
        ((0, 16, 32), "znver5", 0),
        ((0, 1, 17), "znver5", 0),
        ((0, 1, 16, 17), "znver5", 2),
        # What is stored between two is not read before.
        ((0, 1, _BETWEEN, 2), "znver5", 0),
        ((0, _READ, 1, 2), "znver5", 2),
        ((0, 1, 2, _BETWEEN, 3, 4, 5), "znver5", 4),
        # Innermost loops without branches.
        ((0, 1, 2, _IF), "znver5", 0),
    ],
)
def test_what_is_made(parts: tuple[int | str, ...], processor: str, made: int) -> None:
    loaded = [part for part in parts if isinstance(part, int)]
    body = [_LOAD.format(part) if isinstance(part, int) else part for part in parts]
    source = _LOADS.format("\n".join([*body, *map(_STORE.format, loaded)]))
    before, module = parse_module(source), parse_module(source)
    root = next(op for op in module.walk() if op.name == "affine.for")
    make_vectors_between(root, vector_unit(processor))
    assert validate(before, module).status is Status.VALID
    assert _shuffles(module) == made


_SUM = """
func.func @f(%A: memref<64x1040xf32>, %F: memref<7xf32>, %B: memref<64x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %y = 0 to 64 {
    affine.for %x = 0 to 1024 {
      affine.store %zero, %B[%y, %x] : memref<64x1024xf32>
      affine.for %k = 0 to 7 {
        %a = affine.load %A[%y, %x + %k] : memref<64x1040xf32>
        %f = affine.load %F[%k] : memref<7xf32>
        %b = affine.load %B[%y, %x] : memref<64x1024xf32>
        %p = arith.mulf %a, %f fastmath<contract> : f32
        %s = arith.addf %b, %p fastmath<reassoc,contract> : f32
        affine.store %s, %B[%y, %x] : memref<64x1024xf32>
      }
    }
  } {pad.stage = "sum"}
  func.return
}
"""


def test_where_much_is_computed_shuffles_are_not_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = Schedule(_SUM)
    schedule.optimize(target_cpu="znver5")
    kept = _shuffles(schedule.module)

    def nothing_made(nest: Operation, unit: VectorUnit) -> bool:
        return False

    monkeypatch.setattr(vector_code, "make_vectors_between", nothing_made)
    schedule = Schedule(_SUM)
    schedule.optimize(target_cpu="znver5")
    assert _shuffles(schedule.module) == kept


_TYPES = {"f32": "f4", "f64": "f8", "i32": "i4", "i64": "i8"}
_Row: TypeAlias = tuple[str, list[tuple[int, int]], int, int]
"""The type, the rows and columns of what is added, columns, and how many more are stored."""


@st.composite
def _rows(draw: st.DrawFn) -> _Row:
    type = draw(st.sampled_from([*_TYPES]))
    place = st.tuples(st.integers(0, 2), st.integers(0, 20))
    places = draw(st.lists(place, min_size=3, max_size=7, unique=True))
    return type, places, draw(st.integers(8, 70)), draw(st.integers(0, 17))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(_rows())
def test_random_rows(row: _Row) -> None:
    type, places, width, more = row
    wide = width + max(x for _, x in places) + more
    add = "arith.addf" if type.startswith("f") else "arith.addi"
    loads = [
        f"%a{k} = affine.load %A[%y + {y}, %x + {x}] : memref<7x{wide}x{type}>"
        for k, (y, x) in enumerate(places)
    ]
    sums = [
        f"%s{k} = {add} {'%a0' if k == 1 else f'%s{k - 1}'}, %a{k} : {type}"
        for k in range(1, len(places))
    ]
    source = f"""
    func.func @f(%A: memref<7x{wide}x{type}>, %B: memref<5x{width}x{type}>) {{
      affine.for %y = 0 to 5 {{
        affine.for %x = 0 to {width} {{
          {chr(10).join([*loads, *sums])}
          affine.store %s{len(places) - 1}, %B[%y, %x] : memref<5x{width}x{type}>
        }}
      }}
      func.return
    }}
    """
    schedule = Schedule(source)
    schedule.optimize(target_cpu="znver5")
    verdict = validate(parse_module(source), schedule.module)
    assert verdict.status is Status.VALID, verdict
    values = np.random.default_rng(width).integers(-100, 100, (7, wide)).astype(_TYPES[type])
    expected = np.sum([values[y : y + 5, x : x + width] for y, x in places], axis=0)
    for at_end in (False, True):
        a, b = (
            guarded(each, at_end=at_end, alignment=each.itemsize)
            for each in (values, np.zeros_like(values, shape=(5, width)))
        )
        compile(schedule.module)(a.array, b.array)
        assert (b.array == expected).all()
        assert b.is_slack_kept


_TWO = """
func.func @f(%A: memref<12x66xf32>, {argument}%B: memref<10x64xf32>) {{
  {local}
  affine.for %y = 0 to 12 {{
    affine.for %x = 0 to 66 {{
      %a = affine.load %A[%y, %x] : memref<12x66xf32>
      affine.store %a, %T[%y, %x] : memref<12x66xf32>
    }}
  }} {{pad.stage = "one"}}
  affine.for %y = 0 to 10 {{
    affine.for %x = 0 to 64 {{
      %0 = affine.load %T[%y, %x] : memref<12x66xf32>
      %1 = affine.load %T[%y, %x + 1] : memref<12x66xf32>
      %2 = affine.load %T[%y, %x + 2] : memref<12x66xf32>
      %s = arith.addf %0, %1 : f32
      %b = arith.subf %s, %2 : f32
      affine.store %b, %B[%y, %x] : memref<10x64xf32>
    }}
  }} {{pad.stage = "two"}}
  func.return
}}
"""


def test_padding_of_a_local_buffer_is_not_read() -> None:
    made = list[bool]()
    local = "%T = memref.alloc() : memref<12x66xf32>"
    for argument, inside in (("%T: memref<12x66xf32>, ", ""), ("", local)):
        source = _TWO.format(argument=argument, local=inside)
        schedule = Schedule(source)
        schedule.transform_layout("T", "(i, j) -> (i, j)", "undef", extents=(12, 80))
        schedule.optimize(target_cpu="znver5")
        assert validate(parse_module(source), schedule.module).status is Status.VALID
        made.append(_shuffles(schedule.module) > 0)
    assert made == [True, False]
