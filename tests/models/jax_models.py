"""
Twelve models in JAX, with sizes that tile nothing, and `python -m tests.models.jax_models`, which
writes each as linalg and its output to `tests/models/jax`, in a Python that has JAX and IREE.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pad_mlir.frontends.stablehlo import stablehlo_to_linalg

from .inputs import arrays

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")
lax: Any = import_module("jax.lax")


def linear(p: Any, x: Any) -> Any:
    return x @ p["weight"] + p["bias"]


def layernorm(p: Any, x: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * p["scale"] + p["shift"]


def conv(w: Any, x: Any, stride: int = 1, border: str = "SAME", groups: int = 1) -> Any:
    order = ("NHWC", "HWIO", "NHWC")
    strides = (stride, stride)
    return lax.conv_general_dilated(
        x, w, strides, border, dimension_numbers=order, feature_group_count=groups
    )


def attention(p: Any, x: Any, heads: int = 1) -> Any:
    batch, tokens, _ = x.shape
    q, k, v = (linear(p[name], x).reshape(batch, tokens, heads, -1) for name in "qkv")
    scores = jnp.einsum("bnhd,bmhd->bhnm", q, k) / np.float32(np.sqrt(q.shape[-1]))
    weights = jax.nn.softmax(scores, axis=-1)
    mixed = jnp.einsum("bhnm,bmhd->bnhd", weights, v)
    return linear(p["out"], mixed.reshape(batch, tokens, -1))


def mlp(params: Any, x: Any) -> Any:
    return linear(params["last"], jax.nn.relu(linear(params["first"], x)))


def attention_block(params: Any, x: Any) -> Any:
    return attention(params, x)


def transformer(params: Any, x: Any) -> Any:
    x = x + attention(params["attention"], layernorm(params["norm1"], x), heads=3)
    hidden = jax.nn.gelu(linear(params["up"], layernorm(params["norm2"], x)))
    return x + linear(params["down"], hidden)


def resnet(params: Any, x: Any) -> Any:
    hidden = jax.nn.relu(conv(params["conv1"], x) * params["scale1"] + params["shift1"])
    return jax.nn.relu(x + conv(params["conv2"], hidden) * params["scale2"] + params["shift2"])


def separable(params: Any, x: Any) -> Any:
    hidden = jax.nn.relu6(conv(params["depthwise"], x, 2, groups=x.shape[-1]))
    return jax.nn.relu6(conv(params["pointwise"], hidden) + params["bias"])


def unet(params: Any, x: Any) -> Any:
    down = jax.nn.relu(conv(params["down"], x))
    window = (1, 2, 2, 1)
    pooled = lax.reduce_window(down, -jnp.inf, lax.max, window, window, "SAME")
    middle = jax.nn.relu(conv(params["middle"], pooled))
    up = jnp.repeat(jnp.repeat(middle, 2, 1), 2, 2)[:, : down.shape[1], : down.shape[2]]
    return conv(params["up"], jnp.concatenate([down, up], -1))


def convnext(params: Any, x: Any) -> Any:
    hidden = layernorm(params["norm"], conv(params["depthwise"], x, groups=x.shape[-1]))
    hidden = jax.nn.gelu(linear(params["up"], hidden))
    return x + params["gamma"] * linear(params["down"], hidden)


def lstm(params: Any, x: Any) -> Any:
    def step(state: Any, row: Any) -> Any:
        h, c = state
        gates = row @ params["input"] + h @ params["hidden"] + params["bias"]
        i, f, g, o = jnp.split(gates, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    start = jnp.zeros((x.shape[1], params["hidden"].shape[0]), x.dtype)
    return lax.scan(step, (start, start), x)[1]


def norm_mlp(params: Any, x: Any) -> Any:
    hidden = linear(params["up"], layernorm(params["norm"], x))
    return x + linear(params["down"], jax.nn.gelu(hidden, approximate=False))


def vit(params: Any, x: Any) -> Any:
    batch, width = x.shape[0], params["patch"].shape[-1]
    tokens = conv(params["patch"], x, 5, "VALID").reshape(batch, -1, width)
    first = jnp.broadcast_to(params["class"], (batch, 1, width))
    tokens = jnp.concatenate([first, tokens], 1) + params["position"]
    tokens = layernorm(params["norm"], transformer(params["layer"], tokens))
    return linear(params["head"], tokens[:, 0])


def int8_linear(params: Any, x: Any) -> Any:
    codes = jnp.clip(jnp.round(x / params["step"]), -127, 127).astype(jnp.int8)
    contracted = (((1,), (0,)), ((), ()))
    sums = lax.dot_general(codes, params["weight"], contracted, preferred_element_type=jnp.int32)
    return sums.astype(jnp.float32) * params["scale"] + params["bias"]


def wavenet(params: Any, x: Any) -> Any:
    def causal(w: Any, y: Any, dilation: int) -> Any:
        border = [(dilation * (w.shape[0] - 1), 0)]
        order = ("NWC", "WIO", "NWC")
        return lax.conv_general_dilated(
            y, w, (1,), border, rhs_dilation=(dilation,), dimension_numbers=order
        )

    skips = list[Any]()
    for k, layer in enumerate(params["layers"]):
        gate = jax.nn.sigmoid(causal(layer["gate"], x, 2**k))
        hidden = jnp.tanh(causal(layer["filter"], x, 2**k)) * gate
        skips.append(linear(layer["skip"], hidden))
        x = x + linear(layer["residual"], hidden)
    return jax.nn.relu(sum(skips))


def _f32(*shape: int) -> Any:
    return jax.ShapeDtypeStruct(shape, np.float32)


def _linear(inputs: int, outputs: int) -> Any:
    return {"weight": _f32(inputs, outputs), "bias": _f32(outputs)}


def _norm(width: int) -> Any:
    return {"scale": _f32(width), "shift": _f32(width)}


def _attention(width: int) -> Any:
    return {name: _linear(width, width) for name in ("q", "k", "v", "out")}


def _transformer(width: int, hidden: int) -> Any:
    norms = {"norm1": _norm(width), "norm2": _norm(width)}
    dense = {"up": _linear(width, hidden), "down": _linear(hidden, width)}
    return {"attention": _attention(width), **norms, **dense}


_CHANNELS = {name: _f32(61) for name in ("scale1", "shift1", "scale2", "shift2")}
_LAYER = {
    **{name: _f32(2, 13, 13) for name in ("filter", "gate")},
    **{"skip": _linear(13, 17), "residual": _linear(13, 13)},
}
MODELS: Mapping[str, tuple[Callable[[Any, Any], Any], Any, Any]] = {
    "mlp": (mlp, {"first": _linear(37, 61), "last": _linear(61, 29)}, _f32(13, 37)),
    "attention_block": (attention_block, _attention(65), _f32(2, 257, 65)),
    "transformer": (transformer, _transformer(39, 77), _f32(2, 17, 39)),
    "resnet": (
        resnet,
        {"conv1": _f32(3, 3, 61, 61), "conv2": _f32(3, 3, 61, 61), **_CHANNELS},
        _f32(1, 9, 11, 61),
    ),
    "separable": (
        separable,
        {"depthwise": _f32(3, 3, 1, 29), "pointwise": _f32(1, 1, 29, 43), "bias": _f32(43)},
        _f32(1, 15, 13, 29),
    ),
    "unet": (
        unet,
        {"down": _f32(3, 3, 5, 11), "middle": _f32(3, 3, 11, 13), "up": _f32(3, 3, 24, 7)},
        _f32(1, 15, 13, 5),
    ),
    "convnext": (
        convnext,
        {
            **{"depthwise": _f32(7, 7, 1, 23), "norm": _norm(23), "gamma": _f32(23)},
            **{"up": _linear(23, 92), "down": _linear(92, 23)},
        },
        _f32(1, 11, 9, 23),
    ),
    "lstm": (
        lstm,
        {"input": _f32(19, 84), "hidden": _f32(21, 84), "bias": _f32(84)},
        _f32(33, 3, 19),
    ),
    "norm_mlp": (
        norm_mlp,
        {"norm": _norm(51), "up": _linear(51, 103), "down": _linear(103, 51)},
        _f32(7, 51),
    ),
    "vit": (
        vit,
        {
            **{"patch": _f32(5, 5, 3, 27), "class": _f32(1, 1, 27), "position": _f32(1, 16, 27)},
            **{"layer": _transformer(27, 53), "norm": _norm(27), "head": _linear(27, 11)},
        },
        _f32(2, 15, 25, 3),
    ),
    "int8_linear": (
        int8_linear,
        {
            "weight": jax.ShapeDtypeStruct((67, 31), np.int8),
            **{"step": _f32(), "scale": _f32(31), "bias": _f32(31)},
        },
        _f32(9, 67),
    ),
    "wavenet": (wavenet, {"layers": [_LAYER] * 4}, _f32(1, 71, 13)),
}
"""The function of each model, the shapes of its weights, and that of its input."""


def main() -> None:
    folder = Path(__file__).parent / "jax"
    # The same text in every checkout.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    for name, (function, weights, x) in MODELS.items():
        text = jax.jit(function, keep_unused=True).lower(weights, x).as_text(debug_info=True)
        (folder / f"{name}.mlir").write_text(stablehlo_to_linalg(text))
        leaves, tree = jax.tree.flatten((weights, x))
        given = arrays(("", leaf.shape, leaf.dtype) for leaf in leaves)
        result = np.asarray(jax.jit(function)(*jax.tree.unflatten(tree, given)))
        np.save(folder / f"{name}.npy", result)


if __name__ == "__main__":
    main()
