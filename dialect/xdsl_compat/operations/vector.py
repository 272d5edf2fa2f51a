"""Vector accesses whose `alignment` is stated: to xDSL 0.74 it is not a property of theirs."""

from xdsl.dialects import vector

from .rows import lacking

_ACCESSES = (vector.LoadOp, vector.StoreOp, vector.MaskedLoadOp, vector.MaskedStoreOp)
ALIGNED = tuple(lacking(access, "alignment") for access in _ACCESSES)
