"""Kernels for every size: guards as in their verdicts, PTX, Oclgrind, and numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects import gpu

from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels

from .any_size import KERNELS, AnySize
from .oclgrind import Call, reports
from .running import assert_close
from .sass import Code, Instruction, assemble, disassemble
from .test_kernels import CHIPS, guards_in_loops

every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)


@every_kernel
def test_guards_and_launches(kernel: AnySize) -> None:
    module = kernel.schedule().module
    kernels = [op for op in module.walk() if isinstance(op, gpu.FuncOp)]
    assert sum(len(guards_in_loops(op)) for op in kernels) == kernel.guards, kernel.why
    launches = [op for op in module.walk() if isinstance(op, gpu.LaunchFuncOp)]
    assert len(launches) == len(kernels) == kernel.text.count("pad.stage")


@every_kernel
def test_ptx(kernel: AnySize) -> None:
    """It assembles without spills, and no loop of it has predicated instructions."""
    module = kernel.schedule().module
    for chip in CHIPS:
        for code in lower_kernels(module, "nvvm", chip).values():
            cubin, usage = assemble(code, chip)
            assert [u.spilled for u in usage.values()] == [0] * len(usage)
            for machine in disassemble(cubin).values():
                assert [i for loop in machine.loops() for i in predicated(machine, loop)] == []


def predicated(machine: Code, loop: Sequence[Instruction]) -> list[Instruction]:
    """
    What runs on a condition of ours: a division looks itself whether it needs its slow path, and
    branches around that.
    """
    found = machine.predicated(loop)
    divisions = sum(instruction.name == "FCHK" for instruction in loop)
    return [i for i in found if i.name != "BRA"] or found[divisions:]


@pytest.mark.gpu
@every_kernel
def test_one_kernel_is_right_at_all_sizes(kernel: AnySize) -> None:
    run = kernel.schedule().compile(target="opencl")
    for number, sizes in enumerate(kernel.sizes):
        arrays = kernel.arrays(sizes, np.random.default_rng(number))
        run(*arrays.values())
        *inputs, found = arrays.values()
        wide = {n: a.astype(np.float64) for n, a in zip(arrays, inputs, strict=False)}
        assert_close(found, kernel.expected(wide))


@pytest.mark.usefixtures("installed_oclgrind")
def test_nothing_to_report() -> None:
    calls = [
        Call(str(kernel.schedule()), tuple(kernel.arrays(sizes, np.random.default_rng(0)).values()))
        for kernel in KERNELS
        for sizes in kernel.sizes
    ]
    assert reports(calls) == [[] for _ in calls]
