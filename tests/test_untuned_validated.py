"""What `optimize` alone makes of untuned kernels with its own layouts, at small sizes: proven."""

from __future__ import annotations

import os

import pytest
from untuned.catalogue import UNTUNED

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.schedule import Schedule
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

_CPUS = ("x86-64-v3", "sapphirerapids")
# One of each kind of loops; the other twenty take long, and are made in the same ways.
_KERNELS = (
    *("layer_norm", "summed_area", "argmax_rows", "exponential_smoothing", "conv_strided"),
    *("filter_repeated_edges", "max_pool", "transpose", "narrow_product", "nearest_centre"),
)


# Both processors for each take twice as long; all thirty for both were run by hand.
_CASES = [(name, _CPUS[number % 2]) for number, name in enumerate(_KERNELS)]
_ALL = os.environ.get("PAD_UNTUNED") == "all"


@pytest.mark.parametrize(("name", "cpu"), _CASES if _ALL else _CASES[::3])
def test_its_code_is_proven(name: str, cpu: str) -> None:
    untuned = UNTUNED[name]
    kernel = untuned.make(**untuned.small)
    schedule = Schedule(kernel.text)
    schedule.optimize(layouts="auto", target_cpu=cpu)
    assert "vector<" in str(schedule)
    passes = parse_pipeline(schedule.pipeline(), ALL_PASSES)
    with collect_remarks() as remarks:
        Compilation(new_context(), passes, name, Validation()).run(kernel.text)
    judged = {"not-validated", "not-judged", "valid-for-samples", "valid-under-assumes"}
    assert not [remark for remark in remarks if remark.form.id in judged]
