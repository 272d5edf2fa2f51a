"""The order of the loops around a reduction whose operands do not fit into a cache."""

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.optimize.steps.cache_order import order_for_caches
from pad_mlir.passes.vectorize.vector_unit import vector_unit

_PRODUCT = """
func.func @product(%A: memref<{m}x{k}xf32>, %B: memref<{k}x{n}xf32>, %C: memref<{m}x{n}xf32>) {{
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      affine.for %k = 0 to {k} {{
        %a = affine.load %A[%i, %k] : memref<{m}x{k}xf32>
        %b = affine.load %B[%k, %j] : memref<{k}x{n}xf32>
        %c = affine.load %C[{other}] : memref<{m}x{n}xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<{m}x{n}xf32>
      }}
    }}
  }} {{pad.stage = "product"}}
  func.return
}}
"""


def order(m: int, n: int, k: int, other: str = "%i, %j") -> tuple[list[str], int]:
    """The iterators from the outermost on, and how many remarks there are."""
    module = parse_module(_PRODUCT.format(m=m, n=n, k=k, other=other))
    with collect_remarks() as remarks:
        order_for_caches(module, vector_unit("x86-64-v4"), "pad-optimize")
    module.verify()
    lines = [line for line in str(module).splitlines() if "affine.for" in line]
    return [line.split("%")[1].split(" ")[0] for line in lines], len(remarks)


@pytest.mark.parametrize("size", [127, 509, 797, 1021])
def test_the_wider_side_of_a_tile_goes_outside(size: int) -> None:
    assert order(size, size, size) == (["j", "i", "k"], 0)


@pytest.mark.parametrize("size", [3, 47])
def test_what_a_cache_keeps_stays_in_order(size: int) -> None:
    assert order(size, size, size) == (["i", "j", "k"], 0)


def test_sizes_known_at_run_time_are_taken_to_be_large() -> None:
    module = parse_module("""
func.func @product(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>,
    %m: index, %n: index, %l: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %l {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  } {pad.stage = "product"}
  func.return
}""")
    order_for_caches(module, vector_unit("x86-64-v4"), "pad-optimize")
    lines = [line for line in str(module).splitlines() if "affine.for" in line]
    assert [line.split("%")[1].split(" ")[0] for line in lines] == ["j", "i", "k"]


def test_few_rows_stay_outside() -> None:
    assert order(6, 4096, 1024) == (["i", "j", "k"], 0)


def test_few_columns_stay_inside() -> None:
    assert order(4096, 16, 1024) == (["i", "j", "k"], 0)


def test_an_order_that_dependences_forbid() -> None:
    names, remarks = order(1021, 1021, 1021, "1020 - %i, 1020 - %j")
    assert names == ["i", "j", "k"]
    assert remarks == 1


_COPY = """
func.func @copy(%A: memref<{m}x{n}xf32>, %B: memref<{m}x{n}xf32>, %C: memref<{n}x{m}xf32>) {{
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      %a = affine.load %{source} : memref<{type}xf32>
      affine.store %a, %{target} : memref<{target_type}xf32>
    }}
  }} {{pad.stage = "copy"}}
  func.return
}}
"""


def copy_order(m: int, n: int, source: str, target: str) -> tuple[list[str], list[str]]:
    """The iterators from the outermost on, and the remarks; `C` has the axes of `A` exchanged."""
    types = {"A": f"{m}x{n}", "B": f"{m}x{n}", "C": f"{n}x{m}"}
    kinds = {"type": types[source[0]], "target_type": types[target[0]]}
    module = parse_module(_COPY.format(m=m, n=n, source=source, target=target, **kinds))
    with collect_remarks() as remarks:
        order_for_caches(module, vector_unit("x86-64-v4"), "pad-optimize")
    module.verify()
    lines = [line for line in str(module).splitlines() if "affine.for" in line]
    names = [line.split("%")[1].split(" ")[0] for line in lines]
    return names, [f"{said}" for said in remarks]


def test_a_transposition_goes_along_the_rows_that_it_loads() -> None:
    assert copy_order(1013, 619, "C[%j, %i]", "A[%i, %j]") == (["j", "i"], [])
    assert copy_order(1013, 619, "A[%i, %j]", "C[%j, %i]") == (["i", "j"], [])


def test_a_small_transposition_stays() -> None:
    assert copy_order(250, 250, "C[%j, %i]", "A[%i, %j]") == (["i", "j"], [])


def test_a_copy_goes_along_rows() -> None:
    assert copy_order(1013, 619, "A[%i, %j]", "B[%i, %j]") == (["i", "j"], [])
    assert copy_order(619, 1013, "C[%j, %i]", "C[%j, %i]") == (["j", "i"], [])


def test_without_loops_along_rows_the_order_stays() -> None:
    shapes = "?x?x?", "1021x1021x3"
    for type, end in zip([f"memref<{shape}xf32>" for shape in shapes], ["%n", "1021"], strict=True):
        module = parse_module(f"""
func.func @copy(%A: {type}, %B: {type}, %n: index) {{
  affine.for %i = 0 to {end} {{
    affine.for %j = 0 to {end} {{
      %a = affine.load %A[%i, %j, 0] : {type}
      affine.store %a, %B[%j, %i, 0] : {type}
    }}
  }}
  func.return
}}""")
        before = str(module)
        order_for_caches(module, vector_unit("x86-64-v4"), "pad-optimize")
        assert str(module) == before


def test_a_transposition_in_place_stays() -> None:
    names, remarks = copy_order(1013, 1013, "A[%j, %i]", "A[%i, %j]")
    assert names == ["i", "j"]
    assert len(remarks) == 1
    assert "loops j, i not reordered: the stage cannot run in the order of j, i" in remarks[0]
