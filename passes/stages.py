"""Finds functions, stages and buffers by the names that options give."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue

from ..dialect.annotations import LOOP, STAGE, buffer_name, buffers
from ..dialect.operations import operations_in
from .diagnostics import PadError, show_location
from .generated_stages import is_of_padding
from .loop_bands import Loop


def find_functions(
    module: ModuleOp, name: str | None, concerned: Callable[[func.FuncOp], bool]
) -> list[func.FuncOp]:
    """The function of this name, or all that are concerned; PadError where there is none."""
    functions = [f for f in _functions_in(module) if not f.is_declaration]
    if name is None:
        # With one function only, what is missing is better said than that nothing is concerned.
        return [f for f in functions if concerned(f)] or functions[:1]
    named = [f for f in functions if f.sym_name.data == name]
    if not named:
        known = ", ".join(f"@{f.sym_name.data}" for f in functions) or "none"
        raise PadError(f"there is no function @{name} with a body; there are: {known}", module)
    return named


def _functions_in(op: Operation) -> Iterator[func.FuncOp]:
    """In the modules that are inside too; what is inside a function is not looked at."""
    for inner in (inner for region in op.regions for block in region.blocks for inner in block.ops):
        if isinstance(inner, func.FuncOp):
            yield inner
        else:
            yield from _functions_in(inner)


def stages_of(function: func.FuncOp, name: str | None) -> list[Operation]:
    """The stages of this name, or all; none where the name is none."""
    stages = [(op, op.attributes.get(STAGE)) for op in operations_in(function.body)]
    named = [(op, s.data) for op, s in stages if isinstance(s, StringAttr)]
    return [op for op, stage in named if name in (None, stage)]


def find_stages(function: func.FuncOp, name: str | None) -> list[Operation]:
    """The stages of this name, or all; PadError where the name is none."""
    found = stages_of(function, name)
    if not found and name is not None:
        every = [op.attributes[STAGE] for op in stages_of(function, None)]
        known = ", ".join(s.data for s in every if isinstance(s, StringAttr)) or "none"
        raise PadError(
            f"there is no stage {name} in @{function.sym_name.data}; there are: {known}", function
        )
    return found


def find_loop(function: func.FuncOp, name: str) -> Loop:
    """
    The loop of this name: its `pad.loop`, or its iterator in the source; `stage.loop` for that of a
    stage, the only name of one of padding. PadError for none or several.
    """
    loops = _loops_in(function)
    named = [loop for loop in loops if _has_name(loop, name)]
    if len(named) == 1:
        return named[0]
    if named:
        raise PadError(
            f"there are {len(named)} loops {name} in @{function.sym_name.data}; tell them apart by "
            f"pad.loop{_by_stage(named, loops)}{_places(named)}",
            function,
        )
    names = (qualified_name(op) if is_of_padding(op) else loop_name(op) for op in loops)
    known = ", ".join(dict.fromkeys(filter(None, names))) or "none"
    raise PadError(
        f"there is no loop {name} in @{function.sym_name.data}; there are: {known}", function
    )


def _loops_in(function: func.FuncOp) -> list[Loop]:
    return [op for op in operations_in(function.body) if isinstance(op, Loop)]


def _has_name(loop: Loop, name: str) -> bool:
    return name == qualified_name(loop) or (name == loop_name(loop) and not is_of_padding(loop))


def _by_stage(named: Sequence[Loop], loops: Sequence[Loop]) -> str:
    """The names by the stage that mean one loop only."""
    full = [n for loop in named if (n := qualified_name(loop)) is not None]
    distinct = [n for n in full if sum(_has_name(loop, n) for loop in loops) == 1]
    return f", or by the stage: {', '.join(distinct)}" if distinct else ""


def _places(loops: Sequence[Loop]) -> str:
    places = [p for loop in loops if (p := show_location(loop.location).rstrip(": "))]
    return f"; they are at {', '.join(dict.fromkeys(places))}" if places else ""


def distinct_name(loop: Loop) -> str | None:
    """
    The name that `find_loop` finds a loop by: `stage.loop`, which no loop of another stage gets, or
    its own where it is in no stage.
    """
    function = _function_around(loop)
    loops = [] if function is None else _loops_in(function)
    for name in (qualified_name(loop), loop_name(loop)):
        if name is not None and sum(_has_name(other, name) for other in loops) == 1:
            return name
    return qualified_name(loop) or loop_name(loop)


def names_around(op: Operation, replaced: Collection[Loop]) -> set[str]:
    """
    What no new loop at `op` may be called, for the name to be distinct, by itself or by its stage.

    These are the names in its stage and outside of all stages; all names where it is in no stage.
    The loops that are replaced do not count.
    """
    function, own = _function_around(op), stage_name(op)
    loops = [] if function is None else _loops_in(function)
    near = [loop for loop in loops if own is None or stage_name(loop) in (None, own)]
    return {name for loop in near if loop not in replaced and (name := loop_name(loop))}


def _function_around(op: Operation) -> func.FuncOp | None:
    current: Operation | None = op
    while current is not None and not isinstance(current, func.FuncOp):
        current = current.parent_op()
    return current


def loop_name(loop: Loop) -> str | None:
    """The `pad.loop` of a loop, else its iterator's name in the source."""
    given = loop.attributes.get(LOOP)
    return given.data if isinstance(given, StringAttr) else loop.body.block.args[0].name_hint


def qualified_name(loop: Loop) -> str | None:
    """`stage.loop`, of a named loop in a stage."""
    name, stage = loop_name(loop), stage_name(loop)
    return None if name is None or stage is None else f"{stage}.{name}"


def own_names(names: Sequence[str], root: Operation) -> tuple[str, ...]:
    """The names, without the stage in front where that makes them a loop's in an operation."""
    loops = [op for op in operations_in(root) if isinstance(op, Loop)]
    own = {qualified_name(loop): loop_name(loop) for loop in loops}
    return tuple(own.get(name) or name for name in names)


def stage_name(op: Operation) -> str | None:
    """The name of the innermost stage that an operation is, or is in."""
    current: Operation | None = op
    while current is not None:
        stage = current.attributes.get(STAGE)
        if isinstance(stage, StringAttr):
            return stage.data
        current = current.parent_op()
    return None


def one_function(module: ModuleOp, name: str | None, loop: str) -> func.FuncOp:
    """The function of this name, or the one that has the loop."""

    def has_loop(function: func.FuncOp) -> bool:
        return any(_has_name(op, loop) for op in _loops_in(function))

    functions = find_functions(module, name, has_loop)
    if len(functions) != 1:
        raise PadError(f"{len(functions)} functions have a loop {loop}; say which", module)
    return functions[0]


def find_buffer(function: func.FuncOp, name: str) -> SSAValue:
    """The buffer of this name; PadError where the name is none or several."""
    named = [value for value in buffers(function) if buffer_name(value) == name]
    if len(named) == 1:
        return named[0]
    if named:
        raise PadError(
            f"there are {len(named)} buffers {name} in @{function.sym_name.data}; tell them apart "
            "by pad.name",
            function,
        )
    known = ", ".join(n for v in buffers(function) if (n := buffer_name(v))) or "none"
    raise PadError(
        f"there is no buffer {name} in @{function.sym_name.data}; there are: {known}", function
    )
