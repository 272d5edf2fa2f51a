"""Contracts as JSON, in the form of docs/contracts.schema.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ...analysis.contracts.contracts import BufferContract, FunctionContract, SizeTie, map_text
from ...analysis.contracts.padding_contracts import PaddingContract
from ...dialect.layout.layout import (
    Computed,
    Constant,
    Forbidden,
    Identity,
    SelfLoad,
    SimpleKind,
    Step,
    Undef,
)

VERSION = 1
WithoutGuards: TypeAlias = dict[str, list[dict[str, Any]]]
NOTHING_FOUND: WithoutGuards = {"accepts": [], "kept": []}
_KINDS: dict[type[SimpleKind], str] = {
    Forbidden: "forbidden",
    Undef: "undef",
    Constant: "constant",
    Identity: "identity",
    SelfLoad: "copy",
    Computed: "computed",
}


def to_json(
    contracts: Sequence[FunctionContract], without_guards: Mapping[str, WithoutGuards] | None = None
) -> dict[str, Any]:
    """
    The contracts of a module as what `json` writes, with what functions could take without their
    guards, by name.
    """
    found = without_guards or {}
    functions = [_function(c, found.get(c.name, NOTHING_FOUND)) for c in contracts]
    return {"version": VERSION, "functions": functions}


def _function(contract: FunctionContract, without_guards: WithoutGuards) -> dict[str, Any]:
    return {
        "name": contract.name,
        "public": contract.is_public,
        "declaration": contract.is_declaration,
        "may_alias": contract.may_alias,
        "buffers": list(map(_buffer, contract.buffers)),
        "without_guards": without_guards,
    }


def _buffer(contract: BufferContract) -> dict[str, Any]:
    return {
        "name": contract.name,
        "role": contract.role,
        "position": contract.position,
        "form": contract.form,
        "type": contract.type,
        "map": contract.map,
        "index_map": contract.index_map,
        "steps": list(map(_step, contract.layout.steps)),
        "logical_shape": list(contract.logical_shape),
        "physical_shape": _list(contract.physical_shape),
        "indices": list(contract.indices),
        "separators": list(contract.separators),
        "padding": list(map(_padding, contract.padding)),
        "alignment": contract.alignment,
        "sizes": list(map(_tie, contract.sizes)),
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "map": map_text(step.map),
        "index_map": str(step.map),
        "padding": str(step.pad),
        "align": list(step.align),
        "extents": list(step.extents),
    }


def _padding(contract: PaddingContract) -> dict[str, Any]:
    return {
        "cells": contract.cells,
        "kind": _KINDS[type(contract.kind)],
        "holds": contract.holds,
        "on_entry": contract.on_entry,
        "at_exit": contract.at_exit,
        "accepts": contract.accepts,
    }


def _tie(tie: SizeTie) -> dict[str, Any]:
    return {
        "argument": tie.argument,
        "axis": tie.axis,
        "min": tie.least,
        "max": tie.most,
        "multiple": tie.multiple,
    }


def _list(shape: tuple[int | str, ...] | None) -> list[int | str] | None:
    return None if shape is None else list(shape)
