"""MLIR text to modules and back, through the repaired parser and printer."""

from collections.abc import Callable
from io import StringIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect, Operation
from xdsl.universe import XDSL_UNIVERSE

from .ir.argument_checks import WrongInput, text_refusal
from .xdsl_compat.dialects import repaired_dialects
from .xdsl_compat.parser import ALLOWING, RepairedParser
from .xdsl_compat.plug_ins import KnownDialects, plug_ins
from .xdsl_compat.printer import RepairedPrinter


def _pad() -> Dialect:
    from .pad import Pad

    return Pad


def _amx() -> Dialect:
    from .amx.amx import Amx

    return Amx


def known_dialects() -> dict[str, Callable[[], Dialect]]:
    """
    xDSL's dialects, repaired, `pad`, and the dialects of installed packages; each is loaded when
    its first operation is read.
    """
    stock = {**plug_ins().dialects, **XDSL_UNIVERSE.all_dialects}
    return {**stock, **repaired_dialects(), "amx": _amx, "pad": _pad}


def new_context(*, allow_unregistered: bool = False) -> Context:
    """A context with all known dialects."""
    context = KnownDialects(allow_unregistered=allow_unregistered)
    context.register_dialects(known_dialects())
    return context


def parse_module(
    text: str,
    filename: str = "<string>",
    context: Context | None = None,
    *,
    allowing: str = ALLOWING,
) -> ModuleOp:
    """
    The module, not verified; raises ParseError at a place in the text.

    `allowing` is what the error says that takes an unknown dialect. Raises WrongInput for what is
    not text, and for the name of a file.
    """
    if (refusal := text_refusal(text)) is not None:
        raise WrongInput(refusal)
    return RepairedParser(
        new_context() if context is None else context, text, filename, allowing=allowing
    ).parse_module()


def print_module(module: Operation, *, generic: bool = False, debuginfo: bool = False) -> str:
    """The text; stock mlir-opt takes it where no `pad` attribute or operation is left."""
    stream = StringIO()
    printer = RepairedPrinter(stream, print_generic_format=generic, print_debuginfo=debuginfo)
    printer.print_op(module)
    stream.write("\n")
    return stream.getvalue()
