"""
The launch plan: what the host does for a function on a GPU, as plain data, one for all targets.

It is free of IR, and of all that is not in Python itself, so a machine that only runs kernels needs
no more of this project than this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .plan_sizes import Size

Three: TypeAlias = tuple[Size, Size, Size]


@dataclass(frozen=True)
class ArrayParameter:
    """An array that a function or a kernel takes: row-major, -1 for a dynamic extent."""

    name: str
    element: str
    """MLIR's name of the type: `f32`, `i8`, `index`, ..."""
    shape: tuple[int, ...]
    written: bool
    alignment: int = 1
    """Bytes that the address is a multiple of."""


@dataclass(frozen=True)
class NumberParameter:
    """A number that a function or a kernel takes."""

    name: str
    element: str


Parameter: TypeAlias = ArrayParameter | NumberParameter


@dataclass(frozen=True)
class Kernel:
    """Code that runs on the device, in blocks of a fixed size."""

    name: str
    module: str
    """The `gpu.module` that it is in."""
    block: tuple[int, int, int]
    """Threads along x, y and z."""
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Allocate:
    """Makes a temporary, whose contents are arbitrary."""

    array: str
    element: str
    shape: tuple[Size, ...]
    alignment: int


@dataclass(frozen=True)
class Free:
    """Ends a temporary; what nothing frees lives to the end of the plan."""

    array: str


@dataclass(frozen=True)
class Copy:
    """Copies an array to another one of the same shape and element type."""

    source: str
    target: str


@dataclass(frozen=True)
class Array:
    """An array as a kernel's argument."""

    name: str


@dataclass(frozen=True)
class Number:
    """A number as a kernel's argument: a size, or the name of a number that the function takes."""

    value: Size


Argument: TypeAlias = Array | Number


@dataclass(frozen=True)
class Launch:
    """Runs a kernel on a grid of blocks."""

    kernel: str
    grid: Three
    """Blocks along x, y and z; where one is 0, nothing runs."""
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Loop:
    """Steps for each index from `start` to below `stop`."""

    index: str
    start: Size
    stop: Size
    step: int
    body: tuple[Step, ...]


@dataclass(frozen=True)
class Choice:
    """Steps where a condition on sizes is not 0, and others where it is."""

    condition: Size
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...]


Step: TypeAlias = Allocate | Free | Copy | Launch | Loop | Choice


@dataclass(frozen=True)
class LaunchPlan:
    """A function as a sequence of steps: each begins when the one before it has ended."""

    function: str
    parameters: tuple[Parameter, ...]
    kernels: tuple[Kernel, ...]
    steps: tuple[Step, ...]

    def kernel(self, name: str) -> Kernel:
        """The kernel of that name."""
        return next(kernel for kernel in self.kernels if kernel.name == name)

    def __str__(self) -> str:
        lines = [f"plan {self.function}({_listed(self.parameters)})"]
        for kernel in self.kernels:
            block = _by(kernel.block)
            lines.append(f"kernel {kernel.name}({_listed(kernel.parameters)}) block {block}")
        return "\n".join([*lines, *_lines(self.steps)]) + "\n"


def _listed(parameters: tuple[Parameter, ...]) -> str:
    return ", ".join(map(_parameter, parameters))


def _parameter(parameter: Parameter) -> str:
    if isinstance(parameter, NumberParameter):
        return f"{parameter.name}: {parameter.element}"
    extents = ", ".join("?" if extent < 0 else str(extent) for extent in parameter.shape)
    text = f"{parameter.name}: {parameter.element}[{extents}]"
    text += f" align {parameter.alignment}" if parameter.alignment > 1 else ""
    return text + (" written" if parameter.written else "")


def _lines(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        match step:
            case Allocate(array, element, shape, alignment):
                extents = ", ".join(map(str, shape))
                yield f"allocate {array}: {element}[{extents}] align {alignment}"
            case Free(array):
                yield f"free {array}"
            case Copy(source, target):
                yield f"copy {source} to {target}"
            case Launch(kernel, grid, arguments):
                given = ", ".join(
                    argument.name if isinstance(argument, Array) else str(argument.value)
                    for argument in arguments
                )
                yield f"launch {kernel}({given}) grid {_by(grid)}"
            case Loop(index, start, stop, stride, body):
                by = "" if stride == 1 else f" step {stride}"
                yield f"for {index} = {start} to {stop}{by}:"
                yield from (f"  {line}" for line in _lines(body))
            case Choice(condition, first, second):
                yield f"if {condition}:"
                yield from (f"  {line}" for line in _lines(first))
                if second:
                    yield "else:"
                    yield from (f"  {line}" for line in _lines(second))


def _by(sizes: Three) -> str:
    return f"({', '.join(map(str, sizes))})"
