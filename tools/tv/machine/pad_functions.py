"""Values that functions compute for padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
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
    module = at.parent_op()
    functions = {
        op.sym_name.data: op
        for op in (module.regions[0].block.ops if module is not None else ())
        if isinstance(op, func.FuncOp)
    }
    pads = dict[str, _PadFunction]()
    kinds = dict[int, PadKind]()
    for cell, kind in contract.kinds.items():
        if isinstance(kind, Computed):
            if kind.function not in pads:
                pads[kind.function] = _PadFunction.of(kind.function, functions, handlers)
            kind = pads[kind.function].value(kind)
        kinds[cell] = kind
    return replace(contract, kinds=kinds)


@dataclass(eq=False)
class _PadFunction:
    """A function that computes padding, made ready once for all cells."""

    function: func.FuncOp
    functions: dict[str, func.FuncOp]
    handlers: dict[str, Handler]
    _ready: tuple[Domain, Meter, Program] | None = None
    """The domain that was last asked for, and the program in it."""

    @staticmethod
    def of(
        name: str, functions: dict[str, func.FuncOp], handlers: dict[str, Handler]
    ) -> _PadFunction:
        """Raises BadInput if the module has no such function with a body."""
        function = functions.get(name)
        if function is None or function.is_declaration:
            raise BadInput(f"the pad kind @{name} names no function with a body")
        return _PadFunction(function, functions, handlers)

    @cached_property
    def text(self) -> str:
        """The function as it is written."""
        return str(self.function)

    def value(self, kind: Computed) -> PadKind:
        """What the padding of one cell holds, or how it follows from other cells."""
        at = f"@{kind.function}"

        def compute(domain: Domain, values: Sequence[Any]) -> Any:
            return self._computed(domain, [*kind.indices, *values])

        if kind.cells:
            return Derived(f"{at} at {list(kind.indices)}, {self.text}", kind.cells, compute)
        value = compute(self._numeric, [])
        if isinstance(value, Unknown):
            raise NotValidated(f"{at} returns no value for {list(kind.indices)}")
        return value

    @cached_property
    def _numeric(self) -> Numeric:
        return Numeric(0)

    def _computed(self, domain: Domain, arguments: Sequence[Any]) -> Any:
        """The result; its budget is that of one cell."""
        if any(value is UNINIT for value in arguments):
            return UNINIT
        if self._ready is None or self._ready[0] is not domain:
            meter = Meter(_BUDGET)
            machine = Machine("padding", domain, meter, self.functions, {}, _no_global, _demanded)
            program = Program.of(self.function, machine, self.handlers)
            self._ready = domain, meter, program
        _, meter, program = self._ready
        meter.spent = 0
        (value,) = program.run(arguments)
        return value


def _demanded(machine: Machine, demand: Demand) -> None:
    """What is known leaves no demand open."""
    raise NotValidated(f"padding is computed where it may be undefined: {demand.reason}")


def _no_global(*_: object) -> NoReturn:
    raise NotValidated("a pad function uses a global")
