"""
Runs expressions of torch for benchmarks, in the Python that `--torch` names, one thread.

Each line read is a JSON object: one with `expressions` and the files of arrays replaces what is
run, and is answered by the file of their results, `out` where it is an array; one with
`count` is answered by the CPU seconds of so many calls of an expression.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from time import thread_time
from typing import Any


def main() -> None:
    """Answer requests until there are none."""
    torch, np = import_module("torch"), import_module("numpy")
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    calls, values = list[Any](), dict[str, Any]()
    for line in sys.stdin:
        request = json.loads(line)
        if "expressions" in request:
            arrays = {name: torch.from_numpy(a) for name, a in np.load(request["arrays"]).items()}
            values = {**arrays, "torch": torch, "F": import_module("torch.nn.functional")}
            calls = [eval(f"lambda: {text}", values) for text in request["expressions"]]
            results = list[Any]()
            for call in calls:
                made = call()
                results.append(values.get("out", made).numpy().copy())
            np.savez(request["results"], *results)
            print("null", flush=True)
            continue
        call = calls[request["expression"]]
        began = thread_time()
        for _ in range(request["count"]):
            call()
        print(thread_time() - began, flush=True)


if __name__ == "__main__":
    main()
