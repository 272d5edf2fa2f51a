"""Values that functions compute for padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from xdsl.dialects import func

from ..contracts.layouts import Computed, Contract, Derived, PadKind
from ..memory.buffers import UNINIT
from ..values.errors import BadInput, NotValidated
from ..values.meter import Meter
from ..values.numeric import Numeric, Unknown
from .program import Handler, Program
from .state import Demand, Domain, Machine

_BUDGET = 1_000_000


def with_values(contract: Contract, at: func.FuncOp, handlers: dict[str, Handler]) -> Contract:
    """The contract with values for what functions of the module compute, or how they do so."""
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

    def compute(domain: Domain, values: Sequence[Any]) -> Any:
        if any(value is UNINIT for value in values):
            return UNINIT
        machine = Machine("padding", domain, Meter(_BUDGET), functions, {}, _no_global, _demanded)
        (value,) = Program.of(function, machine, handlers).run([*kind.indices, *values])
        return value

    if kind.cells:
        text = f"@{kind.function} at {list(kind.indices)}, {function}"
        return Derived(text, kind.cells, compute)
    value = compute(Numeric(0), [])
    if isinstance(value, Unknown):
        raise NotValidated(f"@{kind.function} returns no value for {list(kind.indices)}")
    return value


def _demanded(machine: Machine, demand: Demand) -> None:
    """What is known leaves no demand open."""
    raise NotValidated(f"padding is computed where it may be undefined: {demand.reason}")


def _no_global(*_: object) -> NoReturn:
    raise NotValidated("a pad function uses a global")
