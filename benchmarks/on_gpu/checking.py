"""Each kernel of a bundle against double precision, with poison where nothing may be read."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import nan
from typing import Any

from pad_mlir.runtime.errors import KernelError
from pad_mlir.runtime.gpu.cuda_driver import CudaContext

from .arrays import Library
from .cases import VARIANTS, Case
from .launching import Function
from .references import reference

_FENCE = 64  # elements on each side of an array: 256 bytes, so it stays aligned
_IN_NORM, _IN_ELEMENT = 1e-5, 1e-4


@dataclass(frozen=True)
class Outcome:
    """The result of checking one kernel."""

    name: str
    error: float
    """The norm of the difference, over that of the reference."""
    wrong: str
    """The fault; empty if there is none."""

    def __str__(self) -> str:
        return f"{self.name:<48} {self.error:8.1e}  {self.wrong or 'right'}"


def check(cases: Iterable[Case], context: CudaContext, library: Library) -> Iterator[Outcome]:
    """All kernels of these cases; it ends after one that cannot be run, as the device may fail."""
    for case in cases:
        inputs = make_inputs(case, library)
        wanted = reference(library, case.family, inputs)
        for variant in VARIANTS:
            name = f"{case.name}, {variant}"
            try:
                function = Function(case.variants[variant], context, library)
                yield _outcome(name, *_run(case, function, inputs, library), wanted, library)
            except (KernelError, RuntimeError) as error:
                yield Outcome(name, nan, f"failed: {error}")
                return


def make_inputs(case: Case, library: Library) -> dict[str, Any]:
    """The logical inputs of a case, the same in each run."""
    seed = zlib.crc32(case.name.encode())
    return {
        name: library.normal(case.shapes[name], seed + place)
        for place, name in enumerate(case.inputs)
    }


def difference(out: Any, wanted: Any, library: Library) -> tuple[float, str]:
    """The error in the norm, and what is wrong with an output; a NaN is."""
    apart = library.wide(out) - wanted
    squares = float((wanted * wanted).sum())
    error = (float((apart * apart).sum()) / max(squares, 1e-300)) ** 0.5
    if error != error:
        return error, f"WRONG: {int((apart != apart).sum())} elements are NaN"
    if error > _IN_NORM:
        return error, "WRONG: the error is too large"
    size = (squares / max(wanted.reshape(-1).shape[0], 1)) ** 0.5
    far = int((abs(apart) > _IN_ELEMENT * (abs(wanted) + size)).sum())
    return error, f"WRONG: {far} elements are too far off" if far else ""


class _Fenced:
    """An array with poison around it."""

    def __init__(self, library: Library, shape: tuple[int, ...], value: float):
        count = 1
        for size in shape:
            count *= size
        self._flat = library.full((count + 2 * _FENCE,), nan)
        self.array = self._flat[_FENCE : _FENCE + count].reshape(shape)
        self.array[...] = value

    @property
    def is_whole(self) -> bool:
        """Whether nothing around the array has changed."""
        fences = self._flat[:_FENCE], self._flat[-_FENCE:]
        return all(bool((fence != fence).all()) for fence in fences)


def _run(
    case: Case, function: Function, inputs: dict[str, Any], library: Library
) -> tuple[Any, list[str]]:
    """The logical output, and what has changed that must not."""
    given = dict[str, _Fenced]()
    for name, shape in function.shapes.items():
        # Under fp=relaxed no number may be a NaN, padding included.
        poison = 1e30 if case.relaxed and name == case.output else nan
        given[name] = _Fenced(library, shape, poison)
        if name in inputs and function.is_packed(name):
            function.pack(name, inputs[name], given[name].array)
        elif name in inputs:
            given[name].array[...] = inputs[name]
    before = {name: library.copy(given[name].array) for name in inputs}
    function.prepare({name: fenced.array for name, fenced in given.items()})()
    library.wait()
    changed = [name for name, a in before.items() if not bool((given[name].array == a).all())]
    out = given[case.output]
    if function.is_packed(case.output):
        logical = _Fenced(library, case.shapes[case.output], nan)
        function.unpack(case.output, out.array, logical.array)
        library.wait()
        given["its copy"], out = logical, logical
    broken = [f"what lies around {name}" for name, one in given.items() if not one.is_whole]
    return out.array, [*changed, *broken]


def _outcome(name: str, out: Any, changed: list[str], wanted: Any, library: Library) -> Outcome:
    error, wrong = difference(out, wanted, library)
    if changed and not wrong:
        wrong = f"WRONG: {', '.join(changed)} has changed"
    return Outcome(name, error, wrong)
