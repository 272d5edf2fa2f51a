"""The subject of a benchmark: one kernel at one size, in MLIR, in C and in numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .native import Array

Interface: TypeAlias = Literal["change", "keep"]
Arrays: TypeAlias = Mapping[str, Array]

OURS, GUARDED = "padded", "padded, guarded"
INSIDE, MASKED = "packing inside", "masks"
CONTRACT = ("-ffp-contract=fast",)
REASSOC = (*CONTRACT, "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math")
"""
Flags that `fastmath<reassoc,contract>` allows; C compilers have the first only with the others.
"""
EITHER = {"contract": CONTRACT, "reassoc": REASSOC}
"""For sums whose lanes are results of their own: there the freedom to reorder may do harm."""


@dataclass(frozen=True)
class Number:
    """An element type: in MLIR, in C, and in numpy."""

    mlir: str
    c: str
    dtype: np.dtype[np.generic]

    @property
    def lanes(self) -> int:
        """How many fill a cache line, which is the widest vector."""
        return 64 // self.dtype.itemsize


F32 = Number("f32", "float", np.dtype(np.float32))
F64 = Number("f64", "double", np.dtype(np.float64))
I8 = Number("i8", "int8_t", np.dtype(np.int8))
I32 = Number("i32", "int32_t", np.dtype(np.int32))


@dataclass(frozen=True)
class Problem:
    """
    A kernel at one size: a function of buffers, the last of which it writes.

    `lay_out` gives the buffers their layouts and the loops their order, guards and all;
    `speed_up`, the rest of the schedule, drops the guards and makes vectors. Both C texts define
    `kernel`, of the same arguments: `c_logical` of logical arrays, `c_padded` of physical ones,
    with loops that run over the padding too.
    """

    name: str
    family: str
    """The name of the function that makes it, of which TVM's schedules have a twin."""
    sizes: tuple[int, ...]
    """The arguments of that function but the element types."""
    mlir: str
    shapes: Mapping[str, tuple[int, ...]]
    """The logical shape of each buffer, in order."""
    numbers: tuple[Number, Number]
    """The element type of what is read, and that of what is written."""
    lay_out: Callable[[Schedule, Interface], None]
    speed_up: Callable[[Schedule], None]
    c_logical: str
    c_padded: str
    c_flags: Mapping[str, tuple[str, ...]]
    """Sets of flags by what they allow: no more than the function in MLIR does."""
    expected: Callable[[Arrays], Array]
    """The result in double precision, or exact integers."""
    numpy: Callable[[Arrays], Callable[[], object]]
    """The call that a user of numpy would make, on prepared arrays."""
    flops: int
    """Of the logical loops: work on padding does not count."""
    bytes: int
    """Each logical array once."""
    bound: Bound | None
    """The limit on any machine; None if the harness has no such loop."""
    inside: Callable[[Schedule], None] | None = None
    """The rest of the schedule where it packs and unpacks logical arrays itself, if it is timed."""
    masked: Callable[[Schedule], None] | None = None
    """A whole schedule without layouts, for the same."""
    fp: Literal["strict", "relaxed"] = "strict"
    """"relaxed" where dropping its guards assumes that no value is NaN or infinite."""
    tolerance: float = 1e-4

    @property
    def output(self) -> str:
        """The name of the buffer that is written."""
        return list(self.shapes)[-1]

    def arrays(self) -> dict[str, Array]:
        """Logical arrays with random values; the output's is wrong everywhere."""
        source, target = self.numbers
        rng = np.random.default_rng(0)
        arrays: dict[str, Array] = {}
        for name, shape in self.shapes.items():
            if name == self.output:
                arrays[name] = np.full(shape, 77, target.dtype)
            elif source.dtype.kind == "i":
                arrays[name] = rng.integers(-100, 100, shape).astype(source.dtype)
            else:
                arrays[name] = rng.standard_normal(shape).astype(source.dtype)
        return arrays

    def schedules(self) -> dict[str, Callable[[], Schedule]]:
        """The variants by name."""
        variants = {
            OURS: lambda: _after(self.speed_up, self._laid_out("change")),
            GUARDED: lambda: self._laid_out("change"),
        }
        inside, masked = self.inside, self.masked
        if inside is not None:
            variants[INSIDE] = lambda: _after(inside, self._laid_out("keep"))
        if masked is not None:
            variants[MASKED] = lambda: _after(masked, Schedule(self.mlir, fp=self.fp))
        return variants

    def _laid_out(self, interface: Interface) -> Schedule:
        s = Schedule(self.mlir, fp=self.fp)
        self.lay_out(s, interface)
        return s


def _after(steps: Callable[[Schedule], None], s: Schedule) -> Schedule:
    steps(s)
    return s
