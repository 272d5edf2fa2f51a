"""
How many vector instructions this machine starts in a cycle: measured, as its name may not tell.

A virtual machine may show the family and model of another processor, and processors of one name
have one unit for multiplications of whole vectors, or two. What a processor does is compared with
what takes known cycles on all of them: a chain of multiplications of integers.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from time import perf_counter_ns

from .code_generation import LoadedObject, compile_object
from .llvm_library import LLVMError

_CHAIN_CYCLES = 4
"""Of an exclusive or, and of a multiplication of 64 bits, each of which waits for the other."""
_SIDE_BY_SIDE = 12
"""Sums that do not wait for one another: more than any processor works on at a time."""
_ROUNDS, _ITERATIONS = 25, 20000
_MOST_OFF = 0.2
"""A number of instructions that is further from a whole one was disturbed by something else."""
_BYTES = 4096
"""From which vectors are loaded: they stay in the nearest cache."""
_SHARED, _LINE = 1 << 22, 64
"""Bytes that are more than a processor keeps for itself and less than all share, and of a line."""
_PASSES = 12
_SLOW, _MESH = 5.0, 9.0
"""
A line that takes so many cycles, or more, comes over a mesh of many cores, and counts as so many:
8.2 to 9.4 were measured on a Sapphire Rapids, 2.4 to 2.6 elsewhere, and nothing in between.
"""


@dataclass(frozen=True)
class Pipes:
    """
    What of a processor begins in a cycle.

    Products and sums of whole vectors in one (`fmas`), and `loads` of whole vectors; `latency` are
    the cycles until the result of an fma is there. Of `halves`, twice as many of both begin. The
    cache that all processors share gives a `line` in so many cycles.
    """

    fmas: int
    loads: int
    latency: int
    halves: bool = False
    line: float = 2.5


@cache
def measured_pipes(bytes: int, usual: Pipes) -> Pipes:
    """
    Measure this machine, whose vectors have so many bytes, in a few milliseconds.

    Of many short runs the fastest counts: other processes only make one slower. What of it is no
    number of instructions is as `usual`, and so is all without LLVM.
    """
    lanes = bytes // 4
    try:
        code = LoadedObject(compile_object(_module(lanes)))
    except LLVMError:
        return usual
    memory = (ctypes.c_char * (_BYTES + (_SIDE_BY_SIDE + 1) * bytes))()
    first = ctypes.addressof(memory)
    first += -first % bytes
    names = ("chain", "latency", "fmas", "half_fmas", "loads", "half_loads")
    runs = {name: _timer(code.address(name), first) for name in names}
    fastest = {name: run() for name, run in runs.items()}
    for _ in range(_ROUNDS - 1):
        for name, run in runs.items():
            fastest[name] = min(fastest[name], run())
    cycle = fastest["chain"] / _CHAIN_CYCLES
    rates = {name: _SIDE_BY_SIDE * cycle / fastest[name] for name in names}
    line = _read_time(code.address("read"), bytes) * _ITERATIONS / cycle
    return pipes_of(rates, fastest["latency"] / cycle, line, usual)


def _read_time(address: int, bytes: int) -> float:
    """The nanoseconds of a line that is read, after the one before it, from the shared cache."""
    loaded = _SIDE_BY_SIDE * bytes
    iterations = _SHARED // loaded
    memory = (ctypes.c_char * (_SHARED + _LINE))()
    first = ctypes.addressof(memory)
    first += -first % _LINE
    ctypes.memset(first, 0, _SHARED)
    read = ctypes.CFUNCTYPE(None, ctypes.c_long, ctypes.c_void_p)(address)
    times = list[int]()
    for _ in range(_PASSES):
        start = perf_counter_ns()
        read(iterations, first)
        times.append(perf_counter_ns() - start)
    return min(times) * _LINE / (iterations * loaded)


def pipes_of(rates: Mapping[str, float], latency: float, line: float, usual: Pipes) -> Pipes:
    """
    The pipes of a processor by how many `fmas`, `half_fmas`, `loads` and `half_loads` it began in
    a cycle, by an fma's latency, and the cycles of a line; each number that is not near a whole one
    is the usual one, and a line is one of a mesh or the usual one.
    """
    whole = [name for name in ("fmas", "loads") if not _is_off(rates[name])]
    fmas, loads = (
        round(rates[name]) if name in whole else each
        for name, each in (("fmas", usual.fmas), ("loads", usual.loads))
    )
    ratios = [rates[f"half_{name}"] / round(rates[name]) for name in whole]
    return Pipes(
        fmas,
        loads,
        usual.latency if _is_off(latency) else round(latency),
        halves=min(ratios) > 1.5 if ratios else usual.halves,
        line=_MESH if line >= _SLOW else usual.line,
    )


def _is_off(number: float) -> bool:
    return round(number) < 1 or abs(number - round(number)) > _MOST_OFF * round(number)


def _timer(address: int, pointer: int) -> Callable[[], int]:
    function = ctypes.CFUNCTYPE(None, ctypes.c_long, ctypes.c_void_p)(address)

    def run() -> int:
        start = perf_counter_ns()
        function(_ITERATIONS, pointer)
        return perf_counter_ns() - start

    return run


def _module(lanes: int) -> str:
    """LLVM IR of loops over all that is measured."""
    half = max(lanes // 2, 1)
    vectors = [f"<{count} x float>" for count in {lanes, half}]
    declared = [
        f"declare {vector} @llvm.fma.v{vector[1:].split()[0]}f32({vector}, {vector}, {vector})"
        for vector in vectors
    ]
    loops = [
        _of_products("latency", lanes, 1),
        _of_products("fmas", lanes, _SIDE_BY_SIDE),
        _of_products("half_fmas", half, _SIDE_BY_SIDE),
        _of_loads("loads", lanes, _SIDE_BY_SIDE, _BYTES),
        _of_loads("half_loads", half, _SIDE_BY_SIDE, _BYTES),
        _of_loads("read", lanes, _SIDE_BY_SIDE, 2 * _SHARED),
    ]
    return "\n".join([_chain(lanes), *loops, *declared])


def _chain(lanes: int) -> str:
    """
    A chain of multiplications of integers, beside an fma of whole vectors in each iteration: some
    processors have a slower clock while they compute with these.
    """
    type = f"<{lanes} x float>"
    return f"""
define void @chain(i64 %n, ptr %p) {{
entry:
  %q = getelementptr i8, ptr %p, i64 {_BYTES}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = phi i64 [ %n, %entry ], [ %z, %loop ]
  %y = xor i64 %x, %n
  %z = mul i64 %y, 6364136223846793005
  %v = load volatile {type}, ptr %p, align 4
  %w = call {type} @llvm.fma.v{lanes}f32({type} %v, {type} %v, {type} %v)
  store volatile {type} %w, ptr %q, align 4
  %next = add i64 %i, 1
  %on = icmp ult i64 %next, %n
  br i1 %on, label %loop, label %exit
exit:
  store i64 %z, ptr %q
  ret void
}}
"""


def _of_products(name: str, lanes: int, count: int) -> str:
    type = f"<{lanes} x float>"
    body = [
        f"%new{k} = call {type} @llvm.fma.v{lanes}f32({type} %a{k}, {type} %f, {type} %f)"
        for k in range(count)
    ]
    return _loop(name, type, lanes * 4, count, body)


def _of_loads(name: str, lanes: int, count: int, room: int) -> str:
    """Loads of one vector after the other, from the first again after so many bytes."""
    type, bytes = f"<{lanes} x i32>", lanes * 4
    body = [f"%far = mul i64 %i, {count * bytes}", f"%from = and i64 %far, {room - 1}"]
    body += ["%row = getelementptr i8, ptr %p, i64 %from"]
    for k in range(count):
        body += [
            f"%at{k} = getelementptr i8, ptr %row, i64 {k * bytes}",
            # Volatile: loaded though unused. What used it would wait for other units as well.
            f"%v{k} = load volatile {type}, ptr %at{k}, align 4",
        ]
    return _loop(name, type, bytes, 0, body)


def _loop(name: str, type: str, bytes: int, count: int, body: list[str]) -> str:
    """A loop that carries `count` vectors, `%a0` on, whose next values are `%new0` on."""
    places = [f"%p{k} = getelementptr i8, ptr %p, i64 {k * bytes}" for k in range(count)]
    starts = [f"%s{k} = load {type}, ptr %p{k}, align 4" for k in range(count)]
    carried = [f"%a{k} = phi {type} [ %s{k}, %entry ], [ %new{k}, %loop ]" for k in range(count)]
    lines = [
        f"define void @{name}(i64 %n, ptr %p) {{",
        "entry:",
        *places,
        *starts,
        f"%f = load {type}, ptr %p, align 4",
        "br label %loop",
        "loop:",
        "%i = phi i64 [ 0, %entry ], [ %next, %loop ]",
        *carried,
        *body,
        "%next = add i64 %i, 1",
        "%on = icmp ult i64 %next, %n",
        "br i1 %on, label %loop, label %exit",
        "exit:",
        *(f"store {type} %new{k}, ptr %p{k}, align 4" for k in range(count)),
        "ret void",
        "}",
    ]
    return "\n".join(lines)
