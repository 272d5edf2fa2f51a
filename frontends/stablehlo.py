"""StableHLO, as JAX and others export it, as stages of affine loops."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from ..dialect.ir.argument_checks import is_upstream, text_refusal
from ..dialect.ir.located_errors import PadError
from ..dialect.xdsl_compat.syntax.bool_constants import with_bools_as_bits, with_bools_as_bytes
from ..passes.pipeline.float_freedom import Freedom
from ..upstream.sized_stablehlo.rewriting import rewrite_for_iree
from .linalg import from_linalg
from .other_tools import INPUT, ToolError, python_with, run_tool
from .without_loops import refuse_without_loops

_TO_LINALG = ("--iree-stablehlo-input-transformation-pipeline", "--mlir-print-debuginfo")
_INLINED = (
    "--pass-pipeline=builtin.module(func.func(chlo-legalize-to-stablehlo,"
    "iree-stablehlo-legalize-control-flow),inline,canonicalize,cse,symbol-dce)",
    *("--mlir-print-op-generic", "--mlir-print-local-scope", "--mlir-print-debuginfo"),
)
_OPEN = re.compile(r"tensor<[^>]*\?")
_NO_SIGN = r"tensor<([^<>]*x)?(ui\d+|i1)>"
_PRODUCT = re.compile(r"stablehlo\.(dot|dot_general|convolution)\b.*")
_OF_MISTAKEN = re.compile(rf"{_NO_SIGN}|tensor<([^<>]*x)?b?f16>")
_WIDENED = re.compile(rf"stablehlo\.convert\b.*\({_NO_SIGN}")
_RUNNING = re.compile(
    r'"stablehlo\.(scatter"|reduce_window".*padding = dense<\[[^>]*\[(0, [1-9]\d*|[1-9]\d*, 0)\])'
)
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
    return stablehlo_module(text, math, file)


def stablehlo_module(
    text: str, math: Freedom, file: str, argument_names: Sequence[str] = ()
) -> ModuleOp:
    """Return what from_stablehlo does; where sizes are open, arguments get these names."""
    try:
        linalg = stablehlo_to_linalg(text, argument_names)
    except ToolError as error:
        raise error.in_text(text, file) from None
    return from_linalg(linalg.replace(f'"{INPUT}":', f"{json.dumps(file)}:"), math=math, file=file)


def stablehlo_to_linalg(text: str, argument_names: Sequence[str] = ()) -> str:
    """
    Return a program as linalg on tensors, with locations. Raises ToolError, or PadError.

    IREE lowers many operations for constant sizes only: on open ones they become linalg first, as
    do products that it mistakes, cumulative sums and scatters.
    """
    command = [python_with(_IREE, "jax"), *_OPT]
    if _OPEN.search(text) or is_mistaken(text):
        inlined = with_bools_as_bits(run_tool([*command, *_INLINED, "-"], text))
        text = with_bools_as_bytes(rewrite_for_iree(inlined, argument_names))
    linalg = run_tool([*command, *_TO_LINALG, "-"], text)
    refuse_without_loops(linalg)
    return with_bools_as_bits(linalg)


def is_mistaken(text: str) -> bool:
    """
    Whether a program may have products that IREE mistakes, or operations that it makes no loops of:
    to rewrite it takes a process.
    """
    products = [found[0] for found in _PRODUCT.finditer(text)]
    return (
        any(map(_OF_MISTAKEN.search, products))
        or _RUNNING.search(text) is not None
        or (bool(products) and _WIDENED.search(text) is not None)
    )
