"""
TVM's claims, asked of passes: each as the condition of an if, which `pad-simplify` is to decide.

A sample runs by default, `PAD_CLAIMS_IN_IR=all` has all. With `-s` the counts are printed. Branch
removal is asked whether it drops the if, inside loops and ifs that say the facts.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from xdsl.dialects import affine, func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from .as_ir import DECLARATIONS, FAILS, HOLDS, question, stage
from .reading import GROUPS, Claim, read_claims

ALL = os.environ.get("PAD_CLAIMS_IN_IR") == "all"
CLAIMS = [claim for claim in read_claims() if claim.state != "open"]
UNTRUE = [claim for claim in CLAIMS if claim.state == "untrue"]
_EVERY = 1 if ALL else 12
_LEAST = {group: 0.97 for group in GROUPS} | {"truncating_division": 0.9}
"""The part of the claims that the library proves, of which `pad-simplify` has to decide so many."""


def _simplified(claim: Claim, facts: str, type: str) -> set[str]:
    """The functions that are still called."""
    text = DECLARATIONS + question(claim, "f", facts=facts, type=type)
    module = _run(parse_module(text), "pad-simplify")
    return {op.callee.string_value() for op in module.walk() if isinstance(op, func.CallOp)}


def _run(module: ModuleOp, pipeline: str) -> ModuleOp:
    with collect_remarks():
        for step in parse_pipeline(pipeline, ALL_PASSES):
            step.apply(new_context(), module)
    module.verify()
    return module


def _is_freed(claim: Claim) -> bool:
    before = parse_module(stage(claim, "f"))
    around = _ifs_around(before)
    return _ifs_around(_run(before, "pad-remove-branching-through-overcompute")) < around


def _ifs_around(module: ModuleOp) -> int:
    """The ifs around the one store."""
    op: Operation | None = next(op for op in module.walk() if isinstance(op, affine.StoreOp))
    found = 0
    while op is not None:
        found += isinstance(op, scf.IfOp)
        op = op.parent_op()
    return found


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("facts", ["if", "assume", "loop"] if ALL else ["if"])
def test_simplify_decides_true_claims(group: str, facts: str) -> None:
    asked = [claim for claim in CLAIMS if claim.group == group and claim.state == "proven"]
    open_, proven = list[str](), 0
    for claim in asked[::_EVERY]:
        called = _simplified(claim, facts, "index")
        assert called != {FAILS}, claim.text
        proven += called == {HOLDS}
        if called != {HOLDS}:
            open_.append(claim.text)
    print(f"\n{group}, facts by {facts}: {proven} of {proven + len(open_)}")
    assert proven >= _LEAST[group] * (proven + len(open_)), "\n".join(open_)


@pytest.mark.parametrize("claim", UNTRUE, ids=lambda claim: claim.text)
def test_untrue_claims_are_not_decided(claim: Claim) -> None:
    assert _simplified(claim, "if", "index") == {HOLDS, FAILS}


def test_claims_on_integers_with_a_width() -> None:
    """On `i32` of `i8` variables nothing in these wraps around, so that they hold too."""
    counts = Counter[bool]()
    asked = [claim for claim in CLAIMS if claim.group in ("linear", "floordiv", "min_max")]
    for claim in asked[:: 4 if ALL else 40]:
        called = _simplified(claim, "if", "i32")
        assert called != {FAILS}, claim.text
        counts[called == {HOLDS}] += 1
    print(f"\ni32: {counts[True]} of {counts.total()}")
    assert counts[True] >= 0.9 * counts.total()


def test_branch_removal_drops_the_guards_that_hold() -> None:
    counts = Counter[bool]()
    asked = [claim for claim in CLAIMS if claim.state == "proven"]
    for claim in asked[:: 3 if ALL else 30]:
        counts[_is_freed(claim)] += 1
    print(f"\nbranch removal: {counts[True]} of {counts.total()}")
    assert counts[True] >= 0.9 * counts.total()
    assert not any(map(_is_freed, UNTRUE))
