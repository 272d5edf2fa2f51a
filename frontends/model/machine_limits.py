"""The limits of this machine, measured: operations, bytes copied and bytes read a second."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache, partial
from statistics import median
from time import perf_counter

import numpy as np

from ...passes.vectorize.vector_unit import vector_unit
from ...runtime.host.compiler import compile
from ...runtime.packing.arrays import address_of, aligned_empty

_CHAINS, _STEPS = 12, 20_000
_ROUNDS = 9
_LEAST, _MOST = 1 << 12, 1 << 26
"""Bytes of which the speed is measured."""
_FLOATS = {"f32": 4, "f64": 8}


@cache
def flops_a_second(element: str) -> float:
    """Multiplications and additions in registers: as many chains of them as hide their latency."""
    lanes = vector_unit().bytes // _FLOATS[element]
    vector = f"vector<{lanes}x{element}>"
    body = [f"%n{k} = math.fma %a{k}, %x, %x : {vector}" for k in range(_CHAINS)]
    run = _kernel(element, lanes, _CHAINS, _STEPS, 1, body)
    return 2 * _CHAINS * lanes * _STEPS / _median(run)


def seconds_to_copy(traffic: int) -> float:
    """The time that memcpy takes to move so many bytes: half of them are read, half written."""
    return traffic * _copying(_bucket(traffic))


def seconds_to_read(size: int) -> float:
    """The time that a sum of so many bytes takes."""
    return size * _reading(_bucket(size))


def _bucket(size: int) -> int:
    """A power of two near the size, between the least and the most."""
    return min(max(1 << max(size - 1, 0).bit_length(), _LEAST), _MOST)


@cache
def _copying(traffic: int) -> float:
    half = traffic // 2
    source, target = (aligned_empty((half,), np.dtype(np.uint8)) for _ in range(2))
    source[...] = target[...] = 1
    first, second = address_of(target), address_of(source)
    whole = _median(lambda: ctypes.memmove(first, second, half))
    return max(whole - _median(lambda: ctypes.memmove(first, second, 0)), whole / 8) / traffic


@cache
def _reading(size: int) -> float:
    lanes, chains = vector_unit().bytes // 4, 8
    vector, step = f"vector<{lanes}xf32>", lanes * chains
    body = list[str]()
    for k in range(chains):
        body.append(f"%p{k} = affine.apply affine_map<(d0) -> (d0 + {k * lanes})>(%i)")
        body.append(f"%v{k} = vector.load %in[%p{k}] : memref<{size // 4}xf32>, {vector}")
        body.append(f"%n{k} = arith.addf %a{k}, %v{k} : {vector}")
    run = _kernel("f32", size // 4, chains, size // 4, step, body)
    empty = _kernel("f32", size // 4, chains, 0, step, body)
    whole = _median(run)
    return max(whole - _median(empty), whole / 8) / size


def _kernel(
    element: str, size: int, chains: int, end: int, step: int, body: Sequence[str]
) -> Callable[[], object]:
    """A call of a loop that carries vectors, `%a0` to `%n0` and so on, and reads `%in`."""
    lanes = vector_unit().bytes // _FLOATS[element]
    vector, out = f"vector<{lanes}x{element}>", f"memref<{chains * lanes}x{element}>"
    given = f"memref<{size}x{element}>"
    starts = ", ".join(f"%a{k} = %x" for k in range(chains))
    types = ", ".join([vector] * chains)
    ends = [
        f"vector.store %r#{k}, %out[%c{k}] {{alignment = 64 : i64}} : {out}, {vector}"
        for k in range(chains)
    ]
    text = "\n".join(
        [
            f"func.func @run(%in: {given}, %out: {out}) {{",
            *(f"%c{k} = arith.constant {k * lanes} : index" for k in range(chains)),
            f"%x = vector.load %in[%c0] : {given}, {vector}",
            f"%r:{chains} = affine.for %i = 0 to {end} step {step} iter_args({starts}) -> "
            f"({types}) {{",
            *body,
            f"affine.yield {', '.join(f'%n{k}' for k in range(chains))} : {types}",
            "}",
            *ends,
            "func.return",
            "}",
        ]
    )
    kernel = compile(text, target_cpu="native")
    dtype = np.dtype(np.float32 if element == "f32" else np.float64)
    data, result = aligned_empty((size,), dtype), aligned_empty((chains * lanes,), dtype)
    data[...] = 0.5
    return partial(kernel, data, result)


def _median(run: Callable[[], object]) -> float:
    """The median of the times of calls, without those of a warm-up, in seconds."""
    times = list[float]()
    for _ in range(_ROUNDS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return median(times[2:])
