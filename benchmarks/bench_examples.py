"""Times of all passes of each example, and of many copies of a kernel in one module."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import thread_time

from bench_passes import Kernel, conv2d, matmul, row_sum
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from tests.fresh import running as fresh
from tests.fresh.cases import CASES as FRESH
from tests.fresh_rewrites import running as rewrites
from tests.fresh_rewrites.cases import CASES as REWRITES
from tests.rfc77 import sequences

ROOT = Path(__file__).parents[1]
LIMIT = 1e3  # milliseconds of all passes of an example
COPIES = (1, 10, 100)
Example = tuple[str, float]


def milliseconds(module: ModuleOp, pipeline: str, *, refuses: bool = False) -> float:
    """The time of the passes, which change the module; the last may be one that `refuses`."""
    context = new_context()
    steps = parse_pipeline(pipeline, ALL_PASSES)
    start = thread_time()
    with collect_remarks(), suppress(*[PadError] if refuses else []):
        for step in steps:
            step.apply(context, module)
    return 1e3 * (thread_time() - start)


def rfc77_examples() -> Iterator[Example]:
    """Each sequence of `lit_tests/rfc77`, all of its RUN lines."""
    for file in sequences.FILES:
        forms = sequences.given_forms(file)
        total = 0.0
        for given, pipeline, name in sequences.steps(file.read_text()):
            if given in forms:  # else made at another size
                forms[name] = forms[given].clone()
                total += milliseconds(forms[name], pipeline, refuses=True)
        yield f"rfc77/{file.stem}", total


def fresh_examples() -> Iterator[Example]:
    """The kernels of `tests/fresh` and `tests/fresh_rewrites`, each by the steps of its case."""
    for case in FRESH:
        yield f"fresh/{case.name}", milliseconds(fresh.source(case), fresh.pipeline(case))
    for case in REWRITES:
        module = rewrites.source(case)
        total = sum(milliseconds(module, step, refuses=True) for step in case.steps)
        yield f"fresh_rewrites/{case.name}", total


def readme_examples() -> Iterator[Example]:
    """The commands of the README."""
    commands = re.findall(r"```console\n\$ (pad-opt .*)\n", (ROOT / "README.md").read_text())
    for number, command in enumerate(commands, 1):
        words = shlex.split(command)
        module = parse_module((ROOT / words[1]).read_text(), words[1])
        pipeline = words[words.index("-p") + 1]
        yield f"README, command {number}", milliseconds(module, pipeline, refuses=True)


def copies_of(kernel: Kernel, count: int) -> tuple[ModuleOp, str]:
    """One module with several copies of a kernel's function, under other names, and its passes."""
    named = re.compile(r"(func\.func @)(\w+)")
    names = [f"{found[2]}_{k}" for found in named.finditer(kernel.text) for k in range(count)]
    text = "\n".join(named.sub(rf"\1{name}", kernel.text) for name in names)
    pipeline = re.sub(
        r"pad-split\{(.*?)\}",  # of one function only
        lambda split: ",".join(f"pad-split{{function={name} {split[1]}}}" for name in names),
        kernel.pipeline,
    )
    return parse_module(text, "copies.mlir"), pipeline


def main() -> None:
    """
    Print milliseconds of its thread, worst first; then the times of copies divided by the time of
    one.
    """
    row = row_sum()
    milliseconds(*copies_of(row, 1))  # loads what is loaded once
    examples = [*readme_examples(), *rfc77_examples(), *fresh_examples()]
    examples.sort(key=lambda example: -example[1])
    for name, time in examples:
        print(f"{name:<64}{time:10.1f}{'  over the limit' if time > LIMIT else ''}")
    total = f"sum of {len(examples)}"
    print(f"{total:<64}{sum(time for _, time in examples):10.1f}\n")
    print(f"{'copies':<12}" + "".join(f"{count:>20}" for count in COPIES))
    for name, kernel in (("row sum", row), ("matmul", matmul()), ("conv2d", conv2d())):
        milliseconds(*copies_of(kernel, 1))  # what is remembered, for all counts
        times = [milliseconds(*copies_of(kernel, count)) for count in COPIES]
        cells = [f"{time:.0f} ({time / times[0]:.1f})" for time in times]
        print(f"{name:<12}" + "".join(f"{cell:>20}" for cell in cells))


if __name__ == "__main__":
    main()
