"""`compile`: from a module to a kernel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import ParseError, VerifyException

from ..dialect.annotations import AnnotationError, verify_annotations
from ..dialect.repairs import OperationError, new_context, parse_module, verify_operations
from ..passes.diagnostics import PadError, show_location
from ..passes.host.descriptors import needs_descriptors
from ..passes.pad_apply_layouts import PadApplyLayouts
from ..passes.pad_to_host import has_layout_left, lower, prepare
from .builtins import CONVERSIONS
from .computed_padding import with_computed_padding
from .entry import entry_ir
from .errors import KernelError
from .kernel import Kernel
from .llvm import LLVMError, LoadedObject, compile_object
from .packing import Array
from .signature import Signature, find_function, signature_of


def compile(
    module_or_text: ModuleOp | str,
    *,
    function: str | None = None,
    target: str = "host",
    packed: bool | Sequence[str] = False,
) -> Kernel:
    """
    A function of a module as a callable on numpy arrays; the module itself stays as it is.

    `function` is by default the only public one that has a body. The caller's arrays are logical,
    packed and unpacked at each call, but those of the buffers in `packed` (True: all) are
    physical. Layouts that are not applied yet are applied, assumes and undefs are lowered.

    Raises KernelError for text that is no MLIR, for what does not lower, for an unknown function,
    target or buffer, and for LLVM that is not installed.
    """
    if target != "host":
        raise KernelError(f"unknown target '{target}'; targets: host")
    try:
        signature, ir = _llvm_ir(module_or_text, function)
        return Kernel(signature, LoadedObject(compile_object(ir)), packed)
    except (PadError, OperationError, AnnotationError) as error:
        where = show_location(error.op.location) if error.op is not None else ""
        raise KernelError(f"{where}{error}") from error
    except (ParseError, VerifyException, LLVMError) as error:
        raise KernelError(str(error)) from error


def _run(module: ModuleOp, array: Array) -> None:
    compile(module, function="fill")(array)


def _llvm_ir(module_or_text: ModuleOp | str, name: str | None) -> tuple[Signature, str]:
    """The signature of the function, and the LLVM IR of the module with its entry point."""
    ctx = new_context()
    if isinstance(module_or_text, str):
        module = parse_module(module_or_text, context=ctx)
    else:
        module = module_or_text.clone()
    verify_operations(module)
    verify_annotations(module)
    if any(map(has_layout_left, module.walk())):
        PadApplyLayouts().apply(ctx, module)
    descriptors = needs_descriptors(module)
    signature = signature_of(find_function(module, name), descriptors=descriptors)
    signature = with_computed_padding(signature, module, _run)
    prepare(ctx, module)
    ir = lower(module, "llvm").to_llvm_ir() + entry_ir(signature)
    return signature, ir + CONVERSIONS if "half" in ir or "bfloat" in ir else ir
