"""Models as `compile_model` makes them: bound, called by threads, timed, and kept in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pad_mlir.frontends import Model, compile_model

from .stored import ALL, MODELS, expected_array, given_arrays, imported, name_of

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")


@pytest.mark.parametrize("path", MODELS if ALL else MODELS[1::4], ids=name_of)
def test_a_model_with_its_weights_bound_saved_and_loaded(path: Path, tmp_path: Path) -> None:
    module, expected = imported(path), expected_array(path)
    given = given_arrays(module)
    before = [array.copy() for array in given]
    model = compile_model(module)
    plain = model(*given)
    assert plain.shape == expected.shape
    assert plain.dtype == expected.dtype
    np.testing.assert_allclose(plain, expected, rtol=2e-5, atol=4e-6)
    bound = model.bind(*given[:-1])
    assert np.array_equal(bound(given[-1]), plain)
    bound.save(tmp_path / "m.model")
    loaded = Model.load(tmp_path / "m.model")
    assert np.array_equal(loaded(given[-1]), plain)
    assert repr(loaded) == repr(bound)
    assert all(map(np.array_equal, given, before))


@pytest.mark.parametrize("name", ["jax-unet", "torch-resnet", "jax-lstm"])
def test_a_profile_has_the_stages_of_the_source(name: str) -> None:
    path = next(path for path in MODELS if name_of(path) == name)
    module = imported(path)
    given = given_arrays(module)
    model = compile_model(module).bind(*given[:-1])
    profile = model.profile(given[-1])
    stages = {stage.name: stage for stage in profile}
    text = str(module)
    source = {part.split('"')[0] for part in text.split('pad.stage = "')[1:]}
    assert {*stages} - {"between stages"} <= source
    # A fill with the value of the border around it is dropped.
    gone = {name for name in source - {*stages} if not name.startswith("init_")}
    laid_out = [remark for remark in model.remarks if remark.id == "border-laid-out"]
    assert len(gone) == len(laid_out)
    assert all("pad" in stage for stage in gone)
    inner = sum(stage.seconds for stage in profile)
    assert 0 < inner < 20 * profile.seconds
    # What limits the small products of lstm depends on what was measured of the machine.
    assert any(stage.limit == "FMA" or name == "jax-lstm" for stage in profile if stage.limit)
    shares = [stage.share_of_limit for stage in profile if stage.limit is not None]
    assert all(share is None or share > 0 for share in shares)
    if name == "jax-lstm":
        assert stages["closed_call_16"].runs == 33
    shown = str(profile)
    assert all(stage in shown for stage in stages)
    assert np.array_equal(model(given[-1]), model(given[-1]))
