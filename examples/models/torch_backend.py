"""`torch.compile(backend="pad_mlir")`: PyTorch traces, this project compiles; for inference."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import compile_model

torch: Any = import_module("torch")


def pad_mlir(graph: Any, inputs: Sequence[Any]) -> Callable[..., Any]:
    """
    Compile a graph that PyTorch has traced; run one that torch-mlir does not take as it is.

    Weights are among the inputs. With `dynamic=False` a call with other sizes is traced anew; sizes
    that PyTorch leaves open are not taken.
    """
    try:
        examples = [torch.empty_like(each, device="cpu", requires_grad=False) for each in inputs]
        model = compile_model(graph, *examples)
    except (PadError, TypeError) as error:
        print(f"not compiled: {error}")
        return graph.forward
    return lambda *given: model(*(each.detach() for each in given))


import_module("torch._dynamo").register_backend(pad_mlir, name="pad_mlir")

if __name__ == "__main__":
    nn = torch.nn
    module = nn.Sequential(nn.Conv2d(5, 11, 3, padding=1), nn.ReLU(), nn.Conv2d(11, 7, 1)).eval()
    compiled = torch.compile(module, backend="pad_mlir", dynamic=False)
    x = torch.randn(1, 5, 15, 13)
    with torch.no_grad():
        np.testing.assert_allclose(compiled(x), module(x), rtol=1e-4, atol=1e-5)
    print("as PyTorch")
