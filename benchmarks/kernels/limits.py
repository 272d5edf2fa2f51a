"""The limits of the machine, measured: multiply-adds a second, bytes copied and read a second."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Literal

import numpy as np

from .native import Array, Run, aligned, any_compiler, compile_c, native

_FMA_STEPS, _ACCUMULATORS = 20_000, 12
_SOURCE = """
#include <string.h>
#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX__)
#define BYTES 32
#else
#define BYTES 16
#endif
#define LANES (BYTES / (int)sizeof(T))
typedef T V __attribute__((vector_size(BYTES)));
typedef T U __attribute__((vector_size(BYTES), aligned(4)));

/* Independent chains of multiply-adds, as many as hide the latency. */
void multiply_add(T *out, const T *in) {
  V x = *(const U *)in, y = *(const U *)(in + LANES), a[ACCUMULATORS];
  for (int k = 0; k < ACCUMULATORS; k++) a[k] = x * (T)k;
  for (long step = 0; step < STEPS; step++)
    for (int k = 0; k < ACCUMULATORS; k++) a[k] = a[k] * x + y;
  for (int k = 0; k < ACCUMULATORS; k++) *(U *)(out + LANES * k) = a[k];
}
int lanes(void) { return LANES; }

void copy(char *restrict out, const char *restrict in) { memcpy(out, in, SIZE); }

void sum(T *restrict out, const T *restrict in) {
  V a[8] = {0};
  long step = 8 * LANES, end = SIZE / (long)sizeof(T) / step * step;
  for (long i = 0; i < end; i += step)
    for (int k = 0; k < 8; k++) a[k] += *(const U *)(in + i + LANES * k);
  for (int k = 1; k < 8; k++) a[0] += a[k];
  *(U *)out = a[0];
}
"""


@dataclass(frozen=True)
class Bound:
    """A lower bound of the time of a kernel."""

    by: Literal["FMA", "copy", "read"]
    work: int
    """Operations, bytes that are moved (read ones and written ones), or bytes that are read."""
    c_type: str = "float"


@dataclass(frozen=True)
class Limit:
    """A loop that does nothing but that."""

    run: Run
    share: float
    """How much of the kernel's work one call does."""


def limit_of(bound: Bound) -> Limit:
    """The loop to time."""
    if bound.by == "FMA":
        return _multiply_adds(bound.work, bound.c_type)
    return _copy(bound.work) if bound.by == "copy" else _read(bound.work)


def _multiply_adds(flops: int, c_type: str) -> Limit:
    """In registers."""
    dtype = np.dtype(np.float32 if c_type == "float" else np.float64)
    lanes = _library(c_type, 0).lanes()
    values = aligned(np.full(2 * lanes, 0.5, dtype))
    out = aligned(np.zeros(_ACCUMULATORS * lanes, dtype))
    done = 2 * _ACCUMULATORS * lanes * _FMA_STEPS
    return Limit(_bound("multiply_add", c_type, 0, out, values), done / flops)


def _copy(traffic: int) -> Limit:
    """memcpy: it reads half of the bytes and writes the other half."""
    half = traffic // 2
    out, data = (aligned(np.ones(half, np.uint8)) for _ in range(2))
    return Limit(_bound("copy", "float", half, out, data), 1.0)


def _read(size: int) -> Limit:
    """A sum."""
    data, out = aligned(np.zeros(size, np.uint8)), aligned(np.zeros(64, np.uint8))
    return Limit(_bound("sum", "float", size, out, data), 1.0)


def _source(c_type: str, size: int) -> str:
    head = {"T": c_type, "SIZE": f"{size}L", "STEPS": _FMA_STEPS, "ACCUMULATORS": _ACCUMULATORS}
    return "".join(f"#define {name} {value}\n" for name, value in head.items()) + _SOURCE


def _library(c_type: str, size: int) -> ctypes.CDLL:
    flags = ("-ffp-contract=fast", "-funroll-loops")
    return compile_c(_source(c_type, size), any_compiler(), flags)


def _bound(name: str, c_type: str, size: int, out: Array, data: Array) -> Run:
    return native(_library(c_type, size), name).bound([out, data])
