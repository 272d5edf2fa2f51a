"""
No function or global of a module is taken for one that the code, LLVM or libm calls.

`PAD_NAMES_EXAMPLES` says how many names are tried, all those there are at most.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pad_mlir.passes.lowering.library_names import is_taken, known_type
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.upstream.llvm_library import package_file

from ..ahead_of_time.building import loaded

EXAMPLES = int(os.environ.get("PAD_NAMES_EXAMPLES", "150"))
_MATH = """
acos acosh asin asinh atan atanh cbrt ceil cos cosh erf exp exp2 expm1 floor log log10 log1p
log2 round roundeven sin sinh sqrt tan tanh trunc
"""
_BINARY = "atan2 powf copysign"
# Of LLVM's RuntimeLibcalls and TargetLibraryInfo, of compiler-rt, of us; each with its number.
_OTHERS = """
memset memcpy memmove bzero bcmp memcmp memset_pattern16 malloc free calloc aligned_alloc abort
dprintf printf puts abs labs strlen isdigit ffs write fma fmaf fmod fmodf fmin fmaxf copysignf ldexp
frexp sincos sincosf exp10f nearbyintf rintf lrint
__truncdfhf2 __truncsfhf2 __extendhfsf2 __truncsfbf2 __truncdfbf2 __gnu_h2f_ieee __gnu_f2h_ieee
__udivti3 __umodti3 __divti3 __multi3 __ashlti3 __floattisf __fixdfti __muldi3 __powisf2
__popcountdi2
__atomic_load __stack_chk_fail __tls_get_addr __mlir_math_ipowi_i32 __mlir_math_ctlz_i32 _Znwm
_Unwind_Resume _GLOBAL_OFFSET_TABLE_ _mlir_ciface_main_ _mlir_ciface_innocent memrefCopy
pad_mlir_entry pad_mlir_check_entry pad_mlir_round_to_odd pad_mlir_failed_0 pad_mlir.main_
llvm.foo llvm.memset.p0.i64 llvm.sqrt.f32 llvm.used llvm.global_ctors main_.checks assert_msg
main if class \\01memset \\01tanhf a\\00b \\22 %s $ . @ é
"""
_SUFFIXED = [name + end for name in (*_MATH.split(), *_BINARY.split()) for end in ("", "f", "l")]
NAMES = [*dict.fromkeys(["", "a b", *_OTHERS.split(), *_SUFFIXED])]


def _program(function: str, data: str, visibility: str = "") -> str:
    """Calls `function` and reads `data` beside all that becomes a call of a library."""
    lines: list[str] = []
    for type, suffix in (("f32", "a"), ("f64", "b"), ("f16", "c"), ("bf16", "d")):
        narrow = (
            "%x = arith.addf %a, %zero : f32"
            if suffix == "a"
            else (
                f"%x = arith.extf %a : f32 to {type}"
                if suffix == "b"
                else f"%x = arith.truncf %a : f32 to {type}"
            )
        )
        lines.append(narrow.replace("%x", f"%x{suffix}"))
        for name in _MATH.split() if suffix in "ab" else ("tanh", "exp"):
            lines.append(f"%{name}{suffix} = math.{name} %x{suffix} : {type}")
            lines.append(
                f"memref.store %{name}{suffix}, %{suffix.upper()}[%k] : memref<1000x{type}>"
            )
        for name in _BINARY.split() if suffix in "ab" else ():
            lines.append(f"%{name}{suffix} = math.{name} %x{suffix}, %x{suffix} : {type}")
            lines.append(
                f"memref.store %{name}{suffix}, %{suffix.upper()}[%k] : memref<1000x{type}>"
            )
    # The sum of all, so that nothing is left out.
    sums = [line.split(" = ")[0] for line in lines if " = math." in line]
    body = [line for line in lines if not line.startswith("memref.store")]
    wide: list[str] = ["%s0 = arith.constant 0.0 : f64"]
    for k, value in enumerate(sums):
        as_f64 = value if value.endswith("b") else f"%w{k}"
        if not value.endswith("b"):
            type = {"a": "f32", "c": "f16", "d": "bf16"}[value[-1]]
            wide.append(f"%w{k} = arith.extf {value} : {type} to f64")
        wide.append(f"%m{k} = arith.maxnumf {as_f64}, %low : f64")  # acosh has none of these
        wide.append(f"%s{k + 1} = arith.addf %s{k}, %m{k} : f64")
    inside = "\n      ".join([*body, *wide])
    return f"""
  memref.global "private" @"{data}" : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  func.func {visibility} @"{function}"(%x: f32) -> f32 {{
    %c = arith.constant 100.0 : f32
    %y = arith.addf %x, %c : f32
    func.return %y : f32
  }}
  func.func @main_(%A: memref<4xf32>, %B: memref<1000xf32>, %C: memref<1000xf32>, %n: i32) -> f64 {{
    %zero = arith.constant 0.0 : f32
    %low = arith.constant -4.0 : f64
    affine.for %i = 0 to 1000 {{
      affine.store %zero, %B[%i] : memref<1000xf32>
    }}
    affine.for %i = 0 to 1000 {{
      %b = affine.load %B[%i] : memref<1000xf32>
      affine.store %b, %C[%i] : memref<1000xf32>
    }}
    %S = memref.alloc() : memref<1000xf32>
    memref.copy %C, %S : memref<1000xf32> to memref<1000xf32>
    %G = memref.get_global @"{data}" : memref<4xf32>
    %p = math.ipowi %n, %n : i32
    %q = arith.sitofp %p : i32 to f64
    %sum = affine.for %i = 0 to 4 iter_args(%t = %q) -> (f64) {{
      %a = affine.load %A[%i] : memref<4xf32>
      %g = affine.load %G[%i] : memref<4xf32>
      %u = func.call @"{function}"(%a) : (f32) -> f32
      %v = arith.addf %u, %g : f32
      affine.store %v, %A[%i] : memref<4xf32>
      {inside}
      %e = affine.load %S[%i] : memref<1000xf32>
      %f = arith.extf %e : f32 to f64
      %h = arith.addf %s{len(sums)}, %f : f64
      %new = arith.addf %t, %h : f64
      affine.yield %new : f64
    }}
    func.return %sum : f64
  }}
"""


@cache
def _wanted() -> list[float]:
    return _result(_program("innocent", "data"))


def _result(text: str) -> list[float]:
    arrays = [np.array([0.1, 0.2, 0.3, 0.4], np.float32), *np.ones((2, 1000), np.float32)]
    sum = compile(text, function="main_")(*arrays, 3)
    return [sum, *arrays[0].tolist(), *(float(array.sum()) for array in arrays[1:])]


def test_a_kernel_computes_the_same_under_any_name() -> None:
    wanted = _wanted()
    assert wanted[1:] == pytest.approx([101.1, 102.2, 103.3, 104.4, 0, 0])
    random = Random(EXAMPLES)
    # Many in one module: functions and globals that are not called take names from others too.
    for _ in range(max(1, EXAMPLES // 50)):
        names = random.sample(NAMES, 50)
        half = len(names) // 2
        others = [
            f'  func.func private @"{name}"(%x: f32) -> f32 {{\n    func.return %x : f32\n  }}\n'
            if k % 2
            else f'  memref.global "private" @"{name}" : memref<4xf32> = dense<{k}.0>\n'
            for k, name in enumerate(names)
            if k not in (0, half)
        ]
        assert _result(_program(names[0], names[half]) + "".join(others)) == wanted, names


@pytest.mark.parametrize("name", ["tanhf", "memset", "aligned_alloc", "__truncdfhf2", "llvm.foo"])
def test_one_name(name: str) -> None:
    wanted = _wanted()
    assert _result(_program(name, "data")) == wanted
    assert _result(_program("innocent", name)) == wanted


@pytest.mark.skipif(shutil.which("cc") is None, reason="a shared library needs a linker")
@pytest.mark.parametrize("name", ["tanhf", "memset", "_mlir_ciface_main_"])
def test_private_functions_of_a_shared_library(tmp_path: Path, name: str) -> None:
    text = f"""
      func.func private @{name}(%A: memref<300xf32>) attributes {{no_inline}} {{ func.return }}
      func.func @main_(%A: memref<300xf32>, %x: f32) -> f32 {{
        %zero = arith.constant 0.0 : f32
        affine.for %i = 0 to 300 {{
          affine.store %zero, %A[%i] : memref<300xf32>
        }}
        func.call @{name}(%A) : (memref<300xf32>) -> ()
        %y = math.tanh %x : f32
        func.return %y : f32
      }}"""
    code = loaded(text, tmp_path).main_
    code.restype, code.argtypes = ctypes.c_float, [ctypes.c_void_p, ctypes.c_float]
    array = np.ones(300, np.float32)
    assert code(array.ctypes.data, 1.0) == pytest.approx(np.tanh(1.0))
    assert not array.any()


SIMPLE = 'func.func @"{}"(%A: memref<4xf32>) {{ func.return }}'
GLOBAL = """
memref.global @"{}" : memref<4xf32> = dense<1.0>
func.func @f(%A: memref<4xf32>) {{ func.return }}"""


@pytest.mark.parametrize("text", [SIMPLE, GLOBAL])
def test_public_names_in_objects_are_errors(text: str) -> None:
    kinds = ("header", "llvm-ir", "asm", "obj", "shared")
    for k, name in enumerate(("tanhf", "memset", "__truncdfhf2", "llvm.foo", "_mlir_ciface_f")):
        with pytest.raises(
            KernelError, match=r":\d+:1: @.* is reserved by LLVM, compilers or the C"
        ):
            emit(text.format(name), kinds[k])
    for name in ("", "a\\00b", "\\01memset", "f@v1"):
        with pytest.raises(KernelError, match=r":\d+:1: .* cannot be a symbol of an object file"):
            emit(text.format(name), "obj")
    emit(text.format("innocent"), "obj")


DECLARED = """
func.func private @{name}({given}) -> {given}
func.func @f(%x: {given}) -> {given} {{
  %y = math.{op} %x : {given}
  %z = func.call @{name}(%y) : ({given}) -> {given}
  func.return %z : {given}
}}"""


def test_a_declaration_means_the_library_s() -> None:
    for name, given, op in (
        ("tanhf", "f32", "tanh"),
        ("expf", "f32", "tanh"),
        ("tanh", "f64", "tanh"),
    ):
        function = np.tanh if "tanh" in name else np.exp
        kernel = compile(DECLARED.format(name=name, given=given, op=op))
        assert kernel(0.5) == pytest.approx(function(np.tanh(0.5)))
        ir = emit(DECLARED.format(name=name, given=given, op=op), "llvm-ir").decode()
        assert len(re.findall(rf"^declare .*@{name}\(", ir, re.MULTILINE)) == 1


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ("@tanhf(f64) -> f64", r"declared as .*, but that of libm is"),
        ("@fma(f64) -> f64", r"declared as .*, but that of libm is"),
        ("@llvm.sqrt.f64(f64) -> f64", "LLVM's intrinsics"),
        ("@__truncsfbf2(f32) -> bf16", "a function that the code has itself"),
        ("@pad_mlir_entry(f32) -> f32", "a function that the code has itself"),
        ('@"a\\00b"(f32) -> f32', "cannot be a symbol of a library"),
    ],
)
def test_declarations_that_cannot_be_meant(declaration: str, said: str) -> None:
    text = f"func.func private {declaration}\nfunc.func @f(%A: memref<4xf32>) {{ func.return }}"
    with pytest.raises(KernelError, match=f"1:1: .*{said}"):
        compile(text)
    with pytest.raises(KernelError, match=f"1:1: .*{said}"):
        emit(text, "obj")


def test_a_declaration_beside_an_allocation() -> None:
    text = """
      func.func private @free({type})
      func.func @f(%A: memref<4xf32>) {{
        %S = memref.alloc() : memref<4xf32>
        memref.copy %A, %S : memref<4xf32> to memref<4xf32>
        memref.copy %S, %A : memref<4xf32> to memref<4xf32>
        func.return
      }}"""
    for type in ("memref<4xf32>", "i32"):  # local buffers are in a workspace
        compile(text.format(type=type))(np.ones(4, np.float32))
    returning = """
      func.func private @free({type})
      func.func @f() -> memref<4xf32> {{
        %S = memref.alloc() : memref<4xf32>
        memref.dealloc %S : memref<4xf32>
        %T = memref.alloc() : memref<4xf32>
        func.return %T : memref<4xf32>
      }}"""
    with pytest.raises(KernelError, match=r"2:7: @free is declared as .*, but what this module"):
        compile(returning.format(type="i32"))


@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v4", "neoverse-n1"])
def test_what_objects_call_is_in_the_table(cpu: str, tmp_path: Path) -> None:
    nm = package_file("bin/llvm-nm")
    assert nm is not None
    (tmp_path / "a.o").write_bytes(emit(_program("innocent", "data"), "obj", target_cpu=cpu))
    said = subprocess.run([nm, "-u", tmp_path / "a.o"], capture_output=True, text=True, check=True)
    called = said.stdout.replace(" U ", " ").split()
    # With an fma most functions are written out.
    assert len(called) > (40 if cpu == "x86-64" else 5)
    assert [name for name in called if not is_taken(name)] == []


def test_types_of_libm() -> None:
    assert (known_type("tanhf"), known_type("pow"), known_type("fmaf")) == (
        (1, "f32"),
        (2, "f64"),
        (3, "f32"),
    )
    assert known_type("memset") is None
