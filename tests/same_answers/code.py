"""
What code is made of kernels, and of extrema in LLVM IR: a JSON object of digests of each step.

`python -m tests.same_answers.code KERNEL..`, with `benchmarks` on the path, takes untuned kernels
at small sizes, for processors with AVX-512 and without, with layouts of their own and without.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256

from untuned.catalogue import UNTUNED

from pad_mlir.dialect.repairs import new_context, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.dot_products.dot_unit import dot_unit
from pad_mlir.passes.host.pad_to_host import lower, prepare
from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.schedule import Schedule
from pad_mlir.upstream.code_generation import compile_object
from pad_mlir.upstream.extrema import with_short_extrema
from pad_mlir.upstream.processors import processor

from ..test_range_extrema import PROGRAMS, Program


def of_kernel(name: str) -> Iterator[tuple[str, str | bytes]]:
    """The steps of a kernel to an object."""
    untuned = UNTUNED[name]
    text = untuned.make(**untuned.small).text
    for cpu in ("haswell", "znver4"):
        for layouts in (None, "auto"):
            what = f"{name} for {cpu}, layouts={layouts}"
            with collect_remarks() as remarks:
                schedule = Schedule(text)
                schedule.optimize(target_cpu=cpu, layouts=layouts)
                schedule.apply_layouts()
            yield f"{what}: remarks", "\n".join(map(str, remarks))
            yield f"{what}: module", print_module(schedule.module)
            module = schedule.module.clone()
            prepare(new_context(), module)
            unit, dots = vector_unit(cpu), dot_unit(cpu).intrinsics
            ir = lower(module, "llvm", unit=unit, dots=dots).to_llvm_ir()
            yield f"{what}: LLVM IR", ir
            yield f"{what}: object", compile_object(ir, target=processor(cpu))


def of_extrema() -> Iterator[tuple[str, str]]:
    """The LLVM IR of random programs."""
    for seed in range(PROGRAMS):
        for has_range in (False, True):
            text = with_short_extrema(Program(seed).text, has_range=has_range)
            yield f"extrema {seed}, has_range={has_range}", text


def _digest(content: str | bytes) -> str:
    return sha256(content if isinstance(content, bytes) else content.encode()).hexdigest()


if __name__ == "__main__":
    steps = [*of_extrema(), *(step for name in sys.argv[1:] for step in of_kernel(name))]
    json.dump({step: _digest(content) for step, content in steps}, sys.stdout)
