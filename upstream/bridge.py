"""
The one module that imports upstream MLIR: hand over, run passes, take back, get LLVM IR.

For compilers on the upstream Python bindings: `from_upstream`, `to_upstream`, `load_dialect`.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import ParseError

from ..dialect.annotations import AnnotationError, verify_annotations
from ..dialect.ir.argument_checks import check_argument, is_upstream, module_refusal, type_name
from ..dialect.ir.located_errors import PadError
from ..dialect.ir.locations import show_location
from ..dialect.ir.operations import operation_name
from ..dialect.text import new_context, parse_module, print_module
from ..dialect.xdsl_compat import OperationError, verify_operations
from .named_locations import named_locations, number_arguments
from .phases import phase

_FILE_LOCATION = re.compile(r'loc\("(?P<file>[^"]*)":(?P<line>\d+):(?P<column>\d+)')
_NAME = re.compile(r'(?:^|= )"([^"]+)"')
_OWN_BUILD, _OTHER_BUILD = "mlir._mlir_libs", "torch_mlir._mlir_libs"
_UNREGISTERED = "operation being parsed with an unregistered dialect"
_OR_ALLOW = ", or give a context with allow_unregistered_dialects = True"
_UNLOCATED = "<upstream>"
_Error: TypeAlias = tuple[str, str]
"""A message of upstream, and its place."""
_LARGE, _MOST_READ = 1 << 18, 1 << 22  # characters
_SEGMENT_SIZES = {"operandSegmentSizes", "resultSegmentSizes"}


class UpstreamModule:
    """
    A module of ours as upstream MLIR holds it.

    Whatever fails upstream is a PadError at the operation it is about. The text that goes either
    way is the generic form, which alone loses nothing.
    """

    def __init__(self, module: ModuleOp, context: Any = None):
        """Parsed in an upstream `context`, or one of its own."""
        self._source, self._given = module, context
        with phase("hand-over"):
            self._text = print_module(module, generic=True, debuginfo=True)
        self._context = _contexts.of(self._text) if context is None else context
        with phase("upstream parse"), self._errors_as_ours():
            self.module: Any = bindings("ir").Module.parse(self._text, self._context)
            """The `mlir.ir.Module`."""

    def run(self, pipeline: str, *, verify: bool = True) -> None:
        """Run an upstream pass pipeline, `builtin.module(...)`, in place, and verify the result."""
        operation, manager = self.module.operation, bindings("passmanager").PassManager
        with phase("upstream passes"), self._context, self._errors_as_ours():
            passes = manager.parse(pipeline)
            # Verified once: after each pass it takes as long as the passes.
            passes.enable_verifier(False)
            passes.run(operation)
            if verify:
                operation.verify()

    def annotate(
        self, name: str, count: int, places: Sequence[int], attribute: str, value: str
    ) -> None:
        """
        Set an attribute on operations called `name`: on the k-th in pre-order for each place. Does
        nothing unless there are `count` of them: upstream has erased some then, nobody knows which.
        """
        ir = bindings("ir")
        found: list[Any] = []

        def visit(op: Any) -> Any:
            if op.name == name:
                found.append(op)
            return ir.WalkResult.ADVANCE

        self.module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
        parsed = ir.Attribute.parse(value, self.module.context)
        for place in places if len(found) == count else ():
            found[place].attributes[attribute] = parsed

    def require_only(self, dialect: str, *also: str) -> None:
        """
        Raises PadError at the first operation that is not of this dialect, the module apart.

        `also` are names of dialects and operations that may be left as well.
        """
        kept = {dialect, "builtin", *also}
        ir = bindings("ir")
        left: list[tuple[str, str]] = []

        def visit(op: Any) -> Any:
            name = op.name
            if name not in kept:
                if name.split(".")[0] in kept:
                    kept.add(name)
                else:
                    left.append((name, str(op.location)))
            return ir.WalkResult.ADVANCE

        self.module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
        if left:
            name, location = left[0]
            raise PadError(
                f"'{name}' cannot be lowered to the {dialect} dialect here; lower it first",
                self._op_at(location),
            )

    def give_names_back(self, meant: Mapping[str, tuple[str, Operation]]) -> None:
        """
        Call functions of the llvm dialect, by their names here, as they are meant.

        Those that a pass has declared by that name too become one with it. Raises PadError at the
        operation of ours where the two are of different types.
        """
        functions = {_symbol_of(op): op for op in self.module.body}
        uses = bindings("ir").SymbolTable.replace_all_symbol_uses
        string = bindings("ir").StringAttr
        for name, (own, source) in meant.items():
            declared, other = functions[name], functions.get(own)
            if other is None:
                declared.attributes["sym_name"] = string.get(own, self.module.context)
            else:
                types = [op.attributes["function_type"] for op in (declared, other)]
                if types[0] != types[1]:
                    raise PadError(
                        f"@{own} is declared as {types[0]}, but what this module calls by that "
                        f"name is {types[1]}; declare it so, or rename it",
                        source,
                    )
                declared.operation.erase()
            uses(name, own, self.module.operation)

    def generic_text(self) -> str:
        """The module in upstream's generic form, with locations."""
        return _generic_text(self.module)

    def append(self, parent: str, symbol: str, text: str) -> None:
        """
        Append an operation, in the generic form, to the body of another operation.

        The other operation is the first one named `parent` that defines `symbol`.
        """
        ir = bindings("ir")
        bodies: list[Any] = []

        def visit(op: Any) -> Any:
            if op.name == parent and any(_symbol_of(inner) == symbol for inner in _body(op)):
                bodies.append(_body(op))
            return ir.WalkResult.ADVANCE

        self.module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
        with self._context, self._errors_as_ours():
            bodies[0].append(ir.Operation.parse(text))

    def drop_times(self) -> None:
        """Take out of each `gpu.binary` how long it took upstream: that differs in every run."""
        ir, gpu = bindings("ir"), bindings("dialects.gpu")
        with self._context:
            for op in self.module.body:
                if op.operation.name != "gpu.binary":
                    continue
                timed = map(gpu.ObjectAttr, op.attributes["objects"])
                objects = [
                    gpu.ObjectAttr.get(o.target, o.format, o.object, _untimed(o), o.kernels)
                    for o in timed
                ]
                op.attributes["objects"] = ir.ArrayAttr.get(objects)

    def objects(self) -> dict[str, bytes]:
        """The first object of each `gpu.binary` of the module, by its name."""
        object_attribute = bindings("dialects.gpu").ObjectAttr
        binaries = [op.operation for op in self.module.body]
        return {
            _symbol_of(op): object_attribute(op.attributes["objects"][0]).object
            for op in binaries
            if op.name == "gpu.binary"
        }

    def take_back(self, ctx: Context) -> ModuleOp:
        """The module as xDSL IR; what a `ctx` that allows that does not know stays opaque."""
        return _read(self.generic_text(), ctx)

    def to_llvm_ir(self) -> str:
        """The LLVM IR, as text; raises PadError at what is not in the `llvm` dialect."""
        self.require_only("llvm")  # upstream's translation crashes on what it does not know
        with phase("translate"), self._errors_as_ours():
            return bindings("dialects.llvm").translate_module_to_llvmir(self.module.operation)

    @contextmanager
    def _errors_as_ours(self) -> Generator[None]:
        with errors_of(self._context) as errors:
            try:
                yield
            except bindings("ir").MLIRError as error:
                if not errors:
                    raise PadError(f"upstream MLIR: {error}", self._source) from None
            except (ValueError, RuntimeError) as error:
                raise PadError(f"upstream MLIR: {error}", self._source) from None
        if not errors:
            return
        message, at = errors[0]
        # The rest is advice about the options of mlir-opt.
        message = message.split(". If this is intended")[0]
        if message == _UNREGISTERED:
            raise self._unregistered(at) from None
        raise PadError(f"upstream MLIR: {message}", self._op_at(at)) from None

    def _unregistered(self, location: str) -> PadError:
        """The error for the operation at a place in the text handed over."""
        found = _NAME.search(self._line_at(location).strip())
        assert found is not None  # in the generic form an operation starts a line
        # By its name: its location is at its end, after its regions.
        op = next(op for op in self._source.walk() if operation_name(op) == found[1])
        or_allow = "" if self._given is None else _OR_ALLOW
        text = f"upstream MLIR has no dialect of '{found[1]}'; lower it first{or_allow}"
        return PadError(text, op)

    def _line_at(self, location: str) -> str:
        """The line of the text handed over, or none where the location is of another file."""
        match = _FILE_LOCATION.search(location)
        if match is None or match["file"] != "-":
            return ""
        return self._text.splitlines()[int(match["line"]) - 1]

    def _op_at(self, location: str) -> Operation:
        """The first operation of ours at an upstream location, else the module."""
        # A syntax error points into the text handed over, whose lines end in our own locations.
        match = _FILE_LOCATION.search(self._line_at(location) or location)
        if match is None:
            return self._source
        wanted = f"{match['file']}:{match['line']}:{match['column']}: "
        ops = self._source.walk()
        return next((op for op in ops if show_location(op.location) == wanted), self._source)


class Unreadable(PadError):
    """
    Text that upstream does not take, or its passes do not; `line` and `column` are 0 where it
    doesn't say where.
    """

    def __init__(self, errors: Sequence[_Error], note: str = ""):
        message, at = errors[0] if errors else ("cannot read the text", "")
        super().__init__(f"upstream MLIR: {message}{note}")
        match = _FILE_LOCATION.search(at)
        self.line, self.column = (int(match["line"]), int(match["column"])) if match else (0, 0)


def _untimed(code: Any) -> Any:
    """The properties of a `#gpu.object` that are not milliseconds, or None."""
    if code.properties is None:
        return None
    kept = {p.name: p.attr for p in code.properties if not p.name.endswith("TimeInMs")}
    return bindings("ir").DictAttr.get(kept)


def generic_form(text: str, *, allow_unregistered: bool = False) -> str:
    """
    The generic form of what upstream reads, with locations in a file `-`.

    Raises PadError if upstream is not installed, Unreadable if it doesn't take the text.
    """
    ir, context = bindings("ir"), new_upstream_context()
    context.allow_unregistered_dialects = allow_unregistered
    with errors_of(context) as errors:
        try:
            operation = ir.Module.parse(text, context).operation
        except ir.MLIRError:
            raise Unreadable(errors) from None
    return operation.get_asm(
        print_generic_op_form=True, use_local_scope=True, enable_debug_info=True
    )


def load_dialect(context: Any) -> None:
    """Teach an upstream `mlir.ir.Context` the `pad` dialect; nothing if it is known there."""
    if not hasattr(context, "is_registered_operation"):
        raise PadError(f"wanted an upstream mlir.ir.Context, got {type_name(context)}")
    if context.is_registered_operation("pad.assume"):
        return  # a second time would abort
    from ..dialect.irdl import pad_irdl

    bindings("dialects.irdl").load_dialects(bindings("ir").Module.parse(pad_irdl(), context))


@cache
def opaque_context() -> Context:
    """
    Return the context in which all that upstream made stays opaque, and exact.

    There is one: xDSL makes a class for each name that a context meets, which takes as long as to
    read a dozen operations.
    """
    context = Context(allow_unregistered=True)
    context.load_dialect(Builtin)
    return context


def from_upstream(module: Any, context: Context | None = None) -> ModuleOp:
    """
    An upstream `mlir.ir.Module` as xDSL IR, verified; locations stay.

    Values that have a location with a name, `loc("A"("file":1:2))`, have that name; for other
    buffers `pad.name` says how passes and schedules are to call them. With an xDSL `context`,
    operations that it does not know are errors unless it allows them; by default they stay opaque.

    Raises PadError for what is not an upstream module, for what xDSL cannot read, and for what is
    not a right use of the `pad` dialect.
    """
    if not is_upstream(module):
        got = "an xDSL ModuleOp" if isinstance(module, ModuleOp) else type_name(module)
        made = "; mlir.ir.Module.parse(text) makes one of text" if isinstance(module, str) else ""
        raise PadError(f"from_upstream wanted an upstream mlir.ir.Module, got {got}{made}")
    check_argument("context", context, Context | None, "an xDSL Context")
    context = new_context(allow_unregistered=True) if context is None else context
    try:
        ours = _read(_generic_text(module), context)
        number_arguments(ours)
        verify_operations(ours)
        verify_annotations(ours)
    except ParseError as error:
        raise PadError(f"cannot read what upstream MLIR prints: {error}") from None
    except (OperationError, AnnotationError) as error:
        raise PadError(str(error), error.op) from None
    return ours


def to_upstream(module: ModuleOp, context: Any = None) -> Any:
    """
    The module as a new upstream `mlir.ir.Module`, in this context or a new one; locations stay.

    Upstream has no names of values: those of buffers and loops go into their locations, from where
    `from_upstream` has them. Attributes of `pad` that name a buffer need that.

    The context knows the `pad` dialect afterwards. PadError, at the operation, for what upstream
    refuses: operations that the context does not know unless it allows them, and a layout beside a
    memory space. PadError as well for what is not an xDSL module.
    """
    if (refusal := module_refusal(module, "an xDSL ModuleOp")) is not None:
        raise PadError(f"to_upstream {refusal}")
    if context is None:
        context = bindings("ir").Context()
    load_dialect(context)
    with named_locations(module):
        return UpstreamModule(module, context).module


def _generic_text(module: Any) -> str:
    return module.operation.get_asm(
        print_generic_op_form=True,
        use_local_scope=True,
        enable_debug_info=True,
        use_name_loc_as_prefix=True,
    )


def _read(text: str, context: Context) -> ModuleOp:
    module = parse_module(text, _UNLOCATED, context)
    for op in module.walk():
        if show_location(op.location).startswith(_UNLOCATED):
            op.location = UnknownLoc()
        _move_unknown_properties(op)
    return module


class _Contexts(threading.local):
    """
    The context of a thread for what it hands over: to define the operations of all dialects that a
    kernel takes is up to 4 % of its compile's instructions.
    """

    def __init__(self) -> None:
        self._kept: Any = None
        self._read = 0

    def of(self, text: str) -> Any:
        """
        The context for a text: a new one after so much text, as a context keeps all constants,
        types and locations that it has read; one of its own for a large text.
        """
        if len(text) > _LARGE:
            return new_upstream_context()
        self._read += len(text)
        if self._kept is None or self._read > _MOST_READ:
            self._kept, self._read = new_upstream_context(), len(text)
        return self._kept


_contexts = _Contexts()


def new_upstream_context() -> Any:
    """An upstream `mlir.ir.Context` of one thread that loads dialects when they are needed."""
    # All dialects at once take milliseconds.
    context = bindings("ir").Context(load_on_create_dialects=[])
    context.enable_multithreading(False)  # a kernel is less work than to share it out
    return context


@contextmanager
def errors_of(context: Any) -> Generator[list[_Error]]:
    """
    The errors that upstream reports within the block, each with its place.

    Left to the bindings, one that is reported while nothing fails ends the process.
    """
    errors: list[_Error] = []
    is_error = bindings("ir").DiagnosticSeverity.ERROR

    def note(diagnostic: Any) -> bool:
        if diagnostic.severity != is_error:
            return False
        errors.append((diagnostic.message, str(diagnostic.location)))
        return True

    before = context.emit_error_diagnostics
    context.emit_error_diagnostics = True
    handler = context.attach_diagnostic_handler(note)
    try:
        yield errors
    finally:
        handler.detach()
        context.emit_error_diagnostics = before


def _body(op: Any) -> Any:
    return op.regions[0].blocks[0]


def _symbol_of(op: Any) -> str:
    attributes = op.attributes
    return attributes["sym_name"].value if "sym_name" in attributes else ""


@cache
def bindings(name: str) -> Any:
    """
    A module of the bindings, imported at first use: that takes longer than most lowerings.

    Raises PadError if they are not installed, or if torch-mlir's were imported before: MLIR's
    symbols would then be those of the other build, and compiled code wrong.
    """
    if _OTHER_BUILD in sys.modules and _OWN_BUILD not in sys.modules:
        raise PadError(
            "torch_mlir was imported before upstream MLIR's bindings; two builds of MLIR in one "
            "process share symbols, and code would be compiled wrongly: import mlir.ir first"
        )
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
    for name in [n for n in op.properties if n not in known and n not in _SEGMENT_SIZES]:
        op.attributes[name] = op.properties.pop(name)
