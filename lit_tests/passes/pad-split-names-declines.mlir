// Of a name that the function has not, or not alone, what the others have is told.
// RUN: pad-opt %s -p 'pad-split{loop=i factor=4 function=f}' --split-input-file --verify-diagnostics

// expected-error@+1 {{there is no loop 'i' in @f; its loops are: j; @g has a loop 'i'}}
func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %j = 0 to 8 {
    affine.store %x, %A[%j] : memref<8xf32>
  }
  func.return
}
func.func @g(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  func.return
}
func.func private @declared(memref<8xf32>)

// -----

// expected-error@+1 {{there is no loop 'i' in @f, where no loop has a name; @g, @h have a loop 'i'}}
func.func @f() {
  func.return
}
func.func @g(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  func.return
}
func.func @h(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  func.return
}

// -----

// expected-error@+1 {{there is no loop 'i' in @f, where no loop has a name; in @a: j}}
func.func @f() {
  func.return
}
func.func @a(%A: memref<8xf32>, %x: f32) {
  affine.for %j = 0 to 8 {
    affine.store %x, %A[%j] : memref<8xf32>
  }
  func.return
}
func.func @b() {
  func.return
}
func.func @c() {
  func.return
}
func.func @d() {
  func.return
}
func.func @e() {
  func.return
}

// -----

// The stage tells only one of the three apart.
// expected-error@+1 {{there are 3 loops 'i' in @f; give the stage too: alone.i; or name them in the program, by `{pad.loop = ".."}` after a loop; they are at }}
func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "alone"}
  affine.for %k = 0 to 1 {
    affine.for %i = 0 to 8 {
      affine.store %x, %A[%i] : memref<8xf32>
    }
    affine.for %i = 0 to 8 {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  } {pad.stage = "both"}
  func.return
}

// -----

// expected-error@+1 {{there is no loop 'i' in @f, where no loop has a name}}
func.func @f() {
  func.return
}
func.func @a() {
  func.return
}
func.func @b() {
  func.return
}
func.func @c() {
  func.return
}
func.func @d() {
  func.return
}

// -----

// expected-error@+1 {{there is no loop 'i' in @f, where no loop has a name; in @a: j; in @b: k; in @c: l; and 2 more functions}}
func.func @f() {
  func.return
}
func.func @a(%A: memref<8xf32>, %x: f32) {
  affine.for %j = 0 to 8 {
    affine.store %x, %A[%j] : memref<8xf32>
  }
  func.return
}
func.func @b(%A: memref<8xf32>, %x: f32) {
  affine.for %k = 0 to 8 {
    affine.store %x, %A[%k] : memref<8xf32>
  }
  func.return
}
func.func @c(%A: memref<8xf32>, %x: f32) {
  affine.for %l = 0 to 8 {
    affine.store %x, %A[%l] : memref<8xf32>
  }
  func.return
}
func.func @d(%A: memref<8xf32>, %x: f32) {
  affine.for %m = 0 to 8 {
    affine.store %x, %A[%m] : memref<8xf32>
  }
  func.return
}
func.func @e(%A: memref<8xf32>, %x: f32) {
  affine.for %n = 0 to 8 {
    affine.store %x, %A[%n] : memref<8xf32>
  }
  func.return
}
