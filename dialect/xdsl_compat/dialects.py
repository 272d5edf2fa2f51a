"""
The repaired dialects: xDSL's, with some operations replaced by subclasses of theirs.

Passes match and build the stock classes: `isinstance` holds for both, and the repaired printer
prints both alike. What gets lanes is built of ours, as stock xdsl-opt verifies each pass's result.
"""

from collections.abc import Callable
from functools import cache

from xdsl.ir import Dialect, Operation


def repaired_dialects() -> dict[str, Callable[[], Dialect]]:
    """The dialects to register instead of xDSL's of the same names."""
    return {
        "affine": _affine,
        "arith": _arith,
        "func": _func,
        "gpu": _gpu,
        "memref": _memref,
        "scf": _scf,
        "vector": _vector,
    }


@cache
def repaired_class(operation: type[Operation]) -> type[Operation] | None:
    """Our subclass of a stock operation, if it needs one."""
    factory = repaired_dialects().get(operation.dialect_name())
    if factory is None:
        return None
    subclasses = (op for op in factory().operations if issubclass(op, operation))
    return next((op for op in subclasses if op is not operation), None)


def _replaced(stock: Dialect, *operations: type[Operation]) -> Dialect:
    by_name = {op.name: op for op in stock.operations} | {op.name: op for op in operations}
    return Dialect(stock.name, list(by_name.values()), list(stock.attributes))


@cache
def _affine() -> Dialect:
    from xdsl.dialects.affine import Affine

    from .operations.affine_if import IfOp
    from .operations.affine_maps import ACCESSES, ApplyOp, MaxOp, MinOp
    from .operations.affine_parallel import ParallelOp

    return _replaced(Affine, IfOp, ApplyOp, MinOp, MaxOp, ParallelOp, *ACCESSES)


@cache
def _arith() -> Dialect:
    from xdsl.dialects.arith import Arith

    from .operations.arith import CONVERSIONS, CmpfOp, CmpiOp, SelectOp

    return _replaced(Arith, CmpfOp, CmpiOp, SelectOp, *CONVERSIONS)


@cache
def _func() -> Dialect:
    from xdsl.dialects.func import Func

    from .operations.func import FuncOp

    return _replaced(Func, FuncOp)


@cache
def _gpu() -> Dialect:
    from xdsl.dialects.gpu import GPU

    from .operations.gpu import FORMATTED, LaunchFuncOp
    from .operations.gpu_functions import FuncOp, ModuleOp
    from .operations.gpu_shuffle import ShuffleModeAttr, ShuffleOp

    replaced = _replaced(GPU, FuncOp, ModuleOp, ShuffleOp, LaunchFuncOp, *FORMATTED)
    return Dialect("gpu", list(replaced.operations), [*GPU.attributes, ShuffleModeAttr])


@cache
def _memref() -> Dialect:
    from xdsl.dialects.memref import MemRef

    from .operations.memref import FORMATTED, GlobalOp

    return _replaced(MemRef, GlobalOp, *FORMATTED)


@cache
def _scf() -> Dialect:
    from xdsl.dialects.scf import Scf

    from .operations.scf import ExecuteRegionOp, ForOp, IfOp, ParallelOp

    return _replaced(Scf, ExecuteRegionOp, ForOp, IfOp, ParallelOp)


@cache
def _vector() -> Dialect:
    from xdsl.dialects.vector import Vector

    from .operations.vector import ALIGNED, TypeCastOp

    return Dialect(
        "vector", [*_replaced(Vector, *ALIGNED).operations, TypeCastOp], list(Vector.attributes)
    )
