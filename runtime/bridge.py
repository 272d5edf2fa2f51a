"""The one module that imports upstream MLIR: hand over, run passes, take back, get LLVM IR."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation

from ..dialect.repairs import parse_module, print_module
from ..passes.diagnostics import PadError, show_location
from .phases import phase

_FILE_LOCATION = re.compile(r'loc\("(?P<file>[^"]*)":(?P<line>\d+):(?P<column>\d+)')
_UNLOCATED = "<upstream>"
_SEGMENT_SIZES = {"operandSegmentSizes", "resultSegmentSizes"}


class UpstreamModule:
    """
    A module of ours as upstream MLIR holds it.

    Whatever fails upstream is a PadError at the operation it is about. The text that goes either
    way is the generic form, which alone loses nothing.
    """

    def __init__(self, module: ModuleOp):
        self._source = module
        with phase("hand-over"):
            self._text = print_module(module, generic=True, debuginfo=True)
        ir = _upstream("ir")
        with phase("upstream parse"), self._errors_as_ours():
            # Dialects load when the text or a pass needs them: all at once take milliseconds.
            context = ir.Context(load_on_create_dialects=[])
            context.enable_multithreading(False)  # a kernel is less work than to share it out
            self._module: Any = ir.Module.parse(self._text, context)

    def run(self, pipeline: str) -> None:
        """Run an upstream pass pipeline, `builtin.module(...)`, in place."""
        operation, manager = self._module.operation, _upstream("passmanager").PassManager
        with phase("upstream passes"), self._module.context, self._errors_as_ours():
            passes = manager.parse(pipeline)
            # Verified once: after each pass it takes as long as the passes.
            passes.enable_verifier(False)
            passes.run(operation)
            operation.verify()

    def require_only(self, dialect: str, *also: str) -> None:
        """
        PadError at the first operation that is not of this dialect, the module apart.

        `also` are names of dialects and operations that may be left as well.
        """
        kept = {dialect, "builtin", *also}
        ir = _upstream("ir")
        left: list[tuple[str, str]] = []

        def visit(op: Any) -> Any:
            if kept.isdisjoint((op.name, op.name.split(".")[0])):
                left.append((op.name, str(op.location)))
            return ir.WalkResult.ADVANCE

        self._module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
        if left:
            name, location = left[0]
            raise PadError(
                f"'{name}' has no way to the {dialect} dialect here; lower it before",
                self._op_at(location),
            )

    def generic_text(self) -> str:
        """The module in upstream's generic form, with locations."""
        return self._module.operation.get_asm(
            print_generic_op_form=True, use_local_scope=True, enable_debug_info=True
        )

    def append(self, parent: str, symbol: str, text: str) -> None:
        """
        Put an operation, in the generic form, at the end of the body of another one.

        That is the first operation of the name `parent` in which the symbol is defined.
        """
        ir = _upstream("ir")
        bodies: list[Any] = []

        def visit(op: Any) -> Any:
            if op.name == parent and any(_symbol_of(inner) == symbol for inner in _body(op)):
                bodies.append(_body(op))
            return ir.WalkResult.ADVANCE

        self._module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
        with self._module.context, self._errors_as_ours():
            bodies[0].append(ir.Operation.parse(text))

    def objects(self) -> dict[str, bytes]:
        """The first object of each `gpu.binary` of the module, by its name."""
        object_attribute = _upstream("dialects.gpu").ObjectAttr
        binaries = [op.operation for op in self._module.body]
        return {
            _symbol_of(op): object_attribute(op.attributes["objects"][0]).object
            for op in binaries
            if op.name == "gpu.binary"
        }

    def take_back(self, ctx: Context) -> ModuleOp:
        """The module as xDSL IR; what a `ctx` that allows that does not know stays opaque."""
        module = parse_module(self.generic_text(), _UNLOCATED, ctx)
        for op in module.walk():
            if show_location(op.location).startswith(_UNLOCATED):
                op.location = UnknownLoc()
            _move_unknown_properties(op)
        return module

    def to_llvm_ir(self) -> str:
        """The LLVM IR, as text; PadError at what is not in the `llvm` dialect."""
        self.require_only("llvm")  # upstream's translation crashes on what it does not know
        with phase("translate"), self._errors_as_ours():
            return _upstream("dialects.llvm").translate_module_to_llvmir(self._module.operation)

    @contextmanager
    def _errors_as_ours(self) -> Generator[None]:
        try:
            yield
        except _upstream("ir").MLIRError as error:
            if not error.error_diagnostics:
                raise PadError(f"upstream MLIR: {error}", self._source) from None
            first = error.error_diagnostics[0]
            # The rest is advice about the options of mlir-opt.
            message = first.message.split(". If this is intended")[0]
            raise PadError(f"upstream MLIR: {message}", self._op_at(str(first.location))) from None
        except (ValueError, RuntimeError) as error:
            raise PadError(f"upstream MLIR: {error}", self._source) from None

    def _op_at(self, location: str) -> Operation:
        """The first operation of ours at an upstream location, else the module."""
        match = _FILE_LOCATION.search(location)
        if match is not None and match["file"] == "-":
            # A syntax error points into the text handed over, whose lines end in our own locations.
            line = self._text.splitlines()[int(match["line"]) - 1]
            match = _FILE_LOCATION.search(line)
        if match is None:
            return self._source
        wanted = f"{match['file']}:{match['line']}:{match['column']}: "
        ops = self._source.walk()
        return next((op for op in ops if show_location(op.location) == wanted), self._source)


def _body(op: Any) -> Any:
    return op.regions[0].blocks[0]


def _symbol_of(op: Any) -> str:
    attributes = op.attributes
    return attributes["sym_name"].value if "sym_name" in attributes else ""


@cache
def _upstream(name: str) -> Any:
    """A module of the bindings, imported at first use: that takes longer than most lowerings."""
    try:
        return import_module(f"mlir.{name}")
    except ImportError as error:
        raise PadError(
            "lowering below the affine level needs the upstream MLIR bindings, but importing "
            f"mlir.{name} failed ({error}); install them with pip install 'pad-mlir[mlir]' "
            "(any other build of the same bindings serves as well)"
        ) from None


def _move_unknown_properties(op: Operation) -> None:
    """Makes attributes of the properties that xDSL does not know; upstream reads them alike."""
    if not isinstance(op, IRDLOperation):
        return
    known = op.get_irdl_definition().properties
    for name in op.properties.keys() - known.keys() - _SEGMENT_SIZES:
        op.attributes[name] = op.properties.pop(name)
