"""Roles of the buffers that a call is given, from the body of the callee."""

from __future__ import annotations

from typing import TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation
from xdsl.traits import SymbolTable

from ...dialect.annotations import MAY_ALIAS
from ...dialect.ir.operations import operations_of
from ...index.expr import TRUE, Expr
from ..accesses.views import root_of
from .applied_layouts import applied_contract
from .entry_cells import matter_on_entry
from .roles import Roles, roles

_Key: TypeAlias = tuple[func.FuncOp, int, Expr, bool]
"""A parameter and its cells that count; whether it is asked if these matter on entry, or roles."""


class _Missing(Exception):
    """
    Roles that have to be found before.

    Nothing is declined: it leads the search back to where these are asked for.
    """

    def __init__(self, key: _Key):
        super().__init__()
        self.key = key


class CalleeRoles:
    """
    The roles of parameters, each found once: valid until the program changes.

    Given to `roles`, calls count as what their callees do.
    """

    def __init__(self) -> None:
        self._found: dict[_Key, Roles | bool] = {}
        self._functions: dict[Operation, dict[str, func.FuncOp]] = {}
        self._callees: dict[func.FuncOp, list[func.FuncOp]] = {}
        self._is_recursive: dict[func.FuncOp, bool] = {}
        self._is_busy = False

    def __call__(self, call: func.CallOp, position: int, required: Expr = TRUE) -> Roles | None:
        """
        The roles of the memref parameter at this position; `required` tells the cells that count.

        None where the call may do anything: without a body, in a recursion, where parameters may be
        one buffer.
        """
        found = self._answer(call, position, required, of_entry=False)
        return found if isinstance(found, Roles) else None

    def matter_on_entry(self, call: func.CallOp, position: int, cells: Expr) -> bool | None:
        """Whether it matters what these cells of the parameter hold; None as for roles."""
        found = self._answer(call, position, cells, of_entry=True)
        return found if isinstance(found, bool) else None

    def _answer(
        self, call: func.CallOp, position: int, cells: Expr, *, of_entry: bool
    ) -> Roles | bool | None:
        callee = self._body_of(call)
        if callee is None or MAY_ALIAS in callee.attributes or self._recurs(callee):
            return None
        if any(not name.startswith("c") for name in cells.variables()):
            # Sizes: those of a contract that both have are the same, others may be other names.
            given = applied_contract(root_of(call.arguments[position]))
            if not of_entry or given != applied_contract(callee.args[position]):
                return None
        key = (callee, position, cells, of_entry)
        if key not in self._found:
            if self._is_busy:
                raise _Missing(key)
            self._find(key)
        return self._found[key]

    def _find(self, wanted: _Key) -> None:
        """Compute missing roles first: chains of calls may be longer than Python's stack."""
        pending = [wanted]
        self._is_busy = True
        try:
            while pending:
                try:
                    self._found[pending[-1]] = self._ask(*pending[-1])
                    pending.pop()
                except _Missing as missing:
                    pending.append(missing.key)
        finally:
            self._is_busy = False

    def _ask(
        self, function: func.FuncOp, position: int, cells: Expr, of_entry: bool
    ) -> Roles | bool:
        parameter = function.args[position]
        if of_entry:
            return matter_on_entry(parameter, cells, self.matter_on_entry)
        shape = cast("MemRefType[Attribute]", parameter.type).get_shape()
        return roles(parameter, shape, cells, self)

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
            bodies = map(self._body_of, operations_of(function, func.CallOp))
            self._callees[function] = [body for body in bodies if body is not None]
        return self._callees[function]

    def _body_of(self, call: func.CallOp) -> func.FuncOp | None:
        """The callee, where it has a body; to look a symbol up takes a walk over the module."""
        table = call.parent_op()
        while table is not None and not table.has_trait(SymbolTable):
            table = table.parent_op()
        if table is None or len(call.callee.nested_references):
            return None
        if table not in self._functions:
            functions = [op for op in table.regions[0].block.ops if isinstance(op, func.FuncOp)]
            self._functions[table] = {f.sym_name.data: f for f in functions}
        callee = self._functions[table].get(call.callee.root_reference.data)
        return None if callee is None or callee.is_declaration else callee
