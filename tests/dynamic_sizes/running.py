"""Takes a case through its schedule, calls the result at all sizes, and asks the validator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.ir import Attribute

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile
from pad_mlir.tools.tv import Finding, KnownRoles, Status, size_names, validate

from ..end_to_end.elements import POISONS, Array, poison, same_bits
from ..end_to_end.placement import Placement
from ..fresh.running import guards
from .case import TILE, Case
from .programs import Program, Sizes, program
from .sizes import small

VALIDATED_TILE = 4
TYPES = {"float32": "f32", "int32": "i32"}


def parsed(case: Case) -> ModuleOp:
    """The kernel before its schedule."""
    return parse_module(case.text, case.name)


def scheduled(case: Case) -> ModuleOp:
    """The kernel after its schedule."""
    module, context = parsed(case), new_context()
    for step in parse_pipeline(case.pipeline(), ALL_PASSES):
        step.apply(context, module)
        module.verify()
    return module


def guards_left(case: Case, module: ModuleOp) -> dict[str, int]:
    """The guards in each stage that the verdict is about."""
    return {stage: guards(module, stage) for stage in case.guards}


def not_valid(case: Case) -> list[str]:
    """What the validator does not prove, step by step, with tiles of 4."""
    module, context = parsed(case), new_context()
    bad: list[str] = []
    for step in parse_pipeline(case.pipeline(VALIDATED_TILE), ALL_PASSES):
        before = module.clone()
        step.apply(context, module)
        module.verify()
        bad += [f"{step.name}: {finding}" for finding in unproven(case, before, module)]
    return bad


def unproven(case: Case, before: ModuleOp, after: ModuleOp) -> list[str]:
    """The sizes at which `after` is not shown to refine `before`, and what was found there."""
    what = program(case.name, case.function)
    names = size_names(_function(before, case.function))
    found: list[str] = []
    known = KnownRoles()
    for sizes in small(case):
        given = _named_sizes(what, sizes, _function(before, case.function), names)
        verdict = validate(
            before, after, function=case.function, fp=case.fp, sizes=given, known=known
        )
        findings = [finding for answer in verdict.functions for finding in answer.findings]
        assert findings, f"{case.name}: nothing was validated at {dict(sizes)}"
        found += [
            f"at {dict(sizes)}: {finding.status.name} {finding.text}"
            for finding in findings
            if not _is_proof(finding)
        ]
    return found


def _is_proof(finding: Finding) -> bool:
    return finding.status is Status.VALID and not finding.original_undefined


def check_logical(case: Case, module: ModuleOp, all_sizes: list[Sizes]) -> None:
    """Calls with logical arrays against numpy, one kernel at all sizes."""
    what = program(case.name, case.function)
    run: Any = compile(module, function=case.function)
    for number, sizes in enumerate(all_sizes):
        rng, style = np.random.default_rng(number), _style(case, number)
        arrays = what.arrays(sizes, rng, style)
        wanted = what.results(arrays)
        run(*arrays.values(), *what.scalars)
        for name, array in arrays.items():
            _compare(case, sizes, name, array, wanted[name])


def check_packed(case: Case, module: ModuleOp, all_sizes: list[Sizes]) -> None:
    """The same with physical arrays, whose padding holds poison where it holds no value."""
    what = program(case.name, case.function)
    run: Any = compile(module, function=case.function, packed=True)
    function = _function(module, case.function)
    for number, sizes in enumerate(all_sizes):
        rng, style = np.random.default_rng(number), _style(case, number)
        logical = what.arrays(sizes, rng, style)
        places = {
            name: Placement.of(TYPES[str(logical[name].dtype)], logical[name].shape, steps)
            for name, steps in case.placements(TILE).items()
            if name in logical
        }
        before = {
            name: _packed(array, places.get(name), style, rng) for name, array in logical.items()
        }
        after = {name: array.copy() for name, array in before.items()}
        taken = (_as_taken(array, run.physical_shape(name)) for name, array in after.items())
        run(*taken, *what.scalars, **_named_sizes(what, sizes, function))
        wanted = what.results(logical)
        for name, array in after.items():
            place = places.get(name)
            found = array if place is None else place.gather(array, logical[name].shape)
            _compare(case, sizes, name, found, wanted[name])
            if place is not None:
                _compare_padding(case, sizes, name, place, before[name], array)


def _packed(array: Array, place: Placement | None, style: str, rng: np.random.Generator) -> Array:
    if place is None:
        return array.copy()
    cells = poison(place.element, place.origin.shape, style, rng)
    return place.scatter(array, np.where(place.padding("value"), place.values(), cells))


def _as_taken(array: Array, shape: tuple[int, ...]) -> Array:
    """The same memory with one axis, where that is what is taken."""
    return array.reshape(-1) if len(shape) == 1 else array


def _compare(case: Case, sizes: Sizes, name: str, found: Array, wanted: Array) -> None:
    different = program(case.name, case.function).differences(name, found, wanted)
    assert not different, f"{case.name} at {dict(sizes)}: {name}{different[:5]}"


def _compare_padding(
    case: Case, sizes: Sizes, name: str, place: Placement, before: Array, after: Array
) -> None:
    what = program(case.name, case.function)
    about = f"{case.name} at {dict(sizes)}: the padding of {name}"
    holds = place.padding("value")
    assert same_bits(after, place.values())[holds].all(), f"{about} lost its value"
    is_input = name not in (*what.written, *what.updated)
    kept = place.origin < 0 if is_input else place.padding("forbidden")
    assert same_bits(after, before)[kept].all(), f"{about} was written"


def _style(case: Case, number: int) -> str:
    """Under `fp=relaxed` padding is finite."""
    return "huge" if case.fp == "relaxed" else POISONS[number % len(POISONS)]


def _function(module: ModuleOp, name: str) -> func.FuncOp:
    return next(
        op for op in module.walk() if isinstance(op, func.FuncOp) and op.sym_name.data == name
    )


def _named_sizes(
    what: Program, sizes: Sizes, function: func.FuncOp, names: set[str] | None = None
) -> dict[str, int]:
    """
    The value of each index argument that `pad.size` ties, by its name.

    With `names`, those of the validator, also the value of each axis among them.
    """
    shapes = what.shapes(sizes)
    given: dict[str, int] = {}
    for argument, attributes in zip(function.args, function.arg_attrs or (), strict=False):
        for buffer, axis in _ties(attributes.data):
            given.pop(f"{buffer}.{axis}", None)
            if buffer in shapes and argument.name_hint is not None:
                given[argument.name_hint] = shapes[buffer][axis]
    for name in names or ():
        buffer, dot, axis = name.partition(".")
        if dot and buffer in shapes:
            given.setdefault(name, shapes[buffer][int(axis)])
    return given


def _ties(attributes: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The axes that an argument is the size of."""
    ties = attributes.get("pad.size")
    if not isinstance(ties, ArrayAttr):
        return []
    every: Iterable[Attribute] = cast("ArrayAttr[Attribute]", ties)
    entries = [tie.data for tie in every if isinstance(tie, DictionaryAttr)]
    return [(_plain(entry["of"]), int(_plain(entry["dim"]))) for entry in entries]


def _plain(attribute: Any) -> Any:
    data = getattr(attribute, "data", None)
    return attribute.value.data if data is None else data
