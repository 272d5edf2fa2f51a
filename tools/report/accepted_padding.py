"""What functions could take in the padding of their buffers without their guards, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, MemRefType, ModuleOp, StringAttr

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of
from ...dialect.ir.located_errors import PadError
from ...dialect.xdsl_compat.cloning import cloned
from ...passes.common.diagnostics import Remark, collect_remarks
from ...passes.guards.pad_remove_branching_through_overcompute import (
    GUARD_KEPT,
    PadRemoveBranchingThroughOvercompute,
)
from ...passes.inference.pad_infer_pad_value import InferredPadding, PadInferPadValue
from .contract_json import WithoutGuards


def accepted_without_guards(module: ModuleOp) -> Mapping[str, WithoutGuards]:
    """
    By function, the pad values with which guards would go, and why others stay.

    The module stays as it is. A function without guards is left out; so are all if an assume of
    the module is false, which is reported elsewhere.
    """
    try:
        with collect_remarks():
            inferred = PadInferPadValue(max_waste="inf").run(cloned(module))
        kept = _kept(module)
    except PadError:
        return {}
    found: dict[str, WithoutGuards] = {}
    for each in inferred:
        entry = found.setdefault(each.function, {"accepts": [], "kept": []})
        entry["accepts"].append(_choice(each))
    for remark in kept:
        entry = found.setdefault(remark.function, {"accepts": [], "kept": []})
        if not _frees(entry["accepts"], remark):
            entry["kept"].append(_guard_kept(remark))
    return found


def _choice(inferred: InferredPadding) -> dict[str, Any]:
    return {
        "padding": {name: str(value) for name, value in inferred.values.items()},
        "guards": [{"stage": stage, "at": at.rstrip(": ")} for stage, at in inferred.freed],
        "inserted": inferred.inserted,
        "cells": inferred.cells,
    }


def _kept(module: ModuleOp) -> list[Remark]:
    """Why guards stay where all padding of arguments may be read, and left at anything."""
    clone = cloned(module)
    for function in (op for op in clone.body.block.ops if isinstance(op, func.FuncOp)):
        if not function.is_declaration:
            _let_all_be_touched(function)
    with collect_remarks() as remarks:
        PadRemoveBranchingThroughOvercompute(max_waste="inf").apply(Context(), clone)
    return [remark for remark in remarks if remark.form is GUARD_KEPT]


def _let_all_be_touched(function: func.FuncOp) -> None:
    attributes = [dict(argument_attributes(argument)) for argument in function.args]
    for each in attributes:
        if (contract := each.get(LOGICAL)) is None:
            continue
        type = cast("LaidOutType", contract)
        layout = layout_of(type)
        assert layout is not None
        undef = ArrayAttr([StringAttr("undef") for _ in layout.pads])
        weaker = LayoutAttr(layout.maps, undef, layout.options)
        each[LOGICAL] = MemRefType(type.element_type, type.shape, weaker, type.memory_space)
    function.arg_attrs = ArrayAttr([DictionaryAttr(each) for each in attributes])


def _frees(accepts: list[dict[str, Any]], remark: Remark) -> bool:
    """Whether one of the choices frees the guard that a remark is about."""
    at = _place(remark)
    return any(guard["at"] == at for choice in accepts for guard in choice["guards"])


def _guard_kept(remark: Remark) -> dict[str, Any]:
    reason = remark.reason
    return {
        "stage": remark.field("stage"),
        "at": _place(remark),
        "reason": None if reason is None else reason.id,
        "text": str(reason),
    }


def _place(remark: Remark) -> str:
    place = remark.place
    return "" if place is None else ":".join(map(str, place))
