// REQUIRES: mlir
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | filecheck %s --check-prefix=AFFINE
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | mlir-opt | filecheck %s --check-prefix=AFFINE
// RUN: pad-opt %s -p "pad-to-host{stop=scf}" | filecheck %s --check-prefix=SCF
// RUN: pad-opt %s -p "pad-to-host{stop=scf}" | mlir-opt | filecheck %s --check-prefix=SCF
// RUN: pad-opt %s -p "pad-to-host{stop=cf}" | filecheck %s --check-prefix=CF
// RUN: pad-opt %s -p "pad-to-host{stop=cf}" | mlir-opt | filecheck %s --check-prefix=CF
// RUN: pad-opt %s -p "pad-to-host{stop=llvm}" | filecheck %s --check-prefix=GENERIC
// RUN: pad-opt %s -p pad-to-host | mlir-opt | filecheck %s --check-prefix=LLVM
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=IR

// The contract of an argument, the assume at the head with what feeds it, and all names go; the
// guarded loop nest stays, level by level.
func.func @double(%B: memref<4x4xf32> {pad.name = "B", pad.logical = memref<14xf32, #pad.layout<[
    affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %is_zero = arith.cmpf oeq, %b, %zero : f32
        pad.assume %is_zero : i1
      }
    }
  } {pad.stage = "B_assume"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (-d0 * 4 - d1 + 13 >= 0)>(%io, %ii) {
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %twice = arith.addf %b, %b : f32
        affine.store %twice, %B[%io, %ii] : memref<4x4xf32>
      }
    } {pad.loop = "ii"}
  } {pad.loop = "io", pad.stage = "compute"}
  %u = pad.undef : f32
  affine.store %u, %B[3, 3] : memref<4x4xf32>
  func.return
}

// AFFINE-NOT: pad.
// AFFINE: func.func @double(%[[B:.*]]: memref<4x4xf32> {llvm.noalias}) attributes {dropped_contract} {
// AFFINE-NOT: arith.cmpf
// AFFINE: affine.for %[[IO:.*]] = 0 to 4 {
// AFFINE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// AFFINE-NEXT: affine.if
// AFFINE-NEXT: affine.load %[[B]][%[[IO]], %[[II]]]
// AFFINE-NEXT: arith.addf
// AFFINE-NEXT: affine.store %{{.*}}, %[[B]][%[[IO]], %[[II]]]
// AFFINE-NEXT: }
// AFFINE-NEXT: }
// AFFINE-NEXT: }
// AFFINE-NEXT: return

// SCF-NOT: affine
// SCF: func.func @double(%[[B:.*]]: memref<4x4xf32> {llvm.noalias}) attributes {dropped_contract} {
// SCF: scf.for %[[IO:.*]] = %{{.*}} to %{{.*}} step
// SCF: scf.for %[[II:.*]] = %{{.*}} to %{{.*}} step
// SCF: %[[INSIDE:.*]] = arith.cmpi sge
// SCF-NEXT: scf.if %[[INSIDE]]
// SCF-NEXT: memref.load %[[B]][%[[IO]], %[[II]]]
// SCF: memref.store %{{.*}}, %[[B]][%[[IO]], %[[II]]]

// CF-NOT: affine
// CF-NOT: scf.
// CF: func.func @double(%[[B:.*]]: memref<4x4xf32> {llvm.noalias}) attributes {dropped_contract} {
// CF: cf.br ^[[HEAD:.*]](
// CF: ^[[HEAD]](%[[IO:.*]]: index)
// CF: cf.cond_br
// CF: memref.store

// GENERIC: "llvm.func"() <{
// GENERIC-SAME: arg_attrs = [{llvm.noalias}]
// GENERIC-SAME: function_type = !llvm.func<void (ptr)>
// GENERIC: "llvm.getelementptr"
// GENERIC-SAME: noWrapFlags = 7

// LLVM: llvm.func @double(%{{.*}}: !llvm.ptr {llvm.noalias}) {
// LLVM: llvm.getelementptr inbounds|nuw
// LLVM: llvm.fadd

// IR: define void @double(ptr noalias %{{.*}}) {
// IR: fadd float
