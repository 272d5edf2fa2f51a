"""Features of a processor that only some functions may use."""

from __future__ import annotations

import ctypes
import re
from ctypes import c_long, c_void_p

from .llvm_library import library
from .processors import Processor

INEXACT_FEATURES = ("avx512bf16", "avxneconvert")
"""
With these, conversions to bf16 take denormal numbers for zero: no function has them but those that
call an intrinsic of theirs, and these have no conversion of LLVM's.
"""
_TILE = "x86_amx"
_BODY = re.compile(r"[^\n]*\{\n")
_REQUEST = (158, 0x1023, 18)
"""arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA), as numbers of x86-64's Linux."""
_ASK = """
@pad_mlir_asked_for_tiles = internal global i8 0
define internal void @pad_mlir_ask_for_tiles() noinline {
  %asked = load atomic i8, ptr @pad_mlir_asked_for_tiles monotonic, align 1
  %done = icmp ne i8 %asked, 0
  br i1 %done, label %out, label %ask
ask:
  %r = call i64 asm sideeffect "syscall", "={rax},{rax},{rdi},{rsi},~{rcx},~{r11},~{memory}"(
      i64 158, i64 4131, i64 18)
  store atomic i8 1, ptr @pad_mlir_asked_for_tiles monotonic, align 1
  br label %out
out:
  ret void
}
"""
_WITH_FEATURE = tuple(f"llvm.x86.avx512bf16.dpbf16ps.{width}" for width in (128, 256, 512))


def without_inexact(features: str) -> str:
    """The features of all functions, in LLVM's syntax."""
    without = [f"-{feature}" for feature in INEXACT_FEATURES]
    return ",".join([*([features] if features else []), *without])


def grant_features(module: c_void_p, target: Processor) -> None:
    """Give functions of a parsed module that call such an intrinsic the feature that it needs."""
    lib = library()
    features = ",".join([*([target.features] if target.features else []), "+avx512bf16"])
    for name in _WITH_FEATURE:
        intrinsic = lib.LLVMGetNamedFunction(module, name.encode())
        use = lib.LLVMGetFirstUse(intrinsic) if intrinsic else None
        while use:
            block = lib.LLVMGetInstructionParent(lib.LLVMGetUser(use))
            function = lib.LLVMGetBasicBlockParent(block)
            lib.LLVMAddTargetDependentFunctionAttr(function, b"target-features", features.encode())
            use = lib.LLVMGetNextUse(use)


def uses_tiles(ir: str) -> bool:
    """Whether LLVM IR has values in tile registers."""
    return _TILE in ir


def with_tile_permission(ir: str) -> str:
    """
    LLVM IR whose functions ask Linux for the tile registers before they use these: once in a
    process, which may not use them before.
    """
    functions = ir.split("\ndefine ")
    for number, text in enumerate(functions[1:], 1):
        if _TILE in text:
            functions[number] = _BODY.sub(
                r"\g<0>  call void @pad_mlir_ask_for_tiles()\n", text, count=1
            )
    return "\ndefine ".join(functions) + _ASK


def tiles_are_permitted() -> bool:
    """Whether Linux lets this process use tile registers; it is asked for them."""
    process = ctypes.CDLL(None)
    process.syscall.restype = c_long
    return process.syscall(*map(c_long, _REQUEST)) == 0
