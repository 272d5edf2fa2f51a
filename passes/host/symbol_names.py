"""Keeps the names of a module's functions and globals apart from those that code calls by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, count
from typing import TypeGuard

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    Float32Type,
    Float64Type,
    FunctionType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.dialects.llvm import LinkageAttr
from xdsl.ir import Attribute, Operation

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_in
from ..lowering.library_names import is_taken, known_type

PREFIX = "pad_mlir."
"""Of the names that functions and globals have inside; no library has such ones."""
_EXTERNAL = "pad_mlir.external."
_LINKAGE, _C_INTERFACE = "llvm.linkage", "llvm.emit_c_interface"
_NO_SYMBOL = re.compile(r"[\x00-\x1f\x7f@]")
"""Characters that a name of LLVM must not have, or that assemblers and linkers read otherwise."""
_INTRINSIC = "llvm."
# The runtime defines these itself, in the object that calls them.
_DEFINED = re.compile(r"__(trunc[sd]f[hb]f2|extendhfsf2)|pad_mlir.*", re.DOTALL)
_MAY_REFER = (SymbolRefAttr, ArrayAttr, DictionaryAttr)
_FLOATS = {"f32": Float32Type(), "f64": Float64Type()}


def check_public_names(module: ModuleOp) -> None:
    """
    Raise PadError for a public function or global that has the same name in an object as another
    one.
    """
    for op, name in _symbols(module):
        if _is_from_elsewhere(op) or not _is_public(op):
            continue
        refuse_taken(name, op)


def refuse_taken(name: str, op: Operation) -> None:
    """Raise PadError for a name that no definition of a user's may have in an object."""
    if not name or _NO_SYMBOL.search(name):
        raise PadError(f"{_shown(name)} cannot be a symbol of an object file; rename it", op)
    if is_taken(name):
        raise PadError(
            f"@{name} is reserved by LLVM, compilers or the C library; rename "
            "it, or make it private",
            op,
        )


def rename_inside(module: ModuleOp, *, public: bool = False) -> Mapping[str, str]:
    """
    Gives functions and globals that only the module sees names that nothing else has.

    With `public`, all that it defines. Gives the new name of each old one.
    """
    symbols = list(_symbols(module))
    taken = {name for _, name in symbols}
    names: dict[str, str] = {}
    for op, name in symbols:
        if _is_from_elsewhere(op) or (_is_public(op) and not public):
            continue
        names[name] = _free(PREFIX + re.sub(r"\W", "_", name, flags=re.ASCII), taken)
        taken.add(names[name])
    _rename(module, names)
    if not public:
        for op, name in _symbols(module):
            if isinstance(op, func.FuncOp) and name in names.values():
                op.attributes.setdefault(_LINKAGE, LinkageAttr("internal"))
    return names


def set_declarations_apart(module: ModuleOp) -> Mapping[str, tuple[str, func.FuncOp]]:
    """
    Gives declarations that upstream's passes may make as well other names while these run.

    Each of these names, with the one that is meant and its declaration.
    """
    declarations = {
        name: op
        for op, name in _symbols(module)
        if _is_from_elsewhere(op) and is_taken(name) and _C_INTERFACE not in op.attributes
    }
    _rename(module, {name: _EXTERNAL + name for name in declarations})
    return {_EXTERNAL + name: (name, op) for name, op in declarations.items()}


def check_declared_names(module: ModuleOp) -> None:
    """
    Raises PadError for a function from elsewhere that cannot be meant.

    A declaration of `@tanhf` means libm's, which has one type.
    """
    for op, name in _symbols(module):
        if not _is_from_elsewhere(op):
            continue
        if not name or _NO_SYMBOL.search(name):
            raise PadError(f"{_shown(name)} cannot be a symbol of a library; rename it", op)
        if name.startswith(_INTRINSIC):
            raise PadError(
                f"@{name} is a name of LLVM's intrinsics, which are not functions; use the "
                "operation that becomes it, or another name",
                op,
            )
        if _DEFINED.fullmatch(name):
            raise PadError(
                f"@{name} is a function that the code has itself and that no module declares; "
                "rename it, or use the operation that becomes it",
                op,
            )
        wanted = _known_type(name)
        if wanted not in (None, op.function_type):
            raise PadError(
                f"@{name} is declared as {op.function_type}, but that of libm is {wanted}; "
                "declare it so, or rename it",
                op,
            )


def _symbols(module: ModuleOp) -> Iterator[tuple[func.FuncOp | memref.GlobalOp, str]]:
    for op in module.body.ops:
        if isinstance(op, func.FuncOp | memref.GlobalOp):
            yield op, op.sym_name.data


def _is_public(op: func.FuncOp | memref.GlobalOp) -> bool:
    return op.sym_visibility is None or op.sym_visibility.data == "public"


def _is_from_elsewhere(op: func.FuncOp | memref.GlobalOp) -> TypeGuard[func.FuncOp]:
    """Whether it is a declaration; in xDSL all globals are defined."""
    return isinstance(op, func.FuncOp) and op.is_declaration


def _known_type(name: str) -> FunctionType | None:
    known = known_type(name)
    if known is None:
        return None
    count, number = known
    return FunctionType.from_lists([_FLOATS[number]] * count, [_FLOATS[number]])


def _free(name: str, taken: Collection[str]) -> str:
    return next(n for n in chain([name], (f"{name}.{k}" for k in count(2))) if n not in taken)


def _shown(name: str) -> str:
    return '"' + "".join(c if c.isprintable() else f"\\{ord(c):02X}" for c in name) + '"'


def _rename(module: ModuleOp, names: Mapping[str, str]) -> None:
    """New names for symbols at the top of a module, and wherever it refers to them."""
    if not names:
        return
    for op, name in _symbols(module):
        if name in names:
            op.properties["sym_name"] = StringAttr(names[name])
    for op in operations_in(module):
        for attributes in (op.properties, op.attributes):
            for key, value in attributes.items():
                if (renamed := _with_names(value, names)) is not value:
                    attributes[key] = renamed


def _with_names(value: Attribute, names: Mapping[str, str]) -> Attribute:
    """The attribute with its references changed; itself where there are none."""
    if not is_a(value, _MAY_REFER):
        return value
    match value:
        case SymbolRefAttr() if (new := names.get(value.root_reference.data)) is not None:
            return SymbolRefAttr(new, value.nested_references)
        case ArrayAttr():
            items = [_with_names(item, names) for item in value.data]
            same = all(new is old for new, old in zip(items, value.data, strict=True))
            return value if same else ArrayAttr(items)
        case DictionaryAttr():
            entries = {key: _with_names(item, names) for key, item in value.data.items()}
            same = all(entries[key] is item for key, item in value.data.items())
            return value if same else DictionaryAttr(entries)
        case _:
            return value
