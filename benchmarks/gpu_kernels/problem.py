"""A kernel with what it takes to map, run and check it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pad_mlir.schedule import Schedule

Array = NDArray[np.float32]
Arrays = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class GpuProblem:
    """
    A function on logical f32 buffers, the last of which it writes.

    `lay_out` pads them and drops guards, `map` makes kernels; `guarded` are words of the remark for
    each guard that stays, with the fact that is missing. `bytes` is what has to move at least,
    `flops` what has to be computed.
    """

    name: str
    mlir: str
    shapes: Mapping[str, tuple[int, ...]]
    lay_out: Callable[[Schedule], None]
    map: Callable[[Schedule], None]
    expected: Callable[[Arrays], NDArray[np.float64]]
    bytes: int
    flops: int = 0
    fp: Literal["strict", "relaxed"] = "strict"
    guarded: tuple[str, ...] = ()

    def schedule(self, *, padded: bool = True) -> Schedule:
        """The kernels, on padded buffers; or its guarded twin, on the logical ones."""
        s = Schedule(self.mlir, fp=self.fp)
        if padded:
            self.lay_out(s)
            self.map(s)
        else:
            s.map_to_gpu()
        return s

    def arrays(self, rng: np.random.Generator) -> dict[str, Array]:
        """Random inputs; what is to be written holds no number."""
        *inputs, output = self.shapes.items()
        made = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in inputs}
        return made | {output[0]: np.full(output[1], np.nan, np.float32)}


def memref(shape: tuple[int, ...]) -> str:
    """The type of a logical buffer."""
    return f"memref<{'x'.join(map(str, shape))}xf32>"


def traffic(shapes: Mapping[str, tuple[int, ...]]) -> int:
    """The bytes of all buffers, each moved once."""
    return sum(4 * int(np.prod(shape)) for shape in shapes.values())


def row_tile(extent: int) -> int:
    """Elements that a row is padded to a multiple of: a line of 128 bytes, or an access of 16."""
    return 32 if extent >= 512 else 4
