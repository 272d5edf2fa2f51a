"""Programs in C and C++ that are linked with kernels: every kind of argument and result."""

from __future__ import annotations

from pathlib import Path

import pytest

from .building import compilers, run_program, write

C = compilers("gcc", "clang")
BOTH = [*C, *compilers("g++", "clang++")]

MANY = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.5 : f32], {}>
func.func private @twice(%A: memref<6xf32, #tiles>) {
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32, #tiles>
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[%i] : memref<6xf32, #tiles>
  } {pad.stage = "compute"}
  func.return
}
func.func @ends(%A: memref<6xf32, #tiles>, %int: i32) -> (f32, i64, i1) {
  func.call @twice(%A) : (memref<6xf32, #tiles>) -> ()
  %a = affine.load %A[0] : memref<6xf32, #tiles>
  %wide = arith.extsi %int : i32 to i64
  %zero = arith.constant 0 : i32
  %negative = arith.cmpi slt, %int, %zero : i32
  func.return %a, %wide, %negative : f32, i64, i1
}
func.func @is_small(%x: f64) -> i1 {
  %one = arith.constant 1.0 : f64
  %r = arith.cmpf olt, %x, %one : f64
  func.return %r : i1
}
memref.global "private" constant @table : memref<3xi8> = dense<[1, 2, 3]>
func.func @made(%x: i8) -> memref<3xi8> {
  %new = memref.alloc() : memref<3x1xi8>
  %table = memref.get_global @table : memref<3xi8>
  affine.for %i = 0 to 3 {
    %t = affine.load %table[%i] : memref<3xi8>
    %s = arith.addi %x, %t : i8
    affine.store %s, %new[%i, 0] : memref<3x1xi8>
  }
  %flat = memref.collapse_shape %new [[0, 1]] : memref<3x1xi8> into memref<3xi8>
  func.return %flat : memref<3xi8>
}
"""
MANY_USED = """
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float plain[6] = {1, 2, 3, 4, 5, 6}, back[6], A[ENDS_A_CELLS];
  struct ends_results results;
  int8_t *new_one = made(-7);
  ends_pack_A(plain, A);
  _mlir_ciface_ends(&results, A, -3);
  ends_unpack_A(A, back);
  printf("%g %lld %d ", results.result0, (long long)results.result1, results.result2);
  printf("%g %g %g %g ", back[0], back[5], A[6], A[7]);
  printf("%d %d %d\\n", is_small(0.5), is_small(1.5), new_one[2]);
  free(new_one);
  return 0;
}
"""


@pytest.mark.parametrize("compiler", BOTH)
def test_arguments_and_results(tmp_path: Path, compiler: str):
    write(MANY, tmp_path, "kernel", "header", "obj")
    assert run_program(compiler, MANY_USED, tmp_path) == "2 -3 1 2 12 0.5 0.5 1 0 -4\n"


DYNAMIC = """
func.func @axpy(
    %a: f32, %x: memref<?xf32>, %y: memref<?xf32>,
    %n: index {pad.size = [{of = "x", dim = 0}, {of = "y", dim = 0}]}) -> memref<?xf32> {
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf32>
    %v = affine.load %y[%i] : memref<?xf32>
    %w = arith.mulf %a, %u : f32
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  func.return %y : memref<?xf32>
}
"""
MIXED = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [7 : i16], {}>
func.func @f(%A: memref<11xi16, #tiles>, %D: memref<?xi16>) {
  %c = affine.load %A[3] : memref<11xi16, #tiles>
  affine.store %c, %D[0] : memref<?xi16>
  func.return
}
"""
MIXED_USED = """
#include "kernel.h"
#include <stdio.h>
int main(void) {
  int16_t plain[11] = {1, 2, 3, 4}, tiles[F_A_CELLS], d[1];
  pad_memref_int16_t_1 from = {plain, plain, 0, {11}, {1}}, D = {d, d, 0, {1}, {1}};
  pad_memref_int16_t_2 A = {tiles, tiles, 0, F_A_PHYSICAL_SHAPE, {4, 1}};
  _mlir_ciface_f_pack_A(&from, &A);
  _mlir_ciface_f(&A, &D);
  printf("%d %d\\n", d[0], tiles[11]);
  return 0;
}
"""
DYNAMIC_USED = """
#include "kernel.h"
#include <stdio.h>
int main(void) {
  float x[3] = {1, 2, 3}, y[3] = {10, 20, 30};
  pad_memref_float_1 of_x = {x, x, 0, {3}, {1}}, of_y = {y, y, 0, {3}, {1}}, same;
  _mlir_ciface_axpy(&same, 2.0f, &of_x, &of_y, 3);
  printf("%g %g %d\\n", y[0], y[2], same.aligned == y && same.sizes[0] == 3);
  return 0;
}
"""


@pytest.mark.parametrize("compiler", BOTH)
def test_packing_by_descriptors(tmp_path: Path, compiler: str):
    write(MIXED, tmp_path, "kernel", "header", "obj")
    assert run_program(compiler, MIXED_USED, tmp_path) == "4 7\n"


@pytest.mark.parametrize("compiler", BOTH)
def test_descriptors(tmp_path: Path, compiler: str):
    write(DYNAMIC, tmp_path, "kernel", "header", "obj")
    assert run_program(compiler, DYNAMIC_USED, tmp_path) == "12 36 1\n"


@pytest.mark.parametrize("compiler", BOTH)
def test_names_that_mean_something_in_c(tmp_path: Path, compiler: str):
    text = """
func.func @f(%unix: memref<2xf32>, %linux: i32, %INT64_MAX: i32, %uint8_t: i32, %while: i32,
    %PAD_RESTRICT: i32, %pad_memref_float_1: i32, %results: i32, %size_max: i32) -> (i32, i32) {
  func.return %linux, %size_max : i32, i32
}"""
    descriptors = """
func.func @g(%A: memref<?xf32>, %result: i32, %uint8_t: memref<?xf32>) -> memref<?xf32> {
  func.return %A : memref<?xf32>
}"""
    write(descriptors, tmp_path, "descriptors", "header")
    write(text, tmp_path, "kernel", "header", "obj")
    used = """
#include "descriptors.h"
#include "kernel.h"
#include <stdio.h>
int main(void) {
  float a[F_UNIX_CELLS] = {0.0f, 0.0f};
  struct f_results got;
  _mlir_ciface_f(&got, a, 1, 2, 3, 4, 5, 6, 7, 8);
  printf("%d %d\\n", (int)got.result0, (int)got.result1);
  return 0;
}
"""
    assert run_program(compiler, used, tmp_path) == "1 8\n"


@pytest.mark.parametrize("compiler", C)
def test_two_objects_in_one_program(tmp_path: Path, compiler: str):
    # Private functions of one name, and conversions to f16 in both.
    for name in ("first", "second"):
        text = f"""
func.func private @helper(%A: memref<2xf16>, %x: f32) {{
  %h = arith.truncf %x : f32 to f16
  affine.store %h, %A[0] : memref<2xf16>
  func.return
}}
func.func @{name}(%A: memref<2xf16>, %x: f32) {{
  func.call @helper(%A, %x) : (memref<2xf16>, f32) -> ()
  func.return
}}"""
        write(text, tmp_path, name, "header", "obj")
    (tmp_path / "first.o").rename(tmp_path / "kernel.o")
    used = """
#include "first.h"
#include "second.h"
#include <stdio.h>
int main(void) {
  uint16_t a[2] = {0, 0}, b[2] = {0, 0};
  first(a, 1.0f);
  second(b, -2.0f);
  printf("%x %x\\n", a[0], b[0]);
  return 0;
}
"""
    assert run_program(compiler, used, tmp_path, "second.o") == "3c00 c000\n"


NAMED_AS_IN_C = """
func.func @names(
    %names: memref<2xf32>, %names_results: memref<2xf32>, %results: memref<2xf32>,
    %while: i32, %while_: i32, %n_1: i32, %n_2: i32, %NAMES_NAMES_CELLS: i32, %typeof: i32,
    %__LINE__: i32, %_Bool: i32, %thread_local: i32, %INT64_MAX: i32, %linux: i32
) -> (i32, i32) {
  func.return %while_, %linux : i32, i32
}
"""
NAMED_OTHERWISE = """
func.func @one(%A: memref<?xf32>, %result: memref<?xf32> {pad.name = "1 x"}, %__x: i32)
    -> memref<?xf32> {
  func.return %A : memref<?xf32>
}
"""


@pytest.mark.parametrize("compiler", BOTH)
def test_names_of_parameters(tmp_path: Path, compiler: str):
    write(NAMED_AS_IN_C, tmp_path, "kernel", "header", "obj")
    source = """
#include <stdio.h>
#include "kernel.h"
int main(void) {
  float x[2] = {0}, y[2] = {0}, z[2] = {0};
  struct names_results all;
  _mlir_ciface_names(&all, x, y, z, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  printf("%d %d\\n", (int)all.result0, (int)all.result1);
  return 0;
}
"""
    assert run_program(compiler, source, tmp_path) == "2 11\n"


@pytest.mark.parametrize("compiler", BOTH)
def test_names_of_descriptors(tmp_path: Path, compiler: str):
    write(NAMED_OTHERWISE, tmp_path, "kernel", "header", "obj")
    source = '#include "kernel.h"\nint main(void) { return 0; }\n'
    assert run_program(compiler, source, tmp_path) == ""
