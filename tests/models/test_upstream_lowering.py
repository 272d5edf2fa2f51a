"""Models with `math="exact"`, bit by bit against upstream's own lowering of the same text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

from ..frontends.upstream_lowering import UpstreamKernel, same_bits
from .inputs import Array
from .stored import ALL, MODELS, given_arrays, imported, name_of

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_FUNCTION = "main"
_QUICK = ("jax-mlp", "jax-separable")
_LAID_OUT = [path for path in MODELS if ALL or name_of(path) in _QUICK]
"""To try layouts for all takes minutes."""


def _result(module: ModuleOp, given: list[Array], **options: Any) -> Array:
    schedule = Schedule(module)
    with collect_remarks():
        schedule.optimize(target_cpu="native", **options)
    return np.asarray(compile(schedule.module)(*given))


@pytest.mark.parametrize("path", MODELS if ALL else MODELS[1::2], ids=name_of)
def test_a_model_has_the_bits_of_upstreams_lowering(path: Path) -> None:
    """
    First with the formulas of these passes in the place of libm, so that all else is compared bit
    by bit; then with libm, whose functions differ in the last place.
    """
    module, text = imported(path, "exact"), path.read_text()
    given = given_arrays(module)
    result = _result(module, given)
    assert same_bits(result, UpstreamKernel(text, _FUNCTION, formulas=True)(*given))
    upstream = UpstreamKernel(text, _FUNCTION)
    if upstream.functions:
        np.testing.assert_allclose(result, upstream(*given), rtol=1e-6, atol=2e-6)
    else:
        assert same_bits(result, upstream(*given))


@pytest.mark.parametrize("path", _LAID_OUT, ids=name_of)
def test_with_layouts_too(path: Path) -> None:
    module = imported(path, "exact")
    given = given_arrays(module)
    expected = UpstreamKernel(path.read_text(), _FUNCTION, formulas=True)(*given)
    assert same_bits(_result(module, given, layouts="auto"), expected)


def test_other_roundings_are_noticed() -> None:
    path = next(path for path in MODELS if name_of(path) == "torch-mlp")
    module = imported(path, "reassociate")
    given = given_arrays(module)
    expected = UpstreamKernel(path.read_text(), _FUNCTION)(*given)
    assert not same_bits(_result(module, given), expected)
