"""`python3 check.py`: whether each kernel of the bundle is right on this machine's GPU."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pad_mlir.runtime.errors import KernelError
from pad_mlir.runtime.gpu.cuda_driver import CudaContext, CudaDriver

from .arrays import Torch
from .cases import read_cases
from .checking import Outcome, check

_FOLDER = Path(__file__).parents[1]


def main() -> int:
    """Prints a line for each kernel; 1 where one is wrong, or nothing can be run."""
    try:
        library = Torch()
        context = CudaContext(CudaDriver(), library.ordinal)
    except (ImportError, RuntimeError, KernelError) as error:
        print(f"nothing was checked: {error}")
        return 1
    return report(check(read_cases(_FOLDER), context, library))


def report(outcomes: Iterable[Outcome]) -> int:
    """Prints outcomes as they come, and how many are wrong; 1 where one is, or there are none."""
    count = wrong = 0
    for outcome in outcomes:
        print(outcome, flush=True)
        count += 1
        wrong += outcome.wrong != ""
    print(f"{count} kernels, {wrong} wrong")
    return int(wrong > 0 or count == 0)
