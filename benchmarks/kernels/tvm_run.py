"""Times Apache TVM on one kernel, by a Python that has it, and prints the seconds as JSON."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import tvm
from tvm.target import codegen

from .limits import Bound, limit_of
from .native import Run, aligned, seconds_in_turns
from .tvm_case import Case
from .tvm_conv2d import conv2d
from .tvm_products import batched_matmul, conv1d, matmul
from .tvm_streams import maxpool, row_sum, scale, softmax

KERNELS: Mapping[str, Callable[..., list[Case]]] = {
    made.__name__: made
    for made in (batched_matmul, conv1d, conv2d, matmul, maxpool, row_sum, scale, softmax)
}


def built(case: Case) -> Run:
    """The schedule as a function that is timed; raises AssertionError if its result is wrong."""
    target = tvm.target.Target({"kind": "llvm", "mcpu": codegen.llvm_get_system_cpu()})
    code = tvm.compile(case.make().mod, target=target)
    tensors = [tvm.runtime.tensor(aligned(array)) for array in case.arrays]
    code["main"](*tensors)
    got = case.logical(tensors[-1].numpy())
    if got.ndim == 1:
        got = got[: case.expected.size]
    error = np.abs(got - case.expected).max() / np.abs(case.expected).max()
    assert error < 1e-4, f"relative error {error}"

    def run(count: int) -> float:
        timer = code.mod.time_evaluator("main", tvm.cpu(0), number=count, repeat=1)
        return count * timer(*tensors).results[0]

    return run


def main() -> None:
    """Seconds of each schedule and of the limit, and what TVM says of schedules that failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problem", type=json.loads, help="kernel, sizes, bound and work as JSON")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--round-time", type=float, default=0.02)
    options = parser.parse_args()
    problem: dict[str, Any] = options.problem
    runs: dict[str, Run] = {}
    failed: dict[str, str] = {}
    for case in KERNELS[problem["kernel"]](*problem["sizes"]):
        try:
            runs[case.name] = built(case)
        except Exception as error:  # TVM has no one class for what it refuses
            failed[case.name] = str(error).strip().splitlines()[-1][:200]
    limit = limit_of(Bound(problem["bound"], problem["work"]))
    runs["limit"] = limit.run
    seconds = seconds_in_turns(runs, options.rounds, options.round_time)
    spent = seconds.pop("limit") / limit.share
    print(
        json.dumps(
            {"version": tvm.__version__, "seconds": seconds, "failed": failed, "limit": spent}
        )
    )


if __name__ == "__main__":
    main()
