// RUN: pad-opt %s -p 'pad-optimize{target-cpu="x86-64-v3:l1=2:l2=99"}' --split-input-file 2>&1 | filecheck %s

// Each row stays in use until all are stored.
// CHECK-NOT: used in turn
// CHECK-LABEL: @all(
// CHECK: memref.alloc() {{.*}}: memref<41x64xf32>
func.func @all(%A: memref<41x64xf32>, %B: memref<41x64xf32>) {
  %T = memref.alloc() : memref<41x64xf32>
  affine.for %y = 0 to 41 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<41x64xf32>
      affine.store %a, %T[%y, %x] : memref<41x64xf32>
    }
  }
  affine.for %y = 0 to 41 {
    affine.for %x = 0 to 64 {
      %t = affine.load %T[40 - %y, 63 - %x] : memref<41x64xf32>
      affine.store %t, %B[%y, %x] : memref<41x64xf32>
    }
  }
  memref.dealloc %T : memref<41x64xf32>
  func.return
}

// -----

// Of 41 rows 16 would be as good as none.
// CHECK-NOT: used in turn
// CHECK-LABEL: @many(
// CHECK: memref.alloc() {{.*}}: memref<41x64xf32>
func.func @many(%A: memref<41x64xf32>, %B: memref<31x64xf32>) {
  %T = memref.alloc() : memref<41x64xf32>
  affine.for %y = 0 to 10 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<41x64xf32>
      affine.store %a, %T[%y, %x] : memref<41x64xf32>
    }
  }
  affine.for %y = 0 to 31 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y + 10, %x] : memref<41x64xf32>
      affine.store %a, %T[%y + 10, %x] : memref<41x64xf32>
    }
    affine.for %x = 0 to 64 {
      %t = affine.load %T[%y, 63 - %x] : memref<41x64xf32>
      affine.store %t, %B[%y, %x] : memref<31x64xf32>
    }
  }
  memref.dealloc %T : memref<41x64xf32>
  func.return
}

// -----

// Data chooses the row.
// CHECK-NOT: used in turn
// CHECK-LABEL: @chosen(
// CHECK: memref.alloc() {{.*}}: memref<41x64xf32>
func.func @chosen(%A: memref<41x64xf32>, %I: memref<41xindex>, %B: memref<41x64xf32>) {
  %T = memref.alloc() : memref<41x64xf32>
  affine.for %y = 0 to 41 {
    %i = affine.load %I[%y] : memref<41xindex>
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<41x64xf32>
      memref.store %a, %T[%i, %x] : memref<41x64xf32>
    }
    affine.for %x = 0 to 64 {
      %t = memref.load %T[%i, %x] : memref<41x64xf32>
      affine.store %t, %B[%y, %x] : memref<41x64xf32>
    }
  }
  memref.dealloc %T : memref<41x64xf32>
  func.return
}

// -----

// Somebody else may load any row.
// CHECK-NOT: used in turn
// CHECK-LABEL: @called(
// CHECK: memref.alloc() {{.*}}: memref<41x64xf32>
func.func private @see(memref<41x64xf32>)
func.func @called(%A: memref<41x64xf32>) {
  %T = memref.alloc() : memref<41x64xf32>
  affine.for %y = 0 to 41 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<41x64xf32>
      affine.store %a, %T[%y, %x] : memref<41x64xf32>
    }
  }
  func.call @see(%T) : (memref<41x64xf32>) -> ()
  memref.dealloc %T : memref<41x64xf32>
  func.return
}
