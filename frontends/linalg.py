"""linalg on tensors and memrefs, as stages of affine loops."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import ModuleOp

from ..dialect.ir.argument_checks import check_argument
from ..passes.pipeline.float_freedom import Freedom, give_freedom
from ..upstream.bridge import Unreadable, from_upstream
from ..upstream.linalg_lowering.lowering import lower_linalg
from .folded_views import fold_subviews
from .other_tools import error_at
from .stage_names import name_stages


def from_linalg(source: Any, *, math: Freedom = "exact", file: str = "<linalg>") -> ModuleOp:
    """
    A module of functions on memrefs, whose stages are the linalg operations of the source.

    `source` is MLIR text or an upstream `mlir.ir.Module`: named operations and generics of linalg
    on tensors or memrefs, `tensor` operations, constants (also `dense_resource`), several
    functions and calls, shapes with `?`. Upstream's passes fuse elementwise operations, assign
    buffers to tensors and make affine loops. Tensors are values: the arrays that a caller passes
    for them are not written.

    Stages and buffers have the names of the operations and values of the source, or else their
    kind and a number (`matmul_3`). `file` is what locations call a text.

    `math` says what passes may do to floats: "exact" nothing that changes a bit; "reassociate"
    other orders of sums and products (`reassoc`, `contract`, `nsz`); "fast" all flags.

    Raises ParseError at the place for text that upstream refuses, PadError for a module that it
    refuses, and for operations that become no loops.
    """
    check_argument("math", math, Freedom, "'exact', 'reassociate' or 'fast'")
    check_argument("file", file, str, "the name of a file")
    try:
        lowered = lower_linalg(source)
    except Unreadable as error:
        if not isinstance(source, str) or error.line == 0:
            raise
        message = str(error).removeprefix("upstream MLIR: ")
        raise error_at(message, error.line, error.column, source, file) from None
    module = from_upstream(lowered)
    fold_subviews(module)
    name_stages(module, file if isinstance(source, str) else None)
    give_freedom(module, math)
    return module
