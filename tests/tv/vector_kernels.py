"""Kernels as loops over elements, and as vector code that does the same."""

from __future__ import annotations


def kernel(arguments: str, body: str, result: str = "") -> str:
    """A function of these arguments; `body` ends with what it returns, if it gives something."""
    end = "" if result else "func.return"
    return f"func.func @f({arguments}) {result} {{ {body} {end} }}"


REASSOC = "fastmath<reassoc>"
BOTH = "fastmath<reassoc,contract>"


def row_sum(flags: str = REASSOC, element: str = "f32") -> str:
    """Three rows of ten elements, each added to what its cell holds."""
    return kernel(
        f"%A: memref<3x10x{element}>, %B: memref<3x{element}>",
        f"""affine.for %i = 0 to 3 {{
          affine.for %j = 0 to 10 {{
            %s = affine.load %B[%i] : memref<3x{element}>
            %a = affine.load %A[%i, %j] : memref<3x10x{element}>
            %t = arith.addf %s, %a {flags} : {element}
            affine.store %t, %B[%i] : memref<3x{element}>
          }}
        }}""",
    )


def vector_row_sum(flags: str = REASSOC, element: str = "f32") -> str:
    """Four lanes at a time, then a masked rest of two."""
    vector, mask = f"vector<4x{element}>", "vector<4xi1>"
    return kernel(
        f"%A: memref<3x10x{element}>, %B: memref<3x{element}>",
        f"""%start = arith.constant dense<-0.0> : {vector}
        %first = arith.constant 0 : index
        %last = arith.constant 8 : index
        %count = arith.constant 2 : index
        affine.for %i = 0 to 3 {{
          %old = affine.load %B[%i] : memref<3x{element}>
          %sums = affine.for %j = 0 to 8 step 4 iter_args(%acc = %start) -> ({vector}) {{
            %a = vector.load %A[%i, %j] : memref<3x10x{element}>, {vector}
            %t = arith.addf %acc, %a {flags} : {vector}
            affine.yield %t : {vector}
          }}
          %mask = vector.create_mask %count : {mask}
          %rest = vector.maskedload %A[%i, %last], %mask, %start
            : memref<3x10x{element}>, {mask}, {vector} into {vector}
          %all = arith.addf %sums, %rest {flags} : {vector}
          %sum = vector.reduction <add>, %all, %old {flags} : {vector} into {element}
          affine.store %sum, %B[%i] : memref<3x{element}>
        }}""",
    )


_DOT = "%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<1xf32>"


def dot(sum_flags: str = BOTH, product_flags: str = "fastmath<contract>") -> str:
    """Sixteen products, added to what a cell holds."""
    return kernel(
        _DOT,
        f"""affine.for %k = 0 to 16 {{
          %s = affine.load %C[0] : memref<1xf32>
          %a = affine.load %A[%k] : memref<16xf32>
          %b = affine.load %B[%k] : memref<16xf32>
          %p = arith.mulf %a, %b {product_flags} : f32
          %t = arith.addf %s, %p {sum_flags} : f32
          affine.store %t, %C[0] : memref<1xf32>
        }}""",
    )


def vector_dot(flags: str = BOTH, fma: str = "vector.fma {} : vector<4xf32>") -> str:
    """Two accumulators of four lanes."""
    first, second = fma.format("%a0, %b0, %acc0"), fma.format("%a1, %b1, %acc1")
    vector = "vector<4xf32>"
    return kernel(
        _DOT,
        f"""%start = arith.constant dense<-0.0> : {vector}
        %old = affine.load %C[0] : memref<1xf32>
        %r:2 = affine.for %k = 0 to 16 step 8 iter_args(%acc0 = %start, %acc1 = %start)
            -> ({vector}, {vector}) {{
          %a0 = affine.vector_load %A[%k] : memref<16xf32>, {vector}
          %a1 = affine.vector_load %A[%k + 4] : memref<16xf32>, {vector}
          %b0 = affine.vector_load %B[%k] : memref<16xf32>, {vector}
          %b1 = affine.vector_load %B[%k + 4] : memref<16xf32>, {vector}
          %f0 = {first}
          %f1 = {second}
          affine.yield %f0, %f1 : {vector}, {vector}
        }}
        %all = arith.addf %r#0, %r#1 {flags} : {vector}
        %sum = vector.reduction <add>, %all, %old {flags} : {vector} into f32
        affine.store %sum, %C[0] : memref<1xf32>""",
    )


_SCALED = "%A: memref<10xf32>, %B: memref<10xf32>"


def doubled() -> str:
    """Ten elements, doubled."""
    return kernel(
        _SCALED,
        """affine.for %i = 0 to 10 {
          %a = affine.load %A[%i] : memref<10xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %B[%i] : memref<10xf32>
        }""",
    )


def vector_doubled() -> str:
    """Four lanes at a time, masked where the buffers end."""
    return kernel(
        _SCALED,
        """%zero = arith.constant dense<0.0> : vector<4xf32>
        affine.for %i = 0 to 10 step 4 {
          %left = affine.apply affine_map<(d0) -> (10 - d0)>(%i)
          %mask = vector.create_mask %left : vector<4xi1>
          %a = vector.maskedload %A[%i], %mask, %zero
            : memref<10xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
          %b = arith.addf %a, %a : vector<4xf32>
          vector.maskedstore %B[%i], %mask, %b : memref<10xf32>, vector<4xi1>, vector<4xf32>
        }""",
    )


_MATMUL = "%A: memref<3x5xf32>, %B: memref<5x8xf32>, %C: memref<3x8xf32>"


def matmul(flags: str = BOTH) -> str:
    """A product of two matrices, from zero."""
    return kernel(
        _MATMUL,
        f"""%zero = arith.constant 0.0 : f32
        affine.for %i = 0 to 3 {{
          affine.for %j = 0 to 8 {{
            affine.store %zero, %C[%i, %j] : memref<3x8xf32>
            affine.for %k = 0 to 5 {{
              %c = affine.load %C[%i, %j] : memref<3x8xf32>
              %a = affine.load %A[%i, %k] : memref<3x5xf32>
              %b = affine.load %B[%k, %j] : memref<5x8xf32>
              %p = arith.mulf %a, %b {flags} : f32
              %s = arith.addf %c, %p {flags} : f32
              affine.store %s, %C[%i, %j] : memref<3x8xf32>
            }}
          }}
        }}""",
    )


def block_matmul() -> str:
    """Blocks of three rows and four columns, in three accumulators that start from zero."""
    vector = "vector<4xf32>"
    types = ", ".join([vector] * 3)
    rows = [
        f"""%a{r} = affine.load %A[{r}, %k] : memref<3x5xf32>
        %v{r} = vector.broadcast %a{r} : f32 to {vector}
        %f{r} = vector.fma %v{r}, %b, %c{r} : {vector}"""
        for r in range(3)
    ]
    stores = [
        f"affine.vector_store %r#{r}, %C[{r}, %j] : memref<3x8xf32>, {vector}" for r in range(3)
    ]
    return kernel(
        _MATMUL,
        f"""%start = arith.constant dense<0.0> : {vector}
        affine.for %j = 0 to 8 step 4 {{
          %r:3 = affine.for %k = 0 to 5
              iter_args(%c0 = %start, %c1 = %start, %c2 = %start) -> ({types}) {{
            %b = affine.vector_load %B[%k, %j] : memref<5x8xf32>, {vector}
            {" ".join(rows)}
            affine.yield %f0, %f1, %f2 : {types}
          }}
          {" ".join(stores)}
        }}""",
    )


_EXTREMUM = "%A: memref<12x{0}>"


def extremum(op: str = "arith.maximumf {} : f32", element: str = "f32", start: str = "") -> str:
    """The greatest of twelve elements, or whatever an operation makes of them."""
    start = start or "0xFF800000"
    return kernel(
        _EXTREMUM.format(element),
        f"""%start = arith.constant {start} : {element}
        %r = affine.for %i = 0 to 12 iter_args(%m = %start) -> ({element}) {{
          %a = affine.load %A[%i] : memref<12x{element}>
          %n = {op.format("%m, %a")}
          affine.yield %n : {element}
        }}
        func.return %r : {element}""",
        f"-> {element}",
    )


def vector_extremum(
    op: str = "arith.maximumf {} : vector<4xf32>",
    reduction: str = "<maximumf>, {} : vector<4xf32> into f32",
    element: str = "f32",
    start: str = "",
) -> str:
    """Four lanes at a time from the first elements on, and the initial value in the end."""
    vector, start = f"vector<4x{element}>", start or "0xFF800000"
    return kernel(
        _EXTREMUM.format(element),
        f"""%start = arith.constant {start} : {element}
        %zero = arith.constant 0 : index
        %first = vector.load %A[%zero] : memref<12x{element}>, {vector}
        %r = affine.for %i = 4 to 12 step 4 iter_args(%m = %first) -> ({vector}) {{
          %a = vector.load %A[%i] : memref<12x{element}>, {vector}
          %n = {op.format("%m, %a")}
          affine.yield %n : {vector}
        }}
        %s = vector.reduction {reduction.format("%r, %start")}
        func.return %s : {element}""",
        f"-> {element}",
    )


_BYTES = "%A: memref<8xi8>, %B: memref<8xi8>"


def byte_dot(flags: str = "") -> str:
    """Products of bytes, added as i32."""
    return kernel(
        _BYTES,
        f"""%zero = arith.constant 0 : i32
        %r = affine.for %k = 0 to 8 iter_args(%s = %zero) -> (i32) {{
          %a = affine.load %A[%k] : memref<8xi8>
          %b = affine.load %B[%k] : memref<8xi8>
          %x = arith.extsi %a : i8 to i32
          %y = arith.extsi %b : i8 to i32
          %p = arith.muli %x, %y {flags} : i32
          %t = arith.addi %s, %p {flags} : i32
          affine.yield %t : i32
        }}
        func.return %r : i32""",
        "-> i32",
    )


def vector_byte_dot(flags: str = "") -> str:
    """Four lanes at a time."""
    return kernel(
        _BYTES,
        f"""%zero = arith.constant dense<0> : vector<4xi32>
        %r = affine.for %k = 0 to 8 step 4 iter_args(%s = %zero) -> (vector<4xi32>) {{
          %a = vector.load %A[%k] : memref<8xi8>, vector<4xi8>
          %b = vector.load %B[%k] : memref<8xi8>, vector<4xi8>
          %x = arith.extsi %a : vector<4xi8> to vector<4xi32>
          %y = arith.extsi %b : vector<4xi8> to vector<4xi32>
          %p = arith.muli %x, %y {flags} : vector<4xi32>
          %t = arith.addi %s, %p {flags} : vector<4xi32>
          affine.yield %t : vector<4xi32>
        }}
        %s = vector.reduction <add>, %r : vector<4xi32> into i32
        func.return %s : i32""",
        "-> i32",
    )


_TILES = "%A: memref<3x2x4xf32>, %B: memref<3x2x4xf32>"


def negated_tiles() -> str:
    """All elements of rows in tiles of four, negated."""
    return kernel(
        _TILES,
        """affine.for %i = 0 to 3 {
          affine.for %o = 0 to 2 {
            affine.for %k = 0 to 4 {
              %a = affine.load %A[%i, %o, %k] : memref<3x2x4xf32>
              %b = arith.negf %a : f32
              affine.store %b, %B[%i, %o, %k] : memref<3x2x4xf32>
            }
          }
        }""",
    )


def flat_negated_tiles() -> str:
    """The rows without their tiles, through views."""
    views = "\n".join(
        f"%{name} = memref.collapse_shape %{of} [[0], [1, 2]] : "
        "memref<3x2x4xf32> into memref<3x8xf32>"
        for name, of in (("F", "A"), ("G", "B"))
    )
    return kernel(
        _TILES,
        f"""{views}
        affine.for %i = 0 to 3 {{
          affine.for %j = 0 to 8 step 8 {{
            %a = vector.load %F[%i, %j] : memref<3x8xf32>, vector<8xf32>
            %b = arith.negf %a : vector<8xf32>
            vector.store %b, %G[%i, %j] : memref<3x8xf32>, vector<8xf32>
          }}
        }}""",
    )


_POSITIVE = "%A: memref<8xf32>, %B: memref<8xf32>"


def positive() -> str:
    """The positive elements, others as zeros."""
    return kernel(
        _POSITIVE,
        """%zero = arith.constant 0.0 : f32
        affine.for %i = 0 to 8 {
          %a = affine.load %A[%i] : memref<8xf32>
          %c = arith.cmpf ogt, %a, %zero : f32
          scf.if %c {
            affine.store %a, %B[%i] : memref<8xf32>
          } else {
            affine.store %zero, %B[%i] : memref<8xf32>
          }
        }""",
    )


def masked_positive() -> str:
    """With a masked store for each arm."""
    return kernel(
        _POSITIVE,
        """%zero = arith.constant dense<0.0> : vector<4xf32>
        %true = arith.constant dense<true> : vector<4xi1>
        affine.for %i = 0 to 8 step 4 {
          %a = vector.load %A[%i] : memref<8xf32>, vector<4xf32>
          %c = arith.cmpf ogt, %a, %zero : vector<4xf32>
          %d = arith.xori %c, %true : vector<4xi1>
          %x = vector.maskedload %A[%i], %c, %zero
            : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
          vector.maskedstore %B[%i], %c, %x : memref<8xf32>, vector<4xi1>, vector<4xf32>
          vector.maskedstore %B[%i], %d, %zero : memref<8xf32>, vector<4xi1>, vector<4xf32>
        }""",
    )
