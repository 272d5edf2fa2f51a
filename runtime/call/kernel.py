"""A compiled function as a callable on arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from ...analysis.contracts.contracts import FunctionContract, contract_of
from ...dialect.layout.layout import Layout
from ...passes.common.diagnostics import Remark
from ..errors import KernelError
from ..packing.arrays import Array
from ..signature import Buffer, Signature
from .resident_arrays import pack_array, unpack_array


class Kernel(ABC):
    """
    A compiled function.

    Called with the function's arguments in order: arrays for memrefs, which are written in place,
    and numbers for scalars; an index argument that `pad.size` ties to a buffer is left out, or
    given by name. Gives the function's results: None, one, or a tuple. What does not fit is a
    KernelError, raised before anything has run.
    """

    def __init__(self, signature: Signature):
        self.remarks: tuple[Remark, ...] = ()
        """The remarks of its compilation."""
        self._signature = signature
        self._buffers = {p.name: p for p in signature.parameters if isinstance(p, Buffer)}

    @property
    def buffers(self) -> tuple[str, ...]:
        """The names of the buffers that the kernel takes, in order."""
        return tuple(self._buffers)

    def logical_shape(self, buffer: str) -> tuple[int, ...]:
        """The shape that the program speaks of; -1 where it is dynamic."""
        return self._buffer(buffer).logical_shape

    def physical_shape(self, buffer: str) -> tuple[int, ...]:
        """The shape in memory, padding included; -1 where it is dynamic."""
        return self._buffer(buffer).shape

    def layout(self, buffer: str) -> Layout:
        """The layout; one without steps for a buffer that has none."""
        return self._buffer(buffer).layout

    def pack(self, buffer: str, array: Array, out: Array | None = None) -> Array:
        """
        The array as the buffer is in memory, padding included, for a kernel that takes it packed.

        It is a new one, aligned to 64 bytes, or `out`, of the physical shape. Value padding holds
        its value; what need hold nothing is not written, but for floats of undef padding, which
        are 0. Raises KernelError for arrays that the kernel would refuse, and for two that share
        memory.
        """
        part = self._buffer(buffer)
        with self._at(buffer):
            return pack_array(part, array, out)

    def unpack(
        self,
        buffer: str,
        physical: Array,
        out: Array | None = None,
        shape: tuple[int, ...] | None = None,
    ) -> Array:
        """
        The elements of a physical array of the buffer as a new logical array, or in `out`.

        Where the logical shape is dynamic, `shape` or that of `out` tells it. Raises KernelError
        for arrays that the kernel would refuse, and for two that share memory.
        """
        part = self._buffer(buffer)
        with self._at(buffer):
            return unpack_array(part, physical, out, shape)

    @cached_property
    def contracts(self) -> FunctionContract:
        """
        The contract of each buffer of the function on entry and at exit, about its physical arrays;
        `kernel.contracts.buffer("A")` is the contract of one buffer.
        """
        if self._signature.source is None:
            raise KernelError(f"@{self._signature.function} was not kept as a function")
        return contract_of(self._signature.source)

    @property
    def address(self) -> int:
        """
        The address of the code, a C function `R f(T *, .., N)` of the arguments in order.

        It takes physical arrays by their addresses, row-major and of static shapes, and checks and
        packs nothing; sizes that `pad.size` ties are arguments too. It lives as long as the kernel.
        Raises KernelError if a memref has a dynamic shape, which takes more than an address, and
        where the code is not for the host.
        """
        raise KernelError(
            f"@{self._signature.function} is not code of the host, and has no C address"
        )

    @contextmanager
    def _at(self, buffer: str) -> Generator[None]:
        """Say of which buffer it is what is refused."""
        try:
            yield
        except (KernelError, MemoryError) as error:
            said = str(error) or "memory has not so many bytes"
            raise KernelError(f"{buffer} of @{self._signature.function}: {said}") from error

    @property
    def workspace_bytes(self) -> int:
        """
        The bytes that the local buffers of a call take: of those with static sizes, or as many as
        a call has needed so far.

        A thread that calls the kernel keeps a workspace of so many; only what has no room in it is
        allocated by the call. 0 where functions return new buffers, and on devices.
        """
        return 0

    @abstractmethod
    def __call__(self, *arguments: Any, **sizes: Any) -> Any: ...

    def _buffer(self, name: str) -> Buffer:
        if name not in self.buffers:
            raise KernelError(
                f"@{self._signature.function} has no buffer '{name}'; its buffers: "
                f"{', '.join(self._buffers) or 'none'}"
            )
        return self._buffers[name]
