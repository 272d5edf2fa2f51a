"""Shared parts of the two cache passes: their options, and the search for the place of a cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    Builtin,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException

from ...analysis.accesses.accesses import accesses, scope_of
from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import buffer_name, buffers
from ...dialect.attributes import LaidOutType, LayoutAttr, verify_laid_out
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.reasons import Declined
from ...dialect.layout.layout import Layout, Step
from ...dialect.xdsl_compat import RepairedParser
from ..common.diagnostics import OptionError
from ..common.for_loops import Loop
from ..common.stages import find_buffer, find_functions, find_loop, find_stages, has_loop, stages_of
from ..layout.options.formula_text import Formula
from ..layout.options.layout_options import parse_map
from ..layout.options.pad_kind_option import parse_pad
from ..layout.options.padding_formulas import add_formula
from .caches import Cache, plan_cache

_NO_SPACES = frozenset(Builtin.attributes) - {IntegerAttr, StringAttr, DictionaryAttr}
"""The builtin attributes that upstream does not take for memory spaces."""


def functions_with(
    module: ModuleOp,
    function: str | None,
    buffer: str,
    stage: str | None = None,
    loop: str | None = None,
) -> list[func.FuncOp]:
    """
    The functions that have the buffer, and the stage and the loop; raises PadError if none has.
    """

    def concerned(f: func.FuncOp) -> bool:
        named = any(buffer_name(value) == buffer for value in buffers(f))
        staged = stage is None or bool(stages_of(f, stage))
        return named and staged and (loop is None or has_loop(f, loop))

    found = find_functions(module, function, concerned)
    for f in found:
        find_buffer(f, buffer)
    return found


def plan(
    function: func.FuncOp, buffer: SSAValue, stage: str | None, at: str | None, *, writing: bool
) -> Cache:
    """
    The cache of a buffer for a stage, for all from the first to the last that read (or write) it,
    or for each iteration of a loop.

    Raises Declined, and PadError for unknown names.
    """
    scope = scope_of(buffer)
    stages: Sequence[Operation] = find_stages(function, stage) if stage is not None else []
    for op in stages:
        if op.parent is not scope:
            raise Declined(
                "the stage is inside of another one; name the outer one, or the loop",
                reason="nested-stage",
            )
    if at is not None:
        loop: Loop | None = find_loop(function, at)
        if stages and not any(op is loop or op.is_ancestor(loop) for op in stages):
            raise PadError(f"the loop {at} is not in the stage {stage}", loop)
        return plan_cache(buffer, stages, loop)
    if not stages:
        stages = _using(buffer, writing=writing)
    return plan_cache(buffer, stages, None)


def _using(buffer: SSAValue, *, writing: bool) -> list[Operation]:
    reader = InstanceReader(scope_of(buffer))
    found = [reader.stage(a.op) for a in accesses(buffer, reader) if a.writes == writing]
    stages = [stage for stage in found if stage is not None]
    if not stages:
        verb = "written" if writing else "read"
        raise Declined(
            f"{buffer_name(buffer) or 'the buffer'} is not {verb}", reason="not-accessed"
        )
    return list(dict.fromkeys(stages))


def laid_out(
    type: LaidOutType,
    module: ModuleOp,
    name: str,
    map: str | None,
    pad: str | float | None,
    origin: Operation,
) -> LaidOutType:
    """The type with the layout that the options ask for; raises PadError if it does not fit."""
    if map is None:
        if pad is not None:
            raise PadError("a cache has padding only with a map: give `map` too", origin)
        return type
    step = Step(parse_map(map), parse_pad(pad, _maker(module, name, type.element_type)))
    try:
        layout = LayoutAttr.of(Layout((step,)), type.element_type)
        new = MemRefType(type.element_type, type.shape, layout, type.memory_space)
    except VerifyException as error:
        raise PadError(f"{name} cannot get this layout: {error}", origin) from error
    if (problem := verify_laid_out(new)) is not None:
        raise PadError(f"{name} cannot get this layout: {problem}", origin)
    return new


def memory_space_of(given: str | int | None, ctx: Context) -> Attribute | None:
    """A memory space: a number, or an attribute as text."""
    if given is None:
        return None
    if isinstance(given, int):
        return IntegerAttr(given, i64)
    try:
        space = RepairedParser(ctx, given, "memory-space").parse_attribute()
    except ParseError as error:
        raise OptionError(
            "memory-space",
            f'the memory space "{given}" cannot be read: {error.msg}; '
            "give a number or an attribute",
        ) from error
    if type(space) in _NO_SPACES:
        remedy = "give an integer, a string, or an attribute of a dialect"
        raise OptionError("memory-space", f"memory-space: {given} is not a memory space; {remedy}")
    return space


def free_name(function: func.FuncOp, wanted: str) -> str:
    """The name, with a number after it where the function has a buffer or a stage of that name."""
    taken = {buffer_name(value) for value in buffers(function)}
    name, number = wanted, 0
    while name in taken or stages_of(function, name):
        number += 1
        name = f"{wanted}_{number}"
    return name


def _maker(module: ModuleOp, name: str, element: Attribute) -> Callable[[Formula], str]:
    return lambda formula: add_formula(module, f"{name}_pad", formula, element)
