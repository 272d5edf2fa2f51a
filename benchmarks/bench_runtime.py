"""The cost of a kernel besides its own work: compiling it, calling it, packing for it."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from pad_mlir.dialect.attributes import place
from pad_mlir.dialect.repairs import RepairedParser, new_context
from pad_mlir.runtime import aligned_empty, compile
from pad_mlir.runtime.element_types import element_of_dtype
from pad_mlir.runtime.host.host_kernel import HostKernel
from pad_mlir.runtime.packing.packing import Packing

ADD = """
func.func @add(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = affine.load %B[%i] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %C[%i] : memref<8xf32>
  }
  return
}
"""
ROWS = "affine_map<(i, j) -> (i, j floordiv 16, j mod 16)>"
TILES = "affine_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>"
MAPS = {
    "rows of 1 to 64 more": ("affine_map<(i, j) -> (i, j)>", "align = [1, 64]"),
    "rows in tiles of 16": (ROWS, ""),
    "tiles of 16 x 16": (TILES, ""),
    "tiles of 8 x 8": (TILES.replace("16", "8"), ""),
    "tiles of 4 x 4": (TILES.replace("16", "4"), ""),
    "panels of 16 columns": ("affine_map<(i, j) -> (j floordiv 16, i, j mod 16)>", ""),
    "panels of 8 columns": ("affine_map<(i, j) -> (j floordiv 8, i, j mod 8)>", ""),
    "panels of 16 rows, transposed": ("affine_map<(i, j) -> (i floordiv 16, j, i mod 16)>", ""),
    "panels of 8 rows, transposed": ("affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>", ""),
    "panels of 6 rows, transposed": ("affine_map<(i, j) -> (i floordiv 6, j, i mod 6)>", ""),
    "tiles of 16 x 16, transposed": (
        "affine_map<(i, j) -> (i floordiv 16, j floordiv 16, j mod 16, i mod 16)>",
        "",
    ),
    "transposed": ("affine_map<(i, j) -> (j, i)>", "align = [16, 16]"),
}
TYPE = f"memref<1024x1021xf32, #pad.layout<[{ROWS}], [0.0 : f32], {{}}>>"
ROW_SUM = f"""
func.func @row_sum(%A: {TYPE}, %B: memref<1024xf32>) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 1024 {{
    affine.store %zero, %B[%i] : memref<1024xf32>
    affine.for %j = 0 to 1021 {{
      %b = affine.load %B[%i] : memref<1024xf32>
      %a = affine.load %A[%i, %j] : {TYPE}
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<1024xf32>
    }}
  }}
  return
}}
"""
SCALED = f"""
func.func @scaled(%A: {TYPE}, %B: {TYPE}) {{
  affine.for %i = 0 to 1024 {{
    affine.for %j = 0 to 1021 {{
      %a = affine.load %A[%i, %j] : {TYPE}
      %s = arith.addf %a, %a : f32
      affine.store %s, %B[%i, %j] : {TYPE}
    }}
  }}
  return
}}
"""
ANY = f"memref<?x?xf32, #pad.layout<[{ROWS}], [0.0 : f32], {{}}>>"
BY_NAME = f"""
func.func @first_column_and_row(%A: {ANY}, %B: {ANY}, %C: {ANY},
    %m: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "C", dim = 0}}]}},
    %n: index {{pad.size = [{{of = "B", dim = 1}}, {{of = "C", dim = 1}}]}},
    %k: index {{pad.size = [{{of = "A", dim = 1}}]}},
    %h: index {{pad.size = [{{of = "B", dim = 0}}]}}) {{
  affine.for %i = 0 to %m {{
    affine.for %j = 0 to %n {{
      %a = affine.load %A[%i, 0] : {ANY}
      %b = affine.load %B[0, %j] : {ANY}
      %c = arith.addf %a, %b : f32
      affine.store %c, %C[%i, %j] : {ANY}
    }}
  }}
  return
}}
"""
TEMPORARY = """
func.func @twice(%A: memref<10000000xf32>, %B: memref<10000000xf32>) {
  %T = memref.alloc() : memref<10000000xf32>
  affine.for %i = 0 to 10000000 {
    %a = affine.load %A[%i] : memref<10000000xf32>
    %t = arith.addf %a, %a : f32
    affine.store %t, %T[9999999 - %i] : memref<10000000xf32>
  }
  affine.for %i = 0 to 10000000 {
    %t = affine.load %T[%i] : memref<10000000xf32>
    affine.store %t, %B[%i] : memref<10000000xf32>
  }
  return
}
"""
LARGE = (5800, 5801)  # 135 MB: several times the third level of caches


def in_turns(
    ways: Mapping[str, Callable[[], object]], repeats: int, rounds: int = 9
) -> dict[str, list[float]]:
    """Seconds of CPU time of each way, round by round, in turns."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.process_time()
            for _ in range(repeats):
                way()
            times[name].append((time.process_time() - start) / repeats)
    return times


def ratio(times: Mapping[str, list[float]], one: str, other: str) -> float:
    """How many times as long as the other one a way takes: the median over rounds."""
    return median(a / b for a, b in zip(times[one], times[other], strict=True))


def show_calls() -> None:
    """Prints what a call takes, by part."""
    kernel = compile(ADD)
    assert isinstance(kernel, HostKernel)
    a, b, c = (np.zeros(8, np.float32) for _ in range(3))
    remembered = kernel.remembered
    assert remembered is not None
    nothing = np.zeros(64, np.int64)

    def python(*arguments: Any, **sizes: Any) -> None:
        if len(arguments) == 3 and not sizes:
            return

    times = in_turns(
        {
            "a call": lambda: kernel(a, b, c),
            "checked in Python": lambda: kernel.checked_call((a, b, c), {}),
            "code that refuses at once": lambda: remembered.call(nothing.ctypes.data, 0, a, b, c),
            "address": lambda: nothing.ctypes.data,
            "a Python function": lambda: python(a, b, c),
            "empty": lambda: None,
        },
        3000,
    )
    best = {name: 1e6 * median(found) for name, found in times.items()}
    empty = best["empty"]
    entry = best["code that refuses at once"] - best["address"]
    method = best["a Python function"] - empty
    print(f"call, three resident arrays of 8: {best['a call'] - empty:8.2f} us")
    print(f"  of that Python's method:        {method:8.2f} us")
    print(f"  ctypes and the code's entry:    {entry:8.2f} us")
    rest = best["a call"] - empty - method - entry
    print(f"  checks, the GIL, the kernel:    {rest:8.2f} us")
    print(f"call that is checked in Python:   {best['checked in Python'] - empty:8.2f} us")


def show_calls_by_name() -> None:
    """Prints what a call takes that gives the sizes of resident arrays by name."""
    kernel = compile(BY_NAME, packed=True)
    assert isinstance(kernel, HostKernel)

    def call(m: int, n: int, k: int, h: int) -> tuple[list[Any], dict[str, int]]:
        shapes = {"A": (m, k), "B": (h, n), "C": (m, n)}
        arrays = [kernel.pack(name, np.zeros(s, np.float32)) for name, s in shapes.items()]
        return arrays, {"m": m, "n": n, "k": k, "h": h}

    calls = [call(2, 4, 3, 5), call(3, 2, 1, 1), call(1, 5, 4, 4)]
    arrays, sizes = calls[0]

    def in_turn() -> None:
        for arrays, sizes in calls:
            kernel(*arrays, **sizes)

    for _ in range(2):
        in_turn()
    times = in_turns(
        {
            "a call": lambda: kernel(*arrays, **sizes),
            "in turn": in_turn,
            "checked in Python": lambda: kernel.checked_call(arrays, sizes),
            "empty": lambda: None,
        },
        3000,
    )
    best = {name: 1e6 * median(found) for name, found in times.items()}
    empty = best["empty"]
    print(f"call with four sizes by name:     {best['a call'] - empty:8.2f} us")
    print(f"  at three sizes in turn, each:   {(best['in turn'] - empty) / 3:8.2f} us")
    print(f"  checked in Python:              {best['checked in Python'] - empty:8.2f} us")


def show_packing(shape: tuple[int, int], repeats: int) -> None:
    """Prints how fast arrays are packed and unpacked, relative to memcpy."""
    array = np.ones(shape, np.float32)
    source, target = (aligned_empty(shape, array.dtype) for _ in range(2))
    source[...], target[...] = 1, 0
    back = np.zeros_like(array)
    print(f"packing {shape[0]}x{shape[1]} f32          GB/s of memcpy   pack  unpack")
    for name, (map, options) in MAPS.items():
        text = (
            f"memref<{shape[0]}x{shape[1]}xf32, #pad.layout<[{map}], [0.0 : f32], {{{options}}}>>"
        )
        type = RepairedParser(new_context(), text).parse_type()
        packing = Packing(place(type), element_of_dtype(array.dtype))  # pyright: ignore
        physical = packing.pack(array)
        packing.unpack(physical, back)
        ways = {
            "memcpy": lambda: np.copyto(target, source),
            "pack": partial(packing.pack, array, physical),
            "unpack": partial(packing.unpack, physical, back),
        }
        times = in_turns(ways, repeats, 7)
        rate = 2e-9 * array.nbytes / median(times["memcpy"])
        pack, unpack = (1 / ratio(times, way, "memcpy") for way in ("pack", "unpack"))
        print(f"  {name:<32}{rate:10.1f}   {pack:8.2f}{unpack:8.2f}")


def show_logical_calls() -> None:
    """Prints what a call with logical arrays takes, relative to its parts."""
    array, result = np.ones((1024, 1021), np.float32), np.zeros((1024, 1021), np.float32)
    sums = np.zeros(1024, np.float32)
    for name, text, out in (("row sum", ROW_SUM, sums), ("2*A", SCALED, result)):
        logical, resident = compile(text), compile(text, packed=True)
        packed = resident.pack("A", array)
        written = resident.pack("B", out)
        logical(array, out)

        def parts(
            resident: Any = resident, packed: Any = packed, written: Any = written, out: Any = out
        ) -> None:
            resident.pack("A", array, packed)
            resident(packed, written)
            if written.shape != out.shape:
                resident.unpack("B", written, out)

        times = in_turns(
            {
                "logical": lambda logical=logical, out=out: logical(array, out),
                "parts": parts,
                "kernel": lambda resident=resident, p=packed, w=written: resident(p, w),
            },
            10,
        )
        kernel = 1e6 * median(times["kernel"])
        print(
            f"{name} 1024x1021: kernel {kernel:.0f} us, logical call "
            f"{ratio(times, 'logical', 'kernel'):.2f} times that, "
            f"{ratio(times, 'logical', 'parts'):.2f} times pack, kernel and unpack"
        )


def show_workspace() -> None:
    """Prints what a local buffer of 40 MB costs in a workspace, and from the C library."""
    kernel = compile(TEMPORARY)
    a, b = (np.ones(10_000_000, np.float32) for _ in range(2))
    # Called by its address, the code finds no workspace.
    plain = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(kernel.address)
    times = in_turns(
        {
            "workspace": lambda: kernel(a, b),
            "aligned_alloc": lambda: plain(a.ctypes.data, b.ctypes.data),
        },
        10,
    )
    inside = 1e6 * median(times["workspace"])
    print(
        f"local buffer of 40 MB: {inside:.0f} us in a workspace of {kernel.workspace_bytes} bytes, "
        f"{ratio(times, 'aligned_alloc', 'workspace'):.2f} times that with aligned_alloc and free"
    )


def show_first_calls() -> None:
    """Prints what the first use of a layout takes in a process."""
    text = f"memref<1000x1000xf32, #pad.layout<[{TILES}], [0.0 : f32], {{}}>>"
    array = np.ones((1000, 1000), np.float32)
    for what, size in (("first layout", 1000), ("its next shape", 999), ("again", 999)):
        type = RepairedParser(new_context(), text.replace("1000", str(size))).parse_type()
        given = array[:size, :size]
        placed = place(type)  # pyright: ignore
        placed.check()
        start = time.process_time()
        packing = Packing(placed, element_of_dtype(array.dtype))
        packing.pack(given)
        print(f"pack, {what + ':':<20}        {1e3 * (time.process_time() - start):8.1f} ms")


def main() -> None:
    """Prints one row for each cost."""
    start = time.process_time()
    compile(ADD)
    print(f"first compile, imports and all:   {1e3 * (time.process_time() - start):8.1f} ms")
    times = in_turns({"compile": lambda: compile(ADD)}, 1, 5)
    print(f"compile:                          {1e3 * median(times['compile']):8.1f} ms")
    show_first_calls()
    show_calls()
    show_calls_by_name()
    show_packing((350, 349), 50)
    show_packing(LARGE, 1)
    show_logical_calls()
    show_workspace()


if __name__ == "__main__":
    main()
