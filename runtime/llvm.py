"""The in-process back end: LLVM IR text to optimised code in this process, through LLVM's C API."""

from __future__ import annotations

import ctypes
import platform
import weakref
from contextlib import ExitStack
from ctypes import CFUNCTYPE, byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_CODEGEN_AGGRESSIVE, _RELOC_PIC, _CODE_MODEL_DEFAULT = 3, 2, 0
_OBJECT_FILE = 1
_VERIFIER_RETURNS_STATUS = 2
_SEVERITY_ERROR = 0
_TARGETS = {"x86_64": "X86", "aarch64": "AArch64", "arm64": "AArch64"}
# vcvtneps2bf16 takes denormals for zero: with these features conversions to bf16 are not IEEE's.
_INEXACT_FEATURES = "-avx512bf16,-avxneconvert"

_DIAGNOSTIC_HANDLER = CFUNCTYPE(None, c_void_p, c_void_p)
_ERROR_REPORTER = CFUNCTYPE(None, c_void_p, c_void_p)

# LLVM-C functions: the type of the result, then those of the arguments. Strings that the caller
# has to dispose of are c_void_p, as ctypes forgets the address of a c_char_p.
_SIGNATURES: dict[str, tuple[object, ...]] = {
    "LLVMContextCreate": (c_void_p,),
    "LLVMContextDispose": (None, c_void_p),
    "LLVMContextSetDiagnosticHandler": (None, c_void_p, _DIAGNOSTIC_HANDLER, c_void_p),
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
    "LLVMCreatePassBuilderOptions": (c_void_p,),
    "LLVMDisposePassBuilderOptions": (None, c_void_p),
    "LLVMRunPasses": (c_void_p, c_void_p, c_char_p, c_void_p, c_void_p),
    "LLVMTargetMachineEmitToMemoryBuffer": (c_int, c_void_p, c_void_p, c_int, c_void_p, c_void_p),
    "LLVMGetErrorMessage": (c_void_p, c_void_p),
    "LLVMDisposeErrorMessage": (None, c_void_p),
    "LLVMOrcCreateLLJIT": (c_void_p, c_void_p, c_void_p),
    "LLVMOrcDisposeLLJIT": (c_void_p, c_void_p),
    "LLVMOrcLLJITGetExecutionSession": (c_void_p, c_void_p),
    "LLVMOrcExecutionSessionSetErrorReporter": (None, c_void_p, _ERROR_REPORTER, c_void_p),
    "LLVMOrcLLJITGetMainJITDylib": (c_void_p, c_void_p),
    "LLVMOrcLLJITAddObjectFile": (c_void_p, c_void_p, c_void_p, c_void_p),
    "LLVMOrcLLJITLookup": (c_void_p, c_void_p, c_void_p, c_char_p),
}


class LLVMError(Exception):
    """LLVM refused: the IR, or a symbol that the code calls and this process lacks."""


def compile_object(ir: str, *, cpu: str | None = None, passes: str = "default<O3>") -> bytes:
    """
    The object file of LLVM IR, optimised by a pass pipeline for a processor, by default this one.

    Raises LLVMError with LLVM's own message.
    """
    lib = _library()
    complaints: list[str] = []

    def note(info: int, _: int | None) -> None:
        if lib.LLVMGetDiagInfoSeverity(info) == _SEVERITY_ERROR:
            complaints.append(_message(lib.LLVMGetDiagInfoDescription(info)))

    with ExitStack() as stack:
        context = lib.LLVMContextCreate()
        stack.callback(lib.LLVMContextDispose, context)
        # Without a handler of ours an error ends the process.
        handler = _DIAGNOSTIC_HANDLER(note)
        lib.LLVMContextSetDiagnosticHandler(context, handler, None)

        module, message = c_void_p(), c_void_p()
        if lib.LLVMParseIRInContext(context, _buffer(ir.encode()), byref(module), byref(message)):
            raise LLVMError(_message(message.value))
        stack.callback(lib.LLVMDisposeModule, module)
        failed = lib.LLVMVerifyModule(module, _VERIFIER_RETURNS_STATUS, byref(message))
        verdict = _message(message.value)
        if failed:
            raise LLVMError(verdict)

        triple = _message(lib.LLVMGetDefaultTargetTriple()).encode()
        machine = _target_machine(triple, cpu)
        stack.callback(lib.LLVMDisposeTargetMachine, machine)
        layout = lib.LLVMCreateTargetDataLayout(machine)
        stack.callback(lib.LLVMDisposeTargetData, layout)
        lib.LLVMSetTarget(module, triple)
        lib.LLVMSetModuleDataLayout(module, layout)

        options = lib.LLVMCreatePassBuilderOptions()
        stack.callback(lib.LLVMDisposePassBuilderOptions, options)
        _check(lib.LLVMRunPasses(module, passes.encode(), machine, options))

        code = c_void_p()
        if lib.LLVMTargetMachineEmitToMemoryBuffer(
            machine, module, _OBJECT_FILE, byref(message), byref(code)
        ):
            raise LLVMError(_message(message.value))
        stack.callback(lib.LLVMDisposeMemoryBuffer, code)
        if complaints:
            raise LLVMError("; ".join(complaints))
        return ctypes.string_at(lib.LLVMGetBufferStart(code), lib.LLVMGetBufferSize(code))


class LoadedObject:
    """An object file linked into this process; its code lives as long as this Python object."""

    def __init__(self, code: bytes):
        lib = _library()
        jit = c_void_p()
        _check(lib.LLVMOrcCreateLLJIT(byref(jit), None))
        complaints: list[str] = []

        def note(_: int | None, error: int) -> None:
            complaints.append(_error_message(error))

        # Left alone, LLVM prints what it could not link to stderr.
        reporter = _ERROR_REPORTER(note)
        session = lib.LLVMOrcLLJITGetExecutionSession(jit)
        lib.LLVMOrcExecutionSessionSetErrorReporter(session, reporter, None)
        weakref.finalize(self, _dispose_jit, jit, reporter)
        self._jit, self._complaints = jit, complaints
        library = lib.LLVMOrcLLJITGetMainJITDylib(jit)
        _check(lib.LLVMOrcLLJITAddObjectFile(jit, library, _buffer(code)))

    def address(self, symbol: str) -> int:
        """The address of a function; LLVMError names every symbol that could not be found."""
        found = c_uint64()
        error = _library().LLVMOrcLLJITLookup(self._jit, byref(found), symbol.encode())
        if error:
            raise LLVMError("; ".join([*self._complaints, _error_message(error)]))
        return found.value


def _dispose_jit(jit: c_void_p, reporter: object) -> None:
    """Unlinks the code; `reporter` is only kept alive until then."""
    _check(_library().LLVMOrcDisposeLLJIT(jit))


@cache
def _library() -> ctypes.CDLL:
    """The wheel's libLLVM, with this machine's target initialised."""
    spec = find_spec("llvm")
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    found = [path for folder in folders for path in sorted((folder / "lib").glob("libLLVM.*"))]
    if not found:
        raise LLVMError(
            "running a module needs LLVM's shared library, but no package `llvm` that has it is "
            "installed; install it with pip install 'pad-mlir[mlir]'"
        )
    lib = ctypes.CDLL(str(found[0]))
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    target = _TARGETS.get(platform.machine())
    if target is None:
        raise LLVMError(f"no host target for a {platform.machine()} machine")
    for part in ("TargetInfo", "Target", "TargetMC", "AsmPrinter"):
        getattr(lib, f"LLVMInitialize{target}{part}")()
    return lib


def _target_machine(triple: bytes, cpu: str | None) -> int:
    lib = _library()
    target, message = c_void_p(), c_void_p()
    if lib.LLVMGetTargetFromTriple(triple, byref(target), byref(message)):
        raise LLVMError(_message(message.value))
    features = [_message(lib.LLVMGetHostCPUFeatures())] if cpu is None else []
    if triple.startswith(b"x86_64"):
        features.append(_INEXACT_FEATURES)
    name = _message(lib.LLVMGetHostCPUName()) if cpu is None else cpu
    return lib.LLVMCreateTargetMachine(
        target,
        triple,
        name.encode(),
        ",".join(features).encode(),
        _CODEGEN_AGGRESSIVE,
        _RELOC_PIC,
        _CODE_MODEL_DEFAULT,
    )


def _buffer(content: bytes) -> int:
    """A copy of the bytes as LLVM memory; who takes it owns it."""
    return _library().LLVMCreateMemoryBufferWithMemoryRangeCopy(content, len(content), b"module")


def _message(address: int | None) -> str:
    """The text at an address, which LLVM takes back."""
    if address is None:
        return ""
    text = ctypes.string_at(address).decode(errors="replace")
    _library().LLVMDisposeMessage(address)
    return text.strip()


def _error_message(error: int) -> str:
    lib = _library()
    address = lib.LLVMGetErrorMessage(error)
    text = ctypes.string_at(address).decode(errors="replace")
    lib.LLVMDisposeErrorMessage(address)
    return text.strip()


def _check(error: int | None) -> None:
    if error:
        raise LLVMError(_error_message(error))
