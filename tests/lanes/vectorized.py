"""Programs after `pad-vectorize` for a processor."""

from __future__ import annotations

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.vectorize.pad_vectorize import PadVectorize


def rewritten(text: str, cpu: str) -> str:
    context = new_context()
    module = parse_module(text, context=context)
    with collect_remarks():
        PadVectorize(target_cpu=cpu).apply(context, module)
    return str(module)
