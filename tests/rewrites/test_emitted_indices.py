"""Index expressions that are emitted give the same values as their evaluation."""

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, IndexType, ModuleOp
from xdsl.rewriter import InsertPoint

from pad_mlir.index.expr import Expr, eq, rebuild, select, var
from pad_mlir.passes.common.index_codegen import Emitter
from pad_mlir.runtime import compile

_M, _N = var("m"), var("n")


@pytest.mark.parametrize(
    "expr",
    [
        _M + _N * 2,
        rebuild("min", (_M, _N)),
        rebuild("max", (_M * 3, _N + 1)),
        rebuild("min", (rebuild("max", (_M, _N)) // 2, _N)),
        select(~((_M < 0) & (_N > 0)), _M, _N * 2),
        select((_M < 0) | (_N > 2), _M // 2, 7),
        select(eq(_M, 5), _M + _N, rebuild("min", (_M, _N))),
        _M // _N,
        _M % _N,
    ],
    ids=str,
)
def test_values(expr: Expr) -> None:
    pytest.importorskip("mlir")
    index = IndexType()
    function = func.FuncOp("f", FunctionType.from_lists([index, index], [index]))
    block = function.body.block
    values = dict(zip("mn", block.args, strict=True))
    emitter = Emitter(InsertPoint.at_end(block), function)
    emitter.insert(func.ReturnOp(emitter.index(expr, values)))
    kernel = compile(ModuleOp([function]))
    for m in (-7, -1, 0, 5):
        for n in (-3, 2, 6):
            assert kernel(m, n) == expr.evaluate({"m": m, "n": n})
