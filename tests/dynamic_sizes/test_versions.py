"""Two versions behind a test of sizes: called at all sizes, from Python and from C, and judged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pad_mlir.dialect.text import parse_module
from pad_mlir.passes.common.diagnostics import collect_remarks
from pad_mlir.passes.sizes.fact_texts import parse_size_facts
from pad_mlir.passes.sizes.size_facts import independent
from pad_mlir.runtime import KernelError, compile
from pad_mlir.schedule import Schedule, ScheduleError
from pad_mlir.tools.tv.contracts.size_tests import sizes_of_tests
from pad_mlir.tools.tv.execution.side import functions_of
from tests.ahead_of_time.building import compilers, run_program, write

SIZES = (0, 1, 7, 15, 16, 17, 63, 64, 65)
SUM = """
func.func @rows(%A: memref<?x?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"},
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %m: index {pad.size = [{of = "A", dim = 1}]}) -> index {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %s = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  return %n : index
}
"""


def _scheduled(pad: str, target: str | None) -> Schedule:
    s = Schedule(SUM)
    with collect_remarks():
        s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=pad)
        s.sequential_buffer_access("compute", "A")
        s.optimize(versions="m mod 16 == 0", target_cpu=target)
    return s


@pytest.mark.parametrize("pad", ["forbidden", "undef"])
@pytest.mark.parametrize("target", [None, "haswell"])
def test_both_versions_are_right(pad: str, target: str | None) -> None:
    s = _scheduled(pad, target)
    functions = functions_of(s.module)
    if target is None:
        assert s.remarks[-1].id == "version-made"
        assert set(functions) == {"rows", "rows_fits", "rows_any"}
        assert "affine.if" not in str(functions["rows_fits"])
    else:  # pad-flatten-loops makes one loop of the tiles, wherever the last one ends
        assert s.remarks[-1].id == "version-not-made.no-better"
    kernel = s.compile()
    rng = np.random.default_rng(0)
    for m in SIZES:
        A = rng.integers(-8, 8, (5, m)).astype(np.float32)
        B = np.full(5, np.nan, np.float32)
        assert kernel(A, B) == 5
        assert np.array_equal(B, A.sum(axis=1))


C = """
#include "kernel.h"
#include <stdio.h>
int main(void) {
  static float data[4096], sums[4];
  for (int k = 0; k < 4096; ++k) data[k] = 1.0f;
  for (int64_t m = 15; m <= 17; ++m) {
    const int64_t shape[] = ROWS_A_PHYSICAL_SHAPE(4, m);
    pad_memref_float_3 A = {data, data, 0, ROWS_A_PHYSICAL_SHAPE(4, m), {shape[1] * 16, 16, 1}};
    pad_memref_float_1 B = {sums, sums, 0, {4}, {1}};
    int64_t rows = _mlir_ciface_rows(&A, &B, 4, m);
    printf("%d %g %g\\n", (int)rows, sums[0], sums[3]);
  }
  return 0;
}
"""


@pytest.mark.parametrize("compiler", compilers("cc", "c++"))
def test_a_program_calls_either_version(tmp_path: Path, compiler: str) -> None:
    text = str(_scheduled("undef", None))
    write(text, tmp_path, "kernel", "header", "obj")
    header = (tmp_path / "kernel.h").read_text()
    assert "rows_fits" not in header
    assert "rows_any" not in header
    assert run_program(compiler, C, tmp_path) == "4 15 15\n4 16 16\n4 17 17\n"


def test_the_names_of_facts_are_checked() -> None:
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match=r"there is no size k; there are: n, m"):
        s.optimize(versions="k mod 16 == 0")
    with pytest.raises(ScheduleError, match=r"a fact or a list of facts"):
        s.optimize(versions=["m mod 16 == 0", 16])  # pyright: ignore[reportArgumentType]


def test_facts_are_printed_as_they_were_given() -> None:
    s = Schedule(SUM)
    with collect_remarks():
        s.optimize(versions=["m mod 16 == 0", "n >= 4"])
    assert s.trace().strip() == 's.optimize(versions=["m mod 16 == 0", "n >= 4"])'
    assert s.pipeline() == 'pad-optimize{versions="m mod 16 == 0","n >= 4"}'


@pytest.mark.parametrize(
    ("test", "sizes"),
    [
        ("%t = arith.remsi %n, %c100 : index", {100, 200, 101}),
        ("%t = affine.apply affine_map<(d0) -> (d0 mod 48)>(%n)", {48, 96, 49}),
        ("%t = arith.addi %n, %c100 : index", {6, 7, 8}),
        ("%t = arith.muli %n, %m : index", {1, 2, 3}),
    ],
)
def test_sizes_at_which_tests_change(test: str, sizes: set[int]) -> None:
    module = parse_module(
        f"""
        func.func @f(%n: index, %m: index) {{
          %c100 = arith.constant 100 : index
          {test}
          %c7 = arith.constant 7 : index
          %b = arith.cmpi sle, %t, %c7 : index
          scf.for %i = %n to %m step %c7 {{
            %c = arith.cmpi eq, %i, %c100 : index
          }}
          return
        }}
        """
    )
    assert set(sizes_of_tests(functions_of(module).values())) == sizes


ASSERTED = """
func.func @fill(%A: memref<?xf32> {pad.name = "A"}, %x: f32, %n: i32, %m: i32) {
  %zero = arith.constant 0 : i32
  %some = arith.cmpi sgt, %m, %zero : i32
  cf.assert %some, "m must be positive"
  %one = arith.constant 1.0 : f32
  %known = arith.cmpf oeq, %x, %one : f32
  pad.assume %known : i1
  %q = arith.divsi %n, %m : i32
  %s = arith.index_cast %q : i32 to index
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%s] {
    affine.for %ii = 0 to 16 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 16 - d1 >= 0)>(%io, %ii)[%s] {
        affine.store %x, %A[%io * 16 + %ii] : memref<?xf32>
      }
    }
  } {pad.stage = "compute"}
  return
}
"""


@pytest.mark.parametrize("versions", [(), "s mod 16 == 0"])
def test_what_a_function_asks_of_its_arguments_is_checked(versions: str) -> None:
    s = Schedule(ASSERTED)
    with collect_remarks():
        s.optimize(versions=versions)
    assert ("fill_fits" in str(s)) is bool(versions)
    kernel = compile(s.module, check_assumes=True)
    array, one = np.ones(40, np.float32), np.float32(1)
    with pytest.raises(KernelError, match="m must be positive: m is 0"):
        kernel(array, 1.0, 7, 0)
    with pytest.raises(KernelError, match=r"x is 2\.0"):
        kernel(array, 2.0, 80, 2)
    for n in (64, 79, 80):
        array[1:] = 0
        kernel(array, 1.0, n, 2)
        assert array.tolist() == [one] * (n // 2) + [0] * (40 - n // 2)


WRITES_FIRST = """
func.func @fill(%A: memref<?xf32> {pad.name = "A"}, %x: f32, %n: i32, %m: i32) {
  affine.store %x, %A[0] : memref<?xf32>
  %zero = arith.constant 0 : i32
  %some = arith.cmpi sgt, %m, %zero : i32
  cf.assert %some, "m must be positive"
"""


def test_a_size_is_not_divided_for_before_what_may_end_the_call() -> None:
    s = Schedule(WRITES_FIRST + ASSERTED[ASSERTED.index("  %q =") :])
    with collect_remarks():
        s.optimize(versions="s mod 16 == 0")
    assert s.remarks[-1].id == "version-not-made.unknown-at-entry"
    assert "s is not known where the function begins" in str(s.remarks[-1])


@pytest.mark.parametrize(
    ("facts", "left"),
    [
        (("m == n", "n == m"), ("m == n",)),
        (("n * m <= 64", "m * n <= 64"), ("n * m <= 64",)),
        (("n mod 16 == 0", "n mod 4 == 0"), ("n mod 16 == 0",)),
        (("n >= 4", "n >= 8"), ("n >= 8",)),
        (("n mod 4 == 0", "m mod 4 == 0", "n == m"), ("n mod 4 == 0", "n == m")),
        (("n mod 4 == 0", "m mod 4 == 0"), ("n mod 4 == 0", "m mod 4 == 0")),
        (("n mod 4 == 0", "n mod 6 == 0"), ("n mod 4 == 0", "n mod 6 == 0")),
    ],
)
def test_no_fact_is_tested_that_follows_from_the_others(
    facts: tuple[str, ...], left: tuple[str, ...]
) -> None:
    function = functions_of(parse_module(SUM))["rows"]
    found = [fact.of(function) for fact in parse_size_facts("versions", facts)]
    assert tuple(map(str, independent([fact for fact in found if fact is not None]))) == left
