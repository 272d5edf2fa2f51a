"""The functions of RFC 77 up to "Never read from transformation padding", in numpy."""

from __future__ import annotations

import numpy as np

from ..end_to_end.elements import Array
from .kernel import Argument, Kernel, floats, integers


def _row_summation(a: Array, b: Array) -> None:
    b[:] = 0
    for j in range(14):
        b += a[:, j]


def _double(a: Array, b: Array) -> None:
    b[:] = 2 * a


def _iota(a: Array) -> None:
    a[:] = np.arange(len(a))


def _convolution(a: Array, f: Array, b: Array) -> None:
    b[:] = 0
    for k in range(3):
        b += f[k] * a[k : k + 14]


def _cumulative_convolution(a: Array, f: Array, b: Array) -> None:
    _convolution(a, f, b)
    b[:] = np.cumsum(b, dtype=b.dtype)


def _accumulate(a: Array, b: Array) -> None:
    for x in a:
        b += x


def _sum(a: Array, b: Array) -> None:
    b[:] = 0
    _accumulate(a, b)


def _from_zero(rng: np.random.Generator) -> list[Argument]:
    return [rng.normal(size=16).astype(np.float32), np.zeros(1, np.float32)]


def _equal_conditions(a: Array, b: Array) -> None:
    a[:], b[:] = np.repeat([0, 1], 8), np.repeat([2, 3], 8)


def _complementary_conditions(a: Array, b: Array) -> None:
    padding = np.arange(16).reshape(4, 4) >= 14
    a[:], b[:] = padding, np.where(padding, 2, 3)


def _data_dependent_conditions(a: Array, b: Array) -> None:
    a[a < 0] += 1
    a[a < 0] = 0


def _below_eight(rng: np.random.Generator) -> list[Argument]:
    return [rng.integers(0, 9, 16).astype(np.int32), int(rng.integers(0, 8))]


def _eighth(a: Array, n: int) -> None:
    a[:] = n // 8


def _first_may_be_zero(rng: np.random.Generator) -> list[Argument]:
    a = rng.integers(-9, 9, 16).astype(np.int32)
    a[0] *= rng.integers(0, 2)
    return [a, np.zeros(1, np.int32)]


def _sum_if_first_is_zero(a: Array, b: Array) -> None:
    if a[0] == 0:
        _accumulate(a, b)


def _zero_below_three(a: Array) -> None:
    a[:3] = 0


def _zero_corner(a: Array) -> None:
    a[0, :2] = 0


def _ones(a: Array) -> None:
    a[:] = 1


def _earlier_iterations(a: Array) -> None:
    a[:] = np.arange(16)


def _later_iterations(a: Array) -> None:
    a[:] = np.arange(16)
    for i in range(1, 15):
        a[i] = a[i - 1] + a[i] + a[i + 1]


def _padded_convolution(a: Array, f: Array, b: Array) -> None:
    b[:] = 0
    _convolution(a.reshape(16), f, b.reshape(16)[:14])


def _forty_two(a: Array) -> None:
    a[:] = 42


_GIVEN_PADDING = Kernel(floats((4, 4), (3,), (4, 4)), _padded_convolution, (2,))

KERNELS = {
    "overcompute-vs-branching": Kernel(
        floats((16, 14), (16,)), _row_summation, (1,), "row_summation"
    ),
    "transform-layout-caches": Kernel(floats((14,), (14,)), _double, (1,)),
    "transform-layout-arguments": Kernel(floats((14,), (14,)), _double, (1,)),
    "reorder-loops-without-padding": Kernel(integers((16,)), _iota, (0,)),
    "reorder-loops-with-padding": Kernel(integers((14,)), _iota, (0,)),
    "reorder-loops-convolution": Kernel(integers((16,), (3,), (14,)), _convolution, (2,)),
    "reorder-loops-cumulative-sum": Kernel(
        integers((16,), (3,), (14,)), _cumulative_convolution, (2,), "conv1d_cumsum"
    ),
    "remove-no-op": Kernel(_from_zero, _accumulate, function="sum"),
    "simplify-identical-conditions": Kernel(floats((16,), (16,)), _equal_conditions, (0, 1)),
    "simplify-complementary-conditions": Kernel(
        floats((4, 4), (4, 4)), _complementary_conditions, (0, 1)
    ),
    "simplify-data-dependent-conditions": Kernel(floats((16,), (16,)), _data_dependent_conditions),
    "simplify-assumed-range": Kernel(_below_eight, _eighth, (0,)),
    "simplify-assumed-value": Kernel(_first_may_be_zero, _sum_if_first_is_zero),
    "hoist-expression": Kernel(floats((4,)), _zero_below_three),
    "reduce-loop-extents": Kernel(floats((4, 4)), _zero_corner),
    "merge-adjacent-loops-element-wise": Kernel(floats((16,)), _ones, (0,)),
    "merge-adjacent-loops-earlier-iterations": Kernel(floats((16,)), _earlier_iterations, (0,)),
    "merge-adjacent-loops-later-iterations": Kernel(floats((16,)), _later_iterations, (0,)),
    "remove-branching-through-overcompute": Kernel(floats((16,), (3,), (14,)), _convolution, (2,)),
    "remove-overcompute-through-branching": _GIVEN_PADDING,
    "remove-overcompute-through-branching-steps": _GIVEN_PADDING,
    "never-write-to-padding": Kernel(integers((14,)), _forty_two, (0,)),
    "never-read-from-padding": Kernel(integers((14,), (1,)), _sum, (1,)),
}
"""By the name of the lit file."""
