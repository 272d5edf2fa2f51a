"""PTX of the kernels written by hand: it assembles, and the machine code has what it is for."""

import re

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.passes.gpu.modules.gpu_targets import Chip

from ..sass import Code, assemble, disassemble, parse
from .kernels import (
    DOUBLE_IN_VECTORS,
    ELEMENTWISE,
    KERNELS,
    MATMUL,
    ROW_SUM,
    ROW_SUM_BY_SHUFFLES,
    ROW_SUM_IN_VECTORS,
    kernel_module,
)

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

CHIPS: tuple[Chip, ...] = ("sm_80", "sm_90", "sm_100")


def ptx(text: str, chip: Chip = "sm_90") -> bytes:
    (code,) = lower_kernels(parse_module(text), "nvvm", chip).values()
    return code


def machine_code(text: str) -> Code:
    cubin, _ = assemble(ptx(text), "sm_90")
    (code,) = disassemble(cubin).values()
    return code


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", KERNELS)
def test_assembles(name: str, chip: Chip) -> None:
    code = ptx(KERNELS[name], chip)
    assert b".extern" not in code
    assert re.search(rb"\.target %s\b" % chip.encode(), code)
    _, usage = assemble(code, chip)
    assert [u.spilled for u in usage.values()] == [0]


def test_shared_memory_is_static() -> None:
    for text, size in ((ROW_SUM, 512), (MATMUL, 2048), (ELEMENTWISE, 0)):
        _, usage = assemble(ptx(text), "sm_90")
        assert [u.shared for u in usage.values()] == [size]


def test_wide_accesses() -> None:
    code = machine_code(DOUBLE_IN_VECTORS)
    assert (code.count("LDG"), code.count("LDG.E.128")) == (1, 1)
    assert (code.count("STG"), code.count("STG.E.128")) == (1, 1)


def test_wide_loads_need_their_alignment() -> None:
    code = machine_code(DOUBLE_IN_VECTORS.replace("{alignment = 16 : i64}", ""))
    assert code.count("LDG.E.128") == 0
    assert code.count("LDG.E") == 4


def test_no_conditions_in_the_loop() -> None:
    text = ROW_SUM_IN_VECTORS.replace("1000x68x", "1000x4096x").replace("0 to 17", "0 to 1024")
    code = machine_code(text)
    (loop,) = code.loops()
    assert code.predicated(loop) == []
    assert {i.name for i in loop if i.name.startswith("LDG")} == {"LDG.E.128"}


def test_shuffles_and_barriers() -> None:
    assert machine_code(ROW_SUM_BY_SHUFFLES).count("SHFL") == 5
    assert machine_code(ROW_SUM_BY_SHUFFLES).count("BAR") == 0
    assert machine_code(ROW_SUM).count("BAR") > 0
    assert machine_code(ROW_SUM.replace("gpu.barrier", "")).count("BAR") == 0


def test_products_and_sums_are_one_where_that_is_allowed() -> None:
    fused, apart = machine_code(MATMUL), machine_code(MATMUL.replace("fastmath<contract>", ""))
    assert fused.count("FFMA") > 0
    assert fused.count("FMUL") == 0
    assert apart.count("FFMA") == 0
    assert apart.count("FMUL") > 0


def test_high_rank() -> None:
    type, zeros = f"memref<{'2x' * 16}f32>", ", ".join(["%c0"] * 15)
    text = kernel_module(
        f"%A: {type}",
        f"""
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %a = memref.load %A[%t, {zeros}] : {type}
      memref.store %a, %A[{zeros}, %t] : {type}""",
        (2, 1, 1),
    )
    assert machine_code(text).count("LDG") == 1


def test_fma_is_one_operation() -> None:
    text = kernel_module(
        "%A: memref<128xf32>",
        """
      %t = gpu.thread_id x
      %a = memref.load %A[%t] : memref<128xf32>
      %b = math.fma %a, %a, %a : f32
      memref.store %b, %A[%t] : memref<128xf32>""",
    )
    code = machine_code(text)
    assert (code.count("FFMA"), code.count("FMUL"), code.count("FADD")) == (1, 0, 0)


def test_loops_are_found() -> None:
    code = parse("""
//--------------------- .text.k --------------------------
k:
        /*0000*/                   S2R R2, SR_TID.X ;
.L_x_1:
        /*0010*/                   MOV R3, R2 ;
.L_x_2:
        /*0020*/              @!P1 LDG.E R4, desc[UR4][R2.64] ;
        /*0030*/               @P0 BRA `(.L_x_2) ;
        /*0040*/               @P2 BRA `(.L_x_1) ;
        /*0050*/                   EXIT ;
.L_x_3:
        /*0060*/                   BRA `(.L_x_3);
""")["k"]
    (loop,) = code.loops()
    assert [i.address for i in loop] == [0x20, 0x30]
    assert [i.name for i in code.predicated(loop)] == ["LDG.E"]
