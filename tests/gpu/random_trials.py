"""Takes random programs through pad-map-to-gpu, validates what comes out, and runs it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import KernelError, compile
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import FunctionVerdict, validate

from ..end_to_end.elements import DTYPES
from ..lanes.programs import Writer
from ..lanes.text import COLUMNS, ROWS, SIZES
from .random_programs import RowWriter

Array = NDArray[Any]
_BUDGET = 100_000
_SIZES = (1, 2, 3, 10, 16, 31, 32, 33, COLUMNS, COLUMNS, COLUMNS, 64, 100, 256)
_BETWEEN = ("pad-simplify", "pad-remove-no-op", "pad-merge-adjacent-loops", "pad-hoist-expression")


@dataclass(frozen=True)
class Trial:
    """A random program, and the passes that it is taken through."""

    seed: int
    text: str
    pipeline: str
    elements: dict[str, str]
    size: int
    """The value of `%n`."""

    @staticmethod
    def of(seed: int) -> Trial:
        """The one that the seed stands for; each fourth has loops of any kind."""
        draw = random.Random(seed)
        writer = RowWriter(draw) if seed % 4 else Writer(draw)
        text = writer.function()
        elements = {**dict.fromkeys("AB", writer.read), **dict.fromkeys("CD", writer.type)}
        stages = writer.stages if isinstance(writer, RowWriter) else {}
        pipeline = _pipeline(draw, stages)
        return Trial(seed, text, pipeline, elements, draw.choice(SIZES))

    def rewritten(self) -> str:
        """The text that the passes make of it."""
        with collect_remarks():
            passes = parse_pipeline(self.pipeline, ALL_PASSES)
            return Compilation(new_context(), passes, f"seed {self.seed}").run(self.text)

    def verdict(self, after: str) -> FunctionVerdict:
        """The verdict of pad-tv on the result."""
        modules = (parse_module(text, context=new_context()) for text in (self.text, after))
        return validate(*modules, sizes={"n": self.size}, budget=_BUDGET).functions[0]

    def outcome_on_device(self) -> str:
        """
        How the device's results differ from those of the host, which runs the original; `same`, or
        `not run`, with the reason, where the device cannot run all of it.
        """
        try:
            kernel = compile(self.rewritten(), target="opencl")
        except (PadError, KernelError) as error:
            return f"not run: {error}"
        draw = np.random.default_rng(self.seed)
        before = {name: self._numbers(name, draw) for name in "ABCD"}
        now = {name: array.copy() for name, array in before.items()}
        compile(self.text)(*before.values(), self.size)
        kernel(*now.values(), self.size)
        for name in "ABCD":
            if not self._is_same(before[name], now[name]):
                return f"{name} holds other numbers on the device"
        return "same"

    def _numbers(self, name: str, draw: np.random.Generator) -> Array:
        """Small ones, of which sums are exact in any order."""
        shape = (ROWS, COLUMNS) if name in "AC" else (COLUMNS,)
        return draw.integers(-2, 3, size=shape).astype(DTYPES[self.elements[name]])

    def _is_same(self, old: Array, new: Array) -> bool:
        if old.dtype.kind != "f":
            return bool((old == new).all())
        old, new = old.astype(np.float64), new.astype(np.float64)
        same = (old == new) | (np.isnan(old) & np.isnan(new))
        if "reassoc" not in self.text:
            return bool(same.all())
        # Where numbers are large, another order rounds differently, or overflows.
        small = (np.abs(old) < 2.0**16) & (np.abs(new) < 2.0**16)
        close = np.isclose(old, new, rtol=1e-2) | ~np.isfinite(old) | ~np.isfinite(new)
        return bool(np.where(small, same, close).all())


def outcomes_on_device(seeds: Sequence[int]) -> dict[int, str]:
    """
    The outcomes of programs on the device, in a process of their own: where its compiler, which is
    not ours, ends that process, the next ones run in another one.
    """
    found: dict[int, str] = {}
    left: list[int] = [*seeds]
    while left:
        command = [sys.executable, "-m", __name__, *map(str, left)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        for line in done.stdout.splitlines():
            number, outcome = line.split(" ", 1)
            found[int(number)] = outcome
        left = [seed for seed in left if seed not in found]
        if left:
            found[left.pop(0)] = f"not run: {done.stderr[-300:]}"
    return found


def _pipeline(draw: random.Random, stages: dict[str, list[str]]) -> str:
    options = [f"sizes={draw.choice(_SIZES)}"] if draw.random() < 0.5 else []
    options += ["reduce=shuffle"] if draw.random() < 0.3 else []
    last = _pass(options)
    if not stages or draw.random() < 0.5:
        return last
    stage, hint = draw.choice(list(stages)), draw.choice(("blocks", "blocks", "threads", ""))
    hints = [f"{hint}={draw.choice(stages[stage][:3])}"] if hint else []
    # The rest is mapped around launches.
    alone = _pass([f"stage={stage}", *options, *hints])
    return ",".join([alone, *draw.sample(_BETWEEN, draw.choice((0, 1, 2))), last])


def _pass(options: list[str]) -> str:
    return f"pad-map-to-gpu{{{' '.join(options)}}}" if options else "pad-map-to-gpu"


if __name__ == "__main__":
    for given in map(int, sys.argv[1:]):
        print(given, Trial.of(given).outcome_on_device().replace("\n", " "), flush=True)
