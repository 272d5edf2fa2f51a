"""Programs with every type that the parser takes in every place, and with odd shapes and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

_WIDTHS = (0, 1, 2, 3, 7, 8, 9, 16, 17, 32, 33, 64, 65, 128, 1000, 4096, 4097, 16777215)
INTEGERS = (*(f"i{bits}" for bits in _WIDTHS), "si8", "ui8", "si1", "ui64", "index")
FLOATS = (
    *("f16", "bf16", "f32", "f64", "f80", "f128", "tf32", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"),
    *("f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4"),
    "f8E8M0FNU",
)
_OTHER = """
none
complex<f32>
complex<f80>
complex<i3>
complex<index>
tuple<>
tuple<f32, i1>
tuple<tuple<none>>
() -> ()
(f32) -> i1
!llvm.ptr
!llvm.void
!llvm.struct<(i32, f32)>
!llvm.array<4 x f32>
!llvm.func<void ()>
!llvm.token
!llvm.metadata
!llvm.x86_amx
!quant.any<i8>
!gpu.async.token
!foo.bar<4>
tensor<4xf32>
tensor<*xf32>
tensor<?xi1>
tensor<4611686018427387904x4xf32>
vector<4xf32>
vector<[4]xf32>
vector<f32>
vector<2x[4]xi1>
vector<4xindex>
vector<4xi3>
vector<4xf8E4M3FN>
vector<4x!llvm.ptr>
vector<0xf32>
vector<3x1x2xf64>
vector<1000000xf32>
vector<4611686018427387904x4xf32>
vector<4xcomplex<f32>>
"""
OTHERS = tuple(_OTHER.strip().splitlines())
_SHAPES = """
f32
4xf32
?xf32
*xf32
0xf32
4x0xf32
?x0xf32
?x?x4xf32
4xmemref<4xf32>
4xmemref<?xf32>
?xmemref<*xf32>
memref<memref<f32>>
memref<4xf32, 3>
memref<4xf32, "local">
memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>
4xvector<4xf32>
4xvector<[4]xf32>
4xvector<f32>
4xvector<3xi1>
4xvector<4xi3>
4xvector<2x3xf16>
4xvector<4xmemref<4xf32>>
4611686018427387904x4xf32
9223372036854775807xf32
9223372036854775807xi1
4294967296xf32
3037000500x3037000500xf64
4611686018427387904x4x?xf32
4611686018427387904x0x4xf32
?x4611686018427387904x4xf32
2305843009213693952xf64
1152921504606846976x8xi1
4xf32, 1
4xf32, -1
4xf32, 3 : i64
4xf32, 16777216
4xf32, "local"
4xf32, 1.0 : f32
4xf32, 99999999999999999999 : i128
4xf32, #gpu.address_space<workgroup>
4xf32, {a = 1}
*xf32, 1
4xf32, strided<[1]>
4xf32, strided<[2], offset: 3>
4xf32, strided<[?], offset: ?>
?xf32, strided<[1], offset: ?>
4x4xf32, strided<[1, 4]>
4x4xf32, strided<[0, 0]>
4xf32, strided<[-1], offset: 3>
4x4xf32, strided<[1]>
4xf32, strided<[9223372036854775807]>
f32, strided<[], offset: 5>
4x4xf32, strided<[4611686018427387904, 1]>
4xi1, strided<[2]>
?xf32, affine_map<(d0) -> (d0 + 3)>
4xf32, affine_map<(d0) -> (d0 + 3)>
?xf32, affine_map<(d0) -> (d0)>
?xf32, affine_map<(d0)[s0] -> (d0 + s0)>
4xf32, affine_map<(d0)[s0] -> (d0 * s0)>
?x?xf32, affine_map<(d0, d1) -> (d0, d1)>
?x?xf32, affine_map<(d0, d1) -> (d1, d0)>
4x4xf32, affine_map<(d0, d1) -> (d1, d0)>
?xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
4x4xf32, affine_map<(d0, d1) -> (d0 * 9 + d1)>
4x4xf32, affine_map<(d0, d1) -> (d0, d0 + d1, 5)>
4x4xf32, affine_map<(d0) -> (d0)>
?xf32, affine_map<(d0) -> (-d0)>
?xf32, affine_map<(d0) -> ()>
?xf32, affine_map<(d0) -> (d0 mod 0)>
?x?xf32, affine_map<(d0, d1) -> (d0 * d1)>
4xf32, affine_map<(d0) -> (d0 + 1)>, 3
4xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [], {}>
?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [], {}>
"""
BUFFERS = (
    *(f"memref<{shape}>" for shape in _SHAPES.strip().splitlines()),
    *(f"memref<{size * 70}f32>" for size in ("1x", "2x", "?x")),
)
TYPES = (*INTEGERS, *FLOATS, *OTHERS, *BUFFERS)
ELEMENTS = (*INTEGERS, *FLOATS, "complex<f32>", "!llvm.ptr", "none", "tuple<i1>", "vector<2xf32>")
NAMES = (
    *("f", "", "a\\00b", "\\00", "\\01tanhf", "llvm.foo", "llvm.sqrt.f32", "llvm.memset", "é"),
    *("a b", "\\22", "a@b", "$", ".", "0", "\\FF", "\\0A", "x" * 5000, "memset", "main", "%d"),
    *("_mlir_ciface_f", "free", "llvm", "llvm.", "__nv_expf", "pad_mlir.k"),
)
_UNARY = """
absf absi acos acosh asin asinh atan atanh cbrt ceil cos cosh ctlz cttz ctpop erf exp exp2 expm1
floor isfinite isinf isnan isnormal log log10 log1p log2 round roundeven rsqrt sin sinh sqrt tan
tanh trunc
"""
_BINARY = """
arith.addf arith.addi arith.andi arith.ceildivsi arith.ceildivui arith.divf arith.divsi arith.divui
arith.floordivsi arith.maximumf arith.maxnumf arith.maxsi arith.maxui arith.minimumf arith.minnumf
arith.minsi arith.minui arith.mulf arith.muli arith.ori arith.remf arith.remsi arith.remui
arith.shli arith.shrsi arith.shrui arith.subf arith.subi arith.xori math.atan2 math.copysign
math.powf math.ipowi
"""
_CASTS = """
bitcast extf extsi extui fptosi fptoui index_cast index_castui sitofp truncf trunci uitofp
"""
_KINDS = ("add", "mul", "minui", "maxsi", "and", "xor", "maximumf", "minnumf")
_CAST_TYPES = (
    *("i1", "i3", "i8", "i64", "i128", "index", "f16", "bf16", "f32", "f64", "tf32", "f8E4M3FN"),
    *("f8E8M0FNU", "f4E2M1FN", "ui8", "vector<4xf32>", "vector<[4]xi8>", "vector<4xi1>"),
    *("vector<4xf8E5M2>", "vector<4xindex>", "vector<2x2xbf16>", "vector<i32>"),
)
_NUMBERS = ("1", "0", "-1", "1.0", "0x7F", "true", "9999999999999999999999", "1.0e+4000")
_FILES = Path(__file__).parent
_KERNEL = """
builtin.module attributes {{gpu.container_module}} {{
  gpu.module @kernels {{
    {inside}
    gpu.func @"{name}"({given}) kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
      {body}
      gpu.return
    }}
  }}
}}"""


def host_programs() -> list[str]:
    """All of them, of functions."""
    places, buffers = _templates("places"), _templates("buffers")
    return [
        *(place.replace("TYPE", type) for type, place in product(TYPES, places)),
        *(_on_buffer(text, type) for type, text in product(BUFFERS, buffers)),
        *(text.replace("NAME", name) for name, text in product(NAMES, _templates("names"))),
        *(text for element in ELEMENTS for text in _constants(element)),
        *(text for element in ELEMENTS for text in _arithmetic(element)),
        *(text for element in ELEMENTS for text in _folded(element)),
        *_casts(),
    ]


def kernel_programs() -> list[str]:
    """All of them, of kernels on devices."""
    functions = [
        *(_on_buffer(text, type) for type, text in product(BUFFERS, _templates("buffers"))),
        *(text for element in ELEMENTS for text in _arithmetic(element)),
        *(text for element in ELEMENTS for text in _folded(element)),
        *_casts(),
    ]
    named = [
        _KERNEL.format(inside=inside, name=name, given="%a: memref<4xf32>", body="")
        for name in NAMES
        for inside in ("", f'memref.global "private" @"{name}" : memref<4xf32, 3> = uninitialized')
    ]
    types = product(TYPES, _templates("kernels"))
    return [*(t.replace("TYPE", type) for type, t in types), *map(_as_kernel, functions), *named]


def _templates(name: str) -> list[str]:
    return (_FILES / f"{name}.txt").read_text().split("\n// -----\n")


def _on_buffer(text: str, type: str) -> str:
    """A program that applies an operation to a buffer of a type."""
    inside = type[len("memref<") : -1]
    sizes = re.match(r"(?:(?:\d+|\?)x)*", inside)
    assert sizes is not None
    shape, rest = sizes[0].split("x")[:-1], inside[sizes.end() :]
    element = rest if rest.startswith(("memref", "vector")) else rest.split(",")[0]
    given = ", ".join("%n" for size in shape if size == "?")
    text = text.replace("GIVEN", given).replace("AT", ", ".join("%n" for _ in shape))
    return text.replace("TYPE", type).replace("ELEMENT", element)


def _function(op: str, result: str, *given: str) -> str:
    parameters = ", ".join(f"%{name}: {type}" for name, type in zip("abc", given, strict=False))
    return (
        f"func.func @f({parameters}) -> {result} {{\n  %r = {op}\n  func.return %r : {result}\n}}"
    )


def _constants(type: str) -> Iterator[str]:
    for number in _NUMBERS:
        yield _function(f"arith.constant {number} : {type}", type)
    for number in ("1", "1.0", "[1, 2, 3, 4]", "true"):
        vector, buffer = f"vector<4x{type}>", f"memref<4x{type}>"
        yield _function(f"arith.constant dense<{number}> : {vector}", vector)
        name = f"memref.global @g : {buffer} = dense<{number}>\n"
        yield name + _function(f"memref.get_global @g : {buffer}", buffer)


def _operations(type: str, element: str) -> Iterator[tuple[str, str]]:
    """Operations on `%a` and `%b`, and the types of their results."""
    one = type.replace(element, "i1")
    yield from ((f"{name} %a, %b : {type}", type) for name in _BINARY.split())
    for name in _UNARY.split():
        yield f"math.{name} %a : {type}", one if name.startswith("is") else type
    yield f"math.fma %a, %b, %b : {type}", type
    yield f"arith.negf %a : {type}", type
    yield f"arith.cmpi slt, %a, %b : {type}", one
    yield f"arith.cmpf olt, %a, %b : {type}", one
    if type != element:
        for kind in _KINDS:
            yield f"vector.reduction <{kind}>, %a : {type} into {element}", element
        yield f"vector.fma %a, %b, %b : {type}", type
        yield f"vector.extract %a[0] : {element} from {type}", element
        result = f"vector<2x{element}>"
        yield f"vector.shuffle %a, %b [0, 5] : {type}, {type}", result


def _arithmetic(element: str) -> Iterator[str]:
    """Every operation of arith and math on it, in scalars and vectors."""
    shapes = ("{}", "vector<4x{}>", "vector<2x2x{}>", "vector<[4]x{}>", "vector<{}>")
    for type in (shape.format(element) for shape in shapes):
        for op, result in _operations(type, element):
            yield _function(op, result, type, type)


def _folded(element: str) -> Iterator[str]:
    """Every operation on constants, which passes fold."""
    integers = element.startswith("i")
    numbers = ("0", "-1") if element == "i1" else ("0", "1", "-1") if integers else ("0.0", "-1.0")
    for op, result in _operations(element, element):
        for a, b in product(numbers, numbers):
            given = f"%a = arith.constant {a} : {element}\n  %b = arith.constant {b} : {element}"
            yield _function(op, result).replace("{\n", f"{{\n  {given}\n", 1)


def _casts() -> Iterator[str]:
    for name, source, target in product(_CASTS.split(), _CAST_TYPES, _CAST_TYPES):
        yield _function(f"arith.{name} %a : {source} to {target}", target, source)


def _as_kernel(text: str) -> str:
    """A kernel with the body of a function."""
    lines = text.splitlines()
    start = max(k for k, line in enumerate(lines) if line.startswith("func.func"))
    inside = "\n".join(line for line in lines if line.startswith("memref.global"))
    body = [line for line in lines[start + 1 : -1] if "return" not in line]
    given = _in_parentheses(lines[start][len("func.func @f") :])
    return _KERNEL.format(inside=inside, name="k", given=given, body="\n".join(body))


def _in_parentheses(text: str) -> str:
    depth = 0
    for k, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return text[1:k]
    raise ValueError(text)
