"""What an estimate counts that depends on how a nest goes through memory."""

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.optimize.steps.estimated_time import estimate
from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.upstream.extrema import MOST_CARRIED


def cycles(text: str) -> float:
    return estimate(parse_module(text), vector_unit("x86-64-v3")).cycles


_WINDOW = """
func.func @window(%A: memref<100x8xf32>, %B: memref<98x8xf32>) {{
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 98 {{
    %t = affine.for %k = {first} to 3 iter_args(%s = %zero) -> (vector<8xf32>) {{
      %n = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %c = arith.constant 0 : index
      %a = vector.load %A[%n, %c] : memref<100x8xf32>, vector<8xf32>
      %u = arith.addf %s, %a : vector<8xf32>
      affine.yield %u : vector<8xf32>
    }}
    %d = arith.constant 0 : index
    vector.store %t, %B[%i, %d] : memref<98x8xf32>, vector<8xf32>
  }}
  func.return
}}
"""


def test_a_loop_whose_bounds_vary_is_no_straight_code() -> None:
    varying = cycles(_WINDOW.format(first="max affine_map<(d0) -> (0, 1 - d0)>(%i)"))
    assert varying >= cycles(_WINDOW.format(first="0")) + 98 * 6


_COLUMNS = """
func.func @columns(%A: memref<{rows}x{width}xf32>, %B: memref<1024xf32>) {{
  %c = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %again = 0 to 100 {{
    %t = affine.for %i = 0 to {rows} iter_args(%s = %zero) -> (vector<8xf32>) {{
      %a = vector.load %A[%i, %c] : memref<{rows}x{width}xf32>, vector<8xf32>
      %u = arith.addf %s, %a : vector<8xf32>
      affine.yield %u : vector<8xf32>
    }}
    vector.store %t, %B[%again] : memref<1024xf32>, vector<8xf32>
  }}
  func.return
}}
"""


@pytest.mark.parametrize(("rows", "pages"), [(60, 0), (200, 200), (1000, 1000)])
def test_pages_that_are_not_at_hand_are_waited_for(rows: int, pages: int) -> None:
    """Of rows that are more than a page apart, each is in another one."""
    near = cycles(_COLUMNS.format(rows=rows, width=16))
    far = cycles(_COLUMNS.format(rows=rows, width=1040))
    assert far - near >= 100 * 7 * pages
    assert far - near < 100 * (7 * pages + 12 * rows)


def test_half_of_a_line_takes_the_line() -> None:
    """Of 1,000 rows of a line each, half takes as many lines of the second cache as all."""
    text = _COLUMNS.format(rows=1000, width=16)
    module = parse_module(text)
    found = estimate(module, vector_unit("x86-64-v3")).memory
    assert found == pytest.approx(100 * 1000 * 1.5, rel=0.01)


def _of_two_widths(narrow: int) -> float:
    """Cycles of 1,000 iterations of 12 products: of each of four numbers by two vectors and one."""
    lines, carried, results = list[str](), list[tuple[str, int]](), list[str]()
    for number in range(4):
        lines.append(f"%a{number} = affine.load %A[%k, {number}] : memref<1000x4xf32>")
        for place, lanes in enumerate((16, 16, narrow)):
            name, type = f"{number}{place}", f"vector<{lanes}xf32>"
            lines += [
                f"%b{name} = vector.broadcast %a{number} : f32 to {type}",
                f"%r{name} = vector.fma %b{name}, %x{lanes}, %s{name} : {type}",
            ]
            carried.append((f"%s{name} = %x{lanes}", lanes))
            results.append(f"%r{name}")
    types = ", ".join(f"vector<{lanes}xf32>" for _, lanes in carried)
    text = f"""
func.func @products(%A: memref<1000x4xf32>, %B: memref<16xf32>) {{
  %c = arith.constant 0 : index
  %x16 = vector.load %B[%c] : memref<16xf32>, vector<16xf32>
  %x8 = vector.load %B[%c] : memref<16xf32>, vector<8xf32>
  %t:12 = affine.for %k = 0 to 1000 iter_args({", ".join(a for a, _ in carried)}) -> ({types}) {{
    {" ".join(lines)}
    affine.yield {", ".join(results)} : {types}
  }}
  vector.store %t#0, %B[%c] : memref<16xf32>, vector<16xf32>
  func.return
}}"""
    return estimate(parse_module(text), vector_unit("x86-64-v4:fmas=2")).cycles


def test_a_number_in_vectors_of_two_widths_is_made_twice() -> None:
    """Six cycles of products, and two for the four narrower vectors."""
    assert _of_two_widths(16) == pytest.approx(6000, rel=0.1)
    assert _of_two_widths(8) == pytest.approx(8000, rel=0.1)


_EXTREMUM = """
func.func @extremum(%A: memref<1000x8xf32>, %B: memref<1000x8xf32>) {{
  %c = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 1000 {{
    %a = vector.load %A[%i, %c] : memref<1000x8xf32>, vector<8xf32>
    %r0 = {operation} : vector<8xf32>
{more}
    vector.store %r7, %B[%i, %c] : memref<1000x8xf32>, vector<8xf32>
  }}
  func.return
}}
"""


def _of_extrema(kind: str, other: str) -> float:
    """Cycles an iteration of eight extrema, each of the result before and another operand."""
    steps = "\n".join(
        f"    %r{k} = arith.{kind}f %r{k - 1}, {other} : vector<8xf32>" for k in range(1, 8)
    )
    return cycles(_EXTREMUM.format(operation=f"arith.{kind}f %a, {other}", more=steps)) / 1000


def test_an_extremum_of_a_constant_is_one_operation() -> None:
    of_constant, of_two = _of_extrema("maximum", "%zero"), _of_extrema("maximum", "%a")
    assert of_two - of_constant == pytest.approx(8 * (3 - 1) / 2, rel=0.2)
    assert _of_extrema("minimum", "%a") - of_constant == pytest.approx(8 / 2, rel=0.2)


_CARRIED = """
func.func @carried(%A: memref<100000xf32>, %B: memref<8xf32>) {
  %c = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %t = affine.for %i = 0 to 2000 iter_args(%m = %zero) -> (vector<8xf32>) {
    %a = vector.load %A[%i] : memref<100000xf32>, vector<8xf32>
    %u = OPERATION %m, %a : vector<8xf32>
    affine.yield %u : vector<8xf32>
  }
  vector.store %t, %B[%c] : memref<8xf32>, vector<8xf32>
  func.return
}
"""


def test_a_chain_of_extrema_waits_a_cycle_longer_than_sums() -> None:
    sums = cycles(_CARRIED.replace("OPERATION", "arith.addf"))
    maxima = cycles(_CARRIED.replace("OPERATION", "arith.maximumf"))
    assert maxima - sums == pytest.approx(2000, rel=0.05)


def _of_carried(count: int, cpu: str) -> float:
    """Cycles of an iteration of a loop that carries so many maxima, which do not stay in view."""
    names = [f"%m{k}" for k in range(count)]
    inits = ", ".join(f"{name} = %zero" for name in names)
    types = ", ".join(["vector<16xf32>"] * count)
    maxima = "\n".join(
        f"    %u{k} = arith.maximumf %m{k}, %a : vector<16xf32>" for k in range(count)
    )
    results = ", ".join(f"%u{k}" for k in range(count))
    text = f"""
    func.func @carried(%A: memref<100000xf32>, %B: memref<16xf32>) {{
      %c = arith.constant 0 : index
      %zero = arith.constant dense<0.0> : vector<16xf32>
      %t:{count} = affine.for %i = 0 to 2000 iter_args({inits}) -> ({types}) {{
        %a = vector.load %A[%i] : memref<100000xf32>, vector<16xf32>
    {maxima}
        affine.yield {results} : {types}
      }}
      vector.store %t#0, %B[%c] : memref<16xf32>, vector<16xf32>
      func.return
    }}
    """
    return estimate(parse_module(text), vector_unit(cpu)).computing / 2000


def test_few_maxima_of_masks_share_comparisons() -> None:
    unit = vector_unit("znver5")
    assert _of_carried(1, "znver5") == pytest.approx(unit.latency, rel=0.1)
    assert _of_carried(MOST_CARRIED, "znver5") == pytest.approx(unit.latency, rel=0.1)
    assert _of_carried(MOST_CARRIED + 1, "znver5") == pytest.approx(2 * unit.latency, rel=0.1)
    assert _of_carried(16, "znver5") == pytest.approx(16 * 2 / unit.fmas, rel=0.1)


_SCAN = """
func.func @scan(%A: memref<?x64x16xf32>, %n: index) {{
  %flat = memref.collapse_shape %A [[0], [1, 2]] : memref<?x64x16xf32> into memref<?x1024xf32>
  affine.for %i = 0 to %n {{
    affine.for %jo = 1 to 64 {{
      affine.for %ji = 0 to 16 {{
        %p = affine.load %flat[%i, %jo * 16 + %ji - {distance}] : memref<?x1024xf32>
        %a = affine.load %A[%i, %jo, %ji] : memref<?x64x16xf32>
        %t = arith.addf %p, %a : f32
        affine.store %t, %A[%i, %jo, %ji] : memref<?x64x16xf32>
      }}
    }}
  }}
  func.return
}}
"""


def test_what_is_stored_and_loaded_by_another_name_is_waited_for() -> None:
    """Each sum takes the one before it, which is loaded from a view."""
    assert cycles(_SCAN.format(distance=1)) > 3 * cycles(_SCAN.format(distance=16))
