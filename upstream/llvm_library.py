"""LLVM's shared library, through its C API: loading it, its messages and errors."""

from __future__ import annotations

import ctypes
import threading
from ctypes import CFUNCTYPE, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_LIBRARY = "lib/libLLVM.*"
OPTIONS = ("-unswitch-threshold=16",)
"""
Loop nests of more instructions are not copied for a condition that holds through all of them. In
nests of sizes known at run time that is whether a loop in it, or what is left of one, runs at all:
a test in each iteration of the loop around, which is nothing beside the loop, and the copies double
the time that LLVM takes.
"""
_TARGETS = ("X86", "AArch64")

_loading = threading.Lock()

DIAGNOSTIC_HANDLER = CFUNCTYPE(None, c_void_p, c_void_p)
ERROR_REPORTER = CFUNCTYPE(None, c_void_p, c_void_p)

# LLVM-C functions: the type of the result, then those of the arguments. Strings that the caller
# has to dispose of are c_void_p, as ctypes forgets the address of a c_char_p.
_SIGNATURES: dict[str, tuple[object, ...]] = {
    "LLVMContextCreate": (c_void_p,),
    "LLVMContextDispose": (None, c_void_p),
    "LLVMContextSetDiagnosticHandler": (None, c_void_p, DIAGNOSTIC_HANDLER, c_void_p),
    "LLVMGetDiagInfoDescription": (c_void_p, c_void_p),
    "LLVMGetDiagInfoSeverity": (c_int, c_void_p),
    "LLVMCreateMemoryBufferWithMemoryRangeCopy": (c_void_p, c_char_p, c_size_t, c_char_p),
    "LLVMDisposeMemoryBuffer": (None, c_void_p),
    "LLVMGetBufferStart": (c_void_p, c_void_p),
    "LLVMGetBufferSize": (c_size_t, c_void_p),
    "LLVMDisposeMessage": (None, c_void_p),
    "LLVMParseIRInContext": (c_int, c_void_p, c_void_p, c_void_p, c_void_p),
    "LLVMDisposeModule": (None, c_void_p),
    "LLVMVerifyModule": (c_int, c_void_p, c_int, c_void_p),
    "LLVMSetTarget": (None, c_void_p, c_char_p),
    "LLVMGetNamedFunction": (c_void_p, c_void_p, c_char_p),
    "LLVMGetFirstUse": (c_void_p, c_void_p),
    "LLVMGetNextUse": (c_void_p, c_void_p),
    "LLVMGetUser": (c_void_p, c_void_p),
    "LLVMGetInstructionParent": (c_void_p, c_void_p),
    "LLVMGetBasicBlockParent": (c_void_p, c_void_p),
    "LLVMGetFirstFunction": (c_void_p, c_void_p),
    "LLVMGetNextFunction": (c_void_p, c_void_p),
    "LLVMLookupIntrinsicID": (c_uint, c_char_p, c_size_t),
    "LLVMGetIntrinsicID": (c_uint, c_void_p),
    "LLVMGetNumOperands": (c_int, c_void_p),
    "LLVMGetOperand": (c_void_p, c_void_p, c_uint),
    "LLVMIsAConstant": (c_void_p, c_void_p),
    "LLVMIsUndef": (c_int, c_void_p),
    "LLVMIsAConstantInt": (c_void_p, c_void_p),
    "LLVMConstIntGetZExtValue": (c_uint64, c_void_p),
    "LLVMGetAggregateElement": (c_void_p, c_void_p, c_uint),
    "LLVMTypeOf": (c_void_p, c_void_p),
    "LLVMGetVectorSize": (c_uint, c_void_p),
    "LLVMIntTypeInContext": (c_void_p, c_void_p, c_uint),
    "LLVMConstInt": (c_void_p, c_void_p, c_uint64, c_int),
    "LLVMCreateBuilderInContext": (c_void_p, c_void_p),
    "LLVMDisposeBuilder": (None, c_void_p),
    "LLVMPositionBuilderBefore": (None, c_void_p, c_void_p),
    "LLVMBuildExtractElement": (c_void_p, c_void_p, c_void_p, c_void_p, c_char_p),
    "LLVMBuildInBoundsGEP2": (
        *(c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
        *(c_uint, c_char_p),
    ),
    "LLVMBuildStore": (c_void_p, c_void_p, c_void_p, c_void_p),
    "LLVMSetAlignment": (None, c_void_p, c_uint),
    "LLVMInstructionEraseFromParent": (None, c_void_p),
    "LLVMAddTargetDependentFunctionAttr": (None, c_void_p, c_char_p, c_char_p),
    "LLVMSetModuleDataLayout": (None, c_void_p, c_void_p),
    "LLVMGetDefaultTargetTriple": (c_void_p,),
    "LLVMGetHostCPUName": (c_void_p,),
    "LLVMGetHostCPUFeatures": (c_void_p,),
    "LLVMGetTargetFromTriple": (c_int, c_char_p, c_void_p, c_void_p),
    "LLVMCreateTargetMachine": (
        c_void_p,
        c_void_p,
        c_char_p,
        c_char_p,
        c_char_p,
        c_int,
        c_int,
        c_int,
    ),
    "LLVMDisposeTargetMachine": (None, c_void_p),
    "LLVMCreateTargetDataLayout": (c_void_p, c_void_p),
    "LLVMDisposeTargetData": (None, c_void_p),
    "LLVMParseCommandLineOptions": (None, c_int, c_void_p, c_char_p),
    "LLVMCreatePassBuilderOptions": (c_void_p,),
    "LLVMDisposePassBuilderOptions": (None, c_void_p),
    "LLVMRunPasses": (c_void_p, c_void_p, c_char_p, c_void_p, c_void_p),
    "LLVMRunPassesOnFunction": (c_void_p, c_void_p, c_char_p, c_void_p, c_void_p),
    "LLVMGetEnumAttributeKindForName": (c_uint, c_char_p, c_size_t),
    "LLVMCreateEnumAttribute": (c_void_p, c_void_p, c_uint, c_uint64),
    "LLVMGetEnumAttributeAtIndex": (c_void_p, c_void_p, c_uint, c_uint),
    "LLVMAddAttributeAtIndex": (None, c_void_p, c_uint, c_void_p),
    "LLVMRemoveEnumAttributeAtIndex": (None, c_void_p, c_uint, c_uint),
    "LLVMTargetMachineEmitToMemoryBuffer": (c_int, c_void_p, c_void_p, c_int, c_void_p, c_void_p),
    "LLVMGetErrorMessage": (c_void_p, c_void_p),
    "LLVMDisposeErrorMessage": (None, c_void_p),
    "LLVMOrcCreateLLJIT": (c_void_p, c_void_p, c_void_p),
    "LLVMOrcDisposeLLJIT": (c_void_p, c_void_p),
    "LLVMOrcLLJITGetExecutionSession": (c_void_p, c_void_p),
    "LLVMOrcExecutionSessionSetErrorReporter": (None, c_void_p, ERROR_REPORTER, c_void_p),
    "LLVMOrcLLJITGetMainJITDylib": (c_void_p, c_void_p),
    "LLVMOrcLLJITAddObjectFile": (c_void_p, c_void_p, c_void_p, c_void_p),
    "LLVMOrcLLJITLookup": (c_void_p, c_void_p, c_void_p, c_char_p),
}


class LLVMError(Exception):
    """LLVM refused: the IR, or a symbol that the code calls and this process lacks."""


def package_file(pattern: str) -> Path | None:
    """Return the first file of the wheel's `llvm` package whose relative path matches, or None."""
    spec = find_spec("llvm")
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    return next((path for folder in folders for path in sorted(folder.glob(pattern))), None)


def is_installed() -> bool:
    """Whether there is a library to load, or it is loaded."""
    return _loaded.cache_info().currsize > 0 or package_file(_LIBRARY) is not None


def library() -> ctypes.CDLL:
    """The wheel's libLLVM, with its options set and the targets that a host may be initialised."""
    if _loaded.cache_info().currsize == 0:
        with _loading:  # LLVM ends the process if an option is set twice
            return _loaded()
    return _loaded()


@cache
def _loaded() -> ctypes.CDLL:
    path = package_file(_LIBRARY)
    if path is None:
        raise LLVMError(
            "running a module needs LLVM's shared library, but no package `llvm` that has it is "
            "installed; install it with pip install 'pad-mlir[mlir]'"
        )
    lib = ctypes.CDLL(str(path))
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    arguments = (c_char_p * (1 + len(OPTIONS)))(b"pad-mlir", *map(str.encode, OPTIONS))
    lib.LLVMParseCommandLineOptions(len(arguments), arguments, None)
    for target in _TARGETS:
        for part in ("TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"):
            getattr(lib, f"LLVMInitialize{target}{part}")()
    return lib


def buffer(content: bytes) -> int:
    """A copy of the bytes as LLVM memory; who takes it owns it."""
    return library().LLVMCreateMemoryBufferWithMemoryRangeCopy(content, len(content), b"module")


def take_message(address: int | None) -> str:
    """The text at an address, which LLVM takes back."""
    if address is None:
        return ""
    text = ctypes.string_at(address).decode(errors="replace")
    library().LLVMDisposeMessage(address)
    return text.strip()


def error_message(error: int) -> str:
    """The text of an LLVM error, which is freed."""
    lib = library()
    address = lib.LLVMGetErrorMessage(error)
    text = ctypes.string_at(address).decode(errors="replace")
    lib.LLVMDisposeErrorMessage(address)
    return text.strip()


def check(error: int | None) -> None:
    """Raise LLVMError if there is an error."""
    if error:
        raise LLVMError(error_message(error))
