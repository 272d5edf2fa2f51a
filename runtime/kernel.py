"""A compiled function as a callable on numpy arrays."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from ..dialect.layout import Layout
from .arguments import BufferArgument, Passed, refuse_overlaps
from .check_reports import EntryChecks
from .entry import ENTRY, argument_format
from .errors import KernelError
from .llvm import LoadedObject
from .results import Results
from .signature import Buffer, Scalar, Signature
from .sizes import size_of


class Kernel:
    """
    A compiled function.

    Called with the function's arguments in order: arrays for memrefs, which are written in place,
    and numbers for scalars; an index argument that `pad.size` ties to a buffer is left out, or
    given by name. Gives the function's results: None, one, or a tuple. What does not fit is a
    KernelError, raised before anything has run.
    """

    def __init__(
        self,
        signature: Signature,
        code: LoadedObject,
        packed: bool | Sequence[str] = False,
        checks: EntryChecks | None = None,
    ):
        self._signature = signature
        self._buffers = {p.name: p for p in signature.parameters if isinstance(p, Buffer)}
        given = {p.name: p for p in signature.results if isinstance(p, Buffer)}
        names = _packed_names(self._buffers | given, packed)
        self._arguments: list[BufferArgument | Scalar] = [
            part if isinstance(part, Scalar) else BufferArgument(part, packed=part.name in names)
            for part in signature.parameters
        ]
        self._tied = {
            part.name: (position, part)
            for position, part in enumerate(signature.parameters)
            if isinstance(part, Scalar) and part.ties
        }
        self._may_overlap = signature.may_alias or not any(
            b.written for b in self._buffers.values()
        )
        formats = [argument_format(part, signature) for part in signature.parameters]
        self._slots = struct.Struct("<" + "".join(formats))
        self._results = Results(signature, names)
        self._code, self._checks = code, checks
        self._entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address(ENTRY))

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

    @property
    def address(self) -> int:
        """
        The address of the code, a C function `R f(T *, .., N)` of the arguments in order.

        It takes physical arrays by their addresses, row-major and of static shapes, and checks and
        packs nothing; sizes that `pad.size` ties are arguments too. It lives as long as the kernel.
        KernelError where a memref has a dynamic shape, which takes more than an address.
        """
        if self._signature.descriptors:
            raise KernelError(
                f"@{self._signature.function} takes descriptors, as some memref has a dynamic "
                "shape, or is returned; only a function without has a plain C address"
            )
        return self._code.address(self._signature.function)

    def __call__(self, *arguments: Any, **sizes: Any) -> Any:
        parts = self._checked(arguments, sizes)
        passed = [part for part in parts if isinstance(part, Passed)]
        self._enter(passed)
        values: list[float] = []
        for part in parts:
            if not isinstance(part, Passed):
                values.append(part)
            elif self._signature.descriptors:
                values += part.descriptor()
            else:
                values.append(part.address)
        if self._checks is not None:
            self._checks.run(values)
        size = self._slots.size + self._results.size
        slots = ctypes.create_string_buffer(self._slots.pack(*values), size)
        self._entry(slots)
        for part in passed:
            part.leave()
        return self._results.read(slots, self._slots.size, passed)

    def _checked(self, arguments: Sequence[Any], sizes: Mapping[str, Any]) -> list[Passed | float]:
        """What each parameter gets: an array that fits it, or the encoded number."""
        if len(arguments) + len(self._tied) != len(self._arguments) or (
            sizes and not sizes.keys() <= self._tied.keys()
        ):
            self._refuse(len(arguments), sizes)
        given = list(arguments)
        for position, _ in self._tied.values():
            given.insert(position, None)
        parts: list[Passed | float] = []
        for argument, value in zip(self._arguments, given, strict=True):
            try:
                if isinstance(argument, BufferArgument):
                    parts.append(Passed(argument, value, argument.check(value)))
                else:
                    parts.append(0 if argument.ties else argument.element.encode(value))
            except KernelError as error:
                raise KernelError(f"{self._where(argument)}: {error}") from None
        for name, (position, scalar) in self._tied.items():
            shapes = {p.argument.name: p.array.shape for p in parts if isinstance(p, Passed)}
            try:
                parts[position] = size_of(scalar, shapes, sizes.get(name))
            except KernelError as error:
                raise KernelError(f"{self._where(scalar)}: {error}") from None
        return parts

    def _enter(self, passed: Sequence[Passed]) -> None:
        if not self._may_overlap:
            refuse_overlaps(passed)
        copied = False
        for part in passed:
            copied |= part.enter()
        if copied:
            # Copies do not overlap where the arrays do.
            refuse_overlaps(passed)

    def _where(self, argument: BufferArgument | Scalar) -> str:
        return f"argument {argument.name} of @{self._signature.function}"

    def _refuse(self, count: int, sizes: Mapping[str, Any]) -> NoReturn:
        name = self._signature.function
        for size in sizes:
            if size not in self._tied:
                known = ", ".join(self._tied) or "none"
                raise KernelError(
                    f"@{name} has no size '{size}' to give by name; those it has: {known}"
                )
        wanted = [a.name for a in self._arguments if a.name not in self._tied]
        raise KernelError(
            f"@{name} takes {len(wanted)} arguments ({', '.join(wanted)}), got {count}"
        )

    def _buffer(self, name: str) -> Buffer:
        if name not in self._buffers:
            raise KernelError(
                f"@{self._signature.function} has no buffer '{name}'; its buffers: "
                f"{', '.join(self._buffers) or 'none'}"
            )
        return self._buffers[name]


def _packed_names(known: Collection[str], packed: bool | Sequence[str]) -> frozenset[str]:
    if isinstance(packed, bool):
        return frozenset(known if packed else ())
    for name in packed:
        if name not in known:
            raise KernelError(f"no buffer '{name}' to be packed; buffers: {', '.join(known)}")
    return frozenset(packed)
