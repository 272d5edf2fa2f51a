"""The kernels that are benchmarked, and a small twin of each for tests."""

from __future__ import annotations

from .batched import batched_matmul
from .conv1d import conv1d
from .conv2d import conv2d
from .matmul import matmul
from .maxpool import maxpool
from .problem import F32, F64, I8, I32, Problem
from .row_sum import row_sum
from .scale import scale
from .softmax import softmax


def problems() -> list[Problem]:
    """All, at the sizes of the report."""
    return [
        row_sum(1024, 1021, F32),
        row_sum(1024, 1021, F64),
        scale(1000003, F32),
        *(conv1d(65536, taps, F32) for taps in (3, 7, 15, 31)),
        matmul(127, 127, 127, F32),
        matmul(509, 509, 509, F32),
        matmul(1021, 1021, 1021, F32),
        matmul(61, 67, 71, F32, width=72),
        matmul(127, 127, 127, F64),
        matmul(509, 509, 509, F64),
        matmul(127, 127, 127, I8, I32),
        matmul(509, 509, 509, I8, I32),
        batched_matmul(61, 13, 27, 19, F32),
        conv2d(56, 61, 67, F32, F32),
        conv2d(56, 61, 67, I8, I32),
        maxpool(112, 61, F32),
        softmax(512, 1025, F32),
    ]


def twins() -> list[Problem]:
    """One of each kind, small, with the same padding on all sides."""
    return [
        row_sum(3, 37, F32),
        row_sum(3, 37, F64),
        scale(83, F32),
        conv1d(48, 3, F32),
        conv1d(48, 31, F32),
        matmul(15, 59, 7, F32),
        matmul(15, 59, 7, F64),
        matmul(15, 59, 7, I8, I32),
        batched_matmul(19, 3, 5, 7, F32),
        conv2d(6, 5, 19, F32, F32),
        conv2d(6, 5, 19, I8, I32),
        maxpool(8, 19, F32),
        softmax(3, 37, F32),
    ]
