"""Finds functions, stages and buffers by the names that options give."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue

from ...dialect.annotations import STAGE, buffer_name, buffers
from ...dialect.ir.effects import leaves_memory
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.locations import show_location
from ...dialect.ir.loop_like import find_loop as loop_like
from ...dialect.ir.operations import operations_in, operations_of
from .for_loops import LOOPS, UNNAMED, Loop, loop_name
from .generated_stages import is_of_padding


def find_functions(
    module: ModuleOp, name: str | None, concerned: Callable[[func.FuncOp], bool]
) -> list[func.FuncOp]:
    """The function of this name, or all that are concerned; raises PadError if there is none."""
    functions = [f for f in _functions_in(module) if not f.is_declaration]
    if name is None:
        # What is missing in the first is better said than that nothing is concerned.
        return [f for f in functions if concerned(f)] or functions[:1]
    named = [f for f in functions if f.sym_name.data == name]
    if not named:
        known = ", ".join(f"@{f.sym_name.data}" for f in functions) or "none"
        raise PadError(f"there is no function @{name} with a body; there are: {known}", module)
    return named


def functions_with(module: ModuleOp, name: str | None, stage: str | None) -> list[func.FuncOp]:
    """The function of this name, or all that have the stage, if one is named."""
    return find_functions(module, name, lambda f: stage is None or bool(stages_of(f, stage)))


def _functions_in(op: Operation) -> Iterator[func.FuncOp]:
    """In the modules that are inside too; what is inside a function is not looked at."""
    for inner in (inner for region in op.regions for block in region.blocks for inner in block.ops):
        if isinstance(inner, func.FuncOp):
            yield inner
        else:
            yield from _functions_in(inner)


def stages_of(function: func.FuncOp, name: str | None) -> list[Operation]:
    """The stages of this name, or all; none where the name is none."""
    marked = [op for op in operations_in(function.body) if STAGE in op.attributes]
    stages = [(op, op.attributes[STAGE]) for op in marked]
    named = [(op, s.data) for op, s in stages if isinstance(s, StringAttr)]
    return [op for op, stage in named if name in (None, stage)]


def find_stages(function: func.FuncOp, name: str | None) -> list[Operation]:
    """The stages of this name, or all; raises PadError if the name is none."""
    found = stages_of(function, name)
    if not found and name is not None:
        remedy = f'name one, by `{{pad.stage = "{name}"}}` after a loop'
        raise _unknown(
            "stage", name, function, _stage_names, lambda f: bool(stages_of(f, name)), remedy
        )
    return found


def stages_or_nests(function: func.FuncOp) -> list[Operation]:
    """
    The stages that are more than padding; the outermost loops where nobody has named such a one.

    Loops that only state facts are no stage.
    """
    stages = [stage for stage in stages_of(function, None) if not is_of_padding(stage)]
    if stages:
        return stages
    return [
        op
        for op in operations_in(function.body)
        if _is_loop(op)
        and _around(op, _is_loop) is None
        and stage_name(op) is None
        and not all(map(leaves_memory, operations_in(op)[1:]))
    ]


def stage_or_nest_name(op: Operation) -> str:
    """The name of the stage around an operation; without one, the name of its outermost loop."""
    stage = stage_name(op)
    if stage is not None:
        return stage
    outermost = op
    while (around := _around(outermost, _is_loop)) is not None:
        outermost = around
    return (loop_name(outermost) if isinstance(outermost, LOOPS) else None) or UNNAMED


def _is_loop(op: Operation) -> bool:
    return loop_like(op) is not None


def _around(op: Operation, wanted: Callable[[Operation], bool]) -> Operation | None:
    """The innermost operation of a kind around another."""
    around = op.parent_op()
    while around is not None and not wanted(around):
        around = around.parent_op()
    return around


def several_stages(stages: Sequence[Operation], why: str) -> PadError:
    """The error that several stages have one name, where only one is of use."""
    name, function = stage_name(stages[0]), _function_around(stages[0])
    within = "" if function is None else f" in @{function.sym_name.data}"
    return PadError(
        f"there are {len(stages)} stages '{name}'{within}, {why}; give each a pad.stage of its own"
        f"{_places(stages)}",
        stages[0],
    )


def _stage_names(function: func.FuncOp) -> list[str]:
    every = [op.attributes[STAGE] for op in stages_of(function, None)]
    return [name.data for name in every if isinstance(name, StringAttr)]


_DEFAULT_NAME = re.compile(r"arg\d+")
_OTHERS = 3
"""Of so many other functions, an error says what they have."""


def _unknown(
    what: str,
    name: str,
    function: func.FuncOp,
    names: Callable[[func.FuncOp], list[str]],
    has: Callable[[func.FuncOp], bool],
    remedy: str = "",
) -> PadError:
    """
    The error that a function has none of the name, with what it, and what others have; and what to
    do where nobody has named any.
    """

    def known(f: func.FuncOp) -> str:
        return ", ".join(dict.fromkeys(names(f)))

    text = f"there is no {what} '{name}' in @{function.sym_name.data}"
    own = known(function)
    text += f"; its {what}s are: {own}" if own else f", where no {what} has a name"
    module: Operation = function
    while (around := module.parent_op()) is not None:
        module = around
    others = [f for f in _functions_in(module) if f is not function and not f.is_declaration]
    having = [f"@{f.sym_name.data}" for f in others if has(f)]
    if having:
        text += f"; {', '.join(having)} {'has' if len(having) == 1 else 'have'} a {what} '{name}'"
    else:
        others = [f for f in others if names(f)]
        text += "".join(f"; in @{f.sym_name.data}: {known(f)}" for f in others[:_OTHERS])
        if len(others) > _OTHERS:
            more = len(others) - _OTHERS
            text += f"; and {more} more function{'s' if more > 1 else ''}"
        if remedy and is_unnamed(names(function)):
            text += f"; {remedy}"
    return PadError(text, function)


def find_loop(function: func.FuncOp, name: str) -> Loop:
    """
    Return the loop of this name: its `pad.loop`, or its iterator in the source; `stage.loop` for a
    loop of a stage, the only name of loops for padding. Raises PadError if there is none, or
    several.
    """
    loops = _loops_in(function)
    named = [loop for loop in loops if _has_name(loop, name)]
    if len(named) == 1:
        return named[0]
    if named:
        raise PadError(
            f"there are {len(named)} loops '{name}' in @{function.sym_name.data}; "
            f"{_ways(named, loops)}{_places(named)}",
            function,
        )
    raise _unknown("loop", name, function, _loop_names, lambda f: has_loop(f, name))


def has_loop(function: func.FuncOp, name: str) -> bool:
    """Whether a function has a loop of this name, or several."""
    return any(_has_name(loop, name) for loop in _loops_in(function))


def _loop_names(function: func.FuncOp) -> list[str]:
    loops = _loops_in(function)
    names = (qualified_name(op) if is_of_padding(op) else loop_name(op) for op in loops)
    return [name for name in names if name is not None]


def _loops_in(function: func.FuncOp) -> list[Loop]:
    return operations_of(function.body, *LOOPS)


def _has_name(loop: Loop, name: str) -> bool:
    own = loop_name(loop)
    if own is None or not name.endswith(own):
        return False
    return not is_of_padding(loop) if name == own else name == qualified_name(loop)


def _ways(named: Sequence[Loop], loops: Sequence[Loop]) -> str:
    """How to tell them apart: the names by the stage that mean one loop only, or own names."""
    full = [n for loop in named if (n := qualified_name(loop)) is not None]
    distinct = [n for n in full if sum(_has_name(loop, n) for loop in loops) == 1]
    if len(distinct) == len(named):
        return f"give the stage too: {', '.join(distinct)}"
    names = 'name them in the program, by `{pad.loop = ".."}` after a loop'
    return f"give the stage too: {', '.join(distinct)}; or {names}" if distinct else names


def _places(ops: Sequence[Operation]) -> str:
    places = [p for op in ops if (p := show_location(op.location).rstrip(": "))]
    return f"; they are at {', '.join(dict.fromkeys(places))}" if places else ""


def distinct_name(loop: Loop) -> str | None:
    """
    The name that `find_loop` finds a loop by: `stage.loop`, which no loop of another stage gets, or
    its own where it is in no stage.
    """
    function = _function_around(loop)
    loops = [] if function is None else _loops_in(function)
    for name in (qualified_name(loop), loop_name(loop)):
        if name is not None and [other for other in loops if _has_name(other, name)] == [loop]:
            return name
    return qualified_name(loop) or loop_name(loop)


def names_around(op: Operation, replaced: Collection[Loop]) -> set[str]:
    """
    Return the names that a new loop at `op` must not have, so that its name is distinct, by itself
    or with its stage.

    These are the names in its stage and outside of all stages; all names where it is in no stage.
    The loops that are replaced do not count.
    """
    function, own = _function_around(op), stage_name(op)
    loops = [] if function is None else _loops_in(function)
    named = [(loop, name) for loop in loops if (name := loop_name(loop)) and loop not in replaced]
    return {name for loop, name in named if own is None or stage_name(loop) in (None, own)}


def _function_around(op: Operation) -> func.FuncOp | None:
    current: Operation | None = op
    while current is not None and not isinstance(current, func.FuncOp):
        current = current.parent_op()
    return current


def qualified_name(loop: Loop) -> str | None:
    """`stage.loop`, of a named loop in a stage."""
    name, stage = loop_name(loop), stage_name(loop)
    return None if name is None or stage is None else f"{stage}.{name}"


def own_names(names: Sequence[str], root: Operation) -> tuple[str, ...]:
    """The names, without the prefix of the stage where that makes them a loop's in an operation."""
    loops = operations_of(root, *LOOPS)
    own = {qualified_name(loop): loop_name(loop) for loop in loops}
    return tuple(own.get(name) or name for name in names)


def stage_name(op: Operation) -> str | None:
    """The name of the innermost stage that an operation is, or is in."""
    current: Operation | None = op
    while current is not None:
        stage = current.attributes.get(STAGE)
        if stage is not None and isinstance(stage, StringAttr):
            return stage.data
        current = current.parent_op()
    return None


def one_function(module: ModuleOp, name: str | None, loop: str) -> func.FuncOp:
    """The function of this name, or the one that has the loop."""

    functions = find_functions(module, name, lambda f: has_loop(f, loop))
    if not functions:
        raise PadError(f"no function has a loop {loop}: none has a body", module)
    if len(functions) > 1:
        having = ", ".join(f"@{f.sym_name.data}" for f in functions)
        every = [op for f in functions for op in _loops_in(f)]
        full = [n for op in every if _has_name(op, loop) and (n := qualified_name(op))]
        distinct = [n for n in full if sum(_has_name(op, n) for op in every) == 1]
        by_stage = f", or give the stage too: {', '.join(distinct)}" if distinct else ""
        which = f"say which by `function`, of the pass or of the Schedule{by_stage}"
        raise PadError(f"{having} have a loop {loop}; {which}", module)
    return functions[0]


def find_buffer(function: func.FuncOp, name: str) -> SSAValue:
    """The buffer of this name; raises PadError if the name is none or several."""
    named = [value for value in buffers(function) if buffer_name(value) == name]
    if len(named) == 1:
        return named[0]
    if named:
        raise PadError(
            f"there are {len(named)} buffers '{name}' in @{function.sym_name.data}; tell them "
            "apart "
            "by pad.name",
            function,
        )
    remedy = naming(name) if any(buffers(function)) else ""
    raise _unknown(
        "buffer", name, function, _buffer_names, lambda f: name in _buffer_names(f), remedy
    )


def naming(buffer: str) -> str:
    """How a buffer gets a name, for an error."""
    return f'name one, by `{{pad.name = "{buffer}"}}` after an argument or an allocation'


def is_unnamed(names: Iterable[str]) -> bool:
    """Whether the names are none, or those that MLIR's printer gives to arguments."""
    return all(map(_DEFAULT_NAME.fullmatch, names))


def _buffer_names(function: func.FuncOp) -> list[str]:
    return [name for value in buffers(function) if (name := buffer_name(value))]
