"""StableHLO that IREE's lowering to linalg mistakes or does not take, rewritten for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...index.expr import TRUE
from ..bridge import Unreadable, bindings, errors_of, new_upstream_context
from .elements import PRODUCTS, rewrite_products
from .products import lower_product
from .reshapes import lower_broadcast, lower_reshape
from .running import lower_cumulative, lower_scatter
from .sizes import Sizes, is_open
from .slices import lower_gather, lower_reverse, lower_slice, lower_update
from .windows import lower_call, lower_convolution, lower_window

_LOWERINGS: Mapping[str, Callable[[Any, Sizes], Any]] = {
    "stablehlo.convolution": lower_convolution,
    "stablehlo.custom_call": lower_call,
    "stablehlo.dot_general": lower_product,
    "stablehlo.dynamic_broadcast_in_dim": lower_broadcast,
    "stablehlo.dynamic_conv": lower_convolution,
    "stablehlo.dynamic_gather": lower_gather,
    "stablehlo.dynamic_reshape": lower_reshape,
    "stablehlo.dynamic_update_slice": lower_update,
    "stablehlo.gather": lower_gather,
    "stablehlo.real_dynamic_slice": lower_slice,
    "stablehlo.reduce_window": lower_window,
    "stablehlo.reshape": lower_reshape,
    "stablehlo.reverse": lower_reverse,
}
_RUNNING = {"stablehlo.reduce_window": lower_cumulative, "stablehlo.scatter": lower_scatter}

_SPECIFICATION = "the sizes are not those of the specification of shapes"
_DETAILS = " Using the following polymorphic shapes"
_NUMBER = re.compile(r",? but found \{\d+\}| \(= \{\d+\}\)| \{\d+\}")
"""Numbers in a message of JAX's, which is of sizes that are told in ours."""

_OF_SIZES = {
    f"stablehlo.{name}"
    for name in (
        *("constant", "get_dimension_size", "reshape", "convert", "broadcast_in_dim", "slice"),
        *("concatenate", "compare", "select", "sign", "negate", "and", "or", "not", "add"),
        *("subtract", "multiply", "maximum", "minimum", "divide", "remainder"),
    )
}
"""What computes shapes, and has no effect but its result."""
_MADE = ("affine", "arith", "cf", "linalg", "scf", "tensor")


def rewrite_for_iree(text: str, names: Sequence[str] = ()) -> str:
    """
    The program in which operations on open sizes, and products of elements without a sign or of
    half precision, are those that IREE lowers right, or linalg.

    `text` is the generic form with calls inlined; `names` are those of the arguments of its public
    function. Raises Unreadable for text that is none.
    """
    ir, context = bindings("ir"), new_upstream_context()
    context.allow_unregistered_dialects = True
    with errors_of(context) as errors:
        try:
            module = ir.Module.parse(text, context)
        except ir.MLIRError:
            raise Unreadable(errors) from None
    with context:
        for dialect in _MADE:  # an operation that is made before its dialect is there is another
            context.get_dialect_descriptor(dialect)
        for function in module.body:
            if function.operation.name == "func.func" and function.regions[0].blocks:
                _rewrite(function, names)
    return module.operation.get_asm(
        print_generic_op_form=True, use_local_scope=True, enable_debug_info=True
    )


def _rewrite(function: Any, names: Sequence[str]) -> None:
    ir, sizes = bindings("ir"), Sizes()
    arguments = function.regions[0].blocks[0].arguments
    if len(names) == len(arguments):
        for name, argument in zip(names, arguments, strict=True):
            argument.set_location(ir.Location.name(name))
    for op in _operations_in(function):
        if op.name == "stablehlo.custom_call" and "shape_assertion" in str(
            op.attributes["call_target_name"]
        ):
            condition = sizes.number(op.operands[0])
            if condition != TRUE and sizes.is_of_arguments(condition):
                with ir.InsertionPoint(op), op.location:
                    _assert(sizes.write_condition(condition), op)
            sizes.assume(condition)
            op.erase()
    rewrite_products((op for op in _operations_in(function) if op.name in PRODUCTS), sizes)
    found, gone = _operations_in(function), set[int]()
    for place, op in enumerate(found):
        of_open = _LOWERINGS.get(op.name)
        if not any(map(is_open, (v.type for v in (*op.operands, *op.results)))):
            of_open = None
        new = None
        for lower in (_RUNNING.get(op.name), of_open):
            if lower is not None and new is None:
                with ir.InsertionPoint(op), op.location:
                    new = lower(op, sizes)
        if new is not None:
            sizes.replace(op.results[0], new)
            op.results[0].replace_all_uses_with(new)
            gone.add(place)
    for place in reversed(range(len(found))):  # not before: what is known is by values
        op = found[place]
        is_pure = op.name in _OF_SIZES or op.name in PRODUCTS
        if place in gone or (is_pure and not any(list(result.uses) for result in op.results)):
            op.erase()


def _assert(condition: Any, assertion: Any) -> None:
    """Let calls be refused whose sizes are not those of the specification of shapes."""
    ir, text = bindings("ir"), _SPECIFICATION
    if "error_message" in assertion.attributes:
        text = ir.StringAttr(assertion.attributes["error_message"]).value
        text = _NUMBER.sub("", text.split(_DETAILS)[0]).rstrip(". ")
    attributes = {"msg": ir.StringAttr.get(text)}
    ir.Operation.create("cf.assert", operands=[condition], attributes=attributes)


def _operations_in(function: Any) -> list[Any]:
    ir, found = bindings("ir"), list[Any]()

    def visit(op: Any) -> Any:
        found.append(op.operation)
        return ir.WalkResult.ADVANCE

    function.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found
