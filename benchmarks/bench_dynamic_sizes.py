"""Kernels for every size beside their twins at one size: instructions, and the time to compile."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import median
from time import process_time_ns

from bench_compile import first_compile, first_compile_instructions
from bench_passes import Kernel
from kernels.any_size import AnySize, kernels
from kernels.instructions import CPU, Call, instructions
from kernels.loaded_calls import LoadedCall
from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.utils.hints import isa

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime.ahead_of_time import emit

PROCESSES = 3
MOST_INSTRUCTIONS, MOST_TIME = 1.05, 1.5
"""Of a kernel for every size, over those of its twin."""


@dataclass(frozen=True)
class Pair:
    """A figure of a kernel for every size, and of its twin."""

    any_size: float
    one_size: float

    @property
    def ratio(self) -> float:
        """How many times the twin's it is."""
        return self.any_size / self.one_size


def scheduled(text: str, kernel: AnySize, cpu: str = CPU) -> ModuleOp:
    """A function after the kernel's schedule."""
    module = parse_module(text)
    with collect_remarks():
        for step in parse_pipeline(kernel.pipeline(cpu), ALL_PASSES):
            step.apply(new_context(), module)
    return module


def calls(kernel: AnySize, cpu: str = CPU) -> list[Call]:
    """A call of the kernel for every size at the twin's sizes, and one of the twin."""
    any_size, one = (scheduled(text, kernel, cpu) for text in (kernel.text, kernel.twin.mlir))
    function = next(op for op in one.walk() if isinstance(op, func.FuncOp))
    types = [type for type in function.function_type.inputs if isa(type, MemRefType)]
    shapes = [type.get_shape() for type in types]
    name, sizes = function.sym_name.data, list(kernel.sizes.values())
    return [
        Call(emit(module, "obj", target_cpu=cpu), name, shapes, given, bool(given))
        for module, given in ((any_size, sizes), (one, list[int]()))
    ]


def counted(kernel: AnySize) -> Pair:
    """The instructions of one call at the twin's sizes."""
    return Pair(*map(instructions, calls(kernel)))


def timed(kernel: AnySize, cpu: str) -> Pair:
    """Microseconds of CPU time of a call of the code, in turns: the median of 60 rounds."""
    runs = [LoadedCall(call).run for call in calls(kernel, cpu)]
    times: list[list[float]] = [[], []]
    for run in runs:
        run()
    for _ in range(60):
        for run, taken in zip(runs, times, strict=True):
            start = process_time_ns()
            for _ in range(10):
                run()
            taken.append((process_time_ns() - start) / 1e4)
    return Pair(*map(median, times))


def compiled(kernel: AnySize, processes: int) -> Pair:
    """Milliseconds of CPU time from text to code, in turns, each in a process of its own."""
    texts = kernel.text, kernel.twin.mlir
    pipeline = kernel.pipeline("native")
    runs = [
        [first_compile(Kernel(text, pipeline))["CPU"] for text in texts] for _ in range(processes)
    ]
    return Pair(*(median(run[k] for run in runs) for k in (0, 1)))


def compiled_instructions(kernel: AnySize) -> Pair:
    """Millions of instructions from text to code."""
    pipeline = kernel.pipeline("native")
    texts = kernel.text, kernel.twin.mlir
    counts = [first_compile_instructions(Kernel(text, pipeline)) for text in texts]
    return Pair(*(count / 1e6 for count in counts))


def main() -> None:
    """Prints one row for each kernel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="kernels that have this in their name")
    parser.add_argument("--no-compile-time", action="store_true", help="count instructions only")
    parser.add_argument(
        "--compile-instructions",
        action="store_true",
        help="count what a compile executes, in millions, in place of its time and of calls",
    )
    parser.add_argument(
        "--call-time", metavar="CPU", help="time calls of the code for this processor only"
    )
    options = parser.parse_args()
    columns = ["kernel", "any size", "one size", "ratio"]
    if options.call_time is None and not options.compile_instructions:
        columns += ["compile any, ms", "one", "ratio"]
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for kernel in kernels():
        if options.only is not None and options.only not in kernel.name:
            continue
        if options.call_time is not None:
            pair = timed(kernel, options.call_time)
            row = f"| {kernel.name} | {pair.any_size:.1f} us | {pair.one_size:.1f} us |"
            print(f"{row} {pair.ratio:.2f} |", flush=True)
            continue
        if options.compile_instructions:
            pair = compiled_instructions(kernel)
            row = f"| {kernel.name} | {pair.any_size:.0f} M | {pair.one_size:.0f} M |"
            print(f"{row} {pair.ratio:.2f} |", flush=True)
            continue
        pair = counted(kernel)
        row = f"| {kernel.name} | {pair.any_size:,} | {pair.one_size:,} | {pair.ratio:.3f} |"
        if not options.no_compile_time:
            times = compiled(kernel, PROCESSES)
            row += f" {times.any_size:.0f} | {times.one_size:.0f} | {times.ratio:.2f} |"
        print(row, flush=True)


if __name__ == "__main__":
    main()
