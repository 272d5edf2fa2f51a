"""
The contenders that are timed: our kernels, packed before or at each call, their guarded twin,
torch, Triton.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import nan
from types import ModuleType
from typing import Any

from pad_mlir.runtime.gpu.cuda_driver import CudaContext

from .arrays import Library, Torch
from .cases import Case
from .launching import Function, Run
from .torch_kernels import torch_operation


@dataclass(frozen=True)
class Prepared:
    """A run on arrays of its own."""

    run: Run
    output: Callable[[], Any]
    """The logical output, once it has run."""


@dataclass(frozen=True)
class Contender:
    """One way to compute a case, by name; `prepare` makes a run from logical inputs."""

    name: str
    prepare: Callable[[Mapping[str, Any]], Prepared]


def ours(case: Case, context: CudaContext, library: Library) -> Iterator[Contender]:
    """Kernels on packed arrays (`padded`), with packing in each call (`call`), the guarded twin."""
    padded = Function(case.variants["padded"], context, library)
    yield Contender("padded", lambda inputs: _packed(case, padded, library, inputs))
    yield Contender("call", lambda inputs: _call(case, padded, library, inputs))
    guarded = Function(case.variants["guarded"], context, library)
    yield Contender("guarded", lambda inputs: _packed(case, guarded, library, inputs))


def rivals(case: Case, library: Torch) -> Iterator[Contender]:
    """Torch, and Triton where it can be imported."""
    yield Contender("torch", lambda inputs: _torch(case, library, inputs))
    triton = triton_kernels()
    if triton is not None:
        yield Contender("triton", lambda inputs: _triton(case, triton, library, inputs))


def triton_kernels() -> ModuleType | None:
    """The kernels in Triton; None if it is not installed."""
    try:
        return importlib.import_module(".triton_kernels", __package__)
    except ImportError:
        return None


def _packed(
    case: Case, function: Function, library: Library, inputs: Mapping[str, Any]
) -> Prepared:
    arrays = {name: library.full(shape, nan) for name, shape in function.shapes.items()}
    for name, array in inputs.items():
        if function.is_packed(name):
            function.pack(name, array, arrays[name])
        else:
            arrays[name] = library.copy(array)
    out = arrays[case.output]

    def output() -> Any:
        if not function.is_packed(case.output):
            return out
        logical = library.full(case.shapes[case.output], nan)
        function.unpack(case.output, out, logical)
        return logical

    return Prepared(function.prepare(arrays), output)


def _call(case: Case, function: Function, library: Library, inputs: Mapping[str, Any]) -> Prepared:
    logical = {name: library.copy(array) for name, array in inputs.items()}
    logical[case.output] = out = library.full(case.shapes[case.output], nan)
    packed = {n: shape for n, shape in function.shapes.items() if function.is_packed(n)}
    physical = {name: library.full(shape, nan) for name, shape in packed.items()}
    return Prepared(function.prepare_call(logical, physical), lambda: out)


def _torch(case: Case, library: Torch, inputs: Mapping[str, Any]) -> Prepared:
    own = {name: library.copy(array) for name, array in inputs.items()}
    operation = torch_operation(library.torch, case.family, own)
    # What torch makes anew is kept until the next run, so that these outputs take turns as well.
    kept = [library.full(case.shapes[case.output], nan)]

    def run() -> None:
        kept[0] = operation(kept[0])

    return Prepared(run, lambda: kept[0])


def _triton(case: Case, triton: ModuleType, library: Torch, inputs: Mapping[str, Any]) -> Prepared:
    own = [library.copy(array) for array in inputs.values()]
    out = library.full(case.shapes[case.output], nan)
    launch = triton.LAUNCHES[case.family]
    return Prepared(lambda: launch(*own, out), lambda: out)
