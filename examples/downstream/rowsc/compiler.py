"""`rowsc FILE`: MLIR with `rows` to loops over padded matrices, without guards."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.annotations import buffer_name
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.locations import show_location
from pad_mlir.dialect.repairs import (
    OperationError,
    new_context,
    parse_module,
    print_module,
    verify_operations,
)
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)
from pad_mlir.passes.pad_sequential_buffer_access import PadSequentialBufferAccess
from pad_mlir.passes.pad_to_host import PadToHost
from pad_mlir.passes.pad_transform_layout import PadTransformLayout

from .dialect import Rows, SumOp
from .lowering import LowerRows, stage_of

TILES = "(i, j) -> (i, j floordiv 16, j mod 16)"


def context() -> Context:
    """The dialects of xDSL, as pad-mlir repairs them, `pad` and `rows`."""
    ctx = new_context()
    ctx.load_dialect(Rows)
    return ctx


def pipeline(module: ModuleOp) -> PassPipeline:
    """Pads each matrix that has a name, and drops the guards that keep its last tile in bounds."""
    sums = [op for op in module.walk() if isinstance(op, SumOp)]
    stages = {name: stage_of(op) for op in sums if (name := buffer_name(op.matrix)) is not None}
    passes: list[ModulePass] = [LowerRows()]
    for name, stage in stages.items():
        passes.append(PadTransformLayout(name, TILES, pad="identity(addf)"))
        passes.append(PadApplyLayouts())
        passes.append(PadSequentialBufferAccess(stage, name))
    passes.append(PadRemoveBranchingThroughOvercompute())
    return PassPipeline(tuple(passes))


def compile_rows(text: str, filename: str = "<string>") -> ModuleOp:
    """
    The module after the pipeline; `pad_mlir.runtime.compile` makes a kernel of it.

    ParseError, OperationError and PadError tell what is wrong with it.
    """
    ctx = context()
    module = parse_module(text, filename, ctx)
    verify_operations(module)
    pipeline(module).apply(ctx, module)
    return module


def main() -> int:
    parser = argparse.ArgumentParser(prog="rowsc", description=__doc__)
    parser.add_argument("file")
    file = parser.parse_args().file
    try:
        module = compile_rows(Path(file).read_text(), file)
    except (OSError, ParseError) as error:
        print(error, file=sys.stderr)
        return 1
    except (OperationError, PadError) as error:
        where = "" if error.op is None else show_location(error.op.location)
        print(f"{where}error: {error}", file=sys.stderr)
        return 1
    PadToHost(stop="affine").apply(context(), module)  # contracts and assumes are used up
    print(print_module(module), end="")
    return 0
