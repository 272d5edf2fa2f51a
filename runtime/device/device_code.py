"""A function for a device: its plan, the code of its kernels, and how its arrays are packed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ModuleOp

from ...dialect.ir.operations import operations_of
from ...dialect.text import new_context
from ...passes.assumes.pad_remove_assume import PadRemoveAssume
from ...passes.assumes.pad_remove_undef_store import PadRemoveUndefStore
from ...passes.gpu.mapping.pad_map_to_gpu import PadMapToGpu
from ...passes.host.descriptors import needs_descriptors
from ...passes.host.pad_to_host import lower, prepare
from ...passes.host.symbol_names import rename_inside
from ...upstream.code_generation import LoadedObject, compile_object
from ...upstream.phases import phase
from ..call.check_reports import CHECK_ENTRY, EntryChecks, check_signature
from ..call.entry_checks import take_entry_checks
from ..entry.entry_point import entry_ir
from ..gpu.plan import Kernel, LaunchPlan
from ..signature import Buffer, Signature, find_function
from .device_packing import PackingPlans, packing_plans
from .inlined_calls import called_functions, inline_calls, name_kernels_apart
from .launch_plan import launch_plan

LowerKernels: TypeAlias = Callable[[ModuleOp], Mapping[str, bytes]]
"""The kernels of a module as code of a target, by their names."""


@dataclass(frozen=True)
class DeviceCode:
    """Everything that is needed to run a function on a device."""

    signature: Signature
    plan: LaunchPlan
    packing: Mapping[str, PackingPlans]
    """Of the buffers that are packed at each call."""
    kernels: Mapping[Kernel, bytes]
    """All kernels of these plans."""
    checks: EntryChecks | None
    """The tests before each call; on the host, with the arrays that the kernels get."""
    checked: Signature
    """The signature by which the tests take their arguments."""


def device_code(
    module: ModuleOp, signature: Signature, packed: Collection[str], lower_kernels: LowerKernels
) -> DeviceCode:
    """
    The code of a function of a physical module, which is changed.

    A function that launches no kernels yet is mapped to the device, with those that it calls, as
    pad-map-to-gpu does it by default. Raises PadError for what is in no kernel then, and in no
    launch plan.
    """
    with phase("our passes"):
        function = find_function(module, signature.function)
        checks, checked = _entry_checks(function, signature)
        PadRemoveAssume().apply(new_context(), module)
        PadRemoveUndefStore().apply(new_context(), module)
        called = called_functions(function)
        if not any(operations_of(each, gpu.LaunchFuncOp) for each in called):
            for each in called:
                PadMapToGpu(function=each.sym_name.data).apply(new_context(), module)
        inline_calls(function)
        name_kernels_apart(module)
        plan = launch_plan(function)
        placed = {
            part.name: (part.placed, part.element)
            for part in signature.parameters
            if isinstance(part, Buffer) and part.placed is not None and part.name not in packed
        }
        packing_module, packing = packing_plans(placed, function)
    code = lower_kernels(module)
    kernels = {kernel: code[kernel.name] for kernel in plan.kernels}
    if packing:
        code = lower_kernels(packing_module)
        for plans in packing.values():
            own = (*plans.pack.kernels, *plans.unpack.kernels)
            kernels |= {kernel: code[kernel.name] for kernel in own}
    return DeviceCode(signature, plan, packing, kernels, checks, checked)


def _entry_checks(
    function: func.FuncOp, signature: Signature
) -> tuple[EntryChecks | None, Signature]:
    """The assertions at the entry of the function, as code of the host."""
    name, checks = take_entry_checks(function)
    if name is None:
        return None, signature
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    checker = find_function(module, name)
    checker.detach()
    host = ModuleOp([checker])
    prepare(new_context(), host)
    symbol = rename_inside(host, public=True)[name]
    signature = replace(signature, descriptors=needs_descriptors(host))
    checking = check_signature(signature, symbol, checks)
    ir = lower(host, "llvm").to_llvm_ir() + entry_ir(checking, CHECK_ENTRY)
    return EntryChecks(checking, checks, LoadedObject(compile_object(ir))), signature
