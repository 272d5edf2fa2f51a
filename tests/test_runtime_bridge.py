"""The way to upstream MLIR and back, LLVM's back end, and what they say when something is wrong."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.locations import show_location
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.host.pad_to_host import PadToHost, lower, prepare
from pad_mlir.runtime import compile
from pad_mlir.upstream.bridge import UpstreamModule, opaque_context
from pad_mlir.upstream.code_generation import LoadedObject, compile_object
from pad_mlir.upstream.llvm_library import LLVMError
from pad_mlir.upstream.phases import record_phases

EVERYTHING = """
memref.global "private" constant @table : memref<3xf32> = dense<[-0.0, 0xFF800000, 0x7FC01234]>
memref.global "private" @splat : memref<4xbf16> = dense<0x7FC1>
func.func private @external(memref<4xf32> {llvm.readonly}) -> (f32 {test.attribute = 1 : i8})
func.func @f(%A: memref<4x?xf32, strided<[?, 1], offset: 4>, 2>, %n: index, %c: i1)
    -> (f64, f16, bf16, vector<2xf32>)
    attributes {test.map = affine_map<(d0)[s0] -> (d0 mod 4 + s0)>} {
  %negative_zero = arith.constant -0.0 : f64
  %denormal = arith.constant 4.940656458412465e-324 : f64
  %nan = arith.constant 0x7FF8000000001234 : f64
  %signalling = arith.constant 0x7C01 : f16
  %infinity = arith.constant 0xFC00 : f16
  %bfloat = arith.constant 0x0001 : bf16
  %dense = arith.constant dense<[0x7FC00001, -0.0]> : vector<2xf32>
  %hex = arith.constant dense<"0x0000C07F00000080"> : vector<2xf32>
  %i1s = arith.constant dense<[true, false]> : vector<2xi1>
  affine.for %i = 0 to %n {
    affine.for %j = max affine_map<(d0)[s0] -> (d0, s0 - 4)>(%i)[%n] to 10 step 2 {
      affine.if affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, s0 mod 4 == 0)>(%i, %j)[%n] {
        %v = affine.load %A[%i mod 4, %j] : memref<4x?xf32, strided<[?, 1], offset: 4>, 2>
      }
    } {test.loop}
  }
  %s = scf.if %c -> (f64) {
    %sum = arith.addf %negative_zero, %nan fastmath<reassoc,nsz> : f64
    scf.yield %sum : f64
  } else {
    scf.yield %denormal : f64
  }
  func.return %s, %signalling, %bfloat, %dense : f64, f16, bf16, vector<2xf32>
}
"""


def prepared(text: str) -> ModuleOp:
    module = parse_module(text)
    prepare(new_context(), module)
    return module


def llvm_ir(text: str) -> str:
    return lower(prepared(text), "llvm").to_llvm_ir()


def test_the_round_trip_is_exact():
    module = parse_module(EVERYTHING, "user.mlir")
    before = print_module(module, generic=True, debuginfo=True)
    after = UpstreamModule(module).take_back(new_context())
    # Names of values are the one thing that the generic form of upstream does not keep.
    assert _renamed(print_module(after, generic=True, debuginfo=True)) == _renamed(before)
    assert after.is_structurally_equivalent(module)


def test_an_operation_that_is_not_lowered_is_named():
    text = """
func.func @f() {
  %0 = arith.constant 1 : i32
  %1 = "toy.next"(%0) ({
    "toy.end"() : () -> ()
  }) {why = "\\22own\\22"} : (i32) -> i32
  func.return
}"""
    module = parse_module(text, "user.mlir", new_context(allow_unregistered=True))
    with pytest.raises(PadError) as raised:
        UpstreamModule(module)
    assert str(raised.value) == "upstream MLIR has no dialect of 'toy.next'; lower it first"
    assert raised.value.op is not None
    assert show_location(raised.value.op.location) == "user.mlir:4:8: "


def test_the_llvm_dialect_comes_back_exactly():
    upstream = lower(prepared(ROW), "llvm")
    before = upstream.generic_text()
    opaque = Context(allow_unregistered=True)
    opaque.load_dialect(Builtin)
    again = UpstreamModule(upstream.take_back(opaque))
    assert again.generic_text() == before


def _renamed(text: str) -> list[str]:
    """Lines without the order of attributes and with values numbered by first appearance."""
    names: dict[str, str] = {}
    text = re.sub(r"%[\w#]+", lambda m: names.setdefault(m[0], f"%{len(names)}"), text)
    return ["".join(sorted(line)) for line in text.splitlines()]


ROW = """
func.func @row(%A: memref<4x8xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %b = affine.load %B[%i] : memref<4xf32>
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %s = arith.addf %b, %a fastmath<reassoc> : f32
      affine.store %s, %B[%i] : memref<4xf32>
    }
  }
  return
}
"""


def test_noalias_survives_to_llvm_ir():
    assert "define void @row(ptr noalias %0, ptr noalias %1)" in llvm_ir(ROW)
    shared = ROW.replace("xf32>) {", "xf32>) attributes {pad.may_alias} {", 1)
    assert "define void @row(ptr %0, ptr %1)" in llvm_ir(shared)
    assert "fadd reassoc float" in llvm_ir(ROW)


def test_distinct_objects_survive_to_llvm_ir():
    text = """
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %i: index) {
  %a = memref.load %A[%i] : memref<?xf32>
  memref.store %a, %B[%i] : memref<?xf32>
  return
}"""
    assert '"separate_storage"(ptr %' in llvm_ir(text)
    assert "separate_storage" not in llvm_ir(text.replace(") {", ") attributes {pad.may_alias} {"))


def test_an_upstream_error_is_at_our_operation():
    module = parse_module(
        "func.func @f(%A: memref<4xf32>) {\n"
        "  %B = memref.cast %A : memref<4xf32> to memref<5xf32>\n"
        "  return\n"
        "}",
        "user.mlir",
    )
    with pytest.raises(PadError, match=r"upstream MLIR: 'memref\.cast' op operand type") as error:
        UpstreamModule(module)
    assert error.value.op is not None
    assert show_location(error.value.op.location) == "user.mlir:2:8: "


def test_an_unknown_pass_is_an_error():
    with pytest.raises(PadError, match=r"upstream MLIR: .*no-such-pass"):
        UpstreamModule(parse_module(ROW)).run("builtin.module(no-such-pass)")


def test_what_fails_changes_nothing_for_what_is_handed_over_next():
    first = UpstreamModule(parse_module(ROW)).generic_text()
    with pytest.raises(PadError):
        UpstreamModule(parse_module(ROW)).run("builtin.module(no-such-pass)")
    with pytest.raises(PadError, match=r"has no dialect of 'test\.unknown'"):
        UpstreamModule(parse_module('"test.unknown"() : () -> ()', context=opaque_context()))
    assert UpstreamModule(parse_module(ROW)).generic_text() == first


def test_a_thread_has_one_context_for_all_but_large_modules():
    numbers = "0102030405060708" * 35000
    table = f'memref.global @t : memref<70000xf32> = dense<"0x{numbers}">'
    large, *small = (UpstreamModule(parse_module(text)) for text in (table, ROW, ROW))
    with ThreadPoolExecutor(1) as pool:
        of_another = pool.submit(lambda: UpstreamModule(parse_module(ROW))).result()
    kept, same, other, own = (each.module.context for each in (*small, of_another, large))
    assert kept is same
    assert other is not kept
    assert own is not kept


def test_what_has_no_translation_is_an_error():
    with pytest.raises(PadError, match=r"'func\.func' cannot be lowered to the llvm dialect here"):
        UpstreamModule(parse_module(ROW)).to_llvm_ir()


WITHOUT_BINDINGS = """
import sys
sys.modules["mlir"] = None
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pad_to_host import PadToHost
from pad_mlir.runtime import KernelError, compile
text = "func.func @f() { return }"
PadToHost(stop="affine").apply(new_context(), parse_module(text))
try:
    compile(text)
except KernelError as error:
    print(error)
"""


def test_missing_bindings_name_the_extra():
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_BINDINGS], capture_output=True, text=True, check=True
    )
    assert "pip install 'pad-mlir[mlir]'" in run.stdout
    assert "any other build of the same bindings" in run.stdout
    assert not run.stderr


def test_llvm_refuses_text_that_is_no_ir():
    with pytest.raises(LLVMError, match="expected top-level entity"):
        compile_object("not LLVM IR")


def test_llvm_refuses_ir_that_does_not_verify():
    with pytest.raises(LLVMError, match="Instruction does not dominate all uses"):
        compile_object("""
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 1
  br label %b
b:
  ret i32 %x
}""")


def test_llvm_reports_what_code_generation_refuses():
    with pytest.raises(LLVMError, match="couldn't allocate input reg for constraint"):
        compile_object('define void @f() {\n  call void asm "", "{nowhere}"(i32 0)\n  ret void\n}')


def test_llvm_refuses_an_object_that_is_none():
    with pytest.raises(LLVMError):
        LoadedObject(b"no object").address("f")


def test_a_missing_symbol_is_named_once_and_not_printed(capfd: pytest.CaptureFixture[str]):
    code = compile_object(
        "declare void @missing()\ndefine void @f() {\n  call void @missing()\n  ret void\n}"
    )
    with pytest.raises(LLVMError, match=r"Symbols not found: \[ missing \]"):
        LoadedObject(code).address("f")
    assert capfd.readouterr() == ("", "")


def test_code_runs_for_as_long_as_it_is_held():
    code = LoadedObject(
        compile_object("define i64 @f(i64 %x) {\n  %y = add i64 %x, 1\n  ret i64 %y\n}")
    )
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code.address("f"))
    assert function(41) == 42


def test_the_docstring_is_what_the_pass_does():
    before, after = re.findall(r"```mlir\n(.*?)```", PadToHost.__doc__ or "", re.DOTALL)
    module = parse_module(before)
    PadToHost(stop="scf").apply(new_context(), module)
    assert _renamed(print_module(module)) == _renamed(print_module(parse_module(after)))


def test_phases_are_recorded_where_asked_for():
    text = "func.func @f() {\n  return\n}"
    compile(text)  # what a process finds out once
    with record_phases() as first:
        compile(text)
    with record_phases() as second:
        compile(text)
        compile(text)
    assert list(first) == list(second)
    assert {"parse", "our passes", "translate", "LLVM passes", "LLVM code", "load"} <= first.keys()
    assert all(time > 0 for time in first.values())
    kept = dict(first)
    compile(text)
    assert first == kept
