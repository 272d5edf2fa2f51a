"""Carries a launch plan out on a device, whatever that is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from ..errors import KernelError
from .element_bytes import number_bytes
from .plan import (
    Allocate,
    Array,
    ArrayParameter,
    Choice,
    Copy,
    Free,
    Kernel,
    Launch,
    LaunchPlan,
    Loop,
    Number,
    Step,
)
from .plan_sizes import Size, evaluate


class Memory(Protocol):
    """An array on a device, row-major."""

    @property
    def shape(self) -> tuple[int, ...]: ...


M = TypeVar("M", bound=Memory)


class Device(Protocol[M]):
    """A device that runs the steps of a plan, one after the other."""

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> M:
        """A new array; raises KernelError if there is no memory for it."""
        ...

    def free(self, memory: M) -> None:
        """Ends what `allocate` gave, once the steps so far are done."""
        ...

    def copy(self, source: M, target: M) -> None:
        """Copies all of an array to another one of the same size."""
        ...

    def launch(
        self, kernel: Kernel, grid: tuple[int, int, int], arguments: Sequence[M | bytes]
    ) -> None:
        """
        Runs a kernel on a grid, of which no size is 0.

        The arguments are those of the code: an array is followed by its dynamic sizes.
        """
        ...


def carry_out(
    plan: LaunchPlan, device: Device[M], arrays: Mapping[str, M], numbers: Mapping[str, float]
) -> None:
    """
    Runs a function on these arguments, which have been checked.

    Raises KernelError if a size of the plan is none, being negative, or divides by 0. What was
    launched before has run then.
    """
    _Run(plan, device, arrays, numbers).run()


class _Run(Generic[M]):
    def __init__(
        self,
        plan: LaunchPlan,
        device: Device[M],
        arrays: Mapping[str, M],
        numbers: Mapping[str, float],
    ):
        self._plan, self._device = plan, device
        self._arrays, self._numbers = dict(arrays), dict(numbers)
        self._temporaries = dict[str, M]()

    def run(self) -> None:
        try:
            for step in self._plan.steps:
                self._step(step)
        finally:
            for memory in self._temporaries.values():
                self._device.free(memory)

    def _step(self, step: Step) -> None:
        match step:
            case Allocate(name, element, extents, alignment):
                shape = tuple(self._size(extent, f"a size of {name}") for extent in extents)
                self._release(name)
                memory = self._device.allocate(element, shape, alignment)
                self._arrays[name] = self._temporaries[name] = memory
            case Free(name):
                self._release(name)
            case Copy(source, target):
                self._copy(source, target)
            case Launch():
                self._launch(step)
            case Loop(index, start, stop, stride, body):
                for value in range(self._value(start), self._value(stop), stride):
                    self._numbers[index] = value
                    for inner in body:
                        self._step(inner)
            case Choice(condition, first, second):
                for inner in first if self._value(condition) else second:
                    self._step(inner)

    def _release(self, name: str) -> None:
        if name in self._temporaries:
            self._device.free(self._temporaries.pop(name))

    def _copy(self, source: str, target: str) -> None:
        one, other = self._arrays[source], self._arrays[target]
        if one.shape != other.shape:
            raise KernelError(
                f"{self._plan.function} copies {source}, shape {one.shape}, to {target}, shape "
                f"{other.shape}: the shapes must be equal"
            )
        if math.prod(one.shape):
            self._device.copy(one, other)

    def _launch(self, step: Launch) -> None:
        kernel = self._plan.kernel(step.kernel)
        x, y, z = (self._size(size, f"the grid of {step.kernel}") for size in step.grid)
        if 0 in (x, y, z):
            return
        arguments: list[M | bytes] = []
        for parameter, argument in zip(kernel.parameters, step.arguments, strict=True):
            if isinstance(argument, Array) and isinstance(parameter, ArrayParameter):
                arguments += self._array(step.kernel, parameter, argument.name)
            elif isinstance(argument, Number):
                arguments.append(self._number(parameter.element, argument.value))
        self._device.launch(kernel, (x, y, z), arguments)

    def _array(self, kernel: str, parameter: ArrayParameter, name: str) -> list[M | bytes]:
        memory, wanted = self._arrays[name], parameter.shape
        if len(wanted) != len(memory.shape) or any(
            own not in (-1, size) for own, size in zip(wanted, memory.shape, strict=True)
        ):
            raise KernelError(
                f"{kernel} takes {parameter.name} of shape {wanted}, and is given {name} of shape "
                f"{memory.shape}"
            )
        sizes = zip(wanted, memory.shape, strict=True)
        return [memory, *(number_bytes("index", size) for own, size in sizes if own < 0)]

    def _number(self, element: str, value: Size) -> bytes:
        if isinstance(value, str):
            return number_bytes(element, self._numbers[value])
        return number_bytes(element, self._value(value))

    def _value(self, size: Size) -> int:
        if isinstance(size, int):
            return size
        shapes = {name: memory.shape for name, memory in self._arrays.items()}
        integers = {name: n for name, n in self._numbers.items() if isinstance(n, int)}
        try:
            return evaluate(size, integers, shapes)
        except ZeroDivisionError:
            raise KernelError(f"{self._plan.function} divides by 0 in the size {size}") from None

    def _size(self, size: Size, what: str) -> int:
        value = self._value(size)
        if value < 0:
            raise KernelError(f"{what} of {self._plan.function}, {size}, is {value}")
        return value
