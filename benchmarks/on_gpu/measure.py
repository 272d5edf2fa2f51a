"""`python3 measure.py`: how fast the kernels of the bundle are on this machine's GPU."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from pad_mlir.runtime.errors import KernelError
from pad_mlir.runtime.gpu.cuda_driver import CudaContext, CudaDriver

from .arrays import Torch
from .cases import Case, read_cases
from .checking import difference, make_inputs
from .contenders import Contender, ours, rivals, triton_kernels
from .references import reference
from .table import Row, markdown, missed, text
from .timing import Clock, today
from .torch_kernels import forbid_rounding

_FOLDER = Path(__file__).parents[1]
_RESULTS = "measured"
_RIVALS = ("torch", "triton")


def main() -> int:
    """Prints a table and writes it as JSON and Markdown; 1 where a result of ours is wrong."""
    try:
        library = Torch()
        context = CudaContext(CudaDriver(), library.ordinal)
    except (ImportError, RuntimeError, KernelError) as error:
        print(f"nothing was measured: {error}")
        return 1
    forbid_rounding(library.torch)
    clock = Clock(library)
    about = _about(library, clock)
    print("\n".join(f"{name}: {value}" for name, value in about.items()), flush=True)
    rows: list[Row] = []
    failed = False
    try:
        for row in _rows(context, library, clock):
            rows.append(row)
            times = ", ".join(f"{name} {1e6 * s:.1f} us" for name, s in row.seconds.items())
            print(f"{row.name}: {times}", flush=True)
    except (KernelError, RuntimeError) as error:
        print(f"stopped: {error}")
        failed = True
    _write(rows, about, clock.copy_bandwidth)
    print(f"\n{text(rows, clock.copy_bandwidth)}\n")
    print("\n".join(missed(rows, clock.copy_bandwidth)) or "all goals are reached")
    return int(failed or any(name not in _RIVALS for row in rows for name in row.wrong))


def _rows(context: CudaContext, library: Torch, clock: Clock) -> Iterator[Row]:
    for case in read_cases(_FOLDER):
        inputs = make_inputs(case, library)
        wanted = reference(library, case.family, inputs)
        seconds, wrong = dict[str, float](), list[str]()
        for contender in chain(ours(case, context, library), rivals(case, library)):
            name = contender.name
            try:
                seconds[name], complaint = _time(contender, case, inputs, wanted, library, clock)
            except Exception as error:
                if name not in _RIVALS:
                    raise
                complaint = f"failed: {error}"
            if complaint:
                print(f"{case.name}, {name}: {complaint}")
                wrong.append(name)
        yield Row(case.name, case.family, case.bytes, case.flops, case.no_gain, seconds, wrong)


def _time(
    contender: Contender,
    case: Case,
    inputs: Mapping[str, Any],
    wanted: Any,
    library: Torch,
    clock: Clock,
) -> tuple[float, str]:
    """The time of a run, and what is wrong with its result."""
    first = contender.prepare(inputs)
    first.run()
    _, complaint = difference(first.output(), wanted, library)
    count = clock.copies_of(2 * case.bytes)
    others = [contender.prepare(inputs) for _ in range(count - 1)]
    return clock.seconds([first.run, *(other.run for other in others)]), complaint


def _about(library: Torch, clock: Clock) -> dict[str, Any]:
    """The machine, by what may change the figures."""
    torch = library.torch
    properties = torch.cuda.get_device_properties()
    triton = triton_kernels()
    return {
        "date": today(),
        "device": properties.name,
        "compute capability": f"{properties.major}.{properties.minor}",
        "cache, MiB": clock.cache >> 20,
        "torch": torch.__version__,
        "CUDA of torch": torch.version.cuda,
        "Triton": None if triton is None else triton.triton.__version__,
        "copy bandwidth, TB/s": round(clock.copy_bandwidth * 1e-12, 3),
    }


def _write(rows: Sequence[Row], about: Mapping[str, Any], bandwidth: float) -> None:
    results = _FOLDER / _RESULTS
    found = {"about": about, "rows": [asdict(row) for row in rows]}
    results.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n")
    results.with_suffix(".md").write_text(markdown(rows, bandwidth))
