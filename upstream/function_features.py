"""Features of a processor that only some functions may use."""

from __future__ import annotations

from ctypes import c_void_p

from .llvm_library import library
from .processors import Processor

INEXACT_FEATURES = ("avx512bf16", "avxneconvert")
"""
With these, conversions to bf16 take denormal numbers for zero: no function has them but those that
call an intrinsic of theirs, and these have no conversion of LLVM's.
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
