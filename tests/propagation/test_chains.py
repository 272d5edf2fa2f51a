"""Chains of eight stages: no copy stays inside, and they compute what numpy does."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

from ..end_to_end.elements import POISONS, poison, same_bits
from ..end_to_end.placement import Placement, Step
from .chains import Chain

pytest.importorskip("mlir")

TILES = "(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)"
ROWS = "(i) -> (i floordiv 4, i mod 4)"
ZEROS = Step(TILES, "0.0")
_HOPS = [
    (Step(TILES, "0.0"), Step(ROWS, "0.0")),
    (Step("(i, j) -> (i, j floordiv 4, j mod 4)", "undef"), Step(ROWS, "forbidden")),
    (Step("(i, j) -> (j, i)", "1.0", align=(8, 1)), Step("(i) -> (i)", "2.0", extents=(40,))),
    (Step(TILES, "identity(addf)"), Step(ROWS, "undef")),
]
CHAINS = {
    "one_function": Chain((13, 10), ZEROS),
    "forbidden_ends": Chain((5, 9), Step(TILES)),
    "columns_of_tiles": Chain((7, 3), Step("(i, j) -> (j floordiv 4, i, j mod 4)", "2.0")),
    "private_functions": Chain((13, 10), ZEROS, as_calls=True),
    "public_functions": Chain((5, 9), Step(TILES, "undef"), as_calls=True, visibility=""),
    "copies": Chain((13, 10), ZEROS, copied=_HOPS),
    "copies_of_one_map": Chain((3, 17), ZEROS, copied=_HOPS[:1]),
    "functions_and_copies": Chain((6, 11), ZEROS, as_calls=True, copied=_HOPS),
}


def _after(text: str, pipeline: str) -> tuple[str, list[str]]:
    """The module after passes, each of them validated, and the ids of what they said."""
    compilation = Compilation(
        new_context(), parse_pipeline(pipeline, ALL_PASSES), "chain", Validation()
    )
    with collect_remarks() as remarks:
        made = compilation.run(text)
    assert isinstance(made, str)
    return made, [remark.form.id for remark in remarks]


@cache
def _propagated(name: str) -> tuple[str, list[str]]:
    return _after(CHAINS[name].text, "pad-propagate-layouts")


@pytest.mark.parametrize("name", CHAINS)
def test_no_copy_stays_inside(name: str) -> None:
    made, told = _propagated(name)
    assert "pad.pack" not in made
    assert "pad.unpack" not in made
    assert not {*told} & {"copy-kept", "not-validated", "not-judged"}
    again, told = _after(made, "pad-propagate-layouts")
    assert parse_module(again).is_structurally_equivalent(parse_module(made))
    assert not told


@pytest.mark.parametrize("name", CHAINS)
def test_values(name: str) -> None:
    made, told = _after(_propagated(name)[0], "pad-apply-layouts")
    assert not {*told} & {"not-validated", "not-judged"}
    _check(CHAINS[name], made)


def test_values_without_guards() -> None:
    """Loops over the physical boxes, guards dropped where the padding allows it."""
    stages = {"add_one": "b", "shift": "c", "exp": "d", "divide": "e", "scale": "f"}
    access = [f"pad-sequential-buffer-access{{stage={s} buffer={b}}}" for s, b in stages.items()]
    access.append("pad-sequential-buffer-access{stage=row_sum buffer=d}")
    guarded, _ = _after(_propagated("one_function")[0], ",".join(["pad-apply-layouts", *access]))
    made, _ = _after(guarded, "pad-remove-branching-through-overcompute{max-waste=inf}")
    assert guarded.count("affine.if") - made.count("affine.if") >= len(stages)
    _check(CHAINS["one_function"], made)


def _check(chain: Chain, made: str) -> None:
    place = Placement.of("f32", chain.shape, (chain.step,))
    run = compile(made, function="chain", packed=True)
    for seed, style in enumerate(POISONS):
        rng = np.random.default_rng(seed)
        given = rng.normal(size=chain.shape).astype(np.float32)
        holds, kept = place.padding("value"), place.padding("forbidden")
        cells = poison("f32", place.origin.shape, style, rng)
        cells = np.where(holds, place.values(), cells)
        A = place.scatter(given, cells)
        B = poison("f32", place.origin.shape, style, rng)
        before = A.copy(), B.copy()
        run(A, B)
        assert same_bits(A, before[0]).all()
        assert same_bits(B, place.values())[holds].all(), "a pad value is lost"
        assert same_bits(B, before[1])[kept].all(), "forbidden padding is touched"
        found, wanted = place.gather(B, chain.shape), chain.reference(given)
        np.testing.assert_allclose(found, wanted, rtol=2e-6, atol=1e-6)
