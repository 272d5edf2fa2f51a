"""Launch plans as JSON, in the form of docs/launch-plan.schema.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import KernelError
from .plan import (
    Allocate,
    Argument,
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
    NumberParameter,
    Parameter,
    Step,
)
from .plan_sizes import OPERATIONS, Extent, Operation, Size

VERSION = 1


def to_json(plan: LaunchPlan) -> dict[str, Any]:
    """A plan as what `json` writes."""
    return {
        "version": VERSION,
        "function": plan.function,
        "parameters": list(map(_from_parameter, plan.parameters)),
        "kernels": [
            {
                "name": kernel.name,
                "module": kernel.module,
                "block": list(kernel.block),
                "parameters": list(map(_from_parameter, kernel.parameters)),
            }
            for kernel in plan.kernels
        ],
        "steps": list(map(_from_step, plan.steps)),
    }


def from_json(data: Any) -> LaunchPlan:
    """The plan of what `json` read; raises KernelError for what has not the form of one."""
    try:
        if data["version"] != VERSION:
            wanted = f"a launch plan of version {VERSION}"
            raise KernelError(f"wanted {wanted}, got one of version {data['version']}")
        kernels = [
            Kernel(k["name"], k["module"], _three(k["block"]), _parameters(k["parameters"]))
            for k in data["kernels"]
        ]
        parameters = _parameters(data["parameters"])
        return LaunchPlan(data["function"], parameters, tuple(kernels), _steps(data["steps"]))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise KernelError(
            f"this is not a launch plan, by {type(error).__name__} at {error}; "
            "docs/launch-plan.schema.json has the form of one"
        ) from None


def _from_parameter(parameter: Parameter) -> dict[str, Any]:
    if isinstance(parameter, NumberParameter):
        return {"name": parameter.name, "element": parameter.element}
    return {
        "name": parameter.name,
        "element": parameter.element,
        "shape": list(parameter.shape),
        "written": parameter.written,
        "alignment": parameter.alignment,
    }


def _parameters(data: Sequence[Any]) -> tuple[Parameter, ...]:
    return tuple(
        ArrayParameter(
            one["name"], one["element"], tuple(one["shape"]), one["written"], one["alignment"]
        )
        if "shape" in one
        else NumberParameter(one["name"], one["element"])
        for one in data
    )


def _from_step(step: Step) -> dict[str, Any]:
    match step:
        case Allocate(array, element, shape, alignment):
            extents = list(map(_from_size, shape))
            about = {"element": element, "shape": extents, "alignment": alignment}
            return {"step": "allocate", "array": array, **about}
        case Free(array):
            return {"step": "free", "array": array}
        case Copy(source, target):
            return {"step": "copy", "source": source, "target": target}
        case Launch(kernel, grid, arguments):
            given = list(map(_from_argument, arguments))
            blocks = list(map(_from_size, grid))
            return {"step": "launch", "kernel": kernel, "grid": blocks, "arguments": given}
        case Loop(index, start, stop, stride, body):
            bounds = {"start": _from_size(start), "stop": _from_size(stop), "by": stride}
            return {"step": "loop", "index": index, **bounds, "body": list(map(_from_step, body))}
        case Choice(condition, first, second):
            arms = {"then": list(map(_from_step, first)), "else": list(map(_from_step, second))}
            return {"step": "choice", "if": _from_size(condition), **arms}


def _steps(data: Sequence[Any]) -> tuple[Step, ...]:
    return tuple(map(_step, data))


def _step(data: Any) -> Step:
    match data["step"]:
        case "allocate":
            shape = tuple(map(_size, data["shape"]))
            return Allocate(data["array"], data["element"], shape, data["alignment"])
        case "free":
            return Free(data["array"])
        case "copy":
            return Copy(data["source"], data["target"])
        case "launch":
            x, y, z = map(_size, data["grid"])
            return Launch(data["kernel"], (x, y, z), tuple(map(_argument, data["arguments"])))
        case "loop":
            start, stop = _size(data["start"]), _size(data["stop"])
            return Loop(data["index"], start, stop, data["by"], _steps(data["body"]))
        case "choice":
            return Choice(_size(data["if"]), _steps(data["then"]), _steps(data["else"]))
        case other:
            raise ValueError(f"step {other!r}")


def _from_argument(argument: Argument) -> dict[str, Any]:
    if isinstance(argument, Array):
        return {"array": argument.name}
    return {"number": _from_size(argument.value)}


def _argument(data: Any) -> Argument:
    return Array(data["array"]) if "array" in data else Number(_size(data["number"]))


def _from_size(size: Size) -> Any:
    """A number and a name are themselves; `["extent", "A", 0]`, `["add", 1, "n"]`."""
    match size:
        case Extent(array, axis):
            return ["extent", array, axis]
        case Operation(name, left, right):
            return [name, _from_size(left), _from_size(right)]
        case _:
            return size


def _size(data: Any) -> Size:
    match data:
        case int() | str():
            return data
        case ["extent", str(array), int(axis)]:
            return Extent(array, axis)
        case [str(name), left, right] if name in OPERATIONS:
            return Operation(name, _size(left), _size(right))
        case _:
            raise ValueError(f"size {data!r}")


def _three(data: Sequence[int]) -> tuple[int, int, int]:
    x, y, z = data
    return x, y, z
