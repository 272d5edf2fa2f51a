"""
After each pass of a random pipeline a function still does with just what its contract asks for.

All padding that the contract calls arbitrary is poisoned; what is forbidden is not there.
`PAD_CONTRACT_EXAMPLES` says how many programs, `PAD_CONTRACT_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
import re
from random import Random

from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.analysis.contracts.contracts import FunctionContract, contracts_of
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import new_context, parse_module, verify_operations
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from ..overcompute.evaluator import Undefined
from .programs import BUFFERS, random_program
from .running import given, run, same

EXAMPLES = int(os.environ.get("PAD_CONTRACT_EXAMPLES", "15"))
FIRST_SEED = int(os.environ.get("PAD_CONTRACT_SEED", "0"))
_BEFORE = (
    *("pad-remove-no-op", "pad-simplify", "pad-propagate-layouts", "pad-merge-adjacent-loops"),
    'pad-transform-layout{function=f buffer=B map="(i) -> (i floordiv 3, i mod 3)" pad=0.0}',
    'pad-cache-write{buffer=B function=f pad=0.0 map="(i) -> (i floordiv 8, i mod 8)"}',
)
_AFTER = (
    *("pad-remove-no-op", "pad-remove-no-op", "pad-remove-no-op", "pad-simplify"),
    *("pad-remove-branching-through-overcompute{max-waste=inf}", "pad-hoist-stage{stage=S}"),
    "pad-remove-branching-through-overcompute{max-waste=inf fp=relaxed}",
    *("pad-sequential-buffer-access{stage=S buffer=B}", "pad-merge-adjacent-loops"),
    *("pad-partition-loops", "pad-reduce-loop-extents", "pad-flatten-buffers"),
    "pad-distribute-loops",
    *("pad-remove-assume", "pad-remove-undef-store", "pad-cache-read{stage=S buffer=B}"),
    *("pad-cache-write{stage=S buffer=B}", "pad-remove-overcompute-through-branching"),
    *("pad-hoist-expression", "pad-split{loop=i factor=3}", "pad-optimize", "pad-apply-layouts"),
    'pad-transform-layout{function=f buffer=B map="(i,j) -> (j, i)" align="[1,8]" pad=P}',
)
_CHOICE = re.compile(r"\b[SBP]\b")


def test_what_contracts_ask_is_enough_after_each_pass() -> None:
    taken = 0
    for seed in range(FIRST_SEED, FIRST_SEED + EXAMPLES):
        random = Random(seed)
        text = random_program(random)
        with collect_remarks():
            taken += _steps_taken(text, random)
    assert taken > 2 * EXAMPLES, "most steps are refused"


def _steps_taken(text: str, random: Random) -> int:
    original, module, taken = parse_module(text), parse_module(text), 0
    (plain,) = [c for c in contracts_of(original) if c.name == "f"]
    steps = [random.choice(_BEFORE)] if random.random() < 0.4 else []
    writes = random.choice(("stage", "stage", "if", "before", "both"))
    steps += [f"pad-apply-layouts{{pad-writes={writes}}}", *random.choices(_AFTER, k=6)]
    done: list[str] = []
    for step in steps:
        chosen = _with_choices(module, step, random)
        trial = module.clone()
        try:
            (taking,) = parse_pipeline(chosen, ALL_PASSES)
            taking.apply(new_context(), trial)
        except (PadError, PipelineError):
            continue
        verify_operations(trial)
        if trial.is_structurally_equivalent(module):
            continue
        module, taken = trial, taken + 1
        done.append(chosen)
        try:
            wrong = _wrong(original, plain, module, random)
        except Undefined as error:
            wrong = str(error)
        assert wrong is None, f"{wrong}\nafter {','.join(done)}\n{text}"
    return taken


def _with_choices(module: ModuleOp, step: str, random: Random) -> str:
    loops = operations_of(module, affine.ForOp)
    stages = {str(loop.attributes["pad.stage"]) for loop in loops if "pad.stage" in loop.attributes}
    choices = {"S": sorted(stages) or ["s1"], "B": BUFFERS, "P": ("0.0", "1.0", "undef")}
    return _CHOICE.sub(lambda m: random.choice(choices[m[0]]).strip('"'), step)


def _wrong(
    original: ModuleOp, plain: FunctionContract, module: ModuleOp, random: Random
) -> str | None:
    """How the module breaks its contract on inputs that hold it; None if it does not."""
    (now,) = [c for c in contracts_of(module) if c.name == "f"]
    if any(b.form == "logical" and len(b.layout.steps) > 1 for b in now.buffers):
        return None  # a further step, of which accesses do not know yet
    logical = given(now, random)
    wanted, _ = run(original, plain, logical, random)
    for accepted in (False, True):
        found, broken = run(module, now, logical, random, accepted)
        if broken is not None:
            return broken
        for name, cells in found.items():
            for k, (value, expected) in enumerate(zip(cells, wanted[name], strict=True)):
                if not same(value, expected):
                    return f"{name}[{k}] is {value}, not {expected}; the contract says {now}"
    return None
