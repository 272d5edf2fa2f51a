"""Takes a fresh kernel through its passes, each validated, and runs it in poisoned surroundings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.diagnostics import Remark
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.tv import Finding, Status, validate

from ..end_to_end.elements import FLOATS, POISONS, poison, same_bits
from ..end_to_end.placement import Placement, Step
from .case import Argument, Case

KERNELS = Path(__file__).parent / "kernels"
TOLERANCES = {"f16": 2e-2, "f32": 1e-4, "f64": 1e-9}


@dataclass(frozen=True)
class Lowered:
    """The result of a case: the module, the guards left by stage, the remarks, the findings."""

    case: Case
    module: ModuleOp
    guards: dict[str, int]
    remarks: tuple[Remark, ...]
    findings: tuple[tuple[str, Finding], ...]


def source(case: Case) -> ModuleOp:
    """The kernel as it was written."""
    path = KERNELS / f"{case.name}.mlir"
    return parse_module(path.read_text(), str(path))


def pipeline(case: Case) -> str:
    """The passes that a case asks for."""
    waste = "" if case.max_waste is None else f" max-waste={case.max_waste}"
    return ",".join(
        [
            *(
                f'pad-transform-layout{{buffer={t.buffer} map="{t.index_map}" pad="{t.pad}"}}'
                for t in case.transforms
            ),
            "pad-apply-layouts",
            *(
                f"pad-sequential-buffer-access{{stage={stage} buffer={buffer}}}"
                for stage, buffer in case.sequential
            ),
            *(
                f"pad-remove-branching-through-overcompute{{stage={stage}{waste} fp={case.fp}}}"
                for stage in case.remove
            ),
        ]
    )


def lower(case: Case) -> Lowered:
    """Runs the passes, and the validator after each of them."""
    module, context = source(case), new_context()
    findings: list[tuple[str, Finding]] = []
    with collect_remarks() as remarks:
        for step in parse_pipeline(pipeline(case), ALL_PASSES):
            before = module.clone()
            step.apply(context, module)
            module.verify()
            fp = "relaxed" if case.fp == "relaxed" else "strict"
            for verdict in validate(before, module, fp=fp).functions:
                findings += [(step.name, finding) for finding in verdict.findings]
    left = {stage: guards(module, stage) for stage in case.remove}
    return Lowered(case, module, left, tuple(remarks), tuple(findings))


def guards(module: ModuleOp, stage: str) -> int:
    """The ifs of a stage, and its selects on indices."""
    stages = [op for op in module.walk() if _attribute(op, "pad.stage") == stage]
    assert stages, f"no stage {stage} is left"
    return sum(_is_guard(op) for outer in stages for op in outer.walk())


def _is_guard(op: Operation) -> bool:
    if isinstance(op, arith.SelectOp):
        return _is_on_indices(op.cond)
    return isinstance(op, affine.IfOp | scf.IfOp)


def _is_on_indices(condition: SSAValue) -> bool:
    owner = condition.owner
    if isinstance(owner, arith.CmpiOp):
        return owner.lhs.type == IndexType()
    inner = isinstance(owner, arith.AndIOp | arith.OrIOp | arith.XOrIOp)
    return inner and any(_is_on_indices(operand) for operand in owner.operands)


def _attribute(op: Operation, name: str) -> str | None:
    return getattr(op.attributes.get(name), "data", None)


def validation_failures(lowered: Lowered) -> list[str]:
    """The passes that the validator did not accept; aliasing arguments it does not understand."""
    aliasing = "pad.may_alias" in str(source(lowered.case))
    return [
        f"{name}: {finding.text}"
        for name, finding in lowered.findings
        if finding.status not in (Status.VALID, Status.TESTED)
        and not (aliasing and finding.status is Status.NOT_VALIDATED)
    ]


def check_values(lowered: Lowered) -> None:
    """Logical calls and packed ones, padding poisoned in several ways, against the reference."""
    case = lowered.case
    name = case.name
    logical, packed = (
        compile(lowered.module.clone(), function=name, packed=p) for p in (False, True)
    )
    for seed, style in enumerate(POISONS):
        rng = np.random.default_rng(seed)
        given, wanted = case.inputs(rng), case.inputs(np.random.default_rng(seed))
        case.reference(*wanted)
        in_place = [_copied(argument) for argument in given]
        logical(*in_place)
        _compare(case, in_place, wanted)
        _check_packed(case, packed, given, wanted, style, rng)


def _check_packed(
    case: Case,
    run: Any,
    given: list[Argument],
    wanted: list[Argument],
    style: str,
    rng: np.random.Generator,
) -> None:
    places = _placements(case)
    physical: list[Argument] = []
    for position, argument in enumerate(given):
        place = places.get(position)
        if place is None:
            physical.append(_copied(argument))
            continue
        assert isinstance(argument, np.ndarray)
        cells = poison(place.element, place.origin.shape, style, rng)
        cells = np.where(place.padding("value"), place.values(), cells)
        physical.append(place.scatter(argument, cells))
    before = [_copied(argument) for argument in physical]
    run(*physical)
    found: list[Argument] = []
    for position, argument in enumerate(physical):
        place, original = places.get(position), given[position]
        if place is None:
            found.append(argument)
            continue
        assert isinstance(argument, np.ndarray)
        assert isinstance(original, np.ndarray)
        found.append(place.gather(argument, original.shape))
        was = before[position]
        assert isinstance(was, np.ndarray)
        holds, kept = place.padding("value"), place.padding("forbidden")
        assert same_bits(argument, place.values())[holds].all(), f"pad value lost: {position}"
        assert same_bits(argument, was)[kept].all(), f"forbidden padding touched: {position}"
    _compare(case, found, wanted)


def _placements(case: Case) -> dict[int, Placement]:
    """Where the cells of each laid-out argument lie, by position."""
    function = next(op for op in source(case).walk() if isinstance(op, func.FuncOp))
    steps: dict[str, tuple[Step, ...]] = {}
    for t in case.transforms:
        steps[t.buffer] = (*steps.get(t.buffer, ()), Step(t.index_map, t.pad))
    places: dict[int, Placement] = {}
    for position, attributes in enumerate(function.arg_attrs or ()):
        name = getattr(attributes.data.get("pad.name"), "data", "")
        type = function.args[position].type
        if name in steps:
            assert isinstance(type, MemRefType)
            laid_out = cast("MemRefType[Attribute]", type)
            element = str(laid_out.element_type)
            places[position] = Placement.of(element, laid_out.get_shape(), steps[name])
    return places


def _compare(case: Case, found: list[Argument], wanted: list[Argument]) -> None:
    for position in case.compared:
        left, right = np.asarray(found[position]), np.asarray(wanted[position])
        mask: NDArray[np.bool_] = np.ones(left.shape, np.bool_)
        if position in case.physical:
            mask = case.physical[position]()
        element = f"f{8 * left.dtype.itemsize}" if left.dtype.kind == "f" else ""
        if element in FLOATS:
            close = np.isclose(
                left, right, rtol=TOLERANCES[element], atol=TOLERANCES[element], equal_nan=True
            )
        else:
            close = left == right
        assert close[mask].all(), f"argument {position} at {np.argwhere(~close)[:5].tolist()}"


def _copied(argument: Argument) -> Argument:
    return argument.copy() if isinstance(argument, np.ndarray) else argument
