"""Macros of a header that give sizes in memory from logical sizes that are known at run time."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from pad_mlir.index.expr import Expr, var
from pad_mlir.runtime.ahead_of_time.c_expressions import c_expression
from pad_mlir.runtime.ahead_of_time.emission import emit

from .building import compilers, run, run_program, write

BOTH = compilers("cc", "c++")
SIZES = (0, 1, 3, 4, 5, 9)

TEXT = """
#tiles = affine_map<(i, j) -> ((j + 2) floordiv 4, i, (j + 2) mod 4)>
func.func @fill(%A: memref<?x?xf32> {pad.name = "A"}, %x: f32,
    %n: index {pad.size = [{of = "A", dim = 1}]}, %int: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %int {
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    } {pad.loop = "j"}
  } {pad.loop = "i", pad.stage = "fill"}
  func.return
}
"""
LAID_OUT = TEXT.replace(
    "%A: memref<?x?xf32>", "%A: memref<?x?xf32, #pad.layout<[#tiles], [7.0 : f32], {}>>"
).replace(
    "%A[%i, %j] : memref<?x?xf32>",
    "%A[%i, %j] : memref<?x?xf32, #pad.layout<[#tiles], [7.0 : f32], {}>>",
)

USED = """
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const int64_t sizes[] = {0, 1, 3, 4, 5, 9};
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) {
      int64_t m = sizes[a], n = sizes[b];
      const int64_t shape[] = FILL_A_PHYSICAL_SHAPE(m, n);
      int64_t cells = FILL_A_CELLS(m, n), sevens = 0, ones = 0;
      float *data = (float *)malloc((size_t)(cells + 1) * sizeof(float));
      pad_memref_float_3 A = {data, data, 0, FILL_A_PHYSICAL_SHAPE(m, n),
                              {shape[1] * shape[2], shape[2], 1}};
      _mlir_ciface_fill(&A, 1.0f, n, m);
      for (int64_t k = 0; k < cells; ++k) {
        sevens += data[k] == 7.0f;
        ones += data[k] == 1.0f;
      }
      printf("%d %d %d %d %d %d\\n", (int)shape[0], (int)shape[1], (int)shape[2], (int)cells,
             (int)sevens, (int)ones);
      free(data);
    }
  return FILL_A_ALIGNMENT != 4;
}
"""


def test_names_of_macro_parameters():
    header = emit(LAID_OUT, "header").decode()
    assert "#define FILL_A_PHYSICAL_SHAPE(int_, n) {" in header
    assert "#define FILL_A_CELLS(int_, n) (" in header


@pytest.mark.parametrize("compiler", BOTH)
def test_what_a_program_allocates_is_what_the_code_takes(tmp_path: Path, compiler: str):
    write(LAID_OUT, tmp_path, "kernel", "header", "obj")
    lines = run_program(compiler, USED, tmp_path).splitlines()
    wanted: list[str] = []
    for m, n in product(SIZES, SIZES):
        tiles = (n + 1) // 4 + 1 if n else 0
        cells = tiles * m * 4
        wanted.append(f"{tiles} {m} 4 {cells} {cells - m * n} {m * n}")
    assert lines == wanted


@pytest.mark.parametrize(
    "expr",
    [
        (var("n") + -5) // 4 + 2,
        (var("n") + -5) % 4,
        (var("n") * 3 + 15) // 16 * 16,
        Expr("max", (var("n") + -3, var("n") // 2)),
        Expr("min", (var("n"), var("n") // 2 + 3)),
    ],
    ids=str,
)
def test_expressions_are_those_of_the_layouts(tmp_path: Path, expr: Expr):
    shown = c_expression(expr, {"n": "k + 1"})
    source = "#include <stdint.h>\n#include <stdio.h>\nint main(void) {\n"
    source += f'  for (int k = -1; k < 20; ++k) printf("%d ", (int){shown});\n  return 0;\n}}\n'
    (tmp_path / "main.c").write_text(source)
    run(["cc", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"], tmp_path)
    found = [int(word) for word in run([tmp_path / "main"], tmp_path).split()]
    assert found == [expr.evaluate({"n": n}) for n in range(21)]


def test_what_c_has_not_is_left_out():
    assert c_expression(var("n") // var("m"), {"n": "n", "m": "m"}) is None
