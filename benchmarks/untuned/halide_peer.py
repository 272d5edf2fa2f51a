"""
Ten of the kernels in Halide, scheduled by its autoschedulers, in a Python that has it; one thread.

Each line read is a JSON object: one with `kernel` and the files of arrays replaces what is run, and
is answered by the names of the schedulers that work, whose results are in a file; one with `count`
is answered by the CPU seconds of so many calls of one of them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

os.environ["HL_NUM_THREADS"] = "1"
hl, np = import_module("halide"), import_module("numpy")
SCHEDULERS = ("Adams2019", "Mullapudi2016", "Li2018")


def _zeros_around(x: Any) -> Any:
    return hl.BoundaryConditions.constant_exterior(x, 0.0)


def sobel(out: Any, a: Any) -> None:
    x, y = hl.Var("x"), hl.Var("y")
    across = (a[x + 2, y] - a[x, y]) + 2.0 * (a[x + 2, y + 1] - a[x, y + 1])
    across += a[x + 2, y + 2] - a[x, y + 2]
    down = (a[x, y + 2] - a[x, y]) + 2.0 * (a[x + 1, y + 2] - a[x + 1, y])
    down += a[x + 2, y + 2] - a[x + 2, y]
    out[x, y] = hl.abs(across) + hl.abs(down)


def heat_3d(out: Any, t: Any) -> None:
    x, y, z = hl.Var("x"), hl.Var("y"), hl.Var("z")
    here = t[x + 1, y + 1, z + 1]
    around = t[x + 1, y + 1, z] + t[x + 1, y + 1, z + 2] + t[x + 1, y, z + 1]
    around += t[x + 1, y + 2, z + 1] + t[x, y + 1, z + 1] + t[x + 2, y + 1, z + 1]
    out[x, y, z] = here + hl.f64(0.0625) * (around - hl.f64(6.0) * here)


def halve(out: Any, a: Any) -> None:
    x, y, across = hl.Var("x"), hl.Var("y"), hl.Func("across")
    inner = a[2 * x + 1, y] + a[2 * x + 2, y]
    across[x, y] = 0.125 * (a[2 * x, y] + a[2 * x + 3, y]) + 0.375 * inner
    inner = across[x, 2 * y + 1] + across[x, 2 * y + 2]
    out[x, y] = 0.125 * (across[x, 2 * y] + across[x, 2 * y + 3]) + 0.375 * inner


def conv_dilated(out: Any, x_: Any, w: Any) -> None:
    x, y, f, padded = hl.Var("x"), hl.Var("y"), hl.Var("f"), _zeros_around(x_)
    r = hl.RDom([(0, 3), (0, 3), (0, 27)])
    value = padded[x + 2 * r.x - 2, y + 2 * r.y - 2, r.z] * w[r.x, r.y, r.z, f]
    out[x, y, f] = 0.0
    out[x, y, f] += value


def conv_volume(out: Any, x_: Any, w: Any) -> None:
    x, y, z, f = hl.Var("x"), hl.Var("y"), hl.Var("z"), hl.Var("f")
    r = hl.RDom([(0, 3), (0, 3), (0, 3), (0, 5)])
    out[x, y, z, f] = 0.0
    out[x, y, z, f] += x_[x + r[0], y + r[1], z + r[2], r[3]] * w[r[0], r[1], r[2], r[3], f]


def max_pool(out: Any, x_: Any) -> None:
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    padded = hl.BoundaryConditions.constant_exterior(x_, float("-inf"))
    r = hl.RDom([(0, 3), (0, 3)])
    out[x, y, c] = hl.maximum(padded[2 * x + r.x - 1, 2 * y + r.y - 1, c])


def average_pool(out: Any, x_: Any) -> None:
    c, x, y, b = hl.Var("c"), hl.Var("x"), hl.Var("y"), hl.Var("b")
    r = hl.RDom([(0, 5), (0, 5)])
    out[c, x, y, b] = hl.sum(x_[c, 3 * x + r.x, 3 * y + r.y, b]) * hl.f32(1.0 / 25)


def transpose(out: Any, a: Any) -> None:
    x, y = hl.Var("x"), hl.Var("y")
    out[x, y] = a[y, x]


def large_product(out: Any, a: Any, b: Any) -> None:
    x, y, r = hl.Var("x"), hl.Var("y"), hl.RDom([(0, 653)])
    out[x, y] = 0.0
    out[x, y] += a[r, y] * b[x, r]


def gated_residual(out: Any, x_: Any, r: Any, scale: Any, shift: Any) -> None:
    x, y = hl.Var("x"), hl.Var("y")
    t = x_[x, y] * scale[x] + shift[x]
    out[x, y] = r[x, y] + t * hl.min(hl.max(t + 3.0, 0.0), 6.0) * hl.f32(1.0 / 6)


KERNELS = {
    each.__name__: each
    for each in (
        *(sobel, heat_3d, halve, conv_dilated, conv_volume),
        *(max_pool, average_pool, transpose, large_product, gated_residual),
    )
}


def _compiled(name: str, scheduler: str, arrays: list[Any]) -> tuple[Callable[[], None], Any]:
    """A kernel on arrays, of which the last is the result."""
    target, inputs = hl.get_host_target(), list[Any]()
    for array in arrays[:-1]:
        given = hl.ImageParam(hl.Float(8 * array.itemsize), array.ndim)
        for axis, size in enumerate(reversed(array.shape)):
            given.dim(axis).set_estimate(0, size)
        given.set(hl.Buffer(array))
        inputs.append(given)
    out = hl.Func("out")
    KERNELS[name](out, *inputs)
    out.set_estimates([(0, size) for size in reversed(arrays[-1].shape)])
    pipeline = hl.Pipeline(out)
    parameters = hl.AutoschedulerParams(scheduler, {"parallelism": "1"})
    pipeline.apply_autoscheduler(target, parameters)
    pipeline.compile_jit(target)
    result = hl.Buffer(arrays[-1])
    return lambda: pipeline.realize(result), result


def main() -> None:
    """Answer requests until there are none."""
    for scheduler in SCHEDULERS:
        name = f"libautoschedule_{scheduler.lower()}.so"
        hl.load_plugin(str(Path(str(hl.__file__)).parent / "lib64" / name))
    calls = dict[str, Callable[[], None]]()
    kept = list[Any]()
    for line in sys.stdin:
        request = json.loads(line)
        if "kernel" in request:
            found = np.load(request["arrays"])
            results, calls = dict[str, Any](), {}
            for scheduler in SCHEDULERS:
                arrays = [found[name].copy() for name in found.files]
                try:
                    call, result = _compiled(request["kernel"], scheduler, arrays)
                    call()
                except Exception as error:
                    print(f"{request['kernel']}, {scheduler}: {error}", file=sys.stderr)
                    continue
                calls[scheduler], results[scheduler] = call, arrays[-1]
                kept += [result, arrays]  # Halide's buffers do not keep the arrays
            np.savez(request["results"], **results)
            print(json.dumps([*calls]), flush=True)
            continue
        call = calls[request["scheduler"]]
        began = process_time()
        for _ in range(request["count"]):
            call()
        print(process_time() - began, flush=True)


if __name__ == "__main__":
    main()
