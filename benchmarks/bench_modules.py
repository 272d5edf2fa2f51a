"""How long layouts take to be applied to modules of many functions; reading is left out."""

from __future__ import annotations

import gc
import subprocess
import sys
from statistics import median
from time import thread_time

from pad_mlir.dialect.ir.operations import operations_in
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts

COUNTS = (25, 50, 100, 200, 400)
PROCESSES = 3
PAIR = """
func.func @f{k}(%A: {type}, %B: {type}) {{
  %one = arith.constant 1.0 : f32
  %T = memref.alloc() : {type}
  affine.for %i = 0 to {size} {{
    %a = affine.load %A[%i] : {type}
    %b = arith.addf %a, %one : f32
    affine.store %b, %T[%i] : {type}
  }} {{pad.stage = "first"}}
  affine.for %i = 0 to {size} {{
    %a = affine.load %T[%i] : {type}
    %b = arith.mulf %a, %a : f32
    affine.store %b, %B[%i] : {type}
  }} {{pad.stage = "second"}}
  func.call @g{k}(%B) : ({type}) -> ()
  func.return
}}
func.func private @g{k}(%A: {type}) {{
  affine.for %i = 0 to {size} {{
    %a = affine.load %A[%i] : {type}
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : {type}
  }} {{pad.stage = "only"}}
  func.return
}}
"""
"""Two functions, one of which calls the other, with buffers of one size and pad value."""


def module(functions: int) -> str:
    """A module of pairs of functions, 40 sizes and 7 pad values in turns."""
    pairs: list[str] = []
    for k in range((functions + 1) // 2):
        size, pad = 13 + k % 40, float(k % 7)
        tiles = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
        type = f"memref<{size}xf32, #pad.layout<[{tiles}], [{pad} : f32], {{}}>>"
        pairs.append(PAIR.format(k=k, type=type, size=size))
    return "".join(pairs)


def measure(functions: int) -> tuple[int, float]:
    """The operations of a module before, and the milliseconds of the thread."""
    ir = parse_module(module(functions), context=new_context())
    operations = len(operations_in(ir))
    gc.collect()
    with collect_remarks():
        start = thread_time()
        PadApplyLayouts().apply(new_context(), ir)
    return operations, 1e3 * (thread_time() - start)


def main() -> None:
    """One row a module: the median of processes, each of which does only this."""
    if len(sys.argv) > 1:
        print(*measure(int(sys.argv[1])))
        return
    print(f"{'functions':>9}{'ops':>8}{'ms':>9}{'us an op':>10}")
    for functions in COUNTS:
        command = [sys.executable, __file__, str(functions)]
        answers = [
            subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            for _ in range(PROCESSES)
        ]
        operations = int(answers[0][0])
        milliseconds = median(float(time) for _, time in answers)
        print(
            f"{functions:9}{operations:8}{milliseconds:9.0f}{1e3 * milliseconds / operations:10.0f}"
        )


if __name__ == "__main__":
    main()
