// Operations of linalg become stages, values keep their names, and an argument is not written.
// RUN: pad-opt --import=linalg %s | filecheck %s
// RUN: pad-opt --import=linalg --math=reassociate %s -p 'pad-transform-layout{buffer=c map="(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)"}, pad-apply-layouts' | filecheck %s --check-prefix=LAID-OUT
// REQUIRES: mlir

// CHECK: func.func @product(%a: memref<13x37xf32>, %b: memref<37x29xf32>) -> memref<13x29xf32>
// CHECK: %c = memref.alloc() {{.*}} : memref<13x29xf32>
// CHECK: {pad.stage = "start", pad.loop = "i"}
// CHECK: affine.load %a[%{{.*}}, %{{.*}}] : memref<13x37xf32>
// CHECK: affine.store {{.*}}, %c[
// CHECK: {pad.stage = "c", pad.loop = "i"}
// CHECK: func.return %c
// LAID-OUT: %c = memref.alloc() {{.*}} : memref<4x4x4x8xf32>
// LAID-OUT: arith.mulf {{.*}} fastmath<reassoc,nsz,contract> : f32
func.func @product(%a: tensor<13x37xf32>, %b: tensor<37x29xf32>) -> tensor<13x29xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<13x29xf32>
  %start = linalg.fill ins(%zero : f32) outs(%0 : tensor<13x29xf32>) -> tensor<13x29xf32>
  %c = linalg.matmul ins(%a, %b : tensor<13x37xf32>, tensor<37x29xf32>) outs(%start : tensor<13x29xf32>) -> tensor<13x29xf32>
  return %c : tensor<13x29xf32>
}
