"""Sums and products of sizes make no operation where one of the two decides the result."""

from __future__ import annotations

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.common.index_codegen import Emitter
from pad_mlir.passes.gpu.modules.strided_views import SizeEmitter

SOURCE = """
func.func @f(%n: index, %m: index) {
  func.return
}
"""


class Sizes:
    """A function of two sizes, with an emitter in it."""

    def __init__(self) -> None:
        self.module: ModuleOp = parse_module(SOURCE)
        (function,) = self.module.ops
        block = function.regions[0].blocks[0]
        end = block.last_op
        assert end is not None
        self.n, self.m = block.args
        self.emitter = SizeEmitter(Emitter(InsertPoint.before(end), end))

    def made(self) -> list[str]:
        """The operations, and what they are of: a number, n, or m."""
        shown: list[str] = []
        for op in self.module.walk():
            if isinstance(op, arith.AddiOp | arith.MuliOp):
                sign = "+" if isinstance(op, arith.AddiOp) else "*"
                shown.append(f"{self.name(op.lhs)} {sign} {self.name(op.rhs)}")
        return shown

    def name(self, size: SSAValue | int) -> str:
        """The size's name, or its number."""
        if isinstance(size, int):
            return str(size)
        owner = size.owner
        if isinstance(owner, arith.ConstantOp):
            return str(owner.value).split()[0]
        return size.name_hint or "made"


@pytest.mark.parametrize(
    ("left", "right", "result", "made"),
    [
        ("3", "4", "12", []),
        ("0", "4", "0", []),
        ("n", "0", "0", []),
        ("0", "n", "0", []),
        ("n", "1", "n", []),
        ("1", "n", "n", []),
        ("n", "2", "made", ["n * 2"]),
        ("2", "n", "made", ["2 * n"]),
        ("n", "m", "made", ["n * m"]),
    ],
)
def test_products(left: str, right: str, result: str, made: list[str]) -> None:
    sizes = Sizes()
    factors = [getattr(sizes, t) if t.isalpha() else int(t) for t in (left, right)]
    assert sizes.name(sizes.emitter.product(*factors)) == result
    assert sizes.made() == made


@pytest.mark.parametrize(
    ("left", "right", "result", "made"),
    [
        ("3", "4", "7", []),
        ("n", "0", "n", []),
        ("0", "n", "n", []),
        ("n", "1", "made", ["n + 1"]),
        ("1", "n", "made", ["1 + n"]),
        ("n", "m", "made", ["n + m"]),
    ],
)
def test_sums(left: str, right: str, result: str, made: list[str]) -> None:
    sizes = Sizes()
    terms = [getattr(sizes, t) if t.isalpha() else int(t) for t in (left, right)]
    assert sizes.name(sizes.emitter.sum(*terms)) == result
    assert sizes.made() == made
