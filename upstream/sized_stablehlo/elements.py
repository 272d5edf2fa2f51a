"""
Products of elements that IREE's lowering mistakes, or sums too coarsely.

It takes `convert` into the products that use the result, and forgets then that `i1` and unsigned
integers have no sign. Sums of bf16 and f16 products are in these types, in which most of a long sum
is lost: XLA and PyTorch sum in f32.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..bridge import bindings
from .building import generic, same, value_of
from .reshapes import new_tensor
from .sizes import Sizes, owner_of

PRODUCTS = {f"stablehlo.{n}" for n in ("dot", "dot_general", "convolution", "dynamic_conv")}
_CONVERT, _BITS = "stablehlo.convert", "stablehlo.bitcast_convert"
_MOVES = {
    f"stablehlo.{name}"
    for name in (
        *("broadcast", "broadcast_in_dim", "dynamic_broadcast_in_dim", "dynamic_pad", "pad"),
        *("dynamic_reshape", "dynamic_slice", "real_dynamic_slice", "reshape", "reverse", "slice"),
        "transpose",
    )
}
"""What moves the elements of its first operand, so that a conversion may come before or after."""


def rewrite_products(products: Iterable[Any], sizes: Sizes) -> None:
    """Convert what products multiply by operations that IREE leaves alone, and sum in f32."""
    ir = bindings("ir")
    for product in products:
        kind = product.results[0].type.element_type
        wide = kind
        if _is_bit(kind):
            wide = ir.IntegerType.get_signless(32)
        elif isinstance(kind, ir.BF16Type | ir.F16Type):
            wide = ir.F32Type.get()
        for conversion in _conversions(product):
            _replace(conversion, sizes)
        factors = list(product.operands)[:2]
        if any(map(_has_no_sign, factors)):
            with ir.InsertionPoint(product), product.location:
                for number, factor in enumerate(factors):
                    product.operands[number] = _converted(factor, wide, sizes)
        if wide != kind:
            _sum_in(wide, product, sizes)


def _conversions(product: Any) -> Iterator[Any]:
    """The conversions of elements without a sign that IREE may bring before a product."""
    pending = list(product.operands)[:2]
    while pending:
        op = owner_of(pending.pop())
        if op is None:
            continue
        if op.name == _CONVERT and _has_no_sign(op.operands[0]):
            yield op
        if op.name == _CONVERT or op.name in _MOVES:
            pending.append(op.operands[0])


def _replace(conversion: Any, sizes: Sizes) -> None:
    ir, old = bindings("ir"), conversion.results[0]
    with ir.InsertionPoint(conversion), conversion.location:
        new = _converted(conversion.operands[0], old.type.element_type, sizes)
    sizes.replace(old, new)
    old.replace_all_uses_with(new)


def _converted(value: Any, kind: Any, sizes: Sizes) -> Any:
    """Elements of another kind; what has no sign becomes wider by linalg."""
    ir, own = bindings("ir"), value.type.element_type
    if own == kind:
        return value
    is_float = isinstance(kind, ir.FloatType)
    if not _has_no_sign(value) or not (is_float or kind.width > own.width):
        return _made(_CONVERT, value, kind)
    bits = value if own.is_signless else _made(_BITS, value, _signless(own.width))
    to = kind if is_float else _signless(kind.width)
    name = "arith.uitofp" if is_float else "arith.extui"
    wide = _each(bits, to, lambda element: value_of(name, to, element), sizes)
    return wide if to == kind else _made(_BITS, wide, kind)


def _sum_in(wide: Any, product: Any, sizes: Sizes) -> None:
    """Replace a product by one whose sums are of wider elements, and what these are as narrow."""
    ir, old = bindings("ir"), product.results[0]
    kind = old.type.element_type
    with ir.InsertionPoint(product), product.location:
        sums = product.clone().results[0]
        sums.set_type(_tensor(old, wide))
        sizes.set_shape(sums, sizes.of(old))
        new = _each(sums, kind, _narrowed(kind), sizes)
    sizes.replace(old, new)
    old.replace_all_uses_with(new)


def _narrowed(kind: Any) -> Callable[[Any], Any]:
    """How a sum becomes a narrow float, or a count of pairs whether there is any."""

    def rounded(sum: Any) -> Any:
        return value_of("arith.truncf", kind, sum)

    return _is_any if _is_bit(kind) else rounded


def _is_any(count: Any) -> Any:
    zero = value_of("arith.constant", count.type, value=f"0 : {count.type}")
    return value_of("arith.cmpi", _signless(1), count, zero, predicate="1 : i64")


def _each(value: Any, kind: Any, body: Callable[[Any], Any], sizes: Sizes) -> Any:
    """Apply a function to each element, which gives one of this kind."""
    rank, shape = value.type.rank, sizes.of(value)
    output = new_tensor(_tensor(value, kind), shape, sizes)
    maps, iterators = [same(rank)] * 2, ["parallel"] * rank
    made = generic([value], output, maps, iterators, lambda elements: body(elements[0]))
    sizes.set_shape(made, shape)
    return made


def _made(name: str, value: Any, kind: Any) -> Any:
    return value_of(name, _tensor(value, kind), value)


def _tensor(like: Any, kind: Any) -> Any:
    return bindings("ir").RankedTensorType.get(like.type.shape, kind)


def _signless(width: int) -> Any:
    return bindings("ir").IntegerType.get_signless(width)


def _is_bit(kind: Any) -> bool:
    return isinstance(kind, bindings("ir").IntegerType) and kind.width == 1


def _has_no_sign(value: Any) -> bool:
    kind = value.type.element_type
    is_integer = isinstance(kind, bindings("ir").IntegerType)
    return is_integer and (kind.is_unsigned or kind.width == 1)
