"""Which operations upstream's lowering is not given: rewritten, or refused with a remedy."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lowering.upstream_gaps import close_upstream_gaps


def _closed(arguments: str, body: str) -> list[str]:
    """The names of the operations of a function after the rewrites."""
    module = parse_module(f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}")
    close_upstream_gaps(module)
    (function,) = module.ops
    return [op.name for op in function.walk() if op.name not in ("func.func", "func.return")]


COLLAPSE = "%c = memref.collapse_shape %A {} : {} into {}"


@pytest.mark.parametrize(
    ("source", "groups", "result", "by_numbers"),
    [
        ("memref<2x3x4xf32>", "[[0], [1, 2]]", "memref<2x12xf32>", True),
        ("memref<2x3x4xf32>", "[[0, 1], [2]]", "memref<6x4xf32>", True),
        ("memref<2x3x4xf32, 1>", "[[0, 1, 2]]", "memref<24xf32, 1>", True),
        # a size that is not a number
        ("memref<?x3x4xf32>", "[[0], [1, 2]]", "memref<?x12xf32>", False),
        ("memref<3x?xf32>", "[[0, 1]]", "memref<?xf32>", False),
        ("memref<0x3xf32>", "[[0, 1]]", "memref<0xf32>", False),
        # another order of cells than that of rows
        (
            "memref<2x3x4xf32, strided<[24, 4, 1]>>",
            "[[0], [1, 2]]",
            "memref<2x12xf32, strided<[24, 1]>>",
            False,
        ),
    ],
)
def test_a_collapse(source: str, groups: str, result: str, by_numbers: bool) -> None:
    made = _closed(f"%A: {source}", COLLAPSE.format(groups, source, result))
    assert made == [f"memref.{'reinterpret_cast' if by_numbers else 'collapse_shape'}"]


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
def test_a_copy_of_strided_elements(first: bool, second: bool) -> None:
    types = [
        f"memref<2x3xf32{', strided<[8, 1]>' if is_strided else ''}>"
        for is_strided in (first, second)
    ]
    arguments = ", ".join(f"%{name}: {type}" for name, type in zip("AB", types, strict=True))
    made = _closed(arguments, f"memref.copy %A, %B : {' to '.join(types)}")
    assert ("memref.copy" in made) == (not (first or second))
    assert made.count("scf.for") == (2 if first or second else 0)


@pytest.mark.parametrize("access", ["load", "store"])
@pytest.mark.parametrize(
    ("element", "is_taken"),
    [
        *(("i2", False), ("i4", False), ("i7", False), ("i8", True), ("i9", False)),
        *(("i16", True), ("i24", False), ("i32", True), ("i64", True), ("i96", False)),
        *(("f16", True), ("f32", True), ("index", True)),
    ],
)
def test_elements_of_vectors_in_memory(access: str, element: str, is_taken: bool) -> None:
    """Those of whole bytes, of which a power of two makes one."""
    types = f"memref<8x{element}>, vector<4x{element}>"
    line = {
        "load": f"%w = vector.load %A[%i] : {types}",
        "store": f"vector.store %v, %A[%i] : {types}",
    }[access]
    arguments = f"%A: memref<8x{element}>, %v: vector<4x{element}>, %i: index"
    if is_taken:
        assert _closed(arguments, line) == [f"vector.{access}"]
    else:
        with pytest.raises(PadError, match="one by one"):
            _closed(arguments, line)


def test_booleans_of_vectors_are_stored_as_bytes() -> None:
    line = "vector.store %v, %A[%i] : memref<8xi1>, vector<4xi1>"
    made = _closed("%A: memref<8xi1>, %v: vector<4xi1>, %i: index", line)
    assert made == ["arith.extui", "vector.store"]


@pytest.mark.parametrize(
    ("element", "is_taken"), [("f8E5M2", False), ("f16", True), ("f32", True), ("i8", True)]
)
def test_sums_of_lanes(element: str, is_taken: bool) -> None:
    line = f"%s = vector.reduction <add>, %v : vector<4x{element}> into {element}"
    if is_taken:
        zero = ["arith.constant"] if element.startswith("f") else []
        assert _closed(f"%v: vector<4x{element}>", line) == [*zero, "vector.reduction"]
    else:
        with pytest.raises(PadError, match=r"arith\.extf"):
            _closed(f"%v: vector<4x{element}>", line)
