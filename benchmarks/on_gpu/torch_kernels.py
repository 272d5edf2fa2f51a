"""The torch function for each family of kernels, in f32 without TF32."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Operation: TypeAlias = Callable[[Any], Any]


def torch_operation(torch: Any, family: str, inputs: Mapping[str, Any]) -> Operation:
    """
    Torch's operation on these inputs; it is called with an output array to write.

    It gives the output, which is another array where torch writes none that it is given. What can
    be prepared once, as the form of a filter, is.
    """
    return _OPERATIONS[family](torch, *inputs.values())


def forbid_rounding(torch: Any) -> None:
    """No operation rounds its factors to TF32 from now on."""
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False


def _double(torch: Any, a: Any) -> Operation:
    return lambda out: torch.mul(a, 2.0, out=out)


def _row_sum(torch: Any, a: Any) -> Operation:
    return lambda out: torch.sum(a, 1, out=out)


def _softmax(torch: Any, x: Any) -> Operation:
    return lambda _: torch.softmax(x, 1)


def _layernorm(torch: Any, x: Any) -> Operation:
    shape = (x.shape[1],)
    return lambda _: torch.nn.functional.layer_norm(x, shape, eps=1e-5)


def _matmul(torch: Any, a: Any, b: Any) -> Operation:
    return lambda out: torch.matmul(a, b, out=out)


def _conv1d(torch: Any, a: Any, f: Any) -> Operation:
    signal, taps = a.reshape(1, 1, -1), f.reshape(1, 1, -1)
    around = f.shape[0] // 2
    return lambda _: torch.nn.functional.conv1d(signal, taps, padding=around).reshape(-1)


def _maxpool(torch: Any, x: Any) -> Operation:
    image = x.permute(2, 0, 1)[None]
    return lambda _: torch.nn.functional.max_pool2d(image, 3, 2, 1)[0].permute(1, 2, 0)


def _conv2d(torch: Any, x: Any, k: Any) -> Operation:
    image = x.permute(2, 0, 1)[None]
    filters = k.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
    return lambda _: torch.nn.functional.conv2d(image, filters, padding=1)[0].permute(1, 2, 0)


_OPERATIONS: Mapping[str, Callable[..., Operation]] = {
    "double": _double,
    "row_sum": _row_sum,
    "softmax": _softmax,
    "layernorm": _layernorm,
    "matmul": _matmul,
    "conv1d": _conv1d,
    "maxpool": _maxpool,
    "conv2d": _conv2d,
}
