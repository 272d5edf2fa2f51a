"""
The row sum of row_sum.mlir loses its guard: scheduled in Python, run, and compared with numpy.

Run it as `python examples/row_sum_schedule.py`; the exit code is 1 if the comparison fails.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from xdsl.dialects import affine

from pad_mlir.schedule import Schedule


def main() -> int:
    s = Schedule(Path(__file__).with_name("row_sum.mlir").read_text(), function="row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    loops = s.sequential_buffer_access("compute", "A")
    print(f"{guards(s)} guard in the loops {', '.join(loops)} of 1024 x 1021 cells in tiles of 16")
    s.remove_branching_through_overcompute("compute")
    print(f"{guards(s)} guards, as the padding holds 0.0\n")
    print(f"{s.trace()}\nThe same for pad-opt:\n{s.pipeline()}\n")

    kernel = s.compile(target="host")
    A = np.random.default_rng(0).random((1024, 1021), np.float32)
    B = np.full(1024, np.nan, np.float32)
    kernel(A, B)
    is_right = np.allclose(B, A.sum(1, np.float64), rtol=1e-5, atol=0.0)
    print(f"{'ok' if is_right else 'WRONG'}: {kernel.physical_shape('A')} in memory, numpy's sums")
    return 0 if is_right else 1


def guards(schedule: Schedule) -> int:
    return sum(isinstance(op, affine.IfOp) for op in schedule.module.walk())


if __name__ == "__main__":
    sys.exit(main())
