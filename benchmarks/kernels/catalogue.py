"""The kernels that are benchmarked, and a small twin of each for tests."""

from __future__ import annotations

from .batched import batched_matmul
from .column_max import column_max
from .conv1d import conv1d
from .conv2d import conv2d
from .depthwise import depthwise
from .dot_products import dot_products
from .int_row_sum import int_row_sum
from .matmul import matmul
from .maxpool import maxpool
from .min_plus import min_plus
from .problem import F32, F64, I8, I32, Problem
from .row_sum import row_sum
from .scale import scale
from .scaled_add import scaled_add
from .softmax import softmax
from .stencil import stencil
from .transposed import transposed_matmul


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


def fresh() -> list[Problem]:
    """Kernels that the passes were not written for."""
    return [
        transposed_matmul(8, 61, 67, 71, F32),
        depthwise(56, 61, F32),
        stencil(1021, F32),
        column_max(1021, 1021, F32),
        dot_products(1000, 1021, F32),
        min_plus(127, F32),
        min_plus(253, F32),
        scaled_add(1000003, F32),
        int_row_sum(1024, 1021, I32),
    ]


def fresh_twins() -> list[Problem]:
    """One of each kind, small."""
    return [
        transposed_matmul(2, 3, 5, 23, F32),
        depthwise(6, 19, F32),
        stencil(21, F32),
        column_max(7, 37, F32),
        dot_products(3, 37, F32),
        min_plus(37, F32),
        scaled_add(83, F32),
        int_row_sum(3, 37, I32),
    ]
