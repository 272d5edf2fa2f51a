"""
Times `optimize` alone on kernels that nobody tuned, beside schedules, C compilers, numpy, torch and
Halide.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from pathlib import Path
from time import process_time

import numpy as np
from activations.torch_process import Torch, torch_of
from kernels.compiled import Compiled, compile_schedule
from kernels.measure import C_COMPILERS, NUMPY, WrongResult
from kernels.native import Array, Run, aligned, compile_c, compiler, native, python_run
from kernels.native import seconds_in_turns as in_turns
from untuned.catalogue import UNTUNED
from untuned.halide_process import IN_HALIDE, Halide, halide_of
from untuned.in_torch import IN_TORCH
from untuned.kernel import Kernel, PaddedC
from untuned.schedules import BEST, RELAXED

from pad_mlir.schedule import Schedule

ROUNDS, ROUND_TIME = 11, 0.02
TARGET = "native"


def _without_layouts(schedule: Schedule) -> None:
    schedule.optimize(target_cpu=TARGET)


def _own_layouts(schedule: Schedule) -> None:
    schedule.optimize(target_cpu=TARGET, layouts="auto")


BY_HAND = "by hand"
"""The best schedule that a person found; where that is `optimize` without layouts, the same."""
ALONE = "own layouts"
"""The way that is compared with the others: nobody says more than the processor."""
OURS: Mapping[str, Callable[[Schedule], None]] = {
    "no layouts": _without_layouts,
    ALONE: _own_layouts,
}
"""What `optimize` is told, and nothing else; the arrays are packed before any is timed."""


@dataclass(frozen=True)
class Result:
    """Median seconds of a call in each way, and the CPU seconds of optimizing and compiling."""

    name: str
    seconds: Mapping[str, float]
    preparation: Mapping[str, float]

    @property
    def of_best(self) -> float:
        """The time of the best schedule of ours over that of `optimize` alone."""
        ours = [self.seconds[way] for way in (*OURS, BY_HAND) if way in self.seconds]
        return min(ours) / self.seconds[ALONE]

    @property
    def best_other(self) -> str:
        """The fastest of all other ways."""
        return min(self.seconds.keys() - {*OURS, BY_HAND}, key=self.seconds.__getitem__)

    @property
    def ratio(self) -> float:
        """The time of the best other way over `optimize` alone: above 1, ours is faster."""
        return self.seconds[self.best_other] / self.seconds[ALONE]


def measure(
    kernel: Kernel, rounds: int, round_time: float, torch: Torch | None, halide: Halide | None
) -> Result:
    """All ways of a kernel in turns, each checked against numpy first."""
    arrays = {a.name: v for a, v in zip(kernel.arguments, kernel.arrays(), strict=True)}
    outputs = [argument.name for argument in kernel.arguments if argument.out]
    inputs = [array for name, array in arrays.items() if name not in outputs]
    expected = dict(zip(outputs, kernel.reference(*inputs), strict=True))
    runs, preparation = dict[str, Run](), dict[str, float]()
    ways = dict(OURS)
    if kernel.name in BEST:
        ways[BY_HAND] = BEST[kernel.name]
    for way, optimize in ways.items():
        runs[way], preparation[way] = checked_run(kernel, way, optimize)
    for way, run, results in _by_c_compilers(kernel, arrays):
        run(1)
        _check(f"{kernel.name}, {way}", expected, results())
        runs[way] = run
    of_torch = torch.runs(IN_TORCH[kernel.name], arrays) if torch and IN_TORCH[kernel.name] else ()
    for number, (result, run) in enumerate(of_torch):
        way = f"torch {number}" if number else "torch"
        _check(f"{kernel.name}, {way}", expected, dict(zip(outputs, [result], strict=True)))
        runs[way] = run
    if halide and kernel.name in IN_HALIDE:
        for scheduler, (result, run) in halide.runs(kernel.name, arrays).items():
            way = f"halide, {scheduler}"
            _check(f"{kernel.name}, {way}", expected, dict(zip(outputs, [result], strict=True)))
            runs[way] = run
    runs[NUMPY] = python_run(lambda: kernel.reference(*inputs))
    return Result(kernel.name, in_turns(runs, rounds, round_time), preparation)


def checked_run(
    kernel: Kernel, way: str, schedule: Callable[[Schedule], None]
) -> tuple[Run, float]:
    """
    The run of a schedule on arrays of its own, and the CPU seconds of making it.

    Raises WrongResult if it does not compute what numpy gives.
    """
    arrays = {a.name: v for a, v in zip(kernel.arguments, kernel.arrays(), strict=True)}
    outputs = [argument.name for argument in kernel.arguments if argument.out]
    inputs = [array for name, array in arrays.items() if name not in outputs]
    expected = dict(zip(outputs, kernel.reference(*inputs), strict=True))
    start = process_time()
    scheduled = Schedule(kernel.text, fp="relaxed" if kernel.name in RELAXED else "strict")
    schedule(scheduled)
    compiled = compile_schedule(scheduled)
    preparation = process_time() - start
    physical = dict(zip(arrays, compiled.physical(arrays), strict=True))
    run = compiled.function.bound(list(physical.values()))
    run(1)
    _check(f"{kernel.name}, {way}", expected, _logical(compiled, physical))
    return run, preparation


def _logical(compiled: Compiled, physical: Mapping[str, Array]) -> dict[str, Array]:
    return {name: compiled.logical(name, array) for name, array in physical.items()}


def _by_c_compilers(
    kernel: Kernel, arrays: Mapping[str, Array]
) -> Iterator[tuple[str, Run, Callable[[], Mapping[str, Array]]]]:
    """Each compiler on each of the C texts: the way, its run, and the arrays after it."""
    texts = {"logical": (kernel.name, PaddedC(kernel.c, {}))}
    if kernel.padded_c is not None:
        texts["padded"] = (f"{kernel.name}_padded", kernel.padded_c)
    for name, own_flags in C_COMPILERS.items():
        path = compiler(name)
        if path is None:
            continue
        for kind, (symbol, text) in texts.items():
            pads = text.pads
            given = {n: aligned(pads[n].padded(a) if n in pads else a) for n, a in arrays.items()}
            code = native(compile_c(text.source, path, (*kernel.c_flags, *own_flags)), symbol)

            def results(
                given: Mapping[str, Array] = given, text: PaddedC = text
            ) -> Mapping[str, Array]:
                pads = text.pads
                return {n: pads[n].inner(a) if n in pads else a for n, a in given.items()}

            yield f"{name}, {kind}", code.bound(list(given.values())), results


def _check(way: str, expected: Mapping[str, Array], results: Mapping[str, Array]) -> None:
    for name, wanted in expected.items():
        got = results[name]
        tolerance = 1e-3 if wanted.dtype.kind == "f" else 0
        if not np.allclose(got, wanted, rtol=tolerance, atol=tolerance):
            raise WrongResult(f"{way}: {name} is not what numpy gives")


def line(result: Result) -> str:
    """
    One line of a table: times in microseconds, then the best of ours and the best other way, each
    over `optimize` alone.
    """
    ours = "  ".join(f"{1e6 * result.seconds[way]:>9.1f}" for way in OURS)
    other = f"{result.best_other} {1e6 * result.seconds[result.best_other]:.1f}"
    by_hand = result.seconds.get(BY_HAND)
    hand = " " * 9 if by_hand is None else f"{1e6 * by_hand:>9.1f}"
    shares = f"{result.of_best:>6.2f}{result.ratio:>6.2f}"
    return f"{result.name:<24}{ours}  {hand}  {other:<28}{shares}"


def geometric_mean(ratios: Sequence[float]) -> float:
    """The mean of ratios."""
    return exp(sum(map(log, ratios)) / len(ratios))


def main() -> None:
    """Prints a line for each kernel as it is measured, then the geometric mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="kernels that have this in their name")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--torch", help="a Python that has torch")
    parser.add_argument("--halide", help="a Python that has halide")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the results go too")
    options = parser.parse_args()
    chosen = [n for n in UNTUNED if options.only is None or options.only in n]
    if not chosen:
        parser.error(f"no kernel has '{options.only}' in its name")
    columns = "  ".join(f"{way:>9}" for way in (*OURS, BY_HAND))
    print(f"{'kernel':<24}{columns}  {'best other, us':<28}  best other")
    results = list[Result]()
    with torch_of(options.torch) as torch, halide_of(options.halide) as halide:
        for name in chosen:
            kernel = UNTUNED[name].make()
            results.append(measure(kernel, options.rounds, ROUND_TIME, torch, halide))
            print(line(results[-1]), flush=True)
    print(f"geometric mean of the ratios: {geometric_mean([r.ratio for r in results]):.2f}")
    if options.json is not None:
        records = [asdict(result) | {"ratio": result.ratio} for result in results]
        options.json.write_text(json.dumps(records, indent=1) + "\n")


if __name__ == "__main__":
    main()
