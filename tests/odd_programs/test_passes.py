"""
Any pass on an odd program keeps what it means, or refuses; nothing ends in an internal error.

`PAD_ODD_PROGRAMS` says how many, `PAD_ODD_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
import re
from random import Random

import pytest
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.annotations import verify_annotations
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import new_context, parse_module, print_module, verify_operations
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.validation import Refuted, Validation

from .programs import BUFFERS, odd_program

PROGRAMS = int(os.environ.get("PAD_ODD_PROGRAMS", "200"))
FIRST_SEED = int(os.environ.get("PAD_ODD_SEED", "0"))
_PARTS = 4
_TERMS = 20_000
_STEPS = (
    *("pad-flatten-loops{stage=S}", "pad-vectorize{stage=S}", "pad-register-tile{stage=S}"),
    *("pad-simplify{stage=S}", "pad-hoist-stage{stage=S}", "pad-reduce-loop-extents"),
    "pad-remove-branching-through-overcompute{stage=S max-waste=inf}",
    *("pad-remove-no-op", "pad-remove-overcompute-through-branching", "pad-hoist-expression"),
    *("pad-merge-adjacent-loops", "pad-partition-loops", "pad-optimize", "pad-flatten-buffers"),
    *("pad-split{loop=L factor=F}", "pad-reorder{loops=L,L}", "pad-reorder{loops=L}"),
    *("pad-fuse{loops=L,L}", "pad-sequential-buffer-access{stage=S buffer=B}"),
    *("pad-cache-read{stage=S buffer=B}", "pad-cache-write{stage=S buffer=B}"),
    *("pad-distribute-loops", "pad-distribute-loops{loop=L}"),
    *("pad-map-to-gpu", "pad-to-host{stop=scf}", "pad-check-assumes", "pad-propagate-layouts"),
)
_CHOICE = re.compile(r"\b[SLFB]\b")


def _step(module: ModuleOp, random: Random) -> str:
    """A pass with options that speak of the program, mostly."""
    loops = operations_of(module, affine.ForOp)
    names = [loop.body.block.args[0].name_hint or "i1" for loop in loops] or ["i1"]
    choices = {"S": ["s0", "s0", "s1"], "L": names, "F": list("12348"), "B": list(BUFFERS)}
    return _CHOICE.sub(lambda m: random.choice(choices[m[0]]), random.choice(_STEPS))


def _run(text: str, module: ModuleOp, random: Random) -> bool:
    """Whether the steps were taken; raises what a pass, or who judges it, raises else."""
    for _ in range(random.choice((1, 1, 2, 3))):
        step, before = _step(module, random), module.clone()
        try:
            (taken,) = parse_pipeline(step, ALL_PASSES)
            taken.apply(new_context(), module)
            verify_operations(module)
            verify_annotations(module)
            print_module(module)
            Validation(budget=_TERMS).check(taken, before, module)
        except Refuted as error:
            raise AssertionError(f"{step}:\n{text}") from error
        except (PadError, PipelineError):
            return False
        except Exception as error:
            raise AssertionError(f"{step}:\n{text}") from error
    return True


@pytest.mark.parametrize("part", range(_PARTS))
def test_passes_keep_programs_or_refuse(part: int) -> None:
    taken = 0
    for seed in range(FIRST_SEED + part, FIRST_SEED + PROGRAMS, _PARTS):
        random = Random(seed)
        text = odd_program(random)
        with collect_remarks():
            taken += _run(text, parse_module(text), random)
    assert taken > PROGRAMS // _PARTS // 2, "most steps are refused"
