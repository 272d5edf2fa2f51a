"""The cases of a bundle, as they lie in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pad_mlir.runtime.gpu.plan import Kernel, LaunchPlan
from pad_mlir.runtime.gpu.plan_json import from_json

FOLDER = "cases"
VARIANTS: tuple[Literal["padded"], Literal["guarded"]] = ("padded", "guarded")


@dataclass(frozen=True)
class Variant:
    """A function as kernels: its plan, and how the arrays that it has padded are packed."""

    plan: LaunchPlan
    packing: Mapping[str, tuple[LaunchPlan, LaunchPlan]]
    """The plans that pack an array and unpack it, by its name."""
    files: Mapping[str, Mapping[str, str]]
    """Where the code of each kernel is, by the chip and the kernel's name."""
    folder: Path

    def code(self, capability: int) -> dict[Kernel, bytes]:
        """The PTX of all kernels for the latest chip that this capability runs."""
        chips = {int(chip.removeprefix("sm_")): chip for chip in self.files}
        files = self.files[chips[max(own for own in chips if own <= capability)]]
        plans = [self.plan, *(plan for pair in self.packing.values() for plan in pair)]
        kernels = [kernel for plan in plans for kernel in plan.kernels]
        return {kernel: (self.folder / files[kernel.name]).read_bytes() for kernel in kernels}


@dataclass(frozen=True)
class Case:
    """A kernel at one size, padded and as its guarded twin; the last array is what it writes."""

    name: str
    family: str
    sizes: tuple[int, ...]
    shapes: Mapping[str, tuple[int, ...]]
    """Of the logical arrays."""
    relaxed: bool
    """Whether no number may be a NaN."""
    bytes: int
    flops: int
    no_gain: str
    """Why padding should not pay here, written before any measurement; empty if it should."""
    variants: Mapping[str, Variant]

    @property
    def output(self) -> str:
        """The array that is written."""
        return list(self.shapes)[-1]

    @property
    def inputs(self) -> list[str]:
        """The arrays that are only read."""
        return list(self.shapes)[:-1]


def read_cases(folder: Path) -> Iterator[Case]:
    """The cases of a bundle, in the order of their names."""
    for path in sorted((folder / FOLDER).glob("*.json")):
        yield _case(json.loads(path.read_text()), path.parent)


def _case(data: Any, folder: Path) -> Case:
    return Case(
        name=data["name"],
        family=data["family"],
        sizes=tuple(data["sizes"]),
        shapes={name: tuple(shape) for name, shape in data["shapes"].items()},
        relaxed=data["relaxed"],
        bytes=data["bytes"],
        flops=data["flops"],
        no_gain=data["no_gain"],
        variants={name: _variant(one, folder) for name, one in data["variants"].items()},
    )


def _variant(data: Any, folder: Path) -> Variant:
    packing = {
        name: (from_json(plans["pack"]), from_json(plans["unpack"]))
        for name, plans in data["packing"].items()
    }
    return Variant(from_json(data["plan"]), packing, data["files"], folder)
