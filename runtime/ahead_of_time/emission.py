"""`emit`: from a module to files that programs in C and C++ are linked with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias, get_args

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr, UnitAttr, i1
from xdsl.utils.exceptions import ParseError, VerifyException

from ...analysis.contracts.contracts import FunctionContract, contract_of
from ...dialect.annotations import AnnotationError, verify_annotations
from ...dialect.ir.argument_checks import WrongInput, check_argument, check_module_or_text
from ...dialect.ir.located_errors import PadError, one_line
from ...dialect.ir.locations import show_location
from ...dialect.ir.operations import operations_of
from ...dialect.text import new_context, parse_module
from ...dialect.xdsl_compat import OperationError, verify_operations
from ...passes.assumes.pad_check_assumes import PadCheckAssumes
from ...passes.common.diagnostics import keep_remarks
from ...passes.dot_products.dot_unit import dot_unit
from ...passes.host.descriptors import needs_descriptors
from ...passes.host.llvm_passes import pipelines
from ...passes.host.pad_to_host import lower, prepare, refuse_tiles
from ...passes.host.symbol_names import check_declared_names, check_public_names, rename_inside
from ...passes.layout.apply.pad_apply_layouts import PadApplyLayouts
from ...passes.layout.contracts.lowered_contracts import refuse_dropped
from ...passes.lowering.accepted_by_upstream import check_fixed_vectors
from ...passes.vectorize.vector_unit import vector_unit
from ...upstream.code_generation import assembly
from ...upstream.llvm_library import LLVMError
from ...upstream.llvm_pipelines import ALL_PASSES, Pipelines
from ...upstream.processors import HOST_NAMES, Processor, processor
from ..errors import KernelError
from ..host.lowered_modules import llvm_ir_of_lowered, lowered_function, refuse_lowered
from ..object_code.half_conversions import CONVERSIONS
from ..object_code.object_cache import cached_object
from ..signature import Signature, is_public, signature_of
from ..size_checks import size_checks
from .c_header import c_header, results_wrapper
from .packing_functions import add_packing_functions
from .printed_asserts import PrintedAsserts
from .size_asserts import assert_sizes

CodeKind: TypeAlias = Literal["llvm-ir", "asm", "obj", "shared"]
Kind: TypeAlias = CodeKind | Literal["header"]
KINDS: tuple[Kind, ...] = (*get_args(CodeKind), "header")
_C_INTERFACE = "llvm.emit_c_interface"
_CALL_IN_WRAPPER = re.compile(
    r"^define [^\n]*@_mlir_ciface_[^\n]*\{\n(?:  [^\n]*\n)*?  (?:%\w+ = )?call [^\n]*\)$",
    re.MULTILINE,
)
"""A wrapper of upstream's, up to its only call."""
_ZERO_EXTENDED = "llvm.zeroext"
_HEADER_BEFORE = "write the header of what comes before pad-to-host"
_SAID = 5
"""Of what a linker says, the last lines that are shown."""


def emit(
    module_or_text: ModuleOp | str,
    kind: Kind,
    *,
    target_cpu: str | None = None,
    check_assumes: bool = False,
) -> bytes:
    """
    The public functions of a module as a file of that kind; the module itself stays as it is.

    `llvm-ir` is what LLVM gets, before its own passes; `asm` and `obj` are code for the processor
    `target_cpu`, by LLVM's name, by default this machine; `shared` is linked by the C compiler that
    `CC` names, or `cc`; `header` declares the functions for C and C++, with the shapes, the
    alignment and the contract of each buffer. Layouts are applied, assumes and undefs lowered. For
    each laid-out buffer `A` of `f` there is `f_pack_A` and `f_unpack_A`. Private functions are not
    seen from outside. Of a module that `pad-to-host` has lowered there is code, as it left the
    functions, and no header; nor is there one of functions whose contracts it has dropped.

    With `check_assumes`, what a function assumes of its arguments is tested at each call, and that
    dynamic sizes are what it needs. What does not hold, of that or of a `cf.assert`, goes to stderr
    with the values, for a buffer also the physical index, and the process is aborted.

    What is to be remarked is not printed: `collect_remarks` around the call has it.

    Raises KernelError for text that is not MLIR, for what is neither text nor a module, for an
    unknown kind, for what does not lower or has no C type, for an unknown processor, and for a C
    compiler that is missing or fails.
    """
    try:
        check_module_or_text(module_or_text)
        check_argument("kind", kind, Kind, f"one of {', '.join(KINDS)}")
        check_argument("target_cpu", target_cpu, str | None, "the name of a processor")
        check_argument("check_assumes", check_assumes, bool, "True or False")
        module = parse_module(given) if isinstance(given := module_or_text, str) else given
        if check_assumes:
            refuse_lowered(module, "run pad-check-assumes before pad-to-host")
        with keep_remarks():
            return make(module, kind, target_cpu, check_assumes)
    except (PadError, OperationError, AnnotationError) as error:
        where = show_location(error.op.location) if error.op is not None else ""
        raise KernelError(f"{where}{error}") from error
    except (WrongInput, ParseError, VerifyException, LLVMError) as error:
        raise KernelError(one_line(error)) from error


def make(module: ModuleOp, kind: Kind, target_cpu: str | None, check_assumes: bool) -> bytes:
    """As `emit`; what is wrong with the module is raised as it comes, with the operation."""
    if kind == "header":
        refuse_lowered(module, _HEADER_BEFORE)
        refuse_dropped(module, _HEADER_BEFORE)
        if target_cpu not in HOST_NAMES:
            processor(target_cpu)  # it must be known, for all that a header is the same for each
        return _header(_physical(module, check_assumes)).encode()
    target = processor(target_cpu)
    if kind != "llvm-ir":
        _refuse_main(module)
    if lowered_function(module) is None:
        made = _physical(module, check_assumes)
        if check_assumes:
            for signature in made.signatures:
                assert_sizes(signature)
        ir, passes = _llvm_ir(made, target_cpu)
    else:
        ir, passes = llvm_ir_of_lowered(module), ALL_PASSES
    if "half" in ir or "bfloat" in ir:
        ir += CONVERSIONS
    return _code(ir, kind, target, passes)


def _refuse_main(module: ModuleOp) -> None:
    """A program that is linked with the code has a `main` of its own."""
    for op in module.ops:
        name = op.attributes.get("sym_name", op.properties.get("sym_name"))
        if name == StringAttr("main") and op.regions and op.regions[0].blocks:
            raise PadError("@main is not a name of a function in C; rename it", op)


def _code(ir: str, kind: CodeKind, target: Processor, passes: Pipelines) -> bytes:
    match kind:
        case "llvm-ir":
            return f'target triple = "{target.triple}"\n{ir}'.encode()
        case "asm":
            return assembly(ir, target, passes=passes).encode()
        case "obj":
            return cached_object(ir, target, passes=passes)
        case "shared":
            return _linked(cached_object(ir, target, passes=passes), target)


@dataclass(frozen=True)
class _Library:
    """A module with its layouts applied, and what is seen of it from outside."""

    module: ModuleOp
    signatures: tuple[Signature, ...]
    contracts: tuple[FunctionContract, ...]
    copies: tuple[tuple[Signature, ...], ...]
    """The functions that pack and unpack the buffers of each."""


def _physical(given: ModuleOp, check_assumes: bool) -> _Library:
    module = given.clone()
    verify_operations(module)
    verify_annotations(module)
    functions = [op for op in operations_of(module, func.FuncOp) if _is_entry(op)]
    if not functions:
        raise KernelError("no public function with a body, so there is nothing to be linked with")
    copies: list[list[func.FuncOp]] = []
    for function in functions:
        with _at(function):
            copies.append(add_packing_functions(module, function))
    check_declared_names(module)
    check_public_names(module)
    PadApplyLayouts().apply(new_context(), module)
    if check_assumes:
        made = {copy for own in copies for copy in own}
        for function in operations_of(module, func.FuncOp):
            if not function.is_declaration and function not in made:
                PadCheckAssumes(function.sym_name.data).apply(new_context(), module)
    contracts = tuple(map(contract_of, functions))
    descriptors = needs_descriptors(module)

    def signature(function: func.FuncOp) -> Signature:
        with _at(function):
            return replace(signature_of(function, descriptors=descriptors), source=function)

    def signatures(of: Sequence[func.FuncOp]) -> tuple[Signature, ...]:
        return tuple(map(signature, of))

    return _Library(module, signatures(functions), contracts, tuple(map(signatures, copies)))


@contextmanager
def _at(function: func.FuncOp) -> Generator[None]:
    """Gives what the runtime refuses of a function its place."""
    try:
        yield
    except KernelError as error:
        raise PadError(str(error), function) from error


def _is_entry(function: func.FuncOp) -> bool:
    return is_public(function) and not function.is_declaration


def _header(made: _Library) -> str:
    signatures = [
        replace(signature, size_checks=size_checks(signature.source))
        for signature in made.signatures
        if signature.source is not None
    ]
    return c_header(signatures, made.contracts, made.copies)


def _llvm_ir(made: _Library, target_cpu: str | None) -> tuple[str, Pipelines]:
    """The LLVM IR, and LLVM's passes for it."""
    asserts = PrintedAsserts(made.module)
    prepare(new_context(), made.module)
    check_fixed_vectors(made.module)
    rename_inside(made.module)
    for function in operations_of(made.module, func.FuncOp):
        if function.is_declaration:
            continue
        if not is_public(function):
            continue
        if made.signatures[0].descriptors:
            function.attributes[_C_INTERFACE] = UnitAttr()
        if function.function_type.outputs.data == (i1,):
            # C looks at all bits of a bool.
            function.res_attrs = ArrayAttr([DictionaryAttr({_ZERO_EXTENDED: UnitAttr()})])
    refuse_tiles(made.module, target_cpu)
    unit, dots = vector_unit(target_cpu), dot_unit(target_cpu).intrinsics
    lowered = lower(made.module, "llvm", unit=unit, dots=dots)
    ir = asserts.define_in(lowered.to_llvm_ir())
    ir = _CALL_IN_WRAPPER.sub(_not_inlined, ir)
    return ir + "".join(map(results_wrapper, made.signatures)), pipelines(made.module)


def _not_inlined(wrapper: re.Match[str]) -> str:
    """The wrapper with its function called: inlined, the code would be there, and made, twice."""
    return f"{wrapper[0]} noinline"


def _linked(code: bytes, target: Processor) -> bytes:
    """The shared library of an object."""
    compiler = os.environ.get("CC") or "cc"
    command, *options = compiler.split()
    if shutil.which(command) is None:
        raise KernelError(
            f"a shared library is linked by a C compiler, but there is no '{command}'; set CC, or "
            "emit an object (obj)"
        )
    with TemporaryDirectory() as folder:
        made, linked = Path(folder) / "kernel.o", Path(folder) / "kernel.so"
        made.write_bytes(code)
        line = [command, *options, "-shared", "-o", str(linked), str(made), "-lm"]
        answer = subprocess.run(line, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            said = answer.stderr.strip().splitlines()[-_SAID:] or ["it says nothing"]
            raise KernelError(
                f"'{compiler}' could not link a shared library for {target.name}: "
                + "; ".join(said)
            )
        return linked.read_bytes()
