"""StableHLO, as JAX and others export it, as stages of affine loops."""

from __future__ import annotations

import json
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from ..dialect.ir.argument_checks import is_upstream, text_refusal
from ..dialect.ir.located_errors import PadError
from ..passes.pipeline.float_freedom import Freedom
from .linalg import from_linalg
from .other_tools import INPUT, ToolError, python_with, run_tool

_TO_LINALG = ("--iree-stablehlo-input-transformation-pipeline", "--mlir-print-debuginfo")
_IREE = "iree.compiler"
_OPT = ("-m", "iree.compiler.tools.scripts.iree_opt")


def from_stablehlo(
    source: Any, *, math: Freedom = "reassociate", file: str = "<stablehlo>"
) -> ModuleOp:
    """
    A module of functions on memrefs, whose stages are the operations of a StableHLO program.

    `source` is text, or a module of any bindings whose `str` is text. IREE's compiler (extra
    `jax`) makes linalg of it, in a process of its own; what becomes of that, of names and of
    `math` says from_linalg.

    Raises ParseError at the place for text that IREE refuses and for an operation that it makes no
    linalg of; PadError if IREE is not installed.
    """
    text = source if isinstance(source, str) else str(source)
    if (refusal := text_refusal(text)) is not None and not is_upstream(source):
        raise PadError(f"from_stablehlo {refusal}")
    try:
        linalg = stablehlo_to_linalg(text)
    except ToolError as error:
        raise error.in_text(text, file) from None
    return from_linalg(linalg.replace(f'"{INPUT}":', f"{json.dumps(file)}:"), math=math, file=file)


def stablehlo_to_linalg(text: str) -> str:
    """Return a program as linalg on tensors, with locations. Raises ToolError, or PadError."""
    return run_tool([python_with(_IREE, "jax"), *_OPT, *_TO_LINALG, "-"], text)
