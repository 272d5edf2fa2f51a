"""The functions of RFC 77 from "Allocate internal buffer" on, and of its discussion, in numpy."""

from __future__ import annotations

import numpy as np

from ..end_to_end.elements import Array
from .kernel import Inputs, Kernel, integers


def _small(*shapes: tuple[int, ...]) -> Inputs:
    """Arrays of f32 of which all sums are exact, in any order."""
    return lambda rng: [rng.integers(-9, 9, shape).astype(np.float32) for shape in shapes]


def _sum(a: Array, b: Array) -> None:
    b[:] = 0
    for x in a.reshape(-1)[:14]:
        b += x


def _from_a_thousand(a: Array) -> None:
    a[:] = 1000 + np.arange(14)


def _convolution(a: Array, f: Array, b: Array) -> None:
    b[:] = 0
    for k in range(3):
        b[k : k + 16] += f[k] * a


def _double(a: Array, b: Array) -> None:
    b[:] = 2 * a.reshape(-1)[:14]


def _add_one(a: Array, b: Array) -> None:
    b[:] = a + 1


def _copy(a: Array, b: Array) -> None:
    b[:] = a


def _row_sums(a: Array, b: Array) -> None:
    b[:] = 0
    for j in range(60):
        b += a[:, j]


def _product(a: Array, b: Array, c: Array) -> None:
    c[:] = a @ b


_SINGLE = Kernel(integers((14,), (1,)), _sum, (1,), "single_func")
_CONSUMER = Kernel(integers((4, 4), (1,)), _sum, (1,), "compute_C")


def _zeros_in_padding(rng: np.random.Generator) -> list[Array | int]:
    a = integers((16,))(rng)[0]
    assert isinstance(a, np.ndarray)
    a[14:] = 0
    return [a.reshape(4, 4), *integers((14,))(rng)]


def _chain(x: Array, f: Array, z: Array) -> None:
    z[:] = np.convolve(np.convolve(x, f), f)


def _grow_add_grow(a: Array, b: Array) -> None:
    b[:] = 2 * (2 * a + 1)


def _zeros_of_exp(rng: np.random.Generator) -> list[Array | int]:
    """Inputs for which exp is exact."""
    logarithms = np.where(rng.random((2, 14)) < 0.5, 0.0, -np.inf).astype(np.float32)
    return [*logarithms]


def _grow_exp_grow(a: Array, b: Array) -> None:
    b[:] = 2 * np.exp(2 * a)


WITHOUT_BODIES = {"discussion-addone-graph"}
"""Whose functions are in part only declared, so that nothing runs."""

KERNELS = [
    ("internal-buffer", Kernel(integers((14,), (1,)), _sum, (1,))),
    ("explicit-default", Kernel(integers((14,)), _from_a_thousand, (0,), "producer")),
    ("explicit-default", Kernel(integers((14,), (1,)), _sum, (1,), "consumer")),
    ("implicit-default", Kernel(_small((16,), (3,), (18,)), _convolution, (2,))),
    ("element-wise-over-padding", Kernel(integers((14,), (14,)), _double, (1,))),
    ("multiple-buffer-semantics", Kernel(integers((14, 60), (14,)), _row_sums, (1,))),
    ("single-function", _SINGLE),
    ("split-module-known-value", _SINGLE),
    ("split-module-undef", _SINGLE),
    ("split-module-no-facts", _CONSUMER),
    ("split-module-permission", _CONSUMER),
    (
        "discussion-fused-transforms",
        Kernel(_small((18,), (18,)), _copy, (1,), "fused_inv_transform_Y_transform_Y"),
    ),
    (
        "discussion-matmul",
        Kernel(_small((127, 127), (127, 127), (127, 127)), _product, (2,), "matmul"),
    ),
    ("discussion-caches", Kernel(integers((14,), (14,)), _double, (1,))),
    # The padding is zero already, so that storing zeros to it changes nothing.
    ("discussion-consumer-writes", Kernel(_zeros_in_padding, _double, (1,))),
    ("discussion-constraints", Kernel(integers((14,), (14,)), _double, (1,))),
    ("discussion-grow", Kernel(integers((14,), (14,)), _double, (1,), "grow")),
    ("discussion-addone", Kernel(integers((14,), (14,)), _add_one, (1,), "addone")),
    ("discussion-grow-graph", Kernel(integers((14,), (14,)), _grow_add_grow, (1,), "main")),
    ("discussion-grow-graph", Kernel(_zeros_of_exp, _grow_exp_grow, (1,), "main_exp")),
    ("discussion-conv1d-chain", Kernel(_small((16,), (3,), (20,)), _chain, (2,), "chain")),
    ("discussion-conv1d-chain", Kernel(_small((16,), (3,), (20,)), _chain, (2,), "chain_unknown")),
    ("discussion-conv1d-chain", Kernel(_small((16,), (3,), (20,)), _chain, (2,), "chain_apart")),
]
"""By the name of the lit file; a file may have more than one."""
