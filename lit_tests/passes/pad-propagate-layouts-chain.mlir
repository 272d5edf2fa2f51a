// Eight stages between packed ends: no copy stays, and what is between the stages is laid out as its neighbours are. Then the
// loops run over the boxes, and guards go where padding allows that.
// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir
// RUN: filecheck %s < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p pad-apply-layouts -o %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=add_one buffer=b},pad-sequential-buffer-access{stage=shift buffer=c}, \
// RUN:   pad-sequential-buffer-access{stage=exp buffer=d},pad-sequential-buffer-access{stage=row_sum buffer=d}, \
// RUN:   pad-sequential-buffer-access{stage=divide buffer=e},pad-sequential-buffer-access{stage=scale buffer=f}, \
// RUN:   pad-sequential-buffer-access{stage=residual buffer=B},pad-remove-branching-through-overcompute{max-waste=inf}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=PHYSICAL < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// CHECK-LABEL: @chain(
// CHECK-DAG: %b = memref.alloc() : memref<13x10xf32, #pad.layout<[{{.*}}], [1.000000e+00 : f32], {}>>
// CHECK-DAG: %m = memref.alloc() : memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>
// CHECK-DAG: %c = memref.alloc() : memref<13x10xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-DAG: %d = memref.alloc() : memref<13x10xf32, #pad.layout<[{{.*}}], ["identity(addf)"], {}>>
// CHECK-DAG: %s = memref.alloc() : memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>
// CHECK-DAG: %e = memref.alloc() : memref<13x10xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-DAG: %f = memref.alloc() : memref<13x10xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-NOT: memref.alloc
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: affine.load %A[
// CHECK: affine.store %{{.*}}, %b[
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: affine.store %{{.*}}, %B[
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: func.return

// PHYSICAL-LABEL: @chain(
// PHYSICAL: pad.stage = "A_assume"
// PHYSICAL-NOT: .if
// PHYSICAL: pad.stage = "add_one"
// PHYSICAL: pad.stage = "m_padding"
// PHYSICAL-NOT: .if
// PHYSICAL: pad.stage = "shift"
// PHYSICAL: pad.stage = "c_padding"
// PHYSICAL-NOT: .if
// PHYSICAL: pad.stage = "exp"
// PHYSICAL: pad.stage = "s_padding"
// PHYSICAL-NOT: .if
// PHYSICAL: pad.stage = "divide"
// PHYSICAL: pad.stage = "e_padding"
// PHYSICAL-NOT: .if
// PHYSICAL: pad.stage = "scale"
// PHYSICAL: pad.stage = "f_padding"
// PHYSICAL-NOT: .if
// PHYSICAL: pad.stage = "residual"

#rows = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#tiles = #pad.layout<[#rows], [0.0 : f32], {}>

func.func @chain(%A: memref<13x10xf32, #tiles>, %B: memref<13x10xf32, #tiles>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %a = memref.alloc() : memref<13x10xf32>
  %b = memref.alloc() : memref<13x10xf32>
  %m = memref.alloc() : memref<13xf32>
  %c = memref.alloc() : memref<13x10xf32>
  %d = memref.alloc() : memref<13x10xf32>
  %s = memref.alloc() : memref<13xf32>
  %e = memref.alloc() : memref<13x10xf32>
  %f = memref.alloc() : memref<13x10xf32>
  %g = memref.alloc() : memref<13x10xf32>
  pad.unpack %A into %a : memref<13x10xf32, #tiles> into memref<13x10xf32>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %x = affine.load %a[%i, %j] : memref<13x10xf32>
      %y = arith.addf %x, %one : f32
      affine.store %y, %b[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "add_one"}
  affine.for %i = 0 to 13 {
    affine.store %low, %m[%i] : memref<13xf32>
    affine.for %j = 0 to 10 {
      %t = affine.load %m[%i] : memref<13xf32>
      %x = affine.load %b[%i, %j] : memref<13x10xf32>
      %y = arith.maximumf %t, %x : f32
      affine.store %y, %m[%i] : memref<13xf32>
    }
  } {pad.stage = "row_max"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %x = affine.load %b[%i, %j] : memref<13x10xf32>
      %t = affine.load %m[%i] : memref<13xf32>
      %y = arith.subf %x, %t : f32
      affine.store %y, %c[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "shift"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %x = affine.load %c[%i, %j] : memref<13x10xf32>
      %y = math.exp %x : f32
      affine.store %y, %d[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "exp"}
  affine.for %i = 0 to 13 {
    affine.store %zero, %s[%i] : memref<13xf32>
    affine.for %j = 0 to 10 {
      %t = affine.load %s[%i] : memref<13xf32>
      %x = affine.load %d[%i, %j] : memref<13x10xf32>
      %y = arith.addf %t, %x : f32
      affine.store %y, %s[%i] : memref<13xf32>
    }
  } {pad.stage = "row_sum"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %x = affine.load %d[%i, %j] : memref<13x10xf32>
      %t = affine.load %s[%i] : memref<13xf32>
      %y = arith.divf %x, %t : f32
      affine.store %y, %e[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "divide"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %x = affine.load %e[%i, %j] : memref<13x10xf32>
      %y = arith.mulf %x, %half : f32
      affine.store %y, %f[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "scale"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %x = affine.load %f[%i, %j] : memref<13x10xf32>
      %z = affine.load %a[%i, %j] : memref<13x10xf32>
      %y = arith.addf %x, %z : f32
      affine.store %y, %g[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "residual"}
  pad.pack %g into %B : memref<13x10xf32> into memref<13x10xf32, #tiles>
  memref.dealloc %a : memref<13x10xf32>
  memref.dealloc %b : memref<13x10xf32>
  memref.dealloc %m : memref<13xf32>
  memref.dealloc %c : memref<13x10xf32>
  memref.dealloc %d : memref<13x10xf32>
  memref.dealloc %s : memref<13xf32>
  memref.dealloc %e : memref<13x10xf32>
  memref.dealloc %f : memref<13x10xf32>
  memref.dealloc %g : memref<13x10xf32>
  func.return
}
