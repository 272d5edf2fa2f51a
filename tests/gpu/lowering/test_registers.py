"""Which cells a thread keeps in registers while a loop of its kernel runs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from xdsl.dialects import affine, func, gpu, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import SSAValue

from pad_mlir.dialect.ir.loop_like import inits_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.kernels.kernel_builder import Kernel
from pad_mlir.passes.gpu.kernels.registers import keep_in_registers

THREADS = 8
BARRIER = "gpu.barrier"


def kept(body: str, after: str = "", before: str = "", attributes: str = "") -> func.FuncOp:
    """A function, as the body of a kernel, with a loop of these lines, after the rewrite."""
    module = parse_module(f"""
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<64x8xf32>, %x: f32,
             %v: vector<2xf32>, %n: index) {attributes} {{
  %t = gpu.thread_id x
  %L = memref.alloc() : memref<64xf32>
  %fours = memref.expand_shape %A [[0, 1]] output_shape [16, 4]
    : memref<64xf32> into memref<16x4xf32>
  {before}
  affine.for %i = 0 to 8 {{
    {body}
  }}
  {after}
  func.return
}}""")
    (function,) = module.ops
    assert isinstance(function, func.FuncOp)
    block = function.body.block
    thread = next(op for op in block.ops if isinstance(op, gpu.ThreadIdOp))
    (local,) = (op.memref for op in block.ops if isinstance(op, memref.AllocOp))
    taken = [*(arg for arg in block.args if isinstance(arg.type, MemRefType)), local]

    def thread_id(_: str) -> SSAValue:
        return thread.results[0]

    kernel = SimpleNamespace(body=block, taken=taken, thread_id=thread_id)
    keep_in_registers(cast("Kernel", kernel), THREADS)
    return function


def carried(body: str, attributes: str = "") -> int:
    """How many values the loop carries after the rewrite."""
    function = kept(body, attributes=attributes)
    return max(len(inits_of(op)) for op in function.walk() if isinstance(op, affine.ForOp))


def update(index: str, name: str = "a", buffer: str = "A", shape: str = "64") -> str:
    type = f"memref<{shape}xf32>"
    return f"""%{name} = affine.load %{buffer}[{index}] : {type}
    %{name}s = arith.addf %{name}, %x : f32
    affine.store %{name}s, %{buffer}[{index}] : {type}"""


def lanes(index: str, name: str, offset: str = "") -> str:
    type = "memref<64xf32>, vector<2xf32>"
    return f"""%{name}k = affine.apply affine_map<(d0) -> (d0 * 2{offset})>({index})
    %{name} = vector.load %A[%{name}k] : {type}
    %{name}s = arith.addf %{name}, %v : vector<2xf32>
    vector.store %{name}s, %A[%{name}k] : {type}"""


CARRIED = {
    "a cell for each thread": (update("%t"), 1),
    "where threads meet": (f"{update('%t')}\n {BARRIER}", 1),
    "the same cell for all": (update("0"), 1),
    "two cells side by side": (f"{update('%t * 2')}\n {update('%t * 2 + 1', 'b')}", 2),
    "two that another thread has, too": (f"{update('%t')}\n {update('%t + 1', 'b')}", 2),
    "two rows": (
        f"{update('%t, 0', buffer='C', shape='64x8')}\n"
        f"{update('%t, 1', 'b', buffer='C', shape='64x8')}",
        2,
    ),
    "a cell of each of two buffers": (f"{update('%t')}\n {update('%n', 'b', 'B')}", 2),
    "lanes": (lanes("%t", "a"), 1),
    "an index that does not move": (
        """%k = affine.apply affine_map<(d0) -> (d0 + 1)>(%t)
        %a = affine.load %A[%k] : memref<64xf32>
        %s = arith.addf %a, %x : f32
        affine.store %s, %A[%k] : memref<64xf32>""",
        1,
    ),
    "two where threads meet, just apart": (
        f"{update('%t * 3 + 2')}\n {update('%t * 3', 'b')}\n {BARRIER}",
        2,
    ),
    "two where threads meet, apart": (
        f"{update('%t * 2')}\n {update('%t * 2 + 1', 'b')}\n {BARRIER}",
        2,
    ),
}
LEFT = {
    "a cell of an iteration": update("%i"),
    "an index that moves": """%k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
        %a = affine.load %A[%k] : memref<64xf32>
        %s = arith.addf %a, %x : f32
        affine.store %s, %A[%k] : memref<64xf32>""",
    "what is stored only": "affine.store %x, %A[%t] : memref<64xf32>",
    "what is read, too": f"{update('%t')}\n %b = affine.load %A[%i] : memref<64xf32>",
    "what is read in a loop inside": f"""{update("%t")}
    affine.for %j = 0 to 4 {{
      %b = affine.load %A[%j] : memref<64xf32>
    }}""",
    "twice the same cell": f"{update('%t')}\n {update('%t', 'b')}",
    "two that may be the same cell": f"{update('%t')}\n {update('symbol(%n)', 'b')}",
    "two that are apart in some threads": f"{update('%t')}\n {update('%t * 2 + 1', 'b')}",
    "by another view": f"{update('%t')}\n {update('%t, 0', 'b', 'fours', '16x4')}",
    "where threads meet, of another thread": f"""{update("%t")}
    {update("%t + 1", "b")}
    {BARRIER}""",
    "lanes that overlap": f"{lanes('%t', 'a')}\n {lanes('%t', 'b', ' + 1')}",
    "one that is right, and one that moves": (
        f"{update('%t, 0', buffer='C', shape='64x8')}\n"
        f"{update('%i, 1', 'b', buffer='C', shape='64x8')}"
    ),
    "an index of which a part moves": """%k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%t, %i)
        %a = affine.load %A[%k] : memref<64xf32>
        %s = arith.addf %a, %x : f32
        affine.store %s, %A[%k] : memref<64xf32>""",
}


@pytest.mark.parametrize(("body", "count"), CARRIED.values(), ids=CARRIED)
def test_cells_that_only_their_thread_updates(body: str, count: int) -> None:
    assert carried(body) == count


@pytest.mark.parametrize("body", LEFT.values(), ids=LEFT)
def test_other_cells_stay_in_memory(body: str) -> None:
    assert carried(body) == 0


@pytest.mark.parametrize("name", ["A", "L"])
def test_where_a_buffer_may_have_another_name_all_stay(name: str) -> None:
    assert carried(update("%t", buffer=name)) == 1
    assert carried(update("%t", buffer=name), "attributes {pad.may_alias}") == 0


def test_one_loop_without_an_iteration() -> None:
    module = kept(f"affine.for %j = 4 to 4 {{\n {update('%t')}\n }}")
    assert "iter_args" not in str(module)


def barriers(body: str, after: str = "", before: str = "") -> list[str]:
    """What stands around the loop, which carries a value: the names of the operations."""
    function = kept(body, after, before)
    names = [op.name for op in function.body.block.ops]
    assert "iter_args" in str(function)
    return [name for name in names if name.split(".")[0] in ("affine", "gpu")][1:]


ALONE = ["affine.load", "affine.for", "affine.store"]


def test_threads_meet_around_what_left_a_loop_in_which_they_meet() -> None:
    other = "%o = affine.load %A[symbol(%n)] : memref<64xf32>"
    met = f"{update('%t')}\n {BARRIER}"
    around = ["gpu.barrier", *ALONE, "gpu.barrier"]
    assert barriers(met) == ALONE
    assert barriers(update("%t"), other) == [*ALONE, "affine.load"]
    assert barriers(met, other) == [*around, "affine.load"]
    assert barriers(met, other.replace("%A", "%B")) == [*ALONE, "affine.load"]
    # A load that is not of the loop stays before the barrier.
    assert barriers(met, before=other) == ["affine.load", *around]


def test_the_loads_of_all_cells_are_after_the_barrier() -> None:
    other = "%o = affine.load %A[symbol(%n)] : memref<64xf32>"
    two = f"{update('%t * 2')}\n {update('%t * 2 + 1', 'b')}\n {BARRIER}"
    loads, stores = ["affine.load"] * 2, ["affine.store"] * 2
    expected = ["affine.load", "gpu.barrier", *loads, "affine.for", *stores, "gpu.barrier"]
    assert barriers(two, before=other) == expected


def test_a_loop_in_another_may_meet_its_own_next_round() -> None:
    function = kept(f"affine.for %j = 0 to 4 {{\n {update('%t')}\n {BARRIER}\n }}")
    assert str(function).count("gpu.barrier") == 3
