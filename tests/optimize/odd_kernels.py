"""Kernels of kinds that no pass is made for; each maps to its text and its arguments."""

from __future__ import annotations

KERNELS: dict[str, str] = {
    "greatest of each row, ties and NaN by an unordered comparison": """
func.func @f(%A: memref<37x29xf32>, %B: memref<37xi32>) {
  affine.for %i = 0 to 37 {
    %m0 = arith.constant 0xFF800000 : f32
    %k0 = arith.constant -1 : i32
    %r:2 = affine.for %j = 0 to 29 iter_args(%m = %m0, %k = %k0) -> (f32, i32) {
      %a = affine.load %A[%i, %j] : memref<37x29xf32>
      %c = arith.cmpf ugt, %a, %m : f32
      %n = arith.select %c, %a, %m : f32
      %ji = arith.index_cast %j : index to i32
      %l = arith.select %c, %ji, %k : i32
      affine.yield %n, %l : f32, i32
    }
    affine.store %r#1, %B[%i] : memref<37xi32>
  }
  return
}
""",
    "a recurrence along each row, read backwards": """
func.func @f(%A: memref<23x41xf32>, %B: memref<23x41xf32>) {
  affine.for %i = 0 to 23 {
    %z = arith.constant 1.0 : f32
    %r = affine.for %j = 0 to 41 iter_args(%m = %z) -> (f32) {
      %a = affine.load %A[%i, 40 - %j] : memref<23x41xf32>
      %p = arith.mulf %a, %m : f32
      %q = arith.addf %p, %a : f32
      affine.store %q, %B[%i, %j] : memref<23x41xf32>
      affine.yield %q : f32
    }
  }
  return
}
""",
    "clamped neighbours in place": """
func.func @f(%A: memref<19x33xf32>) {
  affine.for %i = 0 to 19 {
    affine.for %j = 0 to 33 {
      %w = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%j)
      %v = affine.min affine_map<(d0) -> (d0 + 1, 32)>(%j)
      %a = memref.load %A[%i, %w] : memref<19x33xf32>
      %b = memref.load %A[%i, %v] : memref<19x33xf32>
      %q = arith.subf %a, %b : f32
      affine.store %q, %A[%i, %j] : memref<19x33xf32>
    }
  }
  return
}
""",
    "minima of rows, then sums down columns": """
func.func @f(%A: memref<13x29xf64>, %B: memref<13xf64>, %C: memref<29xf64>) {
  affine.for %i = 0 to 13 {
    %z = arith.constant 0x7FF0000000000000 : f64
    %s = affine.for %j = 0 to 29 iter_args(%x = %z) -> f64 {
      %a = affine.load %A[%i, %j] : memref<13x29xf64>
      %m = arith.minimumf %x, %a : f64
      affine.yield %m : f64
    }
    affine.store %s, %B[%i] : memref<13xf64>
  }
  affine.for %j = 0 to 29 {
    affine.for %i = 0 to 13 {
      %a = affine.load %A[%i, %j] : memref<13x29xf64>
      %c = affine.load %C[%j] : memref<29xf64>
      %b = affine.load %B[%i] : memref<13xf64>
      %d = arith.subf %a, %b : f64
      %e = arith.addf %c, %d : f64
      affine.store %e, %C[%j] : memref<29xf64>
    }
  }
  return
}
""",
    "a dilated convolution with a guard": """
func.func @f(%A: memref<2x7x37xf32>, %W: memref<5x7x3xf32>, %B: memref<2x5x37xf32>) {
  affine.for %n = 0 to 2 { affine.for %o = 0 to 5 { affine.for %x = 0 to 37 {
    %z = arith.constant 0.0 : f32
    affine.store %z, %B[%n, %o, %x] : memref<2x5x37xf32>
    affine.for %c = 0 to 7 { affine.for %k = 0 to 3 {
      affine.if affine_set<(d0,d1) : (d0 + d1 * 4 - 4 >= 0, 40 - d0 - d1 * 4 >= 0)>(%x, %k) {
        %a = affine.load %A[%n, %c, %x + %k * 4 - 4] : memref<2x7x37xf32>
        %w = affine.load %W[%o, %c, %k] : memref<5x7x3xf32>
        %b = affine.load %B[%n, %o, %x] : memref<2x5x37xf32>
        %p = arith.mulf %a, %w fastmath<contract> : f32
        %s = arith.addf %b, %p fastmath<contract> : f32
        affine.store %s, %B[%n, %o, %x] : memref<2x5x37xf32>
      }
    } }
  } } }
  return
}
""",
    "masks of bits, and how many of each row are set": """
func.func @f(%A: memref<9x47xf32>, %M: memref<9x47xi1>, %B: memref<9x47xi1>, %C: memref<9xi32>) {
  affine.for %i = 0 to 9 {
    %z = arith.constant 0 : i32
    %s = affine.for %j = 0 to 47 iter_args(%x = %z) -> i32 {
      %a = affine.load %A[%i, %j] : memref<9x47xf32>
      %m = affine.load %M[%i, %j] : memref<9x47xi1>
      %zero = arith.constant 0.0 : f32
      %p = arith.cmpf une, %a, %zero : f32
      %q = arith.xori %p, %m : i1
      affine.store %q, %B[%i, %j] : memref<9x47xi1>
      %e = arith.extui %q : i1 to i32
      %t = arith.addi %x, %e : i32
      affine.yield %t : i32
    }
    affine.store %s, %C[%i] : memref<9xi32>
  }
  return
}
""",
    "rows chosen by data": """
func.func @f(%A: memref<50x33xf32>, %I: memref<17xi32>, %B: memref<17x33xf32>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 33 {
      %k = affine.load %I[%i] : memref<17xi32>
      %x = arith.index_cast %k : i32 to index
      %a = memref.load %A[%x, %j] : memref<50x33xf32>
      affine.store %a, %B[%i, %j] : memref<17x33xf32>
    }
  }
  return
}
""",
    "a triangular solve in place": """
func.func @f(%A: memref<37x37xf32>, %B: memref<37xf32>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %j] : memref<37x37xf32>
      %x = affine.load %B[%j] : memref<37xf32>
      %y = affine.load %B[%i] : memref<37xf32>
      %p = arith.mulf %a, %x : f32
      %q = arith.subf %y, %p : f32
      affine.store %q, %B[%i] : memref<37xf32>
    }
  }
  return
}
""",
    "a histogram with weights": """
func.func @f(%A: memref<200xi32>, %I: memref<200xi32>, %B: memref<50xi32>) {
  affine.for %i = 0 to 200 {
    %k = affine.load %I[%i] : memref<200xi32>
    %a = affine.load %A[%i] : memref<200xi32>
    %x = arith.index_cast %k : i32 to index
    %b = memref.load %B[%x] : memref<50xi32>
    %s = arith.addi %a, %b : i32
    memref.store %s, %B[%x] : memref<50xi32>
  }
  return
}
""",
    "divisions down each row in scf": """
func.func @f(%A: memref<33x10xf32>, %B: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c33 = arith.constant 33 : index
  scf.for %i = %c0 to %c33 step %c1 {
    %z = arith.constant 0.0 : f32
    %r = scf.for %j = %c0 to %c10 step %c1 iter_args(%x = %z) -> f32 {
      %k = arith.subi %c10, %j : index
      %l = arith.subi %k, %c1 : index
      %a = memref.load %A[%i, %l] : memref<33x10xf32>
      %d = arith.divf %x, %a : f32
      %s = arith.addf %d, %a : f32
      scf.yield %s : f32
    }
    memref.store %r, %B[%i] : memref<33xf32>
  }
  return
}
""",
    "divisions that are guarded by data": """
func.func @f(%A: memref<45xi32>, %B: memref<45xi32>, %C: memref<45xi32>) {
  affine.for %i = 0 to 45 {
    %a = affine.load %A[%i] : memref<45xi32>
    %b = affine.load %B[%i] : memref<45xi32>
    %z = arith.constant 0 : i32
    %m = arith.constant -1 : i32
    %p = arith.cmpi ne, %b, %z : i32
    %n = arith.cmpi ne, %b, %m : i32
    %pn = arith.andi %p, %n : i1
    %r = scf.if %pn -> i32 {
      %q = arith.divsi %a, %b : i32
      scf.yield %q : i32
    } else { scf.yield %z : i32 }
    affine.store %r, %C[%i] : memref<45xi32>
  }
  return
}
""",
}
