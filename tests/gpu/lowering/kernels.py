"""Kernel modules written by hand: what pad-map-to-gpu makes, and what else is to be lowered."""

from __future__ import annotations


def kernel_module(
    arguments: str, body: str, block: tuple[int, int, int] = (128, 1, 1), name: str = "k"
) -> str:
    """A gpu.module of one kernel that nothing launches; `body` in MLIR, without the return."""
    sizes = ", ".join(map(str, block))
    return f"""
builtin.module attributes {{gpu.container_module}} {{
  gpu.module @kernels {{
    gpu.func @{name}({arguments}) kernel attributes {{known_block_size = array<i32: {sizes}>}} {{
{body}
      gpu.return
    }}
  }}
}}
"""


ELEMENTWISE = kernel_module(
    "%A: memref<1000x1021xf32>, %B: memref<1000x1021xf32>",
    """
      %two = arith.constant 2.0 : f32
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      affine.if affine_set<(by, ty, bx, tx) : (999 - by * 8 - ty >= 0, 1020 - bx * 32 - tx >= 0)>
          (%by, %ty, %bx, %tx) {
        %v = affine.load %A[%by * 8 + %ty, %bx * 32 + %tx] : memref<1000x1021xf32>
        %w = arith.mulf %v, %two : f32
        affine.store %w, %B[%by * 8 + %ty, %bx * 32 + %tx] : memref<1000x1021xf32>
      }""",
    (32, 8, 1),
)

DYNAMIC = kernel_module(
    "%A: memref<?x?xf32>, %B: memref<?x?xf32>",
    """
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %two = arith.constant 2.0 : f32
      %m = memref.dim %A, %c0 : memref<?x?xf32>
      %n = memref.dim %A, %c1 : memref<?x?xf32>
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %i0 = arith.muli %by, %c8 : index
      %i = arith.addi %i0, %ty : index
      %j0 = arith.muli %bx, %c32 : index
      %j = arith.addi %j0, %tx : index
      %ci = arith.cmpi slt, %i, %m : index
      %cj = arith.cmpi slt, %j, %n : index
      %in = arith.andi %ci, %cj : i1
      scf.if %in {
        %v = memref.load %A[%i, %j] : memref<?x?xf32>
        %w = arith.mulf %v, %two : f32
        memref.store %w, %B[%i, %j] : memref<?x?xf32>
      }""",
    (32, 8, 1),
)

ROW_SUM = kernel_module(
    "%A: memref<1000x67xf32>, %R: memref<1000xf32>",
    """
      %s = memref.alloc() : memref<128xf32, 3 : i64>
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c67 = arith.constant 67 : index
      %c128 = arith.constant 128 : index
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %sum = scf.for %j = %t to %c67 step %c128 iter_args(%acc = %zero) -> (f32) {
        %v = memref.load %A[%b, %j] : memref<1000x67xf32>
        %n = arith.addf %acc, %v : f32
        scf.yield %n : f32
      }
      memref.store %sum, %s[%t] : memref<128xf32, 3 : i64>
      gpu.barrier
      %c64 = arith.constant 64 : index
      affine.for %k = 0 to 7 {
        %d = arith.shrui %c64, %k : index
        %in = arith.cmpi slt, %t, %d : index
        scf.if %in {
          %o = arith.addi %t, %d : index
          %x = memref.load %s[%t] : memref<128xf32, 3 : i64>
          %y = memref.load %s[%o] : memref<128xf32, 3 : i64>
          %z = arith.addf %x, %y : f32
          memref.store %z, %s[%t] : memref<128xf32, 3 : i64>
        }
        gpu.barrier
      }
      affine.if affine_set<(t) : (t == 0)>(%t) {
        %r = affine.load %s[0] : memref<128xf32, 3 : i64>
        affine.store %r, %R[%b] : memref<1000xf32>
      }""",
    name="row_sum",
)
"""Most threads of a block have no element of the row: their loops run not once."""

_TREE = "\n".join(
    f"""
      %o{k} = arith.constant {k} : i32
      %a{k}, %p{k} = gpu.shuffle {mode} %s{2 * k}, %o{k}, %w : f32
      %s{k} = arith.addf %s{2 * k}, %a{k} : f32"""
    for k, mode in ((16, "xor"), (8, "xor"), (4, "down"), (2, "down"), (1, "down"))
)

ROW_SUM_BY_SHUFFLES = kernel_module(
    "%A: memref<1000x67xf32>, %R: memref<1000xf32>",
    f"""
      %zero = arith.constant 0.0 : f32
      %w = arith.constant 32 : i32
      %c32 = arith.constant 32 : index
      %c67 = arith.constant 67 : index
      %b = gpu.block_id x
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %row = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%b, %ty)
      %s32 = scf.for %j = %tx to %c67 step %c32 iter_args(%acc = %zero) -> (f32) {{
        %v = memref.load %A[%row, %j] : memref<1000x67xf32>
        %n = arith.addf %acc, %v : f32
        scf.yield %n : f32
      }}
      {_TREE}
      affine.if affine_set<(t) : (t == 0)>(%tx) {{
        memref.store %s1, %R[%row] : memref<1000xf32>
      }}""",
    (32, 8, 1),
    name="row_sum",
)

MATMUL = kernel_module(
    "%A: memref<128x64xf32>, %B: memref<64x144xf32>, %C: memref<128x144xf32>",
    """
      %sa = memref.alloc() : memref<16x16xf32, 3 : i64>
      %sb = memref.alloc() : memref<16x16xf32, 3 : i64>
      %zero = arith.constant 0.0 : f32
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %sum = affine.for %ko = 0 to 4 iter_args(%outer = %zero) -> (f32) {
        %a = affine.load %A[%by * 16 + %ty, %ko * 16 + %tx] : memref<128x64xf32>
        affine.store %a, %sa[%ty, %tx] : memref<16x16xf32, 3 : i64>
        %b = affine.load %B[%ko * 16 + %ty, %bx * 16 + %tx] : memref<64x144xf32>
        affine.store %b, %sb[%ty, %tx] : memref<16x16xf32, 3 : i64>
        gpu.barrier
        %part = affine.for %ki = 0 to 16 iter_args(%inner = %outer) -> (f32) {
          %x = affine.load %sa[%ty, %ki] : memref<16x16xf32, 3 : i64>
          %y = affine.load %sb[%ki, %tx] : memref<16x16xf32, 3 : i64>
          %p = arith.mulf %x, %y fastmath<contract> : f32
          %n = arith.addf %inner, %p fastmath<contract> : f32
          affine.yield %n : f32
        }
        gpu.barrier
        affine.yield %part : f32
      }
      affine.store %sum, %C[%by * 16 + %ty, %bx * 16 + %tx] : memref<128x144xf32>""",
    (16, 16, 1),
    name="matmul",
)

ROW_SUM_IN_VECTORS = kernel_module(
    "%A: memref<1000x68xf32>, %R: memref<1000xf32>",
    """
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %t = gpu.thread_id x
      affine.if affine_set<(b, t) : (999 - b * 128 - t >= 0)>(%b, %t) {
        %row = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>(%b, %t)
        %sum = affine.for %j = 0 to 17 iter_args(%acc = %zero) -> (f32) {
          %k = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
          %v = vector.load %A[%row, %k] {alignment = 16 : i64} : memref<1000x68xf32>, vector<4xf32>
          %n = vector.reduction <add>, %v, %acc : vector<4xf32> into f32
          affine.yield %n : f32
        }
        memref.store %sum, %R[%row] : memref<1000xf32>
      }""",
    name="row_sum",
)

DOUBLE_IN_VECTORS = kernel_module(
    "%A: memref<64x1024xf32>, %B: memref<64x1024xf32>",
    """
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %k = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
      %v = vector.load %A[%b, %k] {alignment = 16 : i64} : memref<64x1024xf32>, vector<4xf32>
      %w = arith.addf %v, %v : vector<4xf32>
      vector.store %w, %B[%b, %k] {alignment = 16 : i64} : memref<64x1024xf32>, vector<4xf32>""",
    (256, 1, 1),
    name="double",
)


def _tree(kind: str) -> str:
    """All of `%s` into its first cell; `%t` is the thread."""
    return f"""
      gpu.barrier
      affine.for %step = 0 to 7 {{
        %d = arith.shrui %c64, %step : index
        %in = arith.cmpi slt, %t, %d : index
        scf.if %in {{
          %o = arith.addi %t, %d : index
          %x = memref.load %s[%t] : memref<128xf32, 3 : i64>
          %y = memref.load %s[%o] : memref<128xf32, 3 : i64>
          %z = arith.{kind} %x, %y : f32
          memref.store %z, %s[%t] : memref<128xf32, 3 : i64>
        }}
        gpu.barrier
      }}"""


SOFTMAX = kernel_module(
    "%A: memref<77x259xf32>, %B: memref<77x259xf32>",
    f"""
      %s = memref.alloc() : memref<128xf32, 3 : i64>
      %zero = arith.constant 0.0 : f32
      %ninf = arith.constant 0xFF800000 : f32
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %c259 = arith.constant 259 : index
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %m = scf.for %j = %t to %c259 step %c128 iter_args(%acc = %ninf) -> (f32) {{
        %v = memref.load %A[%b, %j] : memref<77x259xf32>
        %n = arith.maximumf %acc, %v : f32
        scf.yield %n : f32
      }}
      memref.store %m, %s[%t] : memref<128xf32, 3 : i64>
      {_tree("maximumf")}
      %max = memref.load %s[%c0] : memref<128xf32, 3 : i64>
      gpu.barrier
      %e = scf.for %j = %t to %c259 step %c128 iter_args(%acc = %zero) -> (f32) {{
        %v = memref.load %A[%b, %j] : memref<77x259xf32>
        %u = arith.subf %v, %max : f32
        %p = math.exp %u : f32
        memref.store %p, %B[%b, %j] : memref<77x259xf32>
        %n = arith.addf %acc, %p : f32
        scf.yield %n : f32
      }}
      memref.store %e, %s[%t] : memref<128xf32, 3 : i64>
      {_tree("addf")}
      %sum = memref.load %s[%c0] : memref<128xf32, 3 : i64>
      scf.for %j = %t to %c259 step %c128 {{
        %p = memref.load %B[%b, %j] : memref<77x259xf32>
        %q = arith.divf %p, %sum : f32
        memref.store %q, %B[%b, %j] : memref<77x259xf32>
      }}""",
    name="softmax",
)

VIEWS = kernel_module(
    "%A: memref<4x6x8xf32>, %B: memref<?x8xf32>, %C: memref<192xf32>, %D: memref<f32>",
    """
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %t = gpu.thread_id x
      %flat = memref.collapse_shape %A [[0, 1, 2]] : memref<4x6x8xf32> into memref<192xf32>
      %a = memref.load %flat[%t] : memref<192xf32>
      %rows = memref.expand_shape %C [[0, 1]] output_shape [24, 8]
        : memref<192xf32> into memref<24x8xf32>
      %part = memref.subview %rows[2, 1] [%c2, 4] [3, 1]
        : memref<24x8xf32> to memref<?x4xf32, strided<[24, 1], offset: 17>>
      %v = vector.load %part[%c1, %c1]
        : memref<?x4xf32, strided<[24, 1], offset: 17>>, vector<2xf32>
      %p = vector.extract %v[1] : f32 from vector<2xf32>
      %d = memref.load %D[] : memref<f32>
      %s = arith.addf %a, %p : f32
      %u = arith.addf %s, %d : f32
      %i = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%t)
      %j = affine.apply affine_map<(d0) -> (d0 mod 8)>(%t)
      memref.store %u, %B[%i, %j] : memref<?x8xf32>""",
    (192, 1, 1),
)
"""Each thread adds one cell of A, C[43] and D."""

MASKS = kernel_module(
    "%A: memref<8x16xf32>, %B: memref<8x16xf32>",
    """
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %pass = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
      %k = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
      %left = affine.apply affine_map<(d0) -> (d0 * -4 + 13)>(%t)
      %m = vector.create_mask %left : vector<4xi1>
      %v = vector.maskedload %A[%b, %k], %m, %pass
        : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      %w = arith.addf %v, %v : vector<4xf32>
      vector.store %w, %B[%b, %k] : memref<8x16xf32>, vector<4xf32>
      vector.maskedstore %A[%b, %k], %m, %pass : memref<8x16xf32>, vector<4xi1>, vector<4xf32>""",
    (4, 1, 1),
)
"""Rows of 13 of 16."""

CONDITIONS = kernel_module(
    "%A: memref<64xi1>, %B: memref<64xi1>, %c: i1, %n: index, %I: memref<64xindex>",
    """
      %t = gpu.thread_id x
      %a = memref.load %A[%t] : memref<64xi1>
      %x = arith.xori %a, %c : i1
      memref.store %x, %B[%t] : memref<64xi1>
      %s = arith.select %x, %n, %t : index
      memref.store %s, %I[%t] : memref<64xindex>""",
    (64, 1, 1),
)

KERNELS = {
    "elementwise": ELEMENTWISE,
    "dynamic": DYNAMIC,
    "row_sum": ROW_SUM,
    "row_sum_by_shuffles": ROW_SUM_BY_SHUFFLES,
    "row_sum_in_vectors": ROW_SUM_IN_VECTORS,
    "double_in_vectors": DOUBLE_IN_VECTORS,
    "matmul": MATMUL,
    "softmax": SOFTMAX,
    "views": VIEWS,
    "masks": MASKS,
    "conditions": CONDITIONS,
}
