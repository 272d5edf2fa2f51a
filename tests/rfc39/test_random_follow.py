"""
Random kernels under random layouts that the loops follow wherever their order may change.

`PAD_E2E_EXAMPLES` says how many, `PAD_E2E_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

from ..end_to_end.checking import Case, check
from ..end_to_end.random_kernels import random_kernel
from ..end_to_end.random_layouts import random_layout

EXAMPLES = int(os.environ.get("PAD_E2E_EXAMPLES", "4"))
FIRST_SEED = int(os.environ.get("PAD_E2E_SEED", "0"))
REFUSALS = ("cannot run in the order of", "cannot follow the buffer's axes", "carries values")


@dataclass(frozen=True)
class FollowedCase(Case):
    """A kernel whose loops follow the last layout step of each buffer that they write."""

    def lowered(self) -> str:
        text = self.kernel.text
        for name, steps in self.layouts.items():
            for step in steps:
                given = step.pipeline(self.kernel.name, name)
                if step is steps[-1]:
                    text = self._followed(text, given)
                else:
                    text = self._after(text, given)
        return self._after(text, "pad-apply-layouts")

    def _followed(self, text: str, given: str) -> str:
        try:
            return self._after(text, f"{given.removesuffix('}')} loops=follow}}")
        except PadError as error:
            if not any(refusal in str(error) for refusal in REFUSALS):
                raise
            return self._after(text, given)

    def _after(self, text: str, pipeline: str) -> str:
        passes = parse_pipeline(pipeline, ALL_PASSES)
        with collect_remarks() as remarks:
            compilation = Compilation(new_context(), passes, self.kernel.name, Validation())
            result = str(compilation.run(text))
        assert not any(remark.form.id in ("not-validated", "not-judged") for remark in remarks)
        return result


def random_case(seed: int) -> FollowedCase:
    kernel, rng = random_kernel(seed), np.random.default_rng(seed)
    return FollowedCase(
        kernel,
        {name: random_layout(b.element, b.shape, rng) for name, b in kernel.buffers.items()},
    )


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_loops_that_follow_compute_the_same(seed: int) -> None:
    pytest.importorskip("mlir")
    check(random_case(seed), seed)
