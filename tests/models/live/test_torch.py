"""Modules that PyTorch exports now: those whose texts are kept, and sizes known at run time."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest

from pad_mlir.frontends import from_torch
from pad_mlir.runtime import compile

from ..torch_models import MODELS, nn, torch


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("weights", ["constants", "arguments"])
def test_module(name: str, weights: Any) -> None:
    module, shape = MODELS[name]
    torch.manual_seed(3)
    module, x = module.eval(), torch.randn(*shape)
    if name == "int8_linear":
        module.step.fill_(0.02)
    kernel = compile(from_torch(module, (x,), weights=weights))
    state = [*module.named_parameters(), *module.named_buffers()]
    given = [] if weights == "constants" else [value.detach().numpy() for _, value in state]
    result: Any = kernel(*given, x.numpy())
    expected = module(x).detach().numpy()
    np.testing.assert_allclose(np.asarray(result), expected, rtol=2e-5, atol=4e-6)


def test_any_batch() -> None:
    module = nn.Sequential(nn.Linear(37, 29), nn.ReLU()).eval()
    sizes = ({0: torch.export.Dim("batch")},)
    kernel = compile(from_torch(module, (torch.randn(2, 37),), dynamic_shapes=sizes))
    for batch in (1, 7, 64):
        x = torch.randn(batch, 37)
        result: Any = kernel(x.numpy())
        np.testing.assert_allclose(result, module(x).detach().numpy(), rtol=2e-5, atol=4e-6)


def test_the_example() -> None:
    runpy.run_module("pad_mlir.examples.models.torch_module")
