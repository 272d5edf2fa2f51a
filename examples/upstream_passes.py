"""
Upstream passes, ours and upstream's again, on one module in one process; locations stay.

Upstream makes loops of linalg, ours pads the matrix and drops the guard, upstream makes LLVM of it
and runs it. Run it as `python examples/upstream_passes.py`; the exit code is 1 if the sums are
wrong.
"""

# The upstream bindings are typed in part.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import numpy as np
from mlir import ir
from mlir.execution_engine import ExecutionEngine
from mlir.passmanager import PassManager
from mlir.runtime import get_ranked_memref_descriptor
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp, StringAttr

from pad_mlir.dialect.annotations import STAGE
from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.pad_to_host import PadToHost
from pad_mlir.runtime.bridge import from_upstream, to_upstream
from pad_mlir.schedule import Schedule

SOURCE = Path(__file__).with_name("linalg_row_sum.mlir")
TO_LOOPS = "builtin.module(func.func(convert-linalg-to-affine-loops,canonicalize))"
TO_LLVM = (
    "builtin.module(lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)"
)


def main() -> int:
    with ir.Context() as context:
        module = ir.Module.parseFile(str(SOURCE))
        PassManager.parse(TO_LOOPS).run(module.operation)
        ours = without_guard(from_upstream(module))
        module = to_upstream(ours, context)
        print(module)
        PassManager.parse(TO_LLVM).run(module.operation)
        for place in places(module, "llvm.fadd"):
            print("the sum is that of", place)
        return 0 if sums_are_right(module) else 1


def without_guard(module: ModuleOp) -> ModuleOp:
    """The sums over a matrix in tiles of 16 columns, with zeros in the padding."""
    *_, compute = (op for op in module.walk() if isinstance(op, affine.ForOp) and not inside(op))
    compute.attributes[STAGE] = StringAttr("compute")
    s = Schedule(module)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    PadToHost(stop="affine").apply(new_context(), s.module)  # what is left is upstream's
    return s.module


def inside(loop: affine.ForOp) -> bool:
    return isinstance(loop.parent_op(), affine.ForOp)


def places(module: ir.Module, name: str) -> list[str]:
    """The locations of the operations of a name."""
    found: list[str] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name == name:
            found.append(str(op.location))
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def sums_are_right(module: ir.Module) -> bool:
    matrix = np.random.default_rng(0).integers(-8, 8, (64, 61)).astype(np.float32)
    A, B = np.zeros((64, 4, 16), np.float32), np.empty(64, np.float32)
    A.reshape(64, 64)[:, :61] = matrix
    arrays = [ctypes.pointer(ctypes.pointer(get_ranked_memref_descriptor(x))) for x in (A, B)]
    ExecutionEngine(module, opt_level=2).invoke("row_sum", *arrays)
    return np.array_equal(B, matrix.sum(1))


if __name__ == "__main__":
    sys.exit(main())
