"""The table of docs/gpu-mapping.md is what the pass does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
from gpu_kernels import FAMILIES
from xdsl.dialects import affine, arith, gpu
from xdsl.dialects.builtin import IntegerAttr, ModuleOp

DOCS = Path(__file__).parents[2] / "docs" / "gpu-mapping.md"
ROW = re.compile(r"\| (\w+) (\S+(?:, \d+)?) \| (.*) of (.*) \| (.*) of ([^,]*, \d+)(, guarded)? \|")


@pytest.mark.parametrize("family", FAMILIES)
def test_table(family: str) -> None:
    row = next(m for m in ROW.finditer(DOCS.read_text()) if m[1] == family)
    problem = FAMILIES[family](*map(int, re.findall(r"\d+", row[2])))
    padded, logical = problem.schedule().module, problem.schedule(padded=False).module
    assert launch_of(padded, family) == (row[3], row[4])
    assert launch_of(logical, family) == (row[5], row[6])
    assert not is_guarded(padded, family)
    assert is_guarded(logical, family) is (row[7] is not None)


def launch_of(module: ModuleOp, name: str) -> tuple[str, str]:
    """The blocks, and the threads of each along x and y."""
    launches = [op for op in module.walk() if isinstance(op, gpu.LaunchFuncOp)]
    launch = next(op for op in launches if op.kernel.string_value().endswith(f".{name}"))
    owners = [size.owner for size in launch.operands[:5]]
    values = [cast("IntegerAttr", op.value) for op in owners if isinstance(op, arith.ConstantOp)]
    sizes = [str(value.value.data) for value in values]
    return ", ".join(sizes[:3]), ", ".join(sizes[3:])


def is_guarded(module: ModuleOp, name: str) -> bool:
    """Whether all that a thread does is on a condition."""
    kernels = [op for op in module.walk() if isinstance(op, gpu.FuncOp)]
    kernel = next(op for op in kernels if op.sym_name.data == name)
    *ops, _ = kernel.body.block.ops
    return isinstance(ops[-1], affine.IfOp) and not any(isinstance(op, affine.ForOp) for op in ops)
