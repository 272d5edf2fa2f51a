"""Layouts that a buffer gets from its neighbours, with the padding that stages leave or need."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue

from pad_mlir.dialect.attributes import layout_of
from pad_mlir.dialect.kind_attributes import pad_kind
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.propagation.layout_suggestions import suggested_type, wanted_kinds

TILES, OTHER = "(d0) -> (d0 floordiv 4, d0 mod 4)", "(d0) -> (d0 floordiv 8, d0 mod 8)"
ROWS = "(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)"
UNDEF = '"undef"'


def laid_out(kind: str, map: str = TILES, shape: str = "14") -> str:
    return f"memref<{shape}xf32, #pad.layout<[affine_map<{map}>], [{kind}], {{}}>>"


def number(value: float) -> str:
    return f"{value} : f32"


def buffers(body: str, **types: str) -> dict[str, SSAValue]:
    """The arguments of a function by name: %B and %E are logical, unless a type is given."""
    types = {"B": "memref<14xf32>", "E": "memref<14xf32>", **types}
    arguments = ", ".join(f"%{name}: {type}" for name, type in types.items())
    for name, type in types.items():
        body = body.replace(f"T{name}", type)
    module = parse_module(f"""
    func.func @f({arguments}, %x: f32, %R: memref<1xf32>) {{
      %one = arith.constant 1.0 : f32
      %two = arith.constant 2.0 : f32
      {body}
      func.return
    }}""")
    function = next(iter(module.ops))
    assert isinstance(function, func.FuncOp)
    return {value.name_hint or "": value for value in function.args}


def stage(target: str, first: str, op: str, second: str, index: str = "%i") -> str:
    """A loop over %i with `target[i] = first[i] op second`."""
    loads = [
        f"%l{k} = affine.load %{n}[{index}] : T{n}"
        for k, n in enumerate((first, second))
        if n.isupper()
    ]
    right = "%l1" if second.isupper() else f"%{second}"
    return "\n".join(
        [
            "affine.for %i = 0 to 14 {",
            *loads,
            f"%v = arith.{op} %l0, {right} : f32",
            f"affine.store %v, %{target}[%i] : T{target}",
            "}",
        ]
    )


SUM_OF_B = """affine.for %i = 0 to 14 {
  %s = affine.load %R[0] : memref<1xf32>
  %b = affine.load %B[%i] : TB
  %t = arith.addf %s, %b : f32
  affine.store %t, %R[0] : memref<1xf32>
}"""
MORE = "affine.store %x, %B[3] : TB"


@pytest.mark.parametrize(
    ("body", "types", "wanted", "neighbour"),
    [
        # from what a stage reads
        (stage("B", "A", "addf", "one"), {"A": laid_out(number(0.0))}, laid_out(number(1.0)), "A"),
        (stage("B", "A", "mulf", "two"), {"A": laid_out(number(3.0))}, laid_out(number(6.0)), "A"),
        (stage("B", "A", "mulf", "x"), {"A": laid_out(number(3.0))}, laid_out(UNDEF), "A"),
        (stage("B", "A", "addf", "one"), {"A": laid_out(UNDEF)}, laid_out(UNDEF), "A"),
        (
            stage("B", "A", "addf", "D"),
            {"A": laid_out(number(3.0)), "D": laid_out(number(4.0))},
            laid_out(number(7.0)),
            "A",
        ),
        (
            stage("B", "A", "addf", "D"),
            {"A": laid_out(number(3.0)), "D": laid_out(number(4.0), OTHER)},
            laid_out(UNDEF),
            "A",
        ),
        (
            stage("B", "A", "addf", "E"),
            {"A": laid_out(number(3.0))},
            laid_out(UNDEF),
            "A",
        ),
        # written elsewhere, too
        (
            f"{stage('B', 'A', 'addf', 'one')}\n{MORE}",
            {"A": laid_out(number(0.0))},
            laid_out(UNDEF),
            "A",
        ),
        # summed: the identity, if no value is known
        (
            f"{stage('B', 'A', 'mulf', 'x')}\n{SUM_OF_B}",
            {"A": laid_out(number(3.0))},
            laid_out('"identity(addf)"'),
            "A",
        ),
        # from what a stage writes
        (stage("A", "B", "addf", "one"), {"A": laid_out(number(1.0))}, laid_out(number(0.0)), "A"),
        (stage("A", "B", "addf", "one"), {"A": laid_out(UNDEF)}, laid_out(UNDEF), "A"),
        # none
        (stage("B", "E", "addf", "one"), {}, None, None),
        (
            stage("B", "A", "addf", "one"),
            {
                "A": laid_out(number(0.0), shape="16"),
                "B": "memref<16xf32>",
            },
            None,
            None,
        ),
    ],
)
def test_suggested_types(
    body: str, types: dict[str, str], wanted: str | None, neighbour: str | None
) -> None:
    found = buffers(body, **types)
    suggested = suggested_type(found["B"])
    if suggested is None or wanted is None:
        assert suggested is None
        assert wanted is None
        return
    assert suggested == (buffers("", W=wanted)["W"].type, found[neighbour or ""])


ROW_SUMS = """affine.for %i = 0 to 14 {
  affine.for %j = 0 to 5 {
    %a = affine.load %A[%i, %j] : TA
    affine.store %a, %B[%i] : TB
  }
}"""


def test_a_reduction_hands_on_the_axes_that_it_keeps() -> None:
    found = buffers(ROW_SUMS, A=laid_out(number(0.0), ROWS, "14x5"))
    suggested = suggested_type(found["B"])
    assert suggested == (buffers("", W=laid_out(UNDEF))["W"].type, found["A"])


@pytest.mark.parametrize(
    ("maps", "kinds"),
    [
        # of several steps, and of no axis that depends on %i alone
        (f"affine_map<{ROWS}>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>", f"{UNDEF}, {UNDEF}"),
        ("affine_map<(d0, d1) -> (d0 * 5 + d1)>", UNDEF),
    ],
)
def test_a_layout_that_a_reduction_does_not_hand_on(maps: str, kinds: str) -> None:
    type = f"memref<14x5xf32, #pad.layout<[{maps}], [{kinds}], {{}}>>"
    assert suggested_type(buffers(ROW_SUMS, A=type)["B"]) is None


COPY_FROM, COPY_TO = (
    f"memref.copy %{source}, %{target} : memref<14xf32> to memref<14xf32>"
    for source, target in ("BE", "EB")
)


@pytest.mark.parametrize(
    ("body", "types", "wanted"),
    [
        (stage("A", "B", "addf", "one"), {"A": laid_out(number(1.0))}, 0.0),
        (stage("A", "B", "addf", "one"), {"A": laid_out(UNDEF)}, None),
        (stage("A", "B", "addf", "one"), {"A": laid_out(number(1.0), OTHER)}, None),
        (stage("E", "B", "addf", "one"), {}, None),
        ("", {}, None),
        # of several readers
        (
            f"{stage('A', 'B', 'addf', 'one')}\n{stage('D', 'B', 'addf', 'two')}",
            {"A": laid_out(number(1.0)), "D": laid_out(number(2.0))},
            0.0,
        ),
        (
            f"{stage('A', 'B', 'addf', 'one')}\n{stage('D', 'B', 'addf', 'two')}",
            {"A": laid_out(number(1.0)), "D": laid_out(number(3.0))},
            None,
        ),
        (
            f"{stage('A', 'B', 'addf', 'one')}\n{stage('D', 'B', 'addf', 'two')}",
            {"A": laid_out(number(1.0)), "D": laid_out(UNDEF)},
            None,
        ),
        (f"{stage('A', 'B', 'addf', 'one')}\n{COPY_FROM}", {"A": laid_out(number(1.0))}, None),
        (f"{stage('A', 'B', 'addf', 'one')}\n{COPY_TO}", {"A": laid_out(number(1.0))}, 0.0),
        (f"{stage('A', 'B', 'addf', 'one')}\n{SUM_OF_B}", {"A": laid_out(number(1.0))}, None),
    ],
)
def test_kinds_that_readers_want(body: str, types: dict[str, str], wanted: float | None) -> None:
    layout = layout_of(buffers("", W=laid_out(UNDEF))["W"].type)
    assert layout is not None
    found = wanted_kinds(buffers(body, **types)["B"], layout)
    assert found == (None if wanted is None else (pad_kind(FloatAttr(wanted, f32)),))
