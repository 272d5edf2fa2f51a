"""Symbols found by name without a walk of the module each time."""

from __future__ import annotations

from weakref import WeakKeyDictionary, WeakValueDictionary

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Operation
from xdsl.traits import SymbolTable

# Weak on both sides, as an operation keeps what it is in alive.
_known: WeakKeyDictionary[Operation, WeakValueDictionary[str, Operation]] = WeakKeyDictionary()


def lookup_symbol(at: Operation, name: str | StringAttr | SymbolRefAttr) -> Operation | None:
    """
    Return what `SymbolTable.lookup_symbol` does, from a cache.

    An operation in the cache is checked before it is returned, as it may have been renamed or
    erased. That a name was not found is not cached.
    """
    root = name.root_reference.data if isinstance(name, SymbolRefAttr) else name
    root = root.data if isinstance(root, StringAttr) else root
    nested = isinstance(name, SymbolRefAttr) and name.nested_references.data
    table = at
    while not table.has_trait(SymbolTable) and (parent := table.parent_op()) is not None:
        table = parent
    if nested or not table.has_trait(SymbolTable):
        return SymbolTable.lookup_symbol(at, name)
    known = _known.setdefault(table, WeakValueDictionary())
    found = known.get(root)
    if found is None or found.parent_op() is not table or _name_of(found) != root:
        known.clear()
        for region in table.regions:
            for block in region.blocks:
                known.update({own: op for op in block.ops if (own := _name_of(op)) is not None})
        found = known.get(root)
    return found


def _name_of(op: Operation) -> str | None:
    name = op.properties.get("sym_name") or op.attributes.get("sym_name")
    return name.data if isinstance(name, StringAttr) else None
