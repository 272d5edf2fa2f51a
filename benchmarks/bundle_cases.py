"""The sizes in the bundle for a GPU; where padding should not pay is said before it is measured."""

from __future__ import annotations

from dataclasses import dataclass

_EVEN = "the rows are whole lines of 128 bytes already"
_FLAT = "contiguous and element by element: flat, it would have one tail in all"
_SHORT = "short rows: as many bytes more as guards less"
_LONG = "32 lanes of 4 bytes fill lines already; only instructions are saved"
_TINY = "the launch takes longer than the kernel"
_CACHED = "one element a thread either way, and its neighbours are in the first cache"


@dataclass(frozen=True)
class Size:
    """A family of `gpu_kernels`, its sizes, and why padding should not pay there, if so."""

    family: str
    sizes: tuple[int, ...]
    no_gain: str = ""

    @property
    def file(self) -> str:
        """The prefix of the names of the case's files."""
        return f"{self.family}-{'x'.join(map(str, self.sizes))}"


SIZES = (
    Size("double", (1000, 1021), _TINY),
    Size("double", (8192, 8191), _FLAT),
    Size("double", (8192, 8192), _EVEN),
    Size("double", (65536, 67), _SHORT),
    Size("row_sum", (1000, 1021), _TINY),
    Size("row_sum", (1000, 8191)),
    Size("row_sum", (8192, 8191), _LONG),
    Size("row_sum", (8192, 8192), _EVEN),
    Size("row_sum", (65536, 1021)),
    Size("row_sum", (65536, 129), _SHORT),
    Size("row_sum", (65536, 67), _SHORT),
    Size("softmax", (1000, 1021), _TINY),
    Size("softmax", (8192, 1021)),
    Size("softmax", (8192, 8191)),
    Size("softmax", (65536, 129), _SHORT),
    Size("layernorm", (8192, 1021)),
    Size("layernorm", (8192, 8191)),
    Size("conv1d", (16777217, 7), _CACHED),
    Size("matmul", (127, 127, 127), _TINY),
    Size("matmul", (509, 509, 509, 32)),
    Size("matmul", (1021, 1021, 1021, 64)),
    Size("matmul", (4093, 4093, 4093, 64)),
    Size("maxpool", (56, 61), _TINY),
    Size("maxpool", (223, 61)),
    Size("conv2d", (56, 61, 67)),
    Size("conv2d", (224, 61, 67)),
)
