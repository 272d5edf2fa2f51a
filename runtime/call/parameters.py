"""Arguments of a call for the parameters of a kernel: checked, and in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NoReturn, Protocol, TypeVar, cast

from ...analysis.contracts.call_sizes import size_name
from ...dialect.ir.argument_checks import checked_names
from ..errors import KernelError
from ..signature import Buffer, Scalar, Signature, Tie
from .arguments import BufferArgument
from .fast_entry import FastEntry, fast_entry


class Taken(Protocol):
    """An array that was given for a parameter, and fits it."""

    argument: BufferArgument

    @property
    def shape(self) -> tuple[int, ...]: ...


T = TypeVar("T", bound=Taken)


class Parameters:
    """The parameters of a function, of which the buffers in `packed` take physical arrays."""

    def __init__(self, signature: Signature, packed: Collection[str]):
        self._signature = signature
        self._function, self._size_checks = signature.function, signature.size_checks
        self._arguments: list[BufferArgument | Scalar] = [
            part if isinstance(part, Scalar) else BufferArgument(part, packed=part.name in packed)
            for part in signature.parameters
        ]
        buffers = {part.name for part in signature.parameters if isinstance(part, Buffer)}
        self._tied = {
            part.name: (position, part)
            for position, part in enumerate(signature.parameters)
            if isinstance(part, Scalar) and any(tie.buffer in buffers for tie in part.ties)
        }
        self._logical_sizes = {
            argument.name: [
                (tie.axis, position, name)
                for name, (position, scalar) in self._tied.items()
                for tie in scalar.ties
                if tie.buffer == argument.name
            ]
            for argument in self._arguments
            if isinstance(argument, BufferArgument) and not argument.tells_logical_shape
        }
        """Of each physical array: axes, and where the arguments are that tell their sizes."""
        checked = {name for check in self._size_checks for name in check.condition.variables()}
        self._checked_sizes = [
            (position, _checked_axes(argument, checked))
            for position, argument in enumerate(self._arguments)
            if isinstance(argument, BufferArgument)
        ]
        self._checked_numbers = [
            (position, argument.name)
            for position, argument in enumerate(self._arguments)
            if isinstance(argument, Scalar)
            and argument.name in checked
            and argument.element.dtype.kind in "bi"  # no float is a size
        ]

    def fast_entry(self) -> FastEntry | None:
        """How calls are compared with one that was checked; None if that is not enough."""
        return fast_entry(self._signature, self._arguments, [*self._tied])

    def check(
        self,
        arguments: Sequence[Any],
        sizes: Mapping[str, Any],
        take: Callable[[BufferArgument, Any], T],
    ) -> list[T | float]:
        """
        Return the value of each parameter: the result of `take` for an array, which it checks, or
        the encoded number.
        """
        if len(arguments) + len(self._tied) != len(self._arguments) or (
            sizes and not sizes.keys() <= self._tied.keys()
        ):
            self._refuse(len(arguments), sizes)
        given = list(arguments)
        for position, _ in self._tied.values():
            given.insert(position, None)
        parts: list[T | float] = []
        for argument, value in zip(self._arguments, given, strict=True):
            try:
                if isinstance(argument, BufferArgument):
                    parts.append(take(argument, value))
                elif argument.name in self._tied:
                    parts.append(0)
                else:
                    number = argument.element.encode(value)
                    parts.append(number)
                    for tie in argument.ties:  # to a buffer of the function's own
                        _check_limits(tie, int(number))
            except KernelError as error:
                raise KernelError(f"{self._where(argument)}: {error}") from None
        arrays = [part for part in parts if not isinstance(part, (int, float))]
        shapes = {a.argument.name: a.shape for a in arrays if a.argument.tells_logical_shape}
        for name, (position, scalar) in self._tied.items():
            try:
                parts[position] = _tied_size(scalar, shapes, sizes.get(name))
            except KernelError as error:
                raise KernelError(f"{self._where(scalar)}: {error}") from None
        for array in (array for array in arrays if not array.argument.tells_logical_shape):
            self._check_physical(array, parts)
        if self._size_checks:
            self._check_sizes(parts)
        return parts

    def _check_physical(self, array: Taken, parts: Sequence[Taken | float]) -> None:
        """Raise KernelError for a physical array that the tied sizes do not give its shape."""
        argument, logical = array.argument, list(array.argument.buffer.logical_shape)
        told = self._logical_sizes[argument.name]
        for axis, position, _ in told:
            logical[axis] = int(cast("float", parts[position]))
        if -1 in logical:
            raise KernelError(
                f"{self._where(argument)}: its logical shape is not told by its physical one, and "
                f"`pad.size` ties no argument to axis {logical.index(-1)}"
            )
        if (wanted := argument.physical_shape(logical)) != array.shape:
            sizes = {name: parts[position] for _, position, name in told}
            given = ", ".join(f"{name} = {size}" for name, size in sizes.items())
            raise KernelError(
                f"{self._where(argument)}: wanted the physical shape {wanted} for {given}, got "
                f"{array.shape}"
            )

    def _check_sizes(self, parts: Sequence[Taken | float]) -> None:
        sizes = {name: int(cast("float", parts[k])) for k, name in self._checked_numbers}
        for position, axes in self._checked_sizes:
            if axes:
                array = cast("Taken", parts[position])
                shape, buffer = array.shape, array.argument
                if buffer.tells_logical_shape and -1 in buffer.shape:
                    shape = buffer.physical_shape(shape)
                sizes |= {name: shape[axis] for axis, name in axes}
        for check in self._size_checks:
            check.refuse_unless_met(self._function, sizes)

    def _where(self, argument: BufferArgument | Scalar) -> str:
        return f"argument {argument.name} of @{self._function}"

    def _refuse(self, count: int, sizes: Mapping[str, Any]) -> NoReturn:
        for size in sizes:
            if size not in self._tied:
                if any(argument.name == size for argument in self._arguments):
                    raise KernelError(
                        f"@{self._function} takes {size} by its position; only sizes have names"
                    )
                known = ", ".join(self._tied) or "none"
                raise KernelError(
                    f"@{self._function} has no size '{size}' to give by name; those it has: {known}"
                )
        wanted = [a.name for a in self._arguments if a.name not in self._tied]
        raise KernelError(
            f"@{self._function} takes {len(wanted)} arguments ({', '.join(wanted)}), got {count}"
        )


def packed_names(signature: Signature, packed: bool | Sequence[str]) -> frozenset[str]:
    """The buffers that the caller packs; raises KernelError for a name that is none's."""
    known = [p.name for p in (*signature.parameters, *signature.results) if isinstance(p, Buffer)]
    if isinstance(packed, bool):
        return frozenset(known if packed else ())
    names = checked_names("packed", packed, "True, False, a name or a list of names")
    for name in names:
        if name not in known:
            raise KernelError(f"no buffer '{name}' to be packed; buffers: {', '.join(known)}")
    return frozenset(names)


def _checked_axes(argument: BufferArgument, checked: Collection[str]) -> list[tuple[int, str]]:
    """The axes of which the sizes are checked, with their names."""
    axes = range(len(argument.buffer.shape))
    names = [(axis, size_name(argument.name, axis)) for axis in axes]
    return [(axis, name) for axis, name in names if name in checked]


def _tied_size(scalar: Scalar, shapes: Mapping[str, tuple[int, ...]], given: Any | None) -> int:
    """The value of a tied argument; raises KernelError if the shapes or `given` contradict it."""
    first, size, number = None, 0, None
    for tie in scalar.ties:
        if tie.buffer in shapes:
            own = shapes[tie.buffer][tie.axis]
        elif given is not None:  # what a physical array does not tell
            if number is None:
                number = int(scalar.element.encode(given))
            own = number
        else:
            continue
        if first is None:
            first, size = tie, own
        if own != size:
            raise KernelError(
                f"it is {_place(first)}, {size}, and {_place(tie)}, {own}: they must be equal"
            )
        _check_limits(tie, own)
    if first is None:
        raise KernelError(
            f"it is the logical size of {_place(scalar.ties[0])}, which a physical array "
            f"does not tell; give it by name: {scalar.name}=.."
        )
    if given is not None and size != (scalar.element.encode(given) if number is None else number):
        raise KernelError(f"it was given as {given}, but {_place(first)} has size {size}")
    return size


def _place(tie: Tie) -> str:
    return f"axis {tie.axis} of {tie.buffer}"


def _check_limits(tie: Tie, size: int) -> None:
    """Raise KernelError for a size that `pad.size` rules out."""
    if size < tie.least or (tie.most is not None and size > tie.most):
        bounds = f"at least {tie.least}" + ("" if tie.most is None else f", at most {tie.most}")
        raise KernelError(f"{_place(tie)} has size {size}, but must be {bounds}")
    if size % tie.multiple:
        raise KernelError(
            f"{_place(tie)} has size {size}, but must be a multiple of {tie.multiple}"
        )
