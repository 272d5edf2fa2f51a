// RUN: pad-opt %s -p 'pad-hoist-expression{bindings=index-term}' --split-input-file | filecheck %s

// RFC 77, "Future possibilities": 6 multiplications and 4 additions in each of the n_i*n_j*n_k
// iterations become 1 + n_i + n_i*n_j multiplications and n_i*n_j + n_i*n_j*n_k additions.
// CHECK-LABEL: @row_major
// CHECK-NOT:  arith.addi
// CHECK:      %[[STRIDE:.*]] = arith.muli %nj, %nk
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %ni step %c1 {
// CHECK-NEXT:   %[[TERM:.*]] = arith.muli %[[STRIDE]], %[[I]]
// CHECK-NEXT:   scf.for %[[J:.*]] = %c0 to %nj step %c1 {
// CHECK-NEXT:     %[[JK:.*]] = arith.muli %nk, %[[J]]
// CHECK-NEXT:     %[[IJ:.*]] = arith.addi %[[TERM]], %[[JK]]
// CHECK-NEXT:     scf.for %[[K:.*]] = %c0 to %nk step %c1 {
// CHECK-NEXT:       %[[INDEX:.*]] = arith.addi %[[IJ]], %[[K]]
// CHECK-NEXT:       %[[V:.*]] = memref.load %B[%[[INDEX]]]
// CHECK-NEXT:       memref.store %[[V]], %A[%[[INDEX]]]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @row_major(%A: memref<?xf32>, %B: memref<?xf32>, %ni: index, %nj: index, %nk: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %ni step %c1 {
    scf.for %j = %c0 to %nj step %c1 {
      scf.for %k = %c0 to %nk step %c1 {
        %b0 = arith.muli %i, %nj : index
        %b1 = arith.muli %b0, %nk : index
        %b2 = arith.muli %j, %nk : index
        %b3 = arith.addi %b1, %b2 : index
        %b4 = arith.addi %b3, %k : index
        %v = memref.load %B[%b4] : memref<?xf32>
        %a0 = arith.muli %i, %nj : index
        %a1 = arith.muli %a0, %nk : index
        %a2 = arith.muli %j, %nk : index
        %a3 = arith.addi %a1, %a2 : index
        %a4 = arith.addi %a3, %k : index
        memref.store %v, %A[%a4] : memref<?xf32>
      }
    }
  }
  func.return
}

// -----

// Constants and differences: 8 * (i - 1) + j.
// CHECK-LABEL: @difference
// CHECK:      scf.for %[[I:.*]] = %c1 to %c4 step %c1 {
// CHECK-NEXT:   %[[T:.*]] = arith.muli %[[I]], %[[C:.*]] :
// CHECK-NEXT:   %[[U:.*]] = arith.addi %{{.*}}, %[[T]]
// CHECK-NEXT:   scf.for %[[J:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT:     %[[INDEX:.*]] = arith.addi %[[U]], %[[J]]
// CHECK-NEXT:     memref.store %x, %A[%[[INDEX]]]
func.func @difference(%A: memref<24xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c1 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %before = arith.subi %i, %c1 : index
      %row = arith.muli %c8, %before : index
      %index = arith.addi %j, %row : index
      memref.store %x, %A[%index] : memref<24xf32>
    }
  }
  func.return
}
