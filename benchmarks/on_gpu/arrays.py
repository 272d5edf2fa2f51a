"""Arrays on the device: what is asked of the library that has them, and torch as that library."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Protocol


class Library(Protocol):
    """
    Arrays of f32 with Python's operators, slices, `.sum(axis)`, `.mean(axis)` and `.reshape`.

    They have `__cuda_array_interface__`.
    """

    @property
    def stream(self) -> int:
        """The stream that the library works on."""
        ...

    def normal(self, shape: Sequence[int], seed: int) -> Any:
        """Normally distributed numbers."""
        ...

    def full(self, shape: Sequence[int], value: float) -> Any:
        """One number everywhere."""
        ...

    def copy(self, array: Any) -> Any:
        """An array of its own."""
        ...

    def wide(self, array: Any) -> Any:
        """The numbers in double precision."""
        ...

    def exp(self, array: Any) -> Any: ...

    def row_maxima(self, array: Any) -> Any:
        """The largest number of each row, as a matrix of one column."""
        ...

    def larger(self, one: Any, other: Any) -> Any:
        """The larger number at each index."""
        ...

    def wait(self) -> None:
        """Waits for the device; raises RuntimeError if it failed."""
        ...


class Torch:
    """Torch on its current CUDA device; raises RuntimeError if there is none."""

    def __init__(self) -> None:
        self.torch: Any = importlib.import_module("torch")
        if not self.torch.cuda.is_available():
            raise RuntimeError("torch finds no CUDA device")
        self._device = self.torch.device("cuda", self.torch.cuda.current_device())
        self.torch.zeros(1, device=self._device)  # the context is there from now on

    @property
    def stream(self) -> int:
        return int(self.torch.cuda.current_stream().cuda_stream)

    @property
    def ordinal(self) -> int:
        """The number of the device."""
        return int(self._device.index)

    def normal(self, shape: Sequence[int], seed: int) -> Any:
        generator = self.torch.Generator(device=self._device).manual_seed(seed)
        return self.torch.randn(tuple(shape), device=self._device, generator=generator)

    def full(self, shape: Sequence[int], value: float) -> Any:
        dtype = self.torch.float32
        return self.torch.full(tuple(shape), value, device=self._device, dtype=dtype)

    def copy(self, array: Any) -> Any:
        return array.clone()

    def wide(self, array: Any) -> Any:
        return array.double()

    def exp(self, array: Any) -> Any:
        return self.torch.exp(array)

    def row_maxima(self, array: Any) -> Any:
        return self.torch.amax(array, 1, keepdim=True)

    def larger(self, one: Any, other: Any) -> Any:
        return self.torch.maximum(one, other)

    def wait(self) -> None:
        self.torch.cuda.synchronize()
