"""Kernel modules written by hand: what pad-map-to-gpu makes, in small."""

from __future__ import annotations

from collections.abc import Sequence


def launch(
    kernel: str,
    grid: tuple[str, str, str],
    block: tuple[str, str, str],
    arguments: Sequence[tuple[str, str]],
) -> str:
    """A `gpu.launch_func` of `@kernels::@kernel`; the arguments are names with their types."""
    names = [*grid, *block, *(name for name, _ in arguments)]
    types = ["index"] * 6 + [type for _, type in arguments]
    segments = f"0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, {len(arguments)}, 0"
    return (
        f'"gpu.launch_func"({", ".join(names)}) <{{kernel = @kernels::@{kernel}, '
        f"operandSegmentSizes = array<i32: {segments}>}}> : ({', '.join(types)}) -> ()"
    )


def kernel(name: str, parameters: str, block: tuple[int, int, int], body: str) -> str:
    """A `gpu.func` whose body ends in what is given."""
    x, y, z = block
    size = f"known_block_size = array<i32: {x}, {y}, {z}>"
    return (
        f"gpu.func @{name}({parameters}) kernel attributes {{{size}}} {{{body}\n  gpu.return\n}}\n"
    )


def module(host: str, *kernels: str) -> str:
    """The host functions and their kernels."""
    inside = "\n".join(kernels)
    head = "builtin.module attributes {gpu.container_module} {"
    return f"{head}\n{host}\ngpu.module @kernels {{\n{inside}}}\n}}\n"


_THREAD = """
  %bx = gpu.block_id x
  %tx = gpu.thread_id x
  %start = arith.muli %bx, %c128 : index
  %i = arith.addi %start, %tx : index
"""

_TREE = """
  memref.store %{value}, %sh[%tx] : memref<128xf32, 3 : i64>
  gpu.barrier
  scf.for %k{n} = %c0 to %c7 step %c1 {{
    %off = arith.shrui %c64, %k{n} : index
    %act = arith.cmpi ult, %tx, %off : index
    scf.if %act {{
      %o = arith.addi %tx, %off : index
      %x = memref.load %sh[%tx] : memref<128xf32, 3 : i64>
      %y = memref.load %sh[%o] : memref<128xf32, 3 : i64>
      %xy = arith.{combine} %x, %y : f32
      memref.store %xy, %sh[%tx] : memref<128xf32, 3 : i64>
    }}
    gpu.barrier
  }}
"""

_CONSTANTS = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
"""


def scale(cells: int, factor: float = 2.0, name: str = "scale") -> str:
    """B = factor * A on a flat buffer, one thread a cell, guarded at the end."""
    type = f"memref<{cells}xf32>"
    body = f"""
  %f = arith.constant {factor} : f32
  %c128 = arith.constant 128 : index
  %n = arith.constant {cells} : index
  {_THREAD}
  %in = arith.cmpi slt, %i, %n : index
  scf.if %in {{
    %v = memref.load %A[%i] : {type}
    %w = arith.mulf %v, %f : f32
    memref.store %w, %B[%i] : {type}
  }}"""
    return kernel(name, f"%A: {type}, %B: {type}", (128, 1, 1), body)


def scale_dynamic() -> str:
    """B = 2 * A on a flat buffer whose size is an argument."""
    body = f"""
  %f = arith.constant 2.0 : f32
  %c128 = arith.constant 128 : index
  {_THREAD}
  %in = arith.cmpi slt, %i, %n : index
  scf.if %in {{
    %v = memref.load %A[%i] : memref<?xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %B[%i] : memref<?xf32>
  }}"""
    return kernel("scale", "%A: memref<?xf32>, %B: memref<?xf32>, %n: index", (128, 1, 1), body)


def row_sum(rows: int, columns: int) -> str:
    """R[i] = sum of A[i, :]: a block for each row, by a tree in shared memory."""
    body = f"""
  %zero = arith.constant 0.0 : f32
  {_CONSTANTS}
  %n = arith.constant {columns} : index
  %row = gpu.block_id x
  %tx = gpu.thread_id x
  %sh = memref.alloc() : memref<128xf32, 3 : i64>
  %s = scf.for %j = %tx to %n step %c128 iter_args(%acc = %zero) -> (f32) {{
    %v = memref.load %A[%row, %j] : memref<{rows}x{columns}xf32>
    %sum = arith.addf %acc, %v : f32
    scf.yield %sum : f32
  }}
  {_TREE.format(value="s", n=0, combine="addf")}
  %first = arith.cmpi eq, %tx, %c0 : index
  scf.if %first {{
    %r = memref.load %sh[%c0] : memref<128xf32, 3 : i64>
    memref.store %r, %R[%row] : memref<{rows}xf32>
  }}"""
    parameters = f"%A: memref<{rows}x{columns}xf32>, %R: memref<{rows}xf32>"
    return kernel("row_sum", parameters, (128, 1, 1), body)


def softmax(rows: int, columns: int) -> str:
    """B = softmax of the rows of A: two reductions in shared memory."""
    type = f"memref<{rows}x{columns}xf32>"
    body = f"""
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -3.0e38 : f32
  {_CONSTANTS}
  %n = arith.constant {columns} : index
  %row = gpu.block_id x
  %tx = gpu.thread_id x
  %sh = memref.alloc() : memref<128xf32, 3 : i64>
  %m = scf.for %j = %tx to %n step %c128 iter_args(%acc = %low) -> (f32) {{
    %v = memref.load %A[%row, %j] : {type}
    %x = arith.maximumf %acc, %v : f32
    scf.yield %x : f32
  }}
  {_TREE.format(value="m", n=0, combine="maximumf")}
  %max = memref.load %sh[%c0] : memref<128xf32, 3 : i64>
  gpu.barrier
  %s = scf.for %j = %tx to %n step %c128 iter_args(%acc = %zero) -> (f32) {{
    %v = memref.load %A[%row, %j] : {type}
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    memref.store %e, %B[%row, %j] : {type}
    %x = arith.addf %acc, %e : f32
    scf.yield %x : f32
  }}
  {_TREE.format(value="s", n=1, combine="addf")}
  %sum = memref.load %sh[%c0] : memref<128xf32, 3 : i64>
  scf.for %j = %tx to %n step %c128 {{
    %e = memref.load %B[%row, %j] : {type}
    %q = arith.divf %e, %sum : f32
    memref.store %q, %B[%row, %j] : {type}
  }}"""
    return kernel("softmax", f"%A: {type}, %B: {type}", (128, 1, 1), body)


def matmul(m: int, n: int, k: int) -> str:
    """C[m, n] = A[m, k] * B[k, n]: tiles of 16 x 16 in shared memory, guarded at the edges."""
    tile = "memref<16x16xf32, 3 : i64>"
    body = f"""
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %cm = arith.constant {m} : index
  %cn = arith.constant {n} : index
  %ck = arith.constant {k} : index
  %bx = gpu.block_id x
  %by = gpu.block_id y
  %tx = gpu.thread_id x
  %ty = gpu.thread_id y
  %sa = memref.alloc() : {tile}
  %sb = memref.alloc() : {tile}
  %i0 = arith.muli %by, %c16 : index
  %i = arith.addi %i0, %ty : index
  %j0 = arith.muli %bx, %c16 : index
  %j = arith.addi %j0, %tx : index
  %ii = arith.cmpi slt, %i, %cm : index
  %jj = arith.cmpi slt, %j, %cn : index
  %s = scf.for %k0 = %c0 to %ck step %c16 iter_args(%acc = %zero) -> (f32) {{
    %ka = arith.addi %k0, %tx : index
    %kb = arith.addi %k0, %ty : index
    %kai = arith.cmpi slt, %ka, %ck : index
    %kbi = arith.cmpi slt, %kb, %ck : index
    %la = arith.andi %ii, %kai : i1
    %lb = arith.andi %jj, %kbi : i1
    %va = scf.if %la -> (f32) {{
      %v = memref.load %A[%i, %ka] : memref<{m}x{k}xf32>
      scf.yield %v : f32
    }} else {{
      scf.yield %zero : f32
    }}
    %vb = scf.if %lb -> (f32) {{
      %v = memref.load %B[%kb, %j] : memref<{k}x{n}xf32>
      scf.yield %v : f32
    }} else {{
      scf.yield %zero : f32
    }}
    memref.store %va, %sa[%ty, %tx] : {tile}
    memref.store %vb, %sb[%ty, %tx] : {tile}
    gpu.barrier
    %r = scf.for %kk = %c0 to %c16 step %c1 iter_args(%inner = %acc) -> (f32) {{
      %a = memref.load %sa[%ty, %kk] : {tile}
      %b = memref.load %sb[%kk, %tx] : {tile}
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %inner, %p : f32
      scf.yield %q : f32
    }}
    gpu.barrier
    scf.yield %r : f32
  }}
  %in = arith.andi %ii, %jj : i1
  scf.if %in {{
    memref.store %s, %C[%i, %j] : memref<{m}x{n}xf32>
  }}"""
    parameters = f"%A: memref<{m}x{k}xf32>, %B: memref<{k}x{n}xf32>, %C: memref<{m}x{n}xf32>"
    return kernel("matmul", parameters, (16, 16, 1), body)
