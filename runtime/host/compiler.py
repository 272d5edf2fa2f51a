"""`compile`: from a module to a kernel."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import prod
from typing import Any

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import ParseError, VerifyException

from ...dialect.annotations import AnnotationError, verify_annotations
from ...dialect.ir.argument_checks import WrongInput, check_argument, check_module_or_text
from ...dialect.ir.located_errors import PadError, one_line
from ...dialect.ir.locations import show_location
from ...dialect.ir.operations import operations_of
from ...dialect.text import new_context, parse_module
from ...dialect.xdsl_compat import OperationError, verify_operations
from ...dialect.xdsl_compat.cloning import cloned
from ...passes.assumes.pad_check_assumes import PadCheckAssumes
from ...passes.common.diagnostics import keep_remarks
from ...passes.dot_products.dot_unit import dot_unit
from ...passes.host.descriptors import needs_descriptors
from ...passes.host.pad_to_host import lower_for_llvm, prepare, refuse_tiles
from ...passes.host.symbol_names import check_declared_names, rename_inside
from ...passes.layout.apply.pad_apply_layouts import PadApplyLayouts
from ...passes.layout.contracts.lowered_contracts import has_layouts_left
from ...passes.lowering.accepted_by_upstream import check_fixed_vectors
from ...passes.vectorize.vector_unit import vector_unit
from ...upstream.function_features import tiles_are_permitted, uses_tiles
from ...upstream.llvm_library import LLVMError
from ...upstream.llvm_pipelines import Pipelines
from ...upstream.phases import phase
from ...upstream.processors import HOST_NAMES, Processor, host_processor, processor
from ..call.check_reports import CHECK_ENTRY, check_signature
from ..call.computed_padding import with_computed_padding
from ..call.entry_checks import take_entry_checks
from ..call.fast_entry import fast_entry_ir, layout_is_known
from ..call.kernel import Kernel
from ..call.parameters import Parameters, packed_names
from ..device.cuda_kernel import compile_for_cuda
from ..device.opencl_kernel import compile_for_opencl
from ..entry.entry_point import entry_ir
from ..entry.workspace_ir import allocates, with_workspace
from ..errors import KernelError
from ..object_code.half_conversions import CONVERSIONS
from ..object_code.object_cache import cached_object
from ..packing.arrays import ALIGNMENT
from ..signature import Buffer, Signature, find_function, signature_of
from ..size_checks import bytes_of, size_checks
from .host_code import HostCode
from .lowered_modules import refuse_lowered
from .outside_accesses import refuse_outside_accesses

_TARGETS = ("host", "opencl", "cuda")


def compile(
    module_or_text: ModuleOp | str,
    *,
    function: str | None = None,
    target: str = "host",
    packed: bool | Sequence[str] = False,
    check_assumes: bool = False,
    target_cpu: str | None = None,
) -> Kernel:
    """
    A function of a module as a callable on arrays; the module itself stays as it is.

    `function` is by default the only public one that has a body. The caller's arrays are logical,
    packed and unpacked at each call, but those of the buffers in `packed` (True: all) are
    physical. Layouts that are not applied yet are applied, assumes and undefs are lowered.

    With `check_assumes`, what the function assumes of its arguments is tested before each
    call: a KernelError names the assume's place, the buffer, the physical index and the value, and
    nothing has run then. What a `cf.assert` at its entry asks is always tested so, and so are sizes
    that are known per call only: a KernelError names the buffer and the axis of which an access
    would be outside, of its logical extent where it has a layout, or what is assumed of sizes and
    does not hold. A remark tells of accesses that depend on more than sizes; `kernel.remarks` has
    all. Accesses of a function without sizes that leave a buffer in every call are a KernelError
    of `compile` where `check_assumes` is given, and undefined behaviour else.

    The code is for the processor `target_cpu`, by LLVM's name, which has to be one that this
    machine can stand in for; by default it is for this machine.

    With `target="opencl"` the kernel runs on an OpenCL device that takes SPIR-V, by default the CPU
    (`pad-mlir[opencl]`), on numpy arrays that are copied there and back. With `target="cuda"` it
    runs through NVIDIA's driver on the arrays of torch, cupy and others that are there, on the
    stream `stream=` of a call; `target_cpu` is an architecture then, `sm_80`, `sm_90` or `sm_100`.
    A function that launches no kernels is mapped by pad-map-to-gpu; kernels pack and unpack.

    Raises KernelError for text that is not MLIR, for what is neither text nor a module, for what
    does not lower, for an unknown function, target, processor or buffer, and for LLVM that is not
    installed.
    """
    if target not in _TARGETS:
        raise KernelError(f"unknown target '{target}'; targets: {', '.join(_TARGETS)}")
    with _as_kernel_errors(), keep_remarks() as remarks:
        check_argument("check_assumes", check_assumes, bool, "True or False")
        on_host = target == "host"
        module, signature = _checked(
            module_or_text, function, check_assumes, target_cpu, strided=on_host
        )
        kernel = _compiled(module, signature, target, packed, target_cpu)
        kernel.remarks = tuple(remarks)
    return kernel


def code_for_host(
    module_or_text: ModuleOp | str,
    *,
    function: str | None = None,
    packed: bool | Sequence[str] = False,
    target_cpu: str | None = None,
) -> HostCode:
    """
    Code of the host, of which `kernel()` makes what `compile` does. Raises as `compile` does.
    """
    with _as_kernel_errors():
        module, signature = _checked(module_or_text, function, False, target_cpu)
        return _code_for_host(module, signature, packed, target_cpu)


def stored_code(
    text: str, like: Mapping[str, Any], object_file: bytes, *, function: str, target: Processor
) -> HostCode:
    """
    Code that was made of this text before, with what `stored_facts` told of it.

    Nothing is compiled but what computes padding. Raises KernelError for text that has no such
    function.
    """
    with _as_kernel_errors(), keep_remarks():
        module, signature = _checked(text, function, False, None)
        signature = with_computed_padding(signature, module, _fill)
        checker, checks = take_entry_checks(find_function(module, signature.function))
        signature = replace(signature, symbol=str(like["symbol"]))
        is_checked = checker is not None
        workspace = like["workspace"]
        return HostCode(
            signature,
            object_file,
            target,
            packed=bool(like["packed"]),
            compares_calls=bool(like["compares_calls"]) and layout_is_known(),
            workspace=None if workspace is None else int(workspace),
            checking=check_signature(signature, "", checks) if is_checked else None,
            checks=checks,
        )


def stored_facts(code: HostCode) -> Mapping[str, Any]:
    """What `stored_code` has to be told of code, besides the text and the object."""
    return {
        "symbol": code.signature.symbol,
        "packed": code.packed is True,
        "compares_calls": code.compares_calls,
        "workspace": code.workspace,
    }


@contextmanager
def _as_kernel_errors() -> Generator[None]:
    try:
        yield
    except (PadError, OperationError, AnnotationError) as error:
        where = show_location(error.op.location) if error.op is not None else ""
        raise KernelError(f"{where}{error}") from error
    except (WrongInput, ParseError, VerifyException, LLVMError) as error:
        raise KernelError(one_line(error)) from error


def _checked(
    module_or_text: ModuleOp | str,
    function: str | None,
    check_assumes: bool,
    target_cpu: str | None,
    *,
    strided: bool = True,
) -> tuple[ModuleOp, Signature]:
    check_module_or_text(module_or_text)
    check_argument("function", function, str | None, "the name of a function")
    check_argument("target_cpu", target_cpu, str | None, "the name of a processor")
    return _physical(module_or_text, function, check_assumes, strided)


def _compiled(
    module: ModuleOp,
    signature: Signature,
    target: str,
    packed: bool | Sequence[str],
    target_cpu: str | None,
) -> Kernel:
    if target == "host":
        return _code_for_host(module, signature, packed, target_cpu).kernel()
    compile_for = compile_for_opencl if target == "opencl" else compile_for_cuda
    return compile_for(module, signature, packed_names(signature, packed), target_cpu)


def _fill(module: ModuleOp) -> Kernel:
    return compile(module, function="fill")


def _physical(
    module_or_text: ModuleOp | str, name: str | None, check_assumes: bool, strided: bool
) -> tuple[ModuleOp, Signature]:
    """A copy of the module with its layouts applied, and the signature of the function."""
    ctx = new_context()
    with phase("parse"):
        if isinstance(module_or_text, str):
            module = parse_module(module_or_text, context=ctx)
        else:
            module = cloned(module_or_text)
    refuse_lowered(module, "compile what comes before pad-to-host")
    with phase("verify"):
        verify_operations(module)
        verify_annotations(module)
    with phase("our passes"):
        if has_layouts_left(module):
            PadApplyLayouts().apply(ctx, module)
        function = find_function(module, name)
        if check_assumes:
            refuse_outside_accesses(function)
            PadCheckAssumes(function.sym_name.data).apply(ctx, module)
    descriptors = needs_descriptors(module)
    signature = signature_of(function, descriptors=descriptors, strided=strided)
    with phase("our passes"):
        checks = size_checks(function)
    return module, replace(signature, source=cloned(function), size_checks=checks)


def _processor(name: str | None) -> Processor:
    """
    The processor to generate code for; raises KernelError if this machine certainly can't run that.
    """
    if name in HOST_NAMES:
        return host_processor()
    wanted, host = processor(name), host_processor()
    if wanted.architecture != host.architecture:
        raise KernelError(
            f"{name} is of {wanted.architecture}, this machine of {host.architecture}"
        )
    needed, own = vector_unit(name), vector_unit()
    if needed.bytes > own.bytes or needed.has_fma > own.has_fma:
        raise KernelError(f"this machine ({host.name}) lacks vector instructions that {name} has")
    # This machine's features are more than its name tells.
    return host if wanted.name == host.name else wanted


def _code_for_host(
    module: ModuleOp,
    signature: Signature,
    packed: bool | Sequence[str],
    target_cpu: str | None,
) -> HostCode:
    """The code of the module's function; the module is lowered."""
    signature = with_computed_padding(signature, module, _fill)
    target, unit = _processor(target_cpu), vector_unit(target_cpu)
    with phase("our passes"):
        checker, checks = take_entry_checks(find_function(module, signature.function))
        check_declared_names(module)
        prepare(new_context(), module)
        check_fixed_vectors(module)
        names = rename_inside(module, public=True)
    signature = replace(signature, symbol=names[signature.function])
    checking = None if checker is None else check_signature(signature, names[checker], checks)
    # What a function returns, its caller frees as the C library does.
    own = not any(isinstance(part, Buffer) for part in signature.results)
    room = _local_bytes(module) if own else 0
    refuse_tiles(module, target_cpu)
    dots = dot_unit(target_cpu).intrinsics
    lowered, passes = lower_for_llvm(module, own_allocator=own, unit=unit, dots=dots)
    ir = lowered.to_llvm_ir()
    if uses_tiles(ir) and not tiles_are_permitted():
        raise KernelError("Linux does not let this process use tile registers (AMX)")
    has_workspace = allocates(ir)
    if has_workspace:
        ir = with_workspace(ir)
    parameters = Parameters(signature, packed_names(signature, packed))
    fast = None if checking is not None else parameters.fast_entry()
    ir += entry_ir(signature, allocates=has_workspace)
    if fast is not None:
        ir += fast_entry_ir(fast, signature, allocates=has_workspace)
    if checking is not None:
        ir += entry_ir(checking, CHECK_ENTRY)
    if "half" in ir or "bfloat" in ir:
        ir += CONVERSIONS
    return HostCode(
        signature,
        cached_object(ir, target, passes=Pipelines(passes)),
        target,
        packed,
        compares_calls=fast is not None,
        workspace=room if has_workspace else None,
        checking=checking,
        checks=checks,
    )


def _local_bytes(module: ModuleOp) -> int:
    """
    Bytes of the local buffers of static sizes, each with what comes before it; without those of
    elements that no array has, which the first call measures.
    """
    total = 0
    for op in operations_of(module, memref.AllocOp):
        shape = op.memref.type.get_shape()
        with suppress(KernelError):
            if all(size >= 0 for size in shape):
                alignment = ALIGNMENT if op.alignment is None else op.alignment.value.data
                total += prod(shape) * bytes_of(op.memref.type) + 2 * max(alignment, ALIGNMENT)
    return total
