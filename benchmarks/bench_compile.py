"""From text to machine code: the time of each phase, LLVM's share, and what memory it takes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter

from bench_passes import Kernel, conv2d, matmul, row_sum
from bench_runtime import ADD

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.runtime.phases import phase, record_phases
from pad_mlir.tools.pipeline import parse_pipeline

ROUNDS = 5
LIMIT = 150.0  # milliseconds of a kernel, from text to machine code
KERNELS: dict[str, Callable[[], Kernel]] = {
    "add": lambda: Kernel(ADD, ""),
    "row sum": row_sum,
    "matmul": matmul,
    "conv2d": conv2d,
}
UPSTREAM = ("hand-over", "upstream parse", "upstream passes", "translate")
LLVM = ("LLVM parse", "LLVM passes", "LLVM code", "load")


def milliseconds(kernel: Kernel) -> dict[str, float]:
    """Each phase of a compile with all passes of the kernel, and the whole."""
    start = perf_counter()
    with record_phases() as seconds, collect_remarks():
        with phase("parse"):
            module = parse_module(kernel.text)
        with phase("our passes"):
            for step in parse_pipeline(kernel.pipeline, ALL_PASSES):
                step.apply(new_context(), module)
        compile(module)
    return {name: 1e3 * t for name, t in {**seconds, "whole": perf_counter() - start}.items()}


def peak() -> float:
    """The most memory that this process has had so far, in MiB."""
    status = Path("/proc/self/status")
    if not status.exists():
        return getrusage(RUSAGE_SELF).ru_maxrss / 2**20  # bytes, where there is no /proc
    # Linux's ru_maxrss is at least that of the process that began this one.
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 2**10


def memory(name: str) -> float:
    """MiB that compiling a kernel adds to a process that has compiled another one."""
    command = [sys.executable, __file__, name]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def print_memory(name: str) -> None:
    """What `memory` asks another process for."""
    milliseconds(KERNELS["add"]())
    before = peak()
    milliseconds(KERNELS[name]())
    print(peak() - before)


def main() -> None:
    """Prints one row for each kernel."""
    if len(sys.argv) > 1:
        print_memory(sys.argv[1])
        return
    start = perf_counter()
    compile(ADD)
    print(f"start-up, with a first small kernel: {1e3 * (perf_counter() - start):.0f} ms\n")
    columns = ("parse", "our passes", "upstream", *LLVM, "whole", "LLVM's share")
    print(f"{'ms':12}" + "".join(f"{column:>14}" for column in columns) + f"{'MiB':>8}")
    for name, make in KERNELS.items():
        kernel = make()
        runs = [milliseconds(kernel) for _ in range(ROUNDS)]
        time = {part: median(run[part] for run in runs) for part in runs[0]}
        time["upstream"] = sum(time[part] for part in UPSTREAM)
        row = "".join(f"{time[column]:14.1f}" for column in columns[:-1])
        share = sum(time[part] for part in LLVM) / time["whole"]
        verdict = "" if time["whole"] <= LIMIT else f"  over {LIMIT:.0f} ms"
        print(f"{name:12}{row}{share:14.0%}{memory(name):8.1f}{verdict}")


if __name__ == "__main__":
    main()
