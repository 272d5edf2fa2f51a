"""A PyTorch module as a model, beside PyTorch's time. Needs the extras mlir and torch."""

from importlib import import_module
from timeit import timeit
from typing import Any

import numpy as np

from pad_mlir.frontends import compile_model

torch: Any = import_module("torch")
nn = torch.nn

module = nn.Sequential(nn.Conv2d(5, 11, 3, padding=1), nn.ReLU(), nn.Conv2d(11, 7, 1)).eval()
x = torch.randn(1, 5, 15, 13)
model = compile_model(module, x)
with torch.no_grad():
    np.testing.assert_allclose(model(x), module(x), rtol=1e-4, atol=1e-5)
    print(model.profile(x))

    torch.set_num_threads(1)
    ours = timeit(lambda: model(x), number=1000)
    theirs = timeit(lambda: module(x), number=1000)
print(f"pad-mlir {1000 * ours:.1f} us, PyTorch {1000 * theirs:.1f} us a call")
