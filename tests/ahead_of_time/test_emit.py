"""`emit`: symbols, packing, headers, code for other processors, and errors."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime import KernelError, compile, pack
from pad_mlir.runtime.ahead_of_time.emission import KINDS, Kind, emit

from .building import compilers, loaded, run

WRAP = "affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>"
LAST = "affine_map<(d0, d1) -> (d1 - 3)>"
KINDS_OF_PADDING = {
    "constant": "[-2.5 : f32]",
    "identity": '["identity(maximumf)"]',
    "wrap-around": f"[{WRAP}]",
    "computed": "[@ramp]",
    "regions": f"[[{{where = {LAST}, kind = 1.0 : f32}}, {{kind = 2.0 : f32}}]]",
}


def copying(kind: str) -> str:
    type = (
        f"memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], {kind}, {{}}>>"
    )
    return f"""
func.func private @ramp(%i: index, %j: index) -> f32 {{
  %w = arith.index_cast %j : index to i32
  %f = arith.sitofp %w : i32 to f32
  func.return %f : f32
}}
func.func @f(%A: {type}) {{
  func.return
}}"""


@pytest.mark.parametrize("kind", KINDS_OF_PADDING.values(), ids=KINDS_OF_PADDING)
def test_packing_is_that_of_the_runtime(tmp_path: Path, kind: str):
    text = copying(kind)
    kernel, library = compile(text, packed=True), loaded(text, tmp_path)
    plain = np.arange(1, 7, dtype=np.float32)
    physical = np.full((2, 4), np.nan, np.float32)
    library.f_pack_A(ctypes.c_void_p(plain.ctypes.data), ctypes.c_void_p(physical.ctypes.data))
    # The packing of the runtime does not compute padding.
    computed = [[1, 2, 3, 4], [5, 6, 2, 3]]
    expected = computed if kind == "[@ramp]" else pack(plain, kernel.layout("A"))
    assert physical.tobytes() == np.array(expected, np.float32).tobytes()
    back = np.zeros(6, np.float32)
    library.f_unpack_A(ctypes.c_void_p(physical.ctypes.data), ctypes.c_void_p(back.ctypes.data))
    assert back.tolist() == plain.tolist()


def test_padding_that_may_not_be_touched_is_not(tmp_path: Path):
    library = loaded(copying('["forbidden"]'), tmp_path)
    plain, physical = np.ones(6, np.float32), np.full((2, 4), 7, np.float32)
    library.f_pack_A(ctypes.c_void_p(plain.ctypes.data), ctypes.c_void_p(physical.ctypes.data))
    assert physical.ravel().tolist() == [1] * 6 + [7] * 2


APPLIED = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func private @helper(%A: memref<3xf64>) {
  func.return
}
func.func @keep(%A: memref<2x4xf32> {pad.logical = memref<6xf32, #tiles>, llvm.align = 64 : i64},
                %union: memref<3xf64>, %n: i32) -> i32 {
  %a = affine.load %A[0, 0] : memref<2x4xf32>
  %d = arith.extf %a : f32 to f64
  affine.store %d, %union[0] : memref<3xf64>
  func.call @helper(%union) : (memref<3xf64>) -> ()
  func.return %n : i32
}
"""


def test_header():
    header = emit(APPLIED, "header").decode()
    assert "\n * A: in, (i) -> (i // 4, i % 4) on [6] = [2, 4]; padding 4*io + ii >= 6:" in header
    assert HEADER in header


HEADER = """ on entry holds 0.0, at exit holds 0.0, accepts any
 * union: in-out, (i0) -> (i0) on [3]
 */
#define KEEP_A_LOGICAL_SHAPE {6}
#define KEEP_A_PHYSICAL_SHAPE {2, 4}
#define KEEP_A_CELLS 8
#define KEEP_A_ALIGNMENT 64
#define KEEP_UNION_LOGICAL_SHAPE {3}
#define KEEP_UNION_PHYSICAL_SHAPE {3}
#define KEEP_UNION_CELLS 3
#define KEEP_UNION_ALIGNMENT 8
int32_t keep(const float *PAD_RESTRICT A, double *PAD_RESTRICT union_, int32_t n);

void keep_pack_A(const float *PAD_RESTRICT from, float *PAD_RESTRICT to);

void keep_unpack_A(const float *PAD_RESTRICT from, float *PAD_RESTRICT to);
"""


def test_only_public_functions_are_seen(tmp_path: Path):
    (tmp_path / "kernel.o").write_bytes(emit(APPLIED, "obj"))
    symbols = run(["nm", "--extern-only", "--format=just-symbols", "kernel.o"], tmp_path)
    assert symbols.split() == ["keep", "keep_pack_A", "keep_unpack_A"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_module_stays_as_it_is(kind: Kind):
    module = parse_module(copying("[0.0 : f32]"))
    before = str(module)
    text = emit(copying("[0.0 : f32]"), kind)
    if kind != "shared":  # the linker writes an identifier
        assert emit(module, kind) == text
    emit(module, kind)
    assert str(module) == before


ANY_SIZE = """
func.func @f(%A: memref<?xf64>) {
  %0 = arith.constant 0 : index
  %n = memref.dim %A, %0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf64>
    %d = arith.divf %a, %a : f64
    affine.store %d, %A[%i] : memref<?xf64>
  }
  func.return
}"""
TWO_RESULTS = """
func.func @f(%A: memref<64xf64>, %x: f64) -> (f64, f64) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf64>
    %d = arith.divf %a, %x : f64
    affine.store %d, %A[%i] : memref<64xf64>
  }
  func.return %x, %x : f64, f64
}"""


@pytest.mark.parametrize("text", [ANY_SIZE, TWO_RESULTS])
def test_the_function_that_c_calls_holds_no_second_copy_of_the_code(text: str):
    code = emit(text, "asm", target_cpu="haswell").decode()
    wrapper = code.split("_mlir_ciface_f:")[1].split(".Lfunc_end")[0]
    assert "vdiv" in code
    assert "vdiv" not in wrapper


def test_other_processors():
    assert b"%ymm" in emit(SCALED, "asm", target_cpu="haswell")
    assert b"%ymm" not in emit(SCALED, "asm", target_cpu="x86-64")
    neon = emit(SCALED, "asm", target_cpu="neoverse-n1")
    assert b"fmul\tv" in neon
    assert emit(SCALED, "llvm-ir", target_cpu="neoverse-n1").startswith(
        b'target triple = "aarch64-unknown-linux-gnu"\n'
    )
    assert emit(SCALED, "obj", target_cpu="neoverse-n1")[18] == 0xB7  # ELF: AArch64


SCALED = """
func.func @scaled(%A: memref<64xf32>, %s: f32) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    %b = arith.mulf %a, %s : f32
    affine.store %b, %A[%i] : memref<64xf32>
  }
  func.return
}"""

TWO_LAYOUTS = """
#fours = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>
#twos = #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], ["undef"], {}>
func.func @f(%A_1: memref<6xf32, #fours>, %A_2: memref<6xf32, #twos>) {
  func.return
}"""
REFUSED = {
    "func.func private @f() { func.return }": "no public function with a body",
    "func.func @f": "expected '('",
    "func.func @f(%x: f16) { func.return }": "a number of type f16 has no type in C",
    'func.func @"a.b"() { func.return }': "@a.b is not a name of a function in C; rename it",
    "func.func @while() { func.return }": "@while is not a name of a function in C; rename it",
    "func.func @f(%x: f80) { func.return }": "f80 cannot be passed to a kernel",
    copying("[0.0 : f32]") + "func.func @f_pack_A() { func.return }": (
        "@f_pack_A is needed to pack a buffer of @f, but the module has a symbol of that name"
    ),
    "func.func @f(%A: memref<2xf32>, %a: memref<3xf32>) { func.return }": (
        "A of @f and a of @f would both have the macro F_A_CELLS; rename one by pad.name"
    ),
    "func.func @row(%A: memref<2xf32>) { return }\nfunc.func @Row(%A: memref<3xf32>) { return }": (
        "A of @row and A of @Row would both have the macro ROW_A_CELLS; rename one by pad.name"
    ),
    'func.func @f(%A: memref<2xf32> {pad.name = "x.y"}, %x_y: memref<3xf32>) { return }': (
        "x.y of @f and x_y of @f would both have the macro F_X_Y_CELLS; rename one by pad.name"
    ),
    "func.func @f(%A: memref<2xf32>) { return }\nfunc.func @F_A_CELLS() { return }": (
        "@F_A_CELLS has the name of a macro of A of @f; rename it"
    ),
    "func.func @F_A_ALIGNMENT() { return }\nfunc.func @f(%A: memref<2xf32>) { return }": (
        "@F_A_ALIGNMENT has the name of a macro of A of @f; rename it"
    ),
    "func.func @f() { return }\nfunc.func @PAD_MLIR_F_H() { return }": (
        "@PAD_MLIR_F_H has the name of a macro of the header; rename it"
    ),
    "func.func @__linux__() { return }": "@__linux__ is reserved by LLVM, ",
    "func.func @_Bool() { return }": "@_Bool is reserved by LLVM, ",
    "func.func @co_await() { return }": "@co_await is not a name of a function in C; rename it",
    "func.func @INT64_MAX() { return }": "@INT64_MAX is not a name of a function in C; rename it",
    "func.func @main() { return }": "@main is not a name of a function in C; rename it",
    TWO_LAYOUTS: "@f has two buffers A with different layouts, so what packs A is not known",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str):
    with pytest.raises(KernelError) as refused:
        emit(text, "header")
    assert REFUSED[text] in str(refused.value)


@pytest.mark.parametrize(
    "function",
    [
        "func.func @while() { return }",
        "func.func @A_A_CELLS() { return }",
        "func.func @f(%A_1: memref<2xf32>, %a: memref<2xf32>) { return }",
        "func.func @f(%x: f16) { return }",
        "func.func @f(%x: f80) { return }",
        "func.func @f(%A: memref<2xf32>) { memref.dealloc %A : memref<2xf32> return }",
    ],
)
def test_a_refusal_is_at_its_function(function: str):
    text = f"func.func @a(%A: memref<2xf32>) {{\n  return\n}}\n{function}"
    with pytest.raises(KernelError, match=r"^<string>:4:1: "):
        emit(text, "header")


def test_what_c_cannot_take_is_named():
    text = "func.func @f(%A: memref<2xf32>, %u: memref<3xui8>) {\n  return\n}"
    with pytest.raises(KernelError, match=r"^<string>:1:1: u: ui8 cannot be passed to a kernel;"):
        emit(text, "header")


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_processor(kind: Kind):
    with pytest.raises(KernelError, match="LLVM knows no processor 'pentium9'"):
        emit(SCALED, kind, target_cpu="pentium9")


def test_linking(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(KernelError, match="there is no 'no-such-compiler'; set CC"):
        emit(SCALED, "shared")
    monkeypatch.setenv("CC", f"{compilers('cc', 'gcc')[0]} --no-such-option")
    with pytest.raises(KernelError, match=r"could not link .*no-such-option"):
        emit(SCALED, "shared")


def test_what_a_linker_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    linker = tmp_path / "linker"
    linker.write_text("#!/bin/sh\nseq 7 >&2\nexit 1\n")
    linker.chmod(0o755)
    monkeypatch.setenv("CC", str(linker))
    with pytest.raises(KernelError, match=r"could not link .*: 3; 4; 5; 6; 7$"):
        emit(SCALED, "shared")
