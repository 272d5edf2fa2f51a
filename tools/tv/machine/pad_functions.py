"""Values that functions compute for padding."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from xdsl.dialects import func

from ..contracts.layouts import Computed, Contract, PadKind
from ..values.errors import BadInput, Meter, NotValidated
from ..values.numeric import Numeric, Unknown
from .program import Handler, Program
from .state import Demand, Machine

_BUDGET = 1_000_000


def with_values(contract: Contract, at: func.FuncOp, handlers: dict[str, Handler]) -> Contract:
    """The contract with values for what functions of the module compute."""
    if not any(isinstance(kind, Computed) for kind in contract.kinds.values()):
        return contract
    kinds: dict[int, PadKind] = {
        cell: _value(kind, at, handlers) if isinstance(kind, Computed) else kind
        for cell, kind in contract.kinds.items()
    }
    return replace(contract, kinds=kinds)


def _value(kind: Computed, at: func.FuncOp, handlers: dict[str, Handler]) -> PadKind:
    module = at.parent_op()
    functions = {
        op.sym_name.data: op
        for op in (module.regions[0].block.ops if module is not None else ())
        if isinstance(op, func.FuncOp)
    }
    function = functions.get(kind.function)
    if function is None or function.is_declaration:
        raise BadInput(f"the pad kind @{kind.function} names no function with a body")
    machine = Machine("padding", Numeric(0), Meter(_BUDGET), functions, {}, _no_global, _ignore)
    (value,) = Program.of(function, machine, handlers).run(list(kind.indices))
    if isinstance(value, Unknown):
        raise NotValidated(f"@{kind.function} returns no value for {list(kind.indices)}")
    return value


def _ignore(machine: Machine, demand: Demand) -> None:
    """Known values leave no demand open."""


def _no_global(*_: object) -> NoReturn:
    raise NotValidated("a pad function uses a global")
