"""The in-process back end: LLVM IR text to optimised code in this process, through LLVM's C API."""

from __future__ import annotations

import ctypes
import threading
import weakref
from contextlib import ExitStack
from ctypes import byref, c_uint64, c_void_p
from functools import cache

from .extrema import has_extrema, with_short_extrema
from .function_features import (
    grant_features,
    uses_tiles,
    with_tile_permission,
    without_inexact,
)
from .llvm_library import (
    DIAGNOSTIC_HANDLER,
    ERROR_REPORTER,
    OPTIONS,
    LLVMError,
    buffer,
    check,
    error_message,
    library,
    take_message,
)
from .llvm_pipelines import (
    ALL_PASSES,
    OPTIMISATION,
    UNROLLED,
    WITHOUT_COPIES,
    WITHOUT_LOOPS,
    WITHOUT_VECTORS,
    Pipelines,
)
from .phases import phase
from .processors import Processor, host_processor
from .single_lanes import store_single_lanes

_CODEGEN_AGGRESSIVE, _RELOC_PIC, _CODE_MODEL_DEFAULT = 3, 2, 0
_ASSEMBLY, _OBJECT_FILE = 0, 1
_QUADWORDS = """
define <2 x double> @f(<2 x i64> %x) {
  %y = sitofp <2 x i64> %x to <2 x double>
  ret <2 x double> %y
}
"""
_VERIFIER_RETURNS_STATUS = 2
_SEVERITY_ERROR = 0
_SCALABLE = "<vscale x "
"""The mark of types for which LLVM can lower only some operations, and crashes on others."""
SETTINGS = " ".join(
    (
        f"{OPTIMISATION} {WITHOUT_COPIES} {WITHOUT_VECTORS} {WITHOUT_LOOPS} {UNROLLED} inlined",
        f"{_CODEGEN_AGGRESSIVE} {_RELOC_PIC} {without_inexact('')} constant-extrema single-lanes",
        *OPTIONS,
    )
)
"""All that determines the result of `compile_object`, besides the IR and the processor."""


def compile_object(
    ir: str, *, target: Processor | None = None, passes: Pipelines = ALL_PASSES
) -> bytes:
    """
    The object file of LLVM IR, optimised by a pass pipeline for a processor, by default this one.

    Raises LLVMError with LLVM's own message.
    """
    return _emit(ir, target or host_processor(), passes, _OBJECT_FILE)


def assembly(ir: str, target: Processor, *, passes: Pipelines = ALL_PASSES) -> str:
    """Compile LLVM IR for a processor to assembly text. Raises as `compile_object` does."""
    return _emit(ir, target, passes, _ASSEMBLY).decode()


def _emit(ir: str, target: Processor, passes: Pipelines, kind: int) -> bytes:
    if _SCALABLE in ir:
        raise LLVMError(
            "no code is made of vectors of a scalable size; use vectors of a fixed size"
        )
    if uses_tiles(ir):
        ir = with_tile_permission(ir)
    if target.architecture == "x86_64" and has_extrema(ir):
        ir = with_short_extrema(ir, has_range=_has_range(target))
    lib = library()
    complaints: list[str] = []

    def note(info: int, _: int | None) -> None:
        if lib.LLVMGetDiagInfoSeverity(info) == _SEVERITY_ERROR:
            complaints.append(take_message(lib.LLVMGetDiagInfoDescription(info)))

    with ExitStack() as stack:
        context = lib.LLVMContextCreate()
        stack.callback(lib.LLVMContextDispose, context)
        # Without a handler of ours an error ends the process.
        handler = DIAGNOSTIC_HANDLER(note)
        lib.LLVMContextSetDiagnosticHandler(context, handler, None)

        module, message = c_void_p(), c_void_p()
        with phase("LLVM parse"):
            text = buffer(ir.encode())
            failed = lib.LLVMParseIRInContext(context, text, byref(module), byref(message))
        if failed:
            raise LLVMError(take_message(message.value))
        stack.callback(lib.LLVMDisposeModule, module)
        failed = lib.LLVMVerifyModule(module, _VERIFIER_RETURNS_STATUS, byref(message))
        verdict = take_message(message.value)
        if failed:
            raise LLVMError(verdict)

        machine = _machines.of(target)
        layout = lib.LLVMCreateTargetDataLayout(machine)
        stack.callback(lib.LLVMDisposeTargetData, layout)
        lib.LLVMSetTarget(module, target.triple.encode())
        lib.LLVMSetModuleDataLayout(module, layout)
        if target.architecture == "x86_64":
            grant_features(module, target)

        options = lib.LLVMCreatePassBuilderOptions()
        stack.callback(lib.LLVMDisposePassBuilderOptions, options)
        with phase("LLVM passes"):
            passes.run(module, context, machine, options, ir)
            store_single_lanes(module, context)

        code = c_void_p()
        with phase("LLVM code"):
            failed = lib.LLVMTargetMachineEmitToMemoryBuffer(
                machine, module, kind, byref(message), byref(code)
            )
        if failed:
            raise LLVMError(take_message(message.value))
        stack.callback(lib.LLVMDisposeMemoryBuffer, code)
        if complaints:
            raise LLVMError("; ".join(complaints))
        return ctypes.string_at(lib.LLVMGetBufferStart(code), lib.LLVMGetBufferSize(code))


@cache
def _has_range(target: Processor) -> bool:
    """Whether a processor has the instructions of AVX-512 DQ, for vectors of all widths."""
    # LLVM's library has no function that tells, and an intrinsic that one lacks ends the process.
    return (
        "vcvtqq2pd\t%xmm"
        in _emit(_QUADWORDS, target, Pipelines("no-op-module"), _ASSEMBLY).decode()
    )


class LoadedObject:
    """Object files linked into this process; their code lives as long as this Python object."""

    def __init__(self, *objects: bytes):
        lib = library()
        jit = c_void_p()
        check(lib.LLVMOrcCreateLLJIT(byref(jit), None))
        complaints: list[str] = []

        def note(_: int | None, error: int) -> None:
            complaints.append(error_message(error))

        # Left alone, LLVM prints what it could not link to stderr.
        reporter = ERROR_REPORTER(note)
        session = lib.LLVMOrcLLJITGetExecutionSession(jit)
        lib.LLVMOrcExecutionSessionSetErrorReporter(session, reporter, None)
        weakref.finalize(self, _dispose_jit, jit, reporter)
        self._jit, self._complaints = jit, complaints
        main = lib.LLVMOrcLLJITGetMainJITDylib(jit)
        for code in objects:
            check(lib.LLVMOrcLLJITAddObjectFile(jit, main, buffer(code)))

    def address(self, symbol: str) -> int:
        """The address of a function; LLVMError names every symbol that could not be found."""
        found = c_uint64()
        error = library().LLVMOrcLLJITLookup(self._jit, byref(found), symbol.encode())
        if error:
            raise LLVMError("; ".join([*self._complaints, error_message(error)]))
        return found.value


def _dispose_jit(jit: c_void_p, reporter: object) -> None:
    """Unlinks the code; `reporter` is only kept alive until then."""
    check(library().LLVMOrcDisposeLLJIT(jit))


class _Machine:
    """The code generator for a processor; to make one takes a millisecond, once."""

    def __init__(self, target: Processor):
        self.handle = _target_machine(target)
        dispose = weakref.finalize(self, library().LLVMDisposeTargetMachine, self.handle)
        dispose.atexit = False


class _Machines(threading.local):
    """The LLVM machines of a thread: two threads must not use one at the same time."""

    def __init__(self) -> None:
        self._known: dict[Processor, _Machine] = {}

    def of(self, target: Processor) -> int:
        if target not in self._known:
            self._known[target] = _Machine(target)
        return self._known[target].handle


_machines = _Machines()


def _target_machine(target: Processor) -> int:
    lib = library()
    handle, message = c_void_p(), c_void_p()
    triple = target.triple.encode()
    if lib.LLVMGetTargetFromTriple(triple, byref(handle), byref(message)):
        raise LLVMError(take_message(message.value))
    is_x86 = target.architecture == "x86_64"
    features = without_inexact(target.features) if is_x86 else target.features
    return lib.LLVMCreateTargetMachine(
        handle,
        triple,
        target.name.encode(),
        features.encode(),
        _CODEGEN_AGGRESSIVE,
        _RELOC_PIC,
        _CODE_MODEL_DEFAULT,
    )
