"""The step that runs passes which have no step of their own: the user's, xDSL's."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from typing import TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.universe import Universe
from xdsl.utils.exceptions import DiagnosticException, ParseError

from ...dialect.ir.argument_checks import check_argument, shown
from ...passes.common.for_loops import Loop
from ...passes.pipeline.internal_errors import InternalError, package_of, whose
from ...passes.pipeline.pipeline_text import PipelineError, parse_pipeline, pipeline_text
from ...passes.pipeline.tracebacks import operation_at_hand, raised_at
from ...passes.registry import ALL_PASSES
from ..calls.call_text import literal
from ..calls.schedule_error import ScheduleError, reported, with_place
from ..record.recorder import Recorder
from ..record.schedule_state import check_options

_Registry: TypeAlias = dict[str, Callable[[], type[ModulePass]]]


class Applying(Recorder):
    """The step of a `Schedule` for passes of others."""

    def apply(self, passes: str | ModulePass) -> None:
        """
        Runs a pass, or the passes of a pipeline: your own, xDSL's, or those of this project by
        name.

        rewrite, of `apply("canonicalize")`:

            %y = arith.addi %x, %zero : i32
            affine.store %y, %A[0] : memref<4xi32>
            ->
            affine.store %x, %A[0] : memref<4xi32>

        `passes` is text as `pad-opt -p` takes it, of the passes that installed packages have in the
        entry point group `xdsl.universe`, or a `ModulePass`, which nobody has to know:
        `apply(MyPass(x=3))`. It is one step, and runs on all of the module as it is: layouts that
        are pending stay so, and `function` and `fp` of the schedule are not passed on. The module
        is verified after each pass.

        The trace has a pass that is known by its name as text, another one as Python, after the
        import of its class; the pipeline has the name of either.

        Raises ScheduleError for a name or an option that is not known, a pass whose options a
        pipeline cannot say or whose name another one has, what a pass raises, and a module that is
        wrong afterwards.
        """
        with reported():
            check_argument("passes", passes, str | ModulePass, _wanted(passes))
        registry = _registry()
        if isinstance(passes, str):
            steps, call = _read(passes, registry)
        else:
            steps, call = [passes], _call(passes, registry)
        state = self._state
        for step in steps:
            state = state.after(step, _guarded(step))
        self._record(state, call)


def _wanted(given: object) -> str:
    text = 'the text of a pipeline, "canonicalize,cse", or a pass'
    if isinstance(given, type) and issubclass(given, ModulePass):
        return f"{text}: give an object of the class, {given.__name__}(..)"
    return text


def _registry() -> _Registry:
    """The passes by name: our passes, and the passes of installed packages."""
    try:
        return {**Universe.get_multiverse().all_passes, **ALL_PASSES}
    except Exception as error:  # whatever a package raises where it is imported
        what = f"{type(error).__name__}: {error}"
        raise ScheduleError(f"the passes of installed packages cannot be loaded: {what}") from error


def _read(text: str, registry: _Registry) -> tuple[list[ModulePass], str]:
    try:
        steps = parse_pipeline(text, registry)
    except PipelineError as error:
        place = f"<pass-pipeline>:1:{error.position + 1}"
        raise ScheduleError(f"{place}: {error}") from error
    if not steps:
        raise ScheduleError("apply needs a pass, but is given none")
    return steps, f"s.apply({json.dumps(pipeline_text(steps))})"


def _call(step: ModulePass, registry: _Registry) -> str:
    """The call with a pass; raises ScheduleError if a pipeline would not run the same."""
    cls = type(step)
    known = registry[step.name]() if step.name in registry else None
    if known is not None and _path(known) != _path(cls):
        raise ScheduleError(
            f"the pass {'.'.join(_path(cls))} has the name '{step.name}' of another one, "
            f"{'.'.join(_path(known))}; give it a name of its own"
        )
    try:
        check_options(step)
        text = pipeline_text([step])
        (again,) = parse_pipeline(text, {step.name: lambda: cls})
    except ScheduleError:
        raise
    except Exception as error:  # from types of fields that pipelines do not have
        raise _unwritable(step, f"{type(error).__name__}: {error}") from error
    for field in fields(step):
        value = getattr(step, field.name)
        if repr(getattr(again, field.name)) != repr(value):
            raise _unwritable(step, f"{field.name} is {shown(value)}")
    if known is not None:
        return f"s.apply({json.dumps(text)})"
    module, name = _path(cls)
    # A class in a function cannot be imported: who runs the trace has to have it.
    imported = "" if "." in name else f"from {module} import {name}\n"
    return f"{imported}s.apply({name.rpartition('.')[2]}({', '.join(_options(step))}))"


def _unwritable(step: ModulePass, what: str) -> ScheduleError:
    return ScheduleError(
        f"the options of pass {whose(step)} cannot be written in a pipeline ({what}); a pass is a "
        "frozen dataclass whose fields are int, float, bool, str, tuples of these, or None"
    )


def _path(cls: type[ModulePass]) -> tuple[str, str]:
    return cls.__module__, cls.__qualname__


def _options(step: ModulePass) -> list[str]:
    options: list[str] = []
    for field in fields(step):
        value = getattr(step, field.name)
        if field.init and (field.default is MISSING or field.default != value):
            options.append(f"{field.name}={_python(value)}")
    return options


def _python(value: object) -> str:
    if not isinstance(value, tuple):
        return literal(value)
    parts = [_python(part) for part in cast("tuple[object, ...]", value)]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _guarded(step: ModulePass) -> Callable[[Context, ModuleOp], Sequence[Loop]]:
    """The pass, so that what it should not have raised is an error that names it."""

    def run(context: Context, module: ModuleOp) -> Sequence[Loop]:
        try:
            step.apply(context, module)
        except (DiagnosticException, ParseError, RecursionError):
            raise
        except Exception as error:
            place = raised_at(error, package_of(step))
            what = f"{type(error).__name__}: {error}, raised at {place}"
            failed = InternalError(f"pass {whose(step)} failed: {what}", operation_at_hand(error))
            raise with_place(failed) from error
        return ()

    return run
