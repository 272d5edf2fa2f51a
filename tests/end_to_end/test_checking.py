"""The checks themselves: a physical function that breaks its contract does not pass."""

from dataclasses import dataclass

import pytest

from .checking import Case, check
from .elements import Array
from .kernel import Buffer, Kernel
from .placement import Step

HEAD = """
func.func @copy(
    %A: memref<4xi32> {pad.name = "A", pad.logical = memref<3xi32, LAYOUT>},
    %B: memref<4xi32> {pad.name = "B", pad.logical = memref<3xi32, LAYOUT>}
) {
  %five = arith.constant 5 : i32
  affine.for %i = 0 to 3 {
    %a = affine.load %A[%i] : memref<4xi32>
    affine.store %a, %B[%i] : memref<4xi32>
  }
"""
LAYOUT = "#pad.layout<[affine_map<(d0) -> (d0)>], [PAD], {extents = [4]}>"
TAIL = """
  func.return
}
"""
PADDING_OF_B = "affine.store %five, %B[3] : memref<4xi32>"


def _copy(A: Array, B: Array) -> None:
    B[:] = A


COPY = Kernel("copy", "", {"A": Buffer("i32", (3,), "in"), "B": Buffer("i32", (3,), "out")}, _copy)


@dataclass(frozen=True)
class Physical(Case):
    """A case whose physical function is given."""

    text: str = ""

    def lowered(self) -> str:
        return self.text


def _case(pad: str, body: str) -> Physical:
    step = Step("(i) -> (i)", pad, extents=(4,))
    kind = "5 : i32" if pad == "5" else f'"{pad}"'
    text = HEAD.replace("LAYOUT", LAYOUT.replace("PAD", kind)) + body + TAIL
    return Physical(COPY, {"A": (step,), "B": (step,)}, "stage", text)


@pytest.mark.parametrize(
    ("pad", "body"),
    [("5", PADDING_OF_B), ("undef", PADDING_OF_B), ("undef", ""), ("forbidden", "")],
)
def test_what_keeps_its_contract_passes(pad: str, body: str) -> None:
    check(_case(pad, body))


@pytest.mark.parametrize(
    ("pad", "body", "finding"),
    [
        ("5", "", "pad value lost"),
        ("forbidden", PADDING_OF_B, "padding touched"),
        ("undef", "affine.store %five, %A[3] : memref<4xi32>", "padding touched"),
        ("forbidden", "affine.store %five, %A[0] : memref<4xi32>", "A of @copy"),
        ("forbidden", "affine.store %five, %B[0] : memref<4xi32>", "B of @copy"),
        (
            "undef",
            """
            %x = affine.load %A[3] : memref<4xi32>
            affine.store %x, %B[1] : memref<4xi32>
            """,
            "B of @copy",
        ),
    ],
)
def test_what_breaks_its_contract_is_found(pad: str, body: str, finding: str) -> None:
    with pytest.raises(AssertionError, match=finding):
        check(_case(pad, body))
