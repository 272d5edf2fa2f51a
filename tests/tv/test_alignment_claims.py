"""Alignment that an access states, and conclusions from it."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge

_TYPE = "memref<4x8xf32>"


def _kernel(claim: str, argument: str = "", view: str = "", source: str = "%A") -> str:
    """The second half of row 1 of A, to C; `claim` is about the load."""
    attributes = f" {{{claim}}}" if claim else ""
    index = "%row, %half" if source == "%A" else "%cell"
    type = _TYPE if source == "%A" else "memref<32xf32>"
    return f"""func.func @f(%A: {_TYPE} {argument}, %C: memref<4xf32>) {{
      %row = arith.constant 1 : index
      %half = arith.constant 4 : index
      %zero = arith.constant 0 : index
      %cell = arith.constant 12 : index
      {view}
      %v = vector.load {source}[{index}]{attributes} : {type}, vector<4xf32>
      vector.store %v, %C[%zero] : memref<4xf32>, vector<4xf32>
      func.return
    }}"""


_FLAT = f"%F = memref.collapse_shape %A [[0, 1]] : {_TYPE} into memref<32xf32>"


@pytest.mark.parametrize(
    ("claim", "argument", "follows"),
    [
        ("alignment = 4 : i64", "", True),
        ("alignment = 8 : i64", "", False),
        ("alignment = 16 : i64", "{llvm.align = 16 : i64}", True),
        ("alignment = 16 : i64", "{llvm.align = 64 : i64}", True),
        ("alignment = 32 : i64", "{llvm.align = 64 : i64}", False),  # 12 elements of 4 bytes
        ("alignment = 16 : i64, nontemporal = true", "{llvm.align = 16 : i64}", True),
        ("nontemporal = true", "", True),
    ],
)
@pytest.mark.parametrize(("view", "source"), [("", "%A"), (_FLAT, "%F")])
def test_claims_follow_from_where_a_buffer_starts(
    claim: str, argument: str, follows: bool, view: str, source: str
) -> None:
    verdict = judge(_kernel("", argument), _kernel(claim, argument, view, source))
    assert verdict.status is (Status.VALID if follows else Status.REFUTED), verdict
    assert follows or "A[1, 4] is claimed to be a multiple of" in str(verdict)


def test_what_the_original_claims_is_a_fact() -> None:
    claimed, more = _kernel("alignment = 16 : i64"), _kernel("alignment = 32 : i64")
    for after in (claimed, _kernel("alignment = 8 : i64"), _kernel("")):
        assert judge(claimed, after).status is Status.VALID
    assert "A starts at a multiple of 16" in str(judge(claimed, more))
    # Row 1 starts at 32 bytes, so that A starts at 16 past a multiple of 32.
    assert "16 past a multiple of 32" in str(judge(more, _kernel("alignment = 64 : i64")))
    contradiction = f"%w = vector.load %A[%zero, %zero] {{alignment = 32 : i64}} : {_TYPE}, "
    both = _kernel("alignment = 32 : i64", view=f"{contradiction} vector<4xf32>")
    assert "the original is undefined" in str(judge(both, both))


def test_a_claim_in_a_branch_is_no_fact() -> None:
    def kernel(claim: str, around: str = "scf.if %c") -> str:
        return f"""func.func @f(%A: {_TYPE}, %C: memref<4xf32>, %c: i1) {{
          %zero = arith.constant 0 : index
          {around} {{
            %v = vector.load %A[%zero, %zero] {claim} : {_TYPE}, vector<4xf32>
            vector.store %v, %C[%zero] : memref<4xf32>, vector<4xf32>
          }}
          func.return
        }}"""

    assert judge(kernel(""), kernel("")).status is Status.VALID
    claimed = kernel("{alignment = 16 : i64}")
    assert "may not hold for each input" in str(judge(claimed, claimed))
    refuted = judge(kernel(""), claimed)
    assert refuted.status is Status.REFUTED
    assert "it fails for c = " in str(refuted)


def _local(attributes: str, claim: str, type: str = "memref<8xf32>") -> str:
    return f"""func.func @f(%A: memref<8xf32>) {{
      %zero = arith.constant 0 : index
      %L = memref.alloc() {attributes} : {type}
      %v = vector.load %A[%zero] : memref<8xf32>, vector<8xf32>
      vector.store %v, %L[%zero] {claim} : {type}, vector<8xf32>
      %w = vector.load %L[%zero] {claim} : {type}, vector<8xf32>
      vector.store %w, %A[%zero] : memref<8xf32>, vector<8xf32>
      func.return
    }}"""


def test_local_buffers_start_where_their_allocation_says() -> None:
    plain, claim = _local("", ""), "{alignment = 32 : i64}"
    assert judge(plain, _local(claim, claim)).status is Status.VALID
    assert judge(plain, _local("{alignment = 64 : i64}", claim)).status is Status.VALID
    refuted = judge(plain, _local("{alignment = 16 : i64}", claim))
    assert "L starts at a multiple of 16" in str(refuted)
    assert refuted.status is Status.REFUTED


def test_globals_and_assumed_alignment() -> None:
    def kernel(of: str, assumed: str = "") -> str:
        return f"""memref.global "private" @g : memref<8xf32> = uninitialized {of}
        func.func @f(%A: memref<8xf32>) {{
          %zero = arith.constant 0 : index
          %G = memref.get_global @g : memref<8xf32>
          {assumed}
          %v = vector.load %G[%zero] {{alignment = 32 : i64}} : memref<8xf32>, vector<8xf32>
          vector.store %v, %A[%zero] : memref<8xf32>, vector<8xf32>
          func.return
        }}"""

    aligned = kernel("{alignment = 32 : i64}")
    assert judge(aligned, aligned).status is Status.VALID
    assert "@g starts at a multiple of 4" in str(judge(aligned, kernel("")))
    assumed = "%B = memref.assume_alignment %A, 64 : memref<8xf32>"
    both = kernel("{alignment = 32 : i64}", assumed)
    assert judge(both, both).status is Status.VALID
    assert judge(aligned, both).status is Status.REFUTED


def test_a_layout_says_nothing_of_addresses() -> None:
    layout = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>"
    type = f"memref<8xf32, {layout}>"
    claimed = _local("{alignment = 32 : i64}", "{alignment = 32 : i64}", type)
    assert "of an access to L through a layout" in str(judge(_local("", ""), claimed))


def test_an_alignment_is_a_power_of_two() -> None:
    verdict = judge(_kernel(""), _kernel("alignment = 12 : i64"))
    assert "the alignment 12 : i64 is not understood" in str(verdict)


def test_claims_of_scalar_accesses() -> None:
    def kernel(claim: str) -> str:
        return f"""func.func @f(%A: memref<8xf32>, %i: index) {{
          %two = arith.constant 2 : index
          %x = memref.load %A[%two] {claim} : memref<8xf32>
          memref.store %x, %A[%two] {claim} : memref<8xf32>
          func.return
        }}"""

    claimed = kernel("{alignment = 8 : i64}")
    assert judge(claimed, claimed).status is Status.VALID
    verdict = judge(kernel(""), claimed)
    assert "A[2] is claimed to be a multiple of 8" in str(verdict)
    assert verdict.status is Status.REFUTED
