"""One side, executed: what its caller can observe."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import ModuleOp

from ..contracts.signature import Parameter, parameters_of, results_of
from ..machine.program import Program
from ..machine.state import Demand, Domain, Machine
from ..memory.buffers import View
from ..memory.roles import Roles, RolesElsewhere, is_only_loaded, is_plainly_used, is_stored_to
from ..values.errors import BadInput, Undefined
from ..values.meter import Meter
from .arguments import BufferArgument, Interface
from .globals import global_buffer
from .handlers import HANDLERS

DomainT = TypeVar("DomainT", bound=Domain)
OnDemand = Callable[[Machine, Demand], None]


@dataclass(frozen=True)
class Execution:
    """The end of one side's execution."""

    machine: Machine
    arguments: list[Any]
    results: list[Any]
    roles: dict[int, Roles]
    """Of the memref arguments by position; of the side before only."""


@dataclass(frozen=True)
class Side:
    """A function to execute, as it is before or after."""

    name: str
    """`before` or `after`."""
    module: ModuleOp
    function: func.FuncOp

    @cached_property
    def parameters(self) -> list[Parameter]:
        """The arguments."""
        return parameters_of(self.function)

    @cached_property
    def results(self) -> list[Parameter]:
        """The results."""
        return results_of(self.function)

    @staticmethod
    def of(name: str, module: ModuleOp, function: str) -> Side:
        """Raise BadInput if the module has no such function with a body."""
        found = functions_of(module).get(function)
        if found is None or found.is_declaration:
            raise BadInput(f"there is no @{function} with a body {name}")
        return Side(name, module, found)

    def execute(
        self,
        interface: Interface,
        domain: Domain,
        meter: Meter,
        ins: Collection[int],
        on_demand: OnDemand,
    ) -> Execution:
        """Raises Undefined or NotValidated where the execution ends early."""
        globals = {
            op.sym_name.data: op for op in self.module.ops if isinstance(op, memref.GlobalOp)
        }
        functions = functions_of(self.module)
        kernels = kernels_of(self.module)
        make = global_buffer
        machine = Machine(self.name, domain, meter, functions, globals, make, on_demand, kernels)
        machine.memory.mark_pad, machine.memory.path = domain.pad, domain.path
        # What is certain at a sample is not so for all data.
        machine.roles_are_doubtful = domain.samples_data
        if domain.marks_pads:
            is_before = self.name == "before"
            machine.memory.relax = domain.either_zero if is_before else domain.stored_over
        meter.spend(interface.cells(self.name))
        arguments = interface.start(self.name, domain, ins)
        roles = {
            argument.position: argument.watch(view, self.name)
            for argument, view in zip(interface.of_side(self.name), arguments, strict=True)
            if isinstance(argument, BufferArgument) and self.name == "before"
        }
        for position, watched in roles.items():
            argument = self.function.args[position]
            watched.is_kept = position in interface.kept
            watched.only_loaded = is_only_loaded(argument)
            watched.plainly_used = is_plainly_used(argument)
            watched.is_stored_to = is_stored_to(argument)
        results = Program.of(self.function, machine, HANDLERS).run(arguments, count_stages=True)
        for number, result in enumerate(results):
            if isinstance(result, View) and result.buffer.ended:
                ended = f"{result.buffer.name} after {result.buffer.ended}"
                raise Undefined(f"result {number} is {ended}", self.function.get_return_op())
        return Execution(machine, arguments, results, roles)


def execute_before(
    side: Side,
    interface: Interface,
    new_domain: Callable[[], DomainT],
    meter: Meter,
    on_demand: OnDemand,
) -> tuple[DomainT, set[int], Execution]:
    """
    Execute a side; returns its domain, the positions of the arguments with the role *in* (the
    function needs their contents on entry), and the execution.

    The execution assumes that the padding of each argument holds its value. If it read padding of
    an argument that turns out not to be *in*, the side is executed once more without that
    assumption.
    """
    buffers = [a for a in interface.of_side(side.name) if isinstance(a, BufferArgument)]
    ins, domain = {argument.position for argument in buffers}, new_domain()
    execution = side.execute(interface, domain, meter, ins, on_demand)
    outs = {k for k, roles in execution.roles.items() if not _is_in(k, roles, interface)}
    if execution.machine.roles_are_doubtful:
        # An analysis that shows less than this run may ask for the padding of more on entry.
        outs = {k for k in outs if execution.roles[k].plainly_used}
    ins -= outs
    if any(execution.roles[position].padding_was_read for position in outs):
        domain = new_domain()
        return domain, ins, side.execute(interface, domain, meter, ins, on_demand)
    for argument in buffers:
        if argument.position in outs:
            argument.forget_padding(side.name, execution.arguments[argument.position], domain)
    return domain, ins, execution


def _is_in(position: int, roles: Roles, interface: Interface) -> bool:
    elsewhere = interface.elsewhere
    if elsewhere is None:
        return roles.is_in
    tells = roles.has_cells or position not in elsewhere.with_cells
    return position in elsewhere.ins or (roles.is_in and tells)


def ignore(machine: Machine, demand: Demand) -> None:
    """No fact is needed for roles."""


def roles_before(
    side: Side,
    interface: Interface,
    new_domain: Callable[[], DomainT],
    meter: Meter,
    on_demand: OnDemand = ignore,
) -> RolesElsewhere:
    """The roles of the arguments at one choice of sizes; raises Stopped."""
    _, ins, execution = execute_before(side, interface, new_domain, meter, on_demand)
    sampled = execution.machine.domain.samples_data
    outs = [
        k
        for k, roles in execution.roles.items()
        if execution.arguments[k].buffer.writers or (sampled and roles.is_stored_to)
    ]
    with_cells = frozenset(k for k, roles in execution.roles.items() if roles.has_cells)
    return RolesElsewhere(with_cells & ins, frozenset(outs), with_cells)


def functions_of(module: ModuleOp) -> dict[str, func.FuncOp]:
    """The functions of a module by name."""
    return {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}


def kernels_of(module: ModuleOp) -> dict[str, gpu.FuncOp]:
    """The kernels of a module, by the names of their gpu.module and their own: `module::kernel`."""
    return {
        f"{place.sym_name.data}::{op.sym_name.data}": op
        for place in module.ops
        if isinstance(place, gpu.ModuleOp)
        for op in place.body.ops
        if isinstance(op, gpu.FuncOp)
    }
