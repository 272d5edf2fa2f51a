"""Takes a fresh kernel through its steps, each validated, and runs what comes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from xdsl.dialects import affine, func, scf
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation

from pad_mlir.dialect.annotations import buffer_name
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pad_transform_layout import PadTransformLayout
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.tv import Status, validate

from ..end_to_end.elements import FLOATS, POISONS, Array, poison, same_bits
from ..end_to_end.placement import Placement, Step
from .case import Argument, Case

KERNELS = Path(__file__).parent / "kernels"
TOLERANCES = {"f32": 1e-4, "f64": 1e-9}
_REGION = re.compile(r"\{(?:where = (?P<where>.*?), )?kind = (?P<kind>.*?)\}")


@dataclass(frozen=True)
class Taken:
    """
    The result of a step: the module after it, its remarks, and the objections of the validator.
    """

    module: ModuleOp
    changed: bool
    remarks: tuple[str, ...]
    error: str | None
    objections: tuple[str, ...]


def source(case: Case) -> ModuleOp:
    """The kernel as it was written."""
    path = KERNELS / f"{case.name}.mlir"
    return parse_module(path.read_text(), str(path))


def take(step: str, before: ModuleOp, fp: str) -> Taken:
    """Runs a step on a copy, which stays as it was where there is an error."""
    module, error = before.clone(), None
    with collect_remarks() as remarks:
        try:
            for one in parse_pipeline(step, ALL_PASSES):
                one.apply(new_context(), module)
            module.verify()
        except (PadError, PipelineError) as refused:
            module, error = before.clone(), str(refused)
    findings = [
        finding
        for verdict in validate(
            before, module, fp="relaxed" if fp == "relaxed" else "strict"
        ).functions
        for finding in verdict.findings
    ]
    return Taken(
        module,
        print_module(module) != print_module(before),
        tuple(map(str, remarks)),
        error,
        tuple(f.text for f in findings if f.status not in (Status.VALID, Status.TESTED)),
    )


def ifs(module: ModuleOp, stage: str | None) -> int:
    """The ifs of a stage, or of all functions."""
    return sum(isinstance(op, affine.IfOp | scf.IfOp) for op in _ops(module, stage))


def loops(module: ModuleOp, stage: str | None) -> int:
    """The loops of a stage, or of all functions."""
    kinds = affine.ForOp | affine.ParallelOp | scf.ForOp | scf.ParallelOp
    return sum(isinstance(op, kinds) for op in _ops(module, stage))


def _ops(module: ModuleOp, stage: str | None) -> list[Operation]:
    if stage is None:
        return list(module.walk())
    stages = [op for op in module.walk() if _attribute(op, "pad.stage") == stage]
    assert stages, f"no stage {stage} is left"
    return [op for outer in stages for op in outer.walk()]


def _attribute(op: Operation, name: str) -> str | None:
    return getattr(op.attributes.get(name), "data", None)


def check_values(case: Case, module: ModuleOp) -> None:
    """Logical calls and packed ones, padding poisoned in several ways, against the reference."""
    logical, packed = (
        compile(module.clone(), function=case.name, packed=packed) for packed in (False, True)
    )
    places = _placements(case)
    for seed, style in enumerate(POISONS):
        rng = np.random.default_rng(seed)
        given, wanted = case.inputs(rng), case.inputs(np.random.default_rng(seed))
        case.reference(*wanted)
        in_place = [_copied(argument) for argument in given]
        logical(*in_place)
        _compare(case, in_place, wanted)
        _check_packed(case, packed, places, given, wanted, style)


def _check_packed(
    case: Case,
    run: Any,
    places: dict[int, Placement],
    given: list[Argument],
    wanted: list[Argument],
    style: str,
) -> None:
    rng = np.random.default_rng(7)
    physical = [_copied(argument) for argument in given]
    for position, place in places.items():
        cells = poison(place.element, place.origin.shape, style, rng)
        physical[position] = _filled(place, place.scatter(np.asarray(given[position]), cells))
    before = [_copied(argument) for argument in physical]
    run(*physical)
    found = list(physical)
    for position, place in places.items():
        array, was = np.asarray(physical[position]), np.asarray(before[position])
        found[position] = place.gather(array, np.asarray(given[position]).shape)
        assert same_bits(array, _filled(place, array)).all(), f"padding lost: {position}"
        for k, step in enumerate(place.steps):
            if step.pad == "forbidden":
                kept = place.origin == -1 - k
                assert same_bits(array, was)[kept].all(), f"forbidden padding touched: {position}"
    _compare(case, found, wanted)


def _placements(case: Case) -> dict[int, Placement]:
    """Where the cells of each laid-out argument lie, by position."""
    texts = [text for text in case.steps if text.startswith("pad-transform-layout")]
    passes = [one for text in texts for one in parse_pipeline(text, ALL_PASSES)]
    steps: dict[str, tuple[Step, ...]] = {}
    for one in passes:
        if isinstance(one, PadTransformLayout):
            pad = "forbidden" if one.pad is None else str(one.pad)
            steps[one.buffer] = (*steps.get(one.buffer, ()), Step(one.map, pad))
    module = source(case)
    function = next(
        op for op in module.ops if isinstance(op, func.FuncOp) and op.sym_name.data == case.name
    )
    places: dict[int, Placement] = {}
    for position, argument in enumerate(function.args):
        name = buffer_name(argument)
        if name in steps:
            type = cast("MemRefType[Attribute]", argument.type)
            element = str(type.element_type)
            places[position] = Placement.of(element, type.get_shape(), steps[name])
    return places


def _filled(place: Placement, physical: Array) -> Array:
    """A physical array with what its padding holds, where that is told, evaluated forward."""
    result = physical.copy()
    for k, step in enumerate(place.steps):
        indices = _indices(place.origin.shape)
        left = place.origin == -1 - k
        for where, kind in _regions(step.pad):
            here = left.copy()
            for value in Step(where).image(indices) if where else ():
                here &= value >= 0
            left &= ~here
            if "->" in kind:
                axes = np.broadcast_arrays(*Step(kind).image(indices), here)[:-1]
                cells = tuple(axis[here] for axis in axes)
                assert (place.origin[cells] >= 0).all(), "a copy of padding"
                result[here] = physical[cells]
            elif kind not in ("forbidden", "undef"):
                result[here] = float(kind) if place.element in FLOATS else int(kind)
    return result


def _indices(shape: tuple[int, ...]) -> list[Array]:
    return list(np.indices(shape))


def _regions(pad: str) -> list[tuple[str | None, str]]:
    """Conditions that are at least 0 where a kind holds, and the kinds; the last holds for all."""
    if not pad.startswith("["):
        return [(None, pad)]
    return [(entry["where"], entry["kind"]) for entry in _REGION.finditer(pad)]


def _compare(case: Case, found: list[Argument], wanted: list[Argument]) -> None:
    for position in case.compared:
        left, right = np.asarray(found[position]), np.asarray(wanted[position])
        if left.dtype.kind == "f":
            bound = TOLERANCES[f"f{8 * left.dtype.itemsize}"]
            close = np.isclose(left, right, rtol=bound, atol=bound, equal_nan=True)
        else:
            close = left == right
        assert close.all(), f"argument {position} at {np.argwhere(~close)[:5].tolist()}"


def _copied(argument: Argument) -> Argument:
    return argument.copy() if isinstance(argument, np.ndarray) else argument
