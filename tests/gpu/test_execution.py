"""Launch plans carried out on a device that notes what it is asked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy

import pytest

from pad_mlir.runtime import KernelError
from pad_mlir.runtime.gpu.execution import carry_out
from pad_mlir.runtime.gpu.plan import (
    Allocate,
    Array,
    ArrayParameter,
    Choice,
    Copy,
    Free,
    Kernel,
    Launch,
    LaunchPlan,
    Loop,
    Number,
    NumberParameter,
    Parameter,
    Step,
)
from pad_mlir.runtime.gpu.plan_sizes import Extent, Operation


@dataclass(frozen=True)
class Block:
    """Memory of the device."""

    number: int
    shape: tuple[int, ...]


@dataclass
class Noting:
    """A device that does nothing."""

    done: list[str] = field(default_factory=list[str])
    taken: set[Block] = field(default_factory=set[Block])

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> Block:
        block = Block(len(self.done), shape)
        self.taken.add(block)
        self.done.append(f"allocate {element}{list(shape)}")
        return block

    def free(self, memory: Block) -> None:
        self.taken.remove(memory)

    def copy(self, source: Block, target: Block) -> None:
        self.done.append(f"copy {source.number} {target.number}")

    def launch(
        self, kernel: Kernel, grid: tuple[int, int, int], arguments: Sequence[Block | bytes]
    ) -> None:
        given = [a.number if isinstance(a, Block) else a.hex() for a in arguments]
        self.done.append(f"{kernel.name}{list(grid)} {given}")


A = ArrayParameter("A", "f32", (-1, 4), True)
TAKING = Kernel("k", "m", (32, 1, 1), (A, NumberParameter("x", "f32")))


def run(
    *steps: Step,
    arrays: Mapping[str, Block] | None = None,
    numbers: Mapping[str, float] | None = None,
    parameters: tuple[Parameter, ...] = (),
) -> Noting:
    device = Noting()
    plan = LaunchPlan("f", parameters, (TAKING,), steps)
    carry_out(plan, device, arrays or {}, numbers or {})
    assert not device.taken
    return device


def test_arguments() -> None:
    """Dynamic sizes follow their array; numbers are of the kernel's types."""
    step = Launch("k", (Extent("A", 0), 2, 1), (Array("A"), Number("x")))
    done = run(step, arrays={"A": Block(7, (3, 4))}, numbers={"x": 1.0}).done
    assert done == ["k[3, 2, 1] [7, '0300000000000000', '0000803f']"]


def test_temporaries_in_loops() -> None:
    """Each round has its own; one that nothing frees lives to the end."""
    inner = Allocate("T", "f32", (Operation("add", "i", 1), 4), 64)
    launch = Launch("k", (1, 1, 1), (Array("T"), Number(2)))
    loop = Loop("i", 0, "n", 2, (inner, Copy("T", "T"), launch))
    done = run(loop, Allocate("U", "i8", (0,), 64), Free("U"), numbers={"n": 4}).done
    assert done[0::3] == ["allocate f32[1, 4]", "allocate f32[3, 4]", "allocate i8[0]"]
    assert done[1::3] == ["copy 0 0", "copy 3 3"]


def test_one_of_two() -> None:
    large = Operation("ge", "n", 4)
    step = Choice(large, (Allocate("T", "f32", ("n",), 64),), (Allocate("U", "i8", (1,), 64),))
    assert run(step, numbers={"n": 4}).done[0] == "allocate f32[4]"
    assert run(step, numbers={"n": 3}).done[0] == "allocate i8[1]"


def test_grids_of_no_blocks() -> None:
    assert not run(Launch("k", (1, "n", 1), ()), numbers={"n": 0}).done


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (Launch("k", ("n", 1, 1), ()), "the grid of k of f, n, is -1"),
        (Launch("k", (1, 1, 1), (Array("A"), Number("n"))), r"of shape \(-1, 4\), and is given A"),
        (Allocate("T", "f32", ("n",), 64), "a size of T of f, n, is -1"),
        (Launch("k", (Operation("divu", 1, "zero"), 1, 1), ()), "divides by 0 in the size 1 divu"),
        (Copy("A", "B"), r"copies A, shape \(3, 5\), to B, shape \(4,\)"),
    ],
)
def test_refused(step: Step, message: str) -> None:
    arrays = {"A": Block(1, (3, 5)), "B": Block(2, (4,))}
    with pytest.raises(KernelError, match=message):
        run(step, arrays=arrays, numbers={"n": -1, "zero": 0})


def test_needs_nothing_else(tmp_path: Path) -> None:
    """A machine that only runs kernels needs Python, this package and the errors."""
    runtime = Path(__file__).parents[2] / "runtime"
    package = tmp_path / "carried"
    (package / "gpu").mkdir(parents=True)
    (package / "__init__.py").touch()
    copy(runtime / "errors.py", package)
    for file in (runtime / "gpu").glob("*.py"):
        copy(file, package / "gpu")
    names = ("plan_json", "execution", "cuda", "cuda_arrays", "cuda_driver")
    lines = [
        "import sys",
        "sys.modules.update(dict.fromkeys(('numpy', 'xdsl', 'pad_mlir')))",
        *(f"import carried.gpu.{name}" for name in names),
    ]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=tmp_path, check=True)
