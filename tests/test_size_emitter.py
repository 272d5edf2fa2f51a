"""Views of a flat buffer; sums and products of sizes make no operation where one of two decides."""

from __future__ import annotations

import pytest
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.common.index_codegen import Emitter
from pad_mlir.passes.gpu.modules.strided_views import Size, SizeEmitter, StridedView, view_of

SOURCE = """
func.func @f(%n: index, %m: index) {{
  {ops}
  func.return
}}
"""


class Sizes:
    """A function of two sizes, with an emitter in it."""

    def __init__(self, ops: str = "") -> None:
        self.module: ModuleOp = parse_module(SOURCE.format(ops=ops))
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


@pytest.mark.parametrize(
    ("offsets", "shape", "steps", "result", "wanted"),
    [
        # offset, then sizes and strides of the axes that the view keeps, of a buffer of 4x6x5
        ("[1, 2, 3]", "[2, 3, 1]", "[1, 2, 1]", "2x3x1", (43, [2, 3, 1], [30, 10, 1])),
        ("[1, 2, 3]", "[2, 3, 1]", "[1, 2, 1]", "2x3", (43, [2, 3], [30, 10])),
        ("[0, 0, 0]", "[1, 3, 2]", "[1, 1, 1]", "3x2", (0, [3, 2], [5, 1])),
        ("[0, 4, 0]", "[2, 1, 2]", "[2, 1, 2]", "2x2", (20, [2, 2], [60, 2])),
        ("[3, 0, 1]", "[1, 1, 1]", "[1, 1, 1]", "1", (91, [1], [30])),
        ("[3, 5, 4]", "[1, 1, 1]", "[1, 1, 1]", "", (119, list[int](), list[int]())),
        ("[%n, 0, 0]", "[1, %m, 2]", "[1, 1, 1]", "?x2", ("made", ["m", 2], [5, 1])),
        ("[0, %n, 1]", "[%m, 1, 2]", "[%n, 1, 1]", "?x2", ("made", ["m", 2], ["made", 1])),
    ],
)
def test_subviews(
    offsets: str, shape: str, steps: str, result: str, wanted: tuple[object, object, object]
) -> None:
    strides = ", ".join("?" for axis in result.split("x") if axis)
    made = f"memref<{result}{'x' * bool(result)}f32, strided<[{strides}], offset: ?>>"
    sizes = Sizes(
        f"%A = memref.alloc() : memref<4x6x5xf32>\n"
        f"%v = memref.subview %A{offsets} {shape} {steps} : memref<4x6x5xf32> to {made}"
    )
    (op,) = (op for op in sizes.module.walk() if isinstance(op, memref.SubviewOp))
    view = view_of(op, StridedView(0, (4, 6, 5), (30, 5, 1)), sizes.emitter)

    def shown(size: Size) -> object:
        return size if isinstance(size, int) else sizes.name(size)

    axes = [shown(size) for size in view.shape], [shown(step) for step in view.strides]
    assert (shown(view.offset), *axes) == wanted
