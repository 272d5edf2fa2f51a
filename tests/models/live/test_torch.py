"""Modules that PyTorch exports now: those whose texts are kept, and sizes known at run time."""

from __future__ import annotations

import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.ir.argument_checks import WrongInput
from pad_mlir.frontends import Model, compile_model, from_torch
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.ahead_of_time import emit

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


def test_function_for_a_program_in_c() -> None:
    module = from_torch(nn.Linear(5, 3).eval(), (torch.randn(2, 5),), name="net")
    header = emit(module, "header").decode()
    assert "net(" in header
    assert "/* free(" in header
    with pytest.raises(WrongInput, match="name is 'a b'"):
        from_torch(nn.Linear(5, 3).eval(), (torch.randn(2, 5),), name="a b")


def test_any_batch() -> None:
    module = nn.Sequential(nn.Linear(37, 29), nn.ReLU()).eval()
    sizes = ({0: torch.export.Dim("batch")},)
    kernel = compile(from_torch(module, (torch.randn(2, 37),), dynamic_shapes=sizes))
    for batch in (1, 7, 64):
        x = torch.randn(batch, 37)
        result: Any = kernel(x.numpy())
        np.testing.assert_allclose(result, module(x).detach().numpy(), rtol=2e-5, atol=4e-6)


@pytest.mark.parametrize("name", ["mlp", "resnet", "int8_linear"])
def test_compiled_model_is_called_as_the_module(name: str, tmp_path: Path) -> None:
    module, shape = MODELS[name]
    torch.manual_seed(4)
    module, x = module.eval(), torch.randn(*shape)
    if name == "int8_linear":
        module.step.fill_(0.02)
    model = compile_model(module, x)
    model.save(tmp_path / "m")
    with torch.no_grad():
        expected = module(x)
        for result in (model(x), Model.load(tmp_path / "m")(x), model(x.to_sparse().to_dense())):
            assert isinstance(result, torch.Tensor)
            np.testing.assert_allclose(result, expected, rtol=2e-5, atol=1.1e-5)
    state = {key: 2 * value for key, value in module.state_dict().items()}
    if name == "mlp":
        other = model.bind({**state, "more": x})
        module.load_state_dict(state)
        np.testing.assert_allclose(other(x), module(x).detach(), rtol=2e-5, atol=1.1e-5)


def test_tensors_that_a_model_refuses() -> None:
    model = compile_model(nn.Linear(5, 3), torch.randn(2, 5))
    x = torch.randn(2, 5, requires_grad=True)
    with pytest.raises(KernelError, match="the tensor requires a gradient"):
        model(x)
    with torch.no_grad():
        model(x)
    model(x.detach())
    with pytest.raises(KernelError, match="wanted a dense tensor, got one of layout"):
        model(torch.randn(2, 5).to_sparse())
    with pytest.raises(KernelError, match="the array is on meta, but the model runs on the host"):
        model(torch.empty(2, 5, device="meta"))
    with pytest.raises(KernelError, match="wanted elements of type float32"):
        model(torch.ones(2, 5, dtype=torch.float64))


def test_structures_and_bfloats() -> None:
    class Parts(nn.Module):
        def forward(self, pair: Any, scale: Any) -> Any:
            x, y = pair["x"], pair["y"]
            return {"sum": (x + y) * scale, "both": [x * y, x > y]}

    x, y, scale = (torch.randn(3, 5, dtype=torch.bfloat16) for _ in range(3))
    module, pair = Parts(), {"x": x, "y": y}
    found, expected = compile_model(module, pair, scale)(pair, scale), module(pair, scale)
    assert found.keys() == expected.keys()
    assert isinstance(found["both"], list)
    for one, other in zip(
        [found["sum"], *found["both"]], [expected["sum"], *expected["both"]], strict=True
    ):
        assert one.dtype == other.dtype
        assert torch.allclose(one.float(), other.float(), rtol=0.02, atol=0.02)


def test_the_example() -> None:
    runpy.run_module("pad_mlir.examples.models.torch_module")


def test_the_backend_of_torch_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    backend: Any = import_module("pad_mlir.examples.models.torch_backend")
    compiled, compile_graph = list[Model](), backend.compile_model

    def noted(*given: Any) -> Model:
        compiled.append(compile_graph(*given))
        return compiled[-1]

    monkeypatch.setattr(backend, "compile_model", noted)
    module = nn.Sequential(nn.Conv2d(5, 11, 3, padding=1), nn.ReLU(), nn.Conv2d(11, 7, 1)).eval()
    called = torch.compile(module, backend="pad_mlir", dynamic=False)
    with torch.no_grad():
        for batch in (1, 1, 3):
            x = torch.randn(batch, 5, 15, 13)
            np.testing.assert_allclose(called(x), module(x), rtol=2e-5, atol=1.1e-5)
    assert len(compiled) == 2
