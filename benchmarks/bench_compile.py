"""From text to machine code: the time of each phase, LLVM's share, and what memory it takes."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time

from bench_passes import Kernel, chain
from kernels.catalogue import fresh, problems
from kernels.counted_compile import counted, instructions_of
from kernels.problem import OURS, Problem

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.upstream.phases import phase, record_phases

PROCESSES = 5
LIMIT = 150.0  # milliseconds of a kernel, from text to machine code
WARM_UP = """
func.func @warm_up(%M: memref<5x19xf32>, %V: memref<19xf32>, %R: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to 5 {
    affine.store %zero, %R[%p] : memref<5xf32>
    affine.for %q = 0 to 19 {
      %m = affine.load %M[%p, %q] : memref<5x19xf32>
      %v = affine.load %V[%q] : memref<19xf32>
      %r = affine.load %R[%p] : memref<5xf32>
      %x = arith.mulf %m, %v fastmath<contract> : f32
      %s = arith.addf %r, %x fastmath<reassoc,contract> : f32
      affine.store %s, %R[%p] : memref<5xf32>
    }
  } {pad.stage = "product"}
  func.return
}"""
"""All passes have something to do, so that what a process does once is done."""
WARM_UP_PASSES = ",".join(
    [
        'pad-transform-layout{buffer=M map="(p, q) -> (p, q floordiv 8, q mod 8)" pad=0.0}',
        'pad-transform-layout{buffer=V map="(q) -> (q floordiv 8, q mod 8)" pad=0.0}',
        "pad-apply-layouts",
        "pad-sequential-buffer-access{stage=product buffer=M}",
        "pad-remove-branching-through-overcompute{stage=product}",
        "pad-flatten-loops{stage=product}",
        "pad-vectorize{stage=product}",
        "pad-register-tile{stage=product}",
    ]
)
WARM_UP_GUARDED = """
#inside = affine_set<(p, q) : (p + q - 1 >= 0, 37 - p - q >= 0)>
func.func @warm_up(%A: memref<37xf32>, %B: memref<37xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %T = memref.alloc() : memref<37xf32>
  affine.for %p = 0 to 37 {
    affine.store %least, %T[%p] : memref<37xf32>
    affine.for %q = 0 to 3 {
      affine.if #inside(%p, %q) {
        %a = affine.load %A[%p + %q - 1] : memref<37xf32>
        %t = affine.load %T[%p] : memref<37xf32>
        %m = arith.maximumf %t, %a fastmath<nnan,nsz> : f32
        affine.store %m, %T[%p] : memref<37xf32>
      }
    }
    %t = affine.load %T[%p] : memref<37xf32>
    %a = affine.load %A[%p] : memref<37xf32>
    %d = arith.subf %a, %t : f32
    %e = math.exp %d : f32
    %x = arith.divf %e, %t : f32
    affine.store %x, %B[%p] : memref<37xf32>
  } {pad.stage = "guarded"}
  memref.dealloc %T : memref<37xf32>
  func.return
}"""
"""The kinds of operations that the other has not: what is known of a class is found once too."""
WARM_UP_GUARDED_PASSES = ",".join(
    [
        'pad-transform-layout{buffer=A map="(p) -> (p + 1)" pad="identity(maximumf)" extents=39}',
        'pad-transform-layout{buffer=B map="(p) -> (p floordiv 8, p mod 8)" pad=undef}',
        "pad-apply-layouts",
        "pad-remove-branching-through-overcompute{stage=guarded}",
        "pad-optimize",
        "pad-split{loop=p factor=8}",
        "pad-vectorize{stage=guarded}",
    ]
)
STAGES = (16, 64)
OPTIMIZE = ("pad-optimize{target-cpu=native}", "pad-optimize{target-cpu=native layouts=auto}")
_OF_ONE = (__file__, "--kernel-from-stdin")
UPSTREAM = ("hand-over", "upstream parse", "upstream passes", "translate")
LLVM = ("LLVM parse", "LLVM passes", "LLVM code", "load")
COLUMNS = ("parse", "our passes", "verify", "hand-over", "upstream", "LLVM", "CPU", "wall", "MiB")


def kernel_of(problem: Problem) -> Kernel:
    """The function on logical buffers, and its schedule as passes."""
    return Kernel(problem.mlir, problem.schedules()[OURS]().pipeline())


def milliseconds(kernel: Kernel) -> dict[str, float]:
    """CPU time of each phase of a compile and of all of it, and the time on the wall."""
    cpu, wall = process_time(), perf_counter()
    with record_phases(process_time) as seconds, collect_remarks():
        with phase("parse"):
            module = parse_module(kernel.text)
        with phase("our passes"):
            for step in parse_pipeline(kernel.pipeline, ALL_PASSES):
                step.apply(new_context(), module)
        compile(module)
    whole = {"CPU": process_time() - cpu, "wall": perf_counter() - wall}
    return {name: 1e3 * t for name, t in {**seconds, **whole}.items()}


def peak() -> float:
    """The most memory that this process has had so far, in MiB."""
    status = Path("/proc/self/status")
    if not status.exists():
        return getrusage(RUSAGE_SELF).ru_maxrss / 2**20  # bytes, where there is no /proc
    # Linux's ru_maxrss is at least that of the process that began this one.
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 2**10


def first_compile(kernel: Kernel) -> dict[str, float]:
    """In a new process: no cache knows the kernel, but all that a process does once is done."""
    command = [sys.executable, *_OF_ONE]
    text = json.dumps(asdict(kernel))
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def first_compile_instructions(kernel: Kernel) -> int:
    """The same in instructions, which no other work on the machine changes; takes a minute."""
    return instructions_of(_OF_ONE, json.dumps(asdict(kernel)))


def print_first_compile() -> None:
    """Print the measurement for which `first_compile` starts another process."""
    kernel = Kernel(**json.load(sys.stdin))
    start = perf_counter()
    for load in ALL_PASSES.values():
        load()  # their modules are imported at first use
    milliseconds(Kernel(WARM_UP, WARM_UP_PASSES))
    milliseconds(Kernel(WARM_UP_GUARDED, WARM_UP_GUARDED_PASSES))
    gc.collect()  # or a compile pays for looking through all that was imported
    before, start_up = peak(), 1e3 * (perf_counter() - start)
    with counted():
        times = milliseconds(kernel)
    print(json.dumps({**times, "start-up": start_up, "MiB": peak() - before}))


def summary(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The median of each figure, upstream's phases and LLVM's together."""
    figures = {name: median(run[name] for run in runs) for name in runs[0]}
    figures["upstream"] = sum(figures[name] for name in UPSTREAM[1:])
    figures["LLVM"] = sum(figures[name] for name in LLVM)
    return figures


def print_stages() -> None:
    """Print what chains of stages take through `pad-optimize`, and with compiling."""
    print("| pass | " + " | ".join(f"{n} stages" for n in STAGES) + " | ratio |")
    print("|---|---|---|---|")
    for steps in OPTIMIZE:
        texts = [chain(n).text for n in STAGES]
        runs = [[first_compile(Kernel(text, steps)) for text in texts] for _ in range(PROCESSES)]
        for name in ("our passes", "CPU"):
            few, many = (median(run[k][name] for run in runs) for k in range(len(STAGES)))
            label = steps if name == "our passes" else "with all else"
            print(f"| `{label}` | {few:.0f} | {many:.0f} | {many / few:.2f} |", flush=True)


def main() -> None:
    """Prints one row for each kernel."""
    if "--kernel-from-stdin" in sys.argv:
        print_first_compile()
        return
    if "--instructions" in sys.argv:
        wanted = sys.argv[sys.argv.index("--instructions") + 1 :]
        for problem in [*problems(), *fresh()]:
            if not wanted or problem.name in wanted:
                count = first_compile_instructions(kernel_of(problem))
                print(f"{problem.name:44}{count:15,}", flush=True)
        return
    if "--stages" in sys.argv:
        print_stages()
        return
    print(f"{'ms':44}" + "".join(f"{column:>11}" for column in COLUMNS) + f"{'LLVM/CPU':>11}")
    start_ups: list[float] = []
    for problem in [*problems(), *fresh()]:
        kernel = kernel_of(problem)
        runs = [first_compile(kernel) for _ in range(PROCESSES)]
        start_ups += [run["start-up"] for run in runs]
        figures = summary(runs)
        row = "".join(f"{figures[column]:11.1f}" for column in COLUMNS)
        verdict = "" if figures["wall"] <= LIMIT else f"  over {LIMIT:.0f} ms"
        print(f"{problem.name:44}{row}{figures['LLVM'] / figures['CPU']:11.0%}{verdict}")
    print(f"\nthe first compile of a process, of a small kernel: {median(start_ups):.0f} ms")


if __name__ == "__main__":
    main()
