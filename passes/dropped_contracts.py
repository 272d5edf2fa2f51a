"""Functions whose contracts `pad-to-host` has dropped: a header of them would be wrong."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, UnitAttr

from ..dialect.annotations import NAME
from ..dialect.operations import operations_of
from .diagnostics import PadError

# Without a dialect's prefix, so that stock MLIR takes it.
_DROPPED = "dropped_contract"


def with_contracts(module: ModuleOp) -> list[func.FuncOp]:
    """The public functions with a body whose signature says more than types and names."""
    return [f for f in operations_of(module, func.FuncOp) if _is_entry(f) and any(_terms(f))]


def mark_dropped(function: func.FuncOp) -> None:
    """Notes that a function had a contract."""
    function.attributes[_DROPPED] = UnitAttr()


def refuse_dropped(module: ModuleOp, wanted: str) -> None:
    """PadError at a function whose contract was dropped; `wanted` is what could be had before."""
    for function in operations_of(module, func.FuncOp):
        if _DROPPED in function.attributes:
            raise PadError(
                f"the contract of @{function.sym_name.data} is gone behind pad-to-host: {wanted}",
                function,
            )


def _is_entry(function: func.FuncOp) -> bool:
    visibility = function.sym_visibility
    return not function.is_declaration and (visibility is None or visibility.data == "public")


def _terms(function: func.FuncOp) -> Iterator[str]:
    """The names of the attributes that a contract is made of."""
    parts = [*(function.arg_attrs or ()), *(function.res_attrs or ())]
    for attributes in (function.attributes, *(part.data for part in parts)):
        yield from (name for name in attributes if name.startswith("pad.") and name != NAME)
