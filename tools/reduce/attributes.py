"""Edits of attributes: left out, or simpler everywhere in the module (maps, sets, layouts)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
)
from xdsl.dialects.utils.bit_enum_attribute import BitEnumAttribute
from xdsl.ir import Attribute, BlockArgument, Operation, ParametrizedAttribute
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
)
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.rewriter import Rewriter
from xdsl.utils.str_enum import StrEnum

from ...dialect.attributes import LayoutAttr
from ...dialect.ir.operations import operations_in
from .edits import Edit

_ON_VALUES = ("arg_attrs", "res_attrs")


def dropped(module: ModuleOp) -> list[Edit]:
    """Each attribute and flag that the operation, argument or result is right without."""
    found: list[Edit] = []
    for op in operations_in(module):
        found += [Edit(op, partial(_pop, op.attributes, key)) for key in op.attributes]
        found += [Edit(op, partial(_pop, op.properties, key)) for key in _optional(op)]
        for key, value in op.properties.items():
            if isinstance(value, BitEnumAttribute):
                flags = cast("BitEnumAttribute[StrEnum]", value)
                for flag in sorted(flags.data):
                    found.append(Edit(op, partial(_without_flag, op, key, flag)))
            elif key in _ON_VALUES:
                entries = cast("ArrayAttr[DictionaryAttr]", value)
                for number, entry in enumerate(entries.data):
                    for name in entry.data:
                        found.append(Edit(op, partial(_without_entry, op, key, number, name)))
    return found


def simpler_everywhere(module: ModuleOp) -> list[Edit]:
    """Each map, set, layout and table of values replaced by a simpler one."""
    found = dict.fromkeys(
        part for op in operations_in(module) for a in _attributes(op) for part in _parts(a)
    )
    return [
        Edit(module, partial(_swap, module, old, new)) for old in found for new in _simpler(old)
    ]


def _pop(attributes: dict[str, Attribute], key: str) -> None:
    attributes.pop(key, None)


def _optional(op: Operation) -> list[str]:
    """The names of the properties of an operation that are optional in its definition."""
    if not isinstance(op, IRDLOperation):
        return []
    known = op.get_irdl_definition().properties
    return [
        k for k in op.properties if k not in _ON_VALUES and isinstance(known.get(k), OptionalDef)
    ]


def _without_flag(op: Operation, key: str, flag: StrEnum) -> None:
    value = cast("BitEnumAttribute[StrEnum]", op.properties[key])
    op.properties[key] = type(value)([f for f in sorted(value.data) if f != flag] or "none")


def _without_entry(op: Operation, key: str, number: int, name: str) -> None:
    entries = [*cast("ArrayAttr[DictionaryAttr]", op.properties[key]).data]
    entries[number] = DictionaryAttr({k: v for k, v in entries[number].data.items() if k != name})
    if any(entry.data for entry in entries):
        op.properties[key] = ArrayAttr(entries)
    else:
        del op.properties[key]


def _attributes(op: Operation) -> Iterator[Attribute]:
    yield from op.attributes.values()
    yield from op.properties.values()
    yield from (result.type for result in op.results)
    for region in op.regions:
        yield from (argument.type for block in region.blocks for argument in block.args)


def _parts(attribute: Attribute) -> Iterator[Attribute]:
    """The attribute, and those that it is made of."""
    yield attribute
    match attribute:
        case ArrayAttr():
            inner = attribute.data
        case DictionaryAttr():
            inner = tuple(attribute.data.values())
        case ParametrizedAttribute():
            inner = attribute.parameters
        case _:
            return
    for part in inner:
        yield from _parts(part)


def _swap(module: ModuleOp, old: Attribute, new: Attribute) -> None:
    changed = partial(_mapped, change=lambda a: new if a == old else a)
    for op in operations_in(module):
        op.attributes = {key: changed(value) for key, value in op.attributes.items()}
        op.properties = {key: changed(value) for key, value in op.properties.items()}
        values = [*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)]
        for value in values:
            if (type := changed(value.type)) is value.type:
                continue
            other = Rewriter.replace_value_with_new_type(value, type)
            if isinstance(value, BlockArgument) and isinstance(other, BlockArgument):
                other.location = value.location  # which xDSL drops


def _mapped(attribute: Attribute, change: Callable[[Attribute], Attribute]) -> Attribute:
    """The attribute with a change made in it, outermost first."""
    if (other := change(attribute)) is not attribute:
        return other
    match attribute:
        case ArrayAttr():
            items = attribute.data
            return ArrayAttr([_mapped(item, change) for item in items])
        case DictionaryAttr():
            return DictionaryAttr({k: _mapped(v, change) for k, v in attribute.data.items()})
        case ParametrizedAttribute():
            parameters = [_mapped(item, change) for item in attribute.parameters]
            same = all(a is b for a, b in zip(parameters, attribute.parameters, strict=True))
            return attribute if same else type(attribute).new(parameters)
        case _:
            return attribute


def _simpler(attribute: Attribute) -> Iterator[Attribute]:
    """Attributes that may replace an attribute, the simplest first."""
    match attribute:
        case AffineMapAttr():
            yield from map(AffineMapAttr, _simpler_maps(attribute.data))
        case AffineSetAttr():
            yield from map(AffineSetAttr, _simpler_sets(attribute.data))
        case LayoutAttr():
            yield from _simpler_layouts(attribute)
        case MemRefType():
            shape, element = attribute.get_shape(), attribute.element_type
            if not isinstance(attribute.layout, NoneAttr):
                yield MemRefType(element, shape, NoneAttr(), attribute.memory_space)
            if not isinstance(attribute.memory_space, NoneAttr):
                yield MemRefType(element, shape, attribute.layout)
        case DenseIntOrFPElementsAttr():
            values = attribute.get_values()
            if values and not attribute.is_splat():
                for value in dict.fromkeys((0, *values[:1])):
                    yield DenseIntOrFPElementsAttr.from_list(attribute.type, [value])  # pyright: ignore
        case _:
            return


def _simpler_maps(map: AffineMap) -> Iterator[AffineMap]:
    for number, expr in enumerate(map.results):
        for other in _simpler_exprs(expr):
            results = (*map.results[:number], other, *map.results[number + 1 :])
            yield AffineMap(map.num_dims, map.num_symbols, results)


def _simpler_sets(given: AffineSet) -> Iterator[AffineSet]:
    conditions = given.constraints
    for number, condition in enumerate(conditions):
        before, after = conditions[:number], conditions[number + 1 :]
        if before or after:
            yield AffineSet(given.num_dims, given.num_symbols, (*before, *after))
        for other in _simpler_exprs(condition.lhs):
            changed = AffineConstraintExpr(condition.kind, other, condition.rhs, canonicalize=False)
            yield AffineSet(given.num_dims, given.num_symbols, (*before, changed, *after))


def _simpler_exprs(expr: AffineExpr) -> Iterator[AffineExpr]:
    """0, then the operands of each operation in it in its place."""
    if isinstance(expr, AffineConstantExpr):
        return
    yield AffineExpr.constant(0)
    yield from _with_operands(expr)


def _with_operands(expr: AffineExpr) -> Iterator[AffineExpr]:
    if not isinstance(expr, AffineBinaryOpExpr):
        return
    yield expr.lhs
    yield expr.rhs
    for lhs in _with_operands(expr.lhs):
        yield AffineBinaryOpExpr(expr.kind, lhs, expr.rhs)
    for rhs in _with_operands(expr.rhs):
        yield AffineBinaryOpExpr(expr.kind, expr.lhs, rhs)


def _simpler_layouts(layout: LayoutAttr) -> Iterator[LayoutAttr]:
    """Without a step, without an option, or with a simpler pad kind."""
    maps, pads, options = layout.maps.data, layout.pads.data, layout.options.data
    for number in reversed(range(len(maps))):
        if len(maps) > 1:
            kept = [k for k in range(len(maps)) if k != number]
            steps = ArrayAttr([maps[k] for k in kept]), ArrayAttr([pads[k] for k in kept])
            yield LayoutAttr(*steps, _options_without(layout.options, number, len(maps)))
    for key in options:
        fewer = {k: v for k, v in options.items() if k != key}
        yield LayoutAttr(layout.maps, layout.pads, DictionaryAttr(fewer))
    for number, pad in enumerate(pads):
        for kind in _simpler_kinds(pad):
            changed = ArrayAttr([*pads[:number], kind, *pads[number + 1 :]])
            yield LayoutAttr(layout.maps, changed, layout.options)


def _options_without(options: DictionaryAttr, number: int, count: int) -> DictionaryAttr:
    """The options with one step left out: a list with an entry for each step loses that entry."""
    kept: dict[str, Attribute] = {}
    for key, value in options.data.items():
        items = cast("ArrayAttr[Attribute]", value).data if isinstance(value, ArrayAttr) else ()
        if items and all(isinstance(item, ArrayAttr) for item in items) and len(items) == count:
            kept[key] = ArrayAttr([item for k, item in enumerate(items) if k != number])
        elif number != count - 1 or any(isinstance(item, IntegerAttr) for item in items):
            kept[key] = value
    return DictionaryAttr(kept)


def _simpler_kinds(pad: Attribute) -> Iterator[Attribute]:
    """ "undef" is the simplest; of a list by region, its kinds and shorter lists."""
    undef = StringAttr("undef")
    if pad == undef:
        return
    yield undef
    if not isinstance(pad, ArrayAttr):
        return
    regions = cast("ArrayAttr[DictionaryAttr]", pad).data
    yield from (region.data["kind"] for region in regions if "kind" in region.data)
    for number in range(len(regions) - 1):
        yield ArrayAttr([*regions[:number], *regions[number + 1 :]])
