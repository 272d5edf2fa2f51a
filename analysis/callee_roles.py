"""What calls do with the buffers that they are given, from the bodies of their callees."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute
from xdsl.traits import SymbolTable

from ..dialect.annotations import MAY_ALIAS
from ..dialect.operations import operations_of
from .expr import TRUE, Expr
from .roles import Roles, roles


class CalleeRoles:
    """
    The roles of parameters, each found once: valid until the program changes.

    Given to `roles`, calls count as what their callees do.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[func.FuncOp, int, Expr], Roles] = {}
        self._callees: dict[func.FuncOp, list[func.FuncOp]] = {}
        self._is_recursive: dict[func.FuncOp, bool] = {}

    def __call__(self, call: func.CallOp, position: int, required: Expr = TRUE) -> Roles | None:
        """
        The roles of the memref parameter at this position; `required` tells the cells that count.

        None where the call may do anything: without a body, in a recursion, where parameters may be
        one buffer.
        """
        callee = _body_of(call)
        if callee is None or MAY_ALIAS in callee.attributes or self._recurs(callee):
            return None
        key = (callee, position, required)
        if key not in self._found:
            parameter = callee.args[position]
            shape = cast("MemRefType[Attribute]", parameter.type).get_shape()
            self._found[key] = roles(parameter, shape, required, self)
        return self._found[key]

    def _recurs(self, function: func.FuncOp) -> bool:
        """Whether a function may call itself, through others too."""
        if function not in self._is_recursive:
            seen, pending = set[func.FuncOp](), [function]
            while pending:
                new = [f for f in self._called_by(pending.pop()) if f not in seen]
                seen.update(new)
                pending += new
            self._is_recursive[function] = function in seen
        return self._is_recursive[function]

    def _called_by(self, function: func.FuncOp) -> list[func.FuncOp]:
        if function not in self._callees:
            bodies = map(_body_of, operations_of(function, func.CallOp))
            self._callees[function] = [body for body in bodies if body is not None]
        return self._callees[function]


def _body_of(call: func.CallOp) -> func.FuncOp | None:
    callee = SymbolTable.lookup_symbol(call, call.callee)
    return callee if isinstance(callee, func.FuncOp) and not callee.is_declaration else None
