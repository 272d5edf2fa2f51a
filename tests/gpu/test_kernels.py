"""From logical MLIR by passes to PTX and to OpenCL, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from gpu_kernels import FAMILIES, GpuProblem
from xdsl.dialects import affine, gpu, scf
from xdsl.ir import Operation

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.passes.gpu.modules.gpu_targets import Chip
from pad_mlir.tools.tv import Status, validate

from .running import check
from .sass import assemble, disassemble

SIZES: dict[str, list[tuple[int, ...]]] = {
    "double": [(1, 1), (3, 5), (13, 127), (127, 127), (61, 1021), (7, 513), (255, 33), (31, 97)],
    "row_sum": [(1, 5), (3, 67), (13, 127), (127, 61), (5, 1021), (9, 8191), (33, 131), (17, 519)],
    "conv1d": [(33, 3), (67, 5), (127, 7), (509, 3), (1021, 7), (1023, 15), (255, 9), (4099, 31)],
    "matmul": [
        *((17, 19, 23), (31, 33, 35), (61, 71, 67), (127, 127, 127)),
        *((33, 129, 5), (129, 33, 65), (47, 49, 97), (255, 17, 31)),
    ],
    "softmax": [
        *((1, 1, 1, 5), (1, 3, 5, 67), (3, 5, 7, 131), (1, 1, 13, 513)),
        *((1, 5, 3, 1021), (2, 10, 7, 1025), (3, 1, 33, 77), (1, 1, 17, 2049)),
    ],
    "maxpool": [(5, 3), (7, 5), (9, 7), (15, 13), (13, 61), (31, 5), (3, 127), (11, 33)],
    "conv2d": [
        *((5, 3, 5), (7, 5, 7), (9, 7, 13), (11, 13, 9)),
        *((13, 5, 67), (7, 61, 5), (15, 3, 11), (3, 31, 33)),
    ],
    "layernorm": [(1, 5), (3, 67), (7, 131), (13, 513), (5, 1021), (9, 1025), (33, 77), (17, 2049)],
}
LARGE: dict[str, tuple[int, ...]] = {
    "double": (1000, 1021),
    "row_sum": (1000, 8191),
    "conv1d": (65537, 7),
    "matmul": (509, 509, 509),
    "softmax": (2, 10, 257, 1025),
    "maxpool": (111, 61),
    "conv2d": (55, 61, 67),
    "layernorm": (512, 1025),
}
TWINS: dict[str, tuple[int, ...]] = {
    "double": (3, 9),
    "row_sum": (2, 9),
    "conv1d": (33, 3),
    "matmul": (5, 7, 3, 4),
    "softmax": (1, 2, 2, 9),
    "maxpool": (3, 5),
    "conv2d": (3, 2, 5),
    "layernorm": (2, 9),
}
WIDE = ("double", "row_sum", "matmul", "maxpool", "conv2d")
CHIPS: tuple[Chip, ...] = ("sm_80", "sm_90", "sm_100")


def problem(family: str, sizes: tuple[int, ...]) -> GpuProblem:
    return FAMILIES[family](*sizes)


@pytest.mark.gpu
@pytest.mark.parametrize(
    ("family", "sizes"),
    [(family, sizes) for family, cases in SIZES.items() for sizes in cases],
    ids=lambda value: value if isinstance(value, str) else "x".join(map(str, value)),
)
def test_on_opencl(family: str, sizes: tuple[int, ...]) -> None:
    check(problem(family, sizes), np.random.default_rng(len(family) + sum(sizes)))


@pytest.mark.gpu
@pytest.mark.parametrize("family", FAMILIES)
def test_guarded_twins(family: str) -> None:
    sizes = SIZES[family][2]
    check(problem(family, sizes), np.random.default_rng(sum(sizes)), padded=False)


@pytest.mark.parametrize("family", FAMILIES)
def test_guards(family: str) -> None:
    """None is left in a main loop, but those whose missing fact is named."""
    made = problem(family, LARGE[family])
    s = made.schedule()
    kernels = [op for op in s.module.walk() if isinstance(op, gpu.FuncOp)]
    guards = [guard for kernel in kernels for guard in guards_in_loops(kernel)]
    assert len(guards) == len(made.guarded)
    told = [str(remark) for remark in s.remarks if remark.form.id == "guard-kept"]
    for words in made.guarded:
        assert any(words in remark for remark in told), told


def guards_in_loops(kernel: gpu.FuncOp) -> list[Operation]:
    """The conditionals in loops, those of the reduction trees apart, which stand in none."""
    loops = [op for op in kernel.walk() if isinstance(op, affine.ForOp | scf.ForOp)]
    return [
        op for op in kernel.walk() if isinstance(op, affine.IfOp | scf.IfOp) and _is_in(op, loops)
    ]


def _is_in(op: Operation, loops: list[affine.ForOp | scf.ForOp]) -> bool:
    return any(loop.is_ancestor(op) for loop in loops)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_schedule_keeps_the_meaning(family: str) -> None:
    made = problem(family, TWINS[family])
    after = parse_module(str(made.schedule()), "after")
    verdict = validate(parse_module(made.mlir, "before"), after, fp=made.fp)
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("family", FAMILIES)
def test_ptx(family: str, chip: Chip) -> None:
    """It assembles without spills; wide accesses where padding makes them, no predicated loops."""
    made = problem(family, LARGE[family])
    code = lower_kernels(made.schedule().module, "nvvm", chip)[_main(made)]
    cubin, usage = assemble(code, chip)
    assert [u.spilled for u in usage.values()] == [0] * len(usage)
    machine = disassemble(cubin)[_main(made)]
    if family in WIDE:
        assert machine.count("LDG.E.128") > 0
    if not made.guarded:
        assert [i for loop in machine.loops() for i in machine.predicated(loop)] == []


def _main(made: GpuProblem) -> str:
    """The kernel of the stage that is named as the function."""
    return made.mlir.split("func.func @")[1].split("(")[0]
