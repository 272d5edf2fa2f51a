"""Which operations upstream's lowering is not given: rewritten, or refused with a remedy."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lowering.upstream_gaps import close_upstream_gaps
from pad_mlir.runtime import compile
from pad_mlir.upstream.processors import host_processor


def _closed(arguments: str, body: str) -> list[str]:
    """The names of the operations of a function after the rewrites."""
    module = parse_module(f"func.func @f({arguments}) {{\n{body}\nfunc.return\n}}")
    close_upstream_gaps(module)
    (function,) = module.ops
    return [op.name for op in function.walk() if op.name not in ("func.func", "func.return")]


COLLAPSE = "%c = memref.collapse_shape %A {} : {} into {}"


CAST, COLLAPSED = ["memref.reinterpret_cast"], ["memref.collapse_shape"]
READ, NUMBER, PRODUCT = "memref.extract_strided_metadata", "arith.constant", "arith.muli"


@pytest.mark.parametrize(
    ("source", "groups", "result", "operations"),
    [
        ("memref<2x3x4xf32>", "[[0], [1, 2]]", "memref<2x12xf32>", CAST),
        ("memref<2x3x4xf32>", "[[0, 1], [2]]", "memref<6x4xf32>", CAST),
        ("memref<2x3x4xf32, 1>", "[[0, 1, 2]]", "memref<24xf32, 1>", CAST),
        # a size that is not a number
        ("memref<?x3x4xf32>", "[[0], [1, 2]]", "memref<?x12xf32>", [READ, *CAST]),
        ("memref<3x?xf32>", "[[0, 1]]", "memref<?xf32>", [READ, NUMBER, PRODUCT, *CAST]),
        ("memref<?x?x5xf32>", "[[0, 1], [2]]", "memref<?x5xf32>", [READ, PRODUCT, *CAST]),
        ("memref<0x3xf32>", "[[0, 1]]", "memref<0xf32>", COLLAPSED),
        # another order of cells than that of rows
        (
            "memref<2x3x4xf32, strided<[24, 4, 1]>>",
            "[[0], [1, 2]]",
            "memref<2x12xf32, strided<[24, 1]>>",
            COLLAPSED,
        ),
    ],
)
def test_a_collapse(source: str, groups: str, result: str, operations: list[str]) -> None:
    made = _closed(f"%A: {source}", COLLAPSE.format(groups, source, result))
    assert made == operations


@pytest.mark.parametrize(
    ("source", "groups", "result", "shape"),
    [
        ("memref<?x?x5xf32>", "[[0, 1], [2]]", "memref<?x5xf32>", (2, 3, 5)),
        ("memref<?x?x5xf32>", "[[0], [1, 2]]", "memref<?x?xf32>", (2, 3, 5)),
        ("memref<?x2x?xf32>", "[[0], [1, 2]]", "memref<?x?xf32>", (3, 2, 5)),
        ("memref<?x?xf32>", "[[0, 1]]", "memref<?xf32>", (5, 6)),
    ],
)
def test_cells_after_a_collapse(
    source: str, groups: str, result: str, shape: tuple[int, ...]
) -> None:
    """All cells of a buffer whose sizes calls give, through a collapse of it."""
    loops, ends, axes = "", "", [f"%i{axis}" for axis in range(result.count("x"))]
    for axis, name in enumerate(axes):
        loops += f"%x{axis} = arith.constant {axis} : index\n"
        loops += f"%n{axis} = memref.dim %c, %x{axis} : {result}\n"
        loops += f"affine.for {name} = 0 to %n{axis} {{\n"
        ends += "}\n"
    collapse = COLLAPSE.format(groups, source, result)
    body = f"%v = arith.constant 7.0 : f32\n{collapse}\n{loops}"
    store = f"affine.store %v, %c[{', '.join(axes)}] : {result}\n"
    text = f"func.func @f(%A: {source}) {{\n{body}{store}{ends}func.return\n}}"
    array = np.zeros(shape, np.float32)
    compile(text)(array)
    assert (array == 7).all()


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


@pytest.mark.parametrize(
    ("mask", "lane"),
    [
        ("arith.constant dense<[true, false, false, false]> : vector<4xi1>", 0),
        ("arith.constant dense<[false, false, true, false]> : vector<4xi1>", 2),
        ("vector.create_mask %one : vector<4xi1>", 0),
        ("arith.constant dense<[true, true, false, false]> : vector<4xi1>", None),
        ("vector.create_mask %i : vector<4xi1>", 0),
    ],
)
@pytest.mark.parametrize("cpu", ["x86-64-v3", "x86-64-v4"])
def test_a_single_lane_is_stored_without_a_mask(mask: str, lane: int | None, cpu: str) -> None:
    """Of the others LLVM would store a part: the element is as wide as before it is narrowed."""
    if cpu == "x86-64-v4" and "+avx512f" not in host_processor().features:
        pytest.skip("needs AVX-512")
    text = f"""func.func @f(%A: memref<4xi64>, %B: memref<9xi32>, %i: index) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %m = {mask}
      %v = vector.load %A[%zero] : memref<4xi64>, vector<4xi64>
      %w = arith.trunci %v : vector<4xi64> to vector<4xi32>
      vector.maskedstore %B[%i], %m, %w : memref<9xi32>, vector<4xi1>, vector<4xi32>
      func.return
    }}"""
    array = np.full(9, 7, np.int32)
    compile(text, target_cpu=cpu)(np.arange(1, 5), array, 1)
    wanted = {lane} if lane is not None else {0, 1}
    assert array.tolist() == [k if k - 1 in wanted else 7 for k in range(9)]
