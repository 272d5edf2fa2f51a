// The padding of each kind is written after the stage, whose loops follow the layout.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" loops=follow}' | filecheck %s --check-prefixes=CHECK,FORBIDDEN
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef loops=follow}' | filecheck %s --check-prefixes=CHECK,UNDEF
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="identity(addi)" loops=follow}' | filecheck %s --check-prefixes=CHECK,IDENTITY
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="(io, ii) -> (0, io * 4 + ii - 14)" loops=follow}' | filecheck %s --check-prefixes=CHECK,WRAPPED
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="@place" loops=follow}' | filecheck %s --check-prefixes=CHECK,FUNCTION
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="[{where = (io, ii) -> (ii - 3), kind = 7}, {kind = undef}]" loops=follow}' | filecheck %s --check-prefixes=CHECK,LIST
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0 interface=keep loops=follow}' | filecheck %s --check-prefix=KEEP

// CHECK:      affine.for %io = 0 to 4 {
// CHECK-NEXT:   affine.for %ii = 0 to 4 {
// CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
// CHECK-NEXT:       %a = affine.load %A[%io * 4 + %ii]
// CHECK-NEXT:       affine.store %a, %B[%io, %ii]
// CHECK:        } {pad.loop = "ii"}
// CHECK-NEXT: } {pad.loop = "io", pad.stage = "compute"}
// FORBIDDEN-NEXT: func.return
// UNDEF-NOT:  func.return
// UNDEF:      %[[U:.*]] = pad.undef
// UNDEF-NEXT: affine.store %[[U]], %B
// IDENTITY-NOT: func.return
// IDENTITY:   arith.constant 0 : i32
// IDENTITY-NEXT: affine.store %{{.*}}, %B
// WRAPPED-NOT: func.return
// WRAPPED:    %[[C:.*]] = affine.load %B[0, %[[J:.*]] * 4 + %[[K:.*]] - 14]
// WRAPPED-NEXT: affine.store %[[C]], %B[%[[J]], %[[K]]]
// FUNCTION-NOT: func.return
// FUNCTION:   %value = arith.index_cast %at
// FUNCTION-NEXT: affine.store %value, %B
// LIST-NOT:   func.return
// LIST:       arith.constant 7 : i32
// LIST:       pad.undef

// The copy's loops are what follows: the argument stays as it is.
// KEEP-LABEL: @copy(%A: memref<14xi32>, %B: memref<14xi32>)
// KEEP:       affine.store %a, %B_cache[%io, %ii]
// KEEP:       {pad.loop = "io", pad.stage = "compute"}
// KEEP:       pad.stage = "B_cache_padding"
// KEEP:       affine.load %B_cache[%[[I:.*]] floordiv 4, %[[I]] mod 4]
// KEEP-NEXT:  affine.store %{{.*}}, %B[%[[I]]]
func.func @copy(%A: memref<14xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
func.func private @place(%io: index, %ii: index) -> i32 {
  %at = arith.addi %io, %ii : index
  %value = arith.index_cast %at : index to i32
  func.return %value : i32
}
