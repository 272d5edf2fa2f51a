"""Modules that are in MLIR's llvm dialect already, as `pad-to-host` leaves them."""

from __future__ import annotations

import re

from xdsl.dialects.builtin import ModuleOp, StringAttr, UnregisteredOp
from xdsl.ir import Operation

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operation_name
from ...passes.host.symbol_names import refuse_taken
from ...upstream.bridge import UpstreamModule

_FUNCTION = "llvm.func"
_OF_UPSTREAM = ("__mlir_", "_mlir_", "pad_mlir.")
# C looks at all bits of a bool.
_BOOL_RESULT = re.compile(r"^define i1 @", re.MULTILINE)


def lowered_function(module: ModuleOp) -> Operation | None:
    """The first function of the llvm dialect; None if the module has none."""
    return next((op for op in module.body.ops if operation_name(op) == _FUNCTION), None)


def refuse_lowered(module: ModuleOp, wanted: str) -> None:
    """Raise PadError if the module is in the llvm dialect; `wanted` says what to do instead."""
    if (function := lowered_function(module)) is not None:
        raise PadError(
            f"the module is lowered to LLVM already, and shapes and contracts are gone: {wanted}",
            function,
        )


def llvm_ir_of_lowered(module: ModuleOp) -> str:
    """
    The LLVM IR; raises PadError if xDSL has read functions that it does not print as they are.
    """
    function = lowered_function(module)
    if not isinstance(function, UnregisteredOp):
        refuse_lowered(module, "make code of it in the pipeline that lowers it")
    for op in module.body.ops:
        _check_name(op)
    return _BOOL_RESULT.sub("define zeroext i1 @", UpstreamModule(module.clone()).to_llvm_ir())


def _check_name(op: Operation) -> None:
    """Raise PadError for what has the name of a library's function; upstream's own has those."""
    attributes = {**op.attributes, **op.properties}
    name = attributes.get("sym_name")
    is_declared = not any(region.blocks for region in op.regions) and "value" not in attributes
    if not isinstance(name, StringAttr) or is_declared or name.data.startswith(_OF_UPSTREAM):
        return
    refuse_taken(name.data, op)
