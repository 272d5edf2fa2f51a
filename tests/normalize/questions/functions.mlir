// asks: multiple_argument_type, single_argument_type
// expects: alike
// Two functions that call each other until a number is used up; one takes two laid-out buffers of
// different sizes, a number, and a row-major buffer.
#pairs = affine_map<(x) -> (x floordiv 2, x mod 2)>
func.func private @both(%long: memref<7xf64, #pairs>, %by: f64, %short: memref<3xf64, #pairs>, %plain: memref<5xf64>, %left: index) -> f64 {
  %old = affine.load %long[6] : memref<7xf64, #pairs>
  %new = arith.mulf %old, %by : f64
  affine.store %new, %long[3] : memref<7xf64, #pairs>
  affine.store %new, %plain[4] : memref<5xf64>
  func.call @one(%short, %left) : (memref<3xf64, #pairs>, index) -> ()
  func.return %new : f64
}
func.func private @one(%short: memref<3xf64, #pairs>, %left: index) {
  %zero = arith.constant 0 : index
  %some = arith.cmpi sgt, %left, %zero : index
  scf.if %some {
    %one = arith.constant 1 : index
    %less = arith.subi %left, %one : index
    %long = memref.alloc() : memref<7xf64, #pairs>
    %plain = memref.alloc() : memref<5xf64>
    %three = arith.constant 3.0 : f64
    affine.for %x = 0 to 7 {
      affine.store %three, %long[%x] : memref<7xf64, #pairs>
    }
    %given = func.call @both(%long, %three, %short, %plain, %less) : (memref<7xf64, #pairs>, f64, memref<3xf64, #pairs>, memref<5xf64>, index) -> f64
    %old = affine.load %short[1] : memref<3xf64, #pairs>
    %new = arith.addf %old, %given : f64
    affine.store %new, %short[1] : memref<3xf64, #pairs>
  }
  func.return
}
func.func @run(%in: memref<3xf64>, %out: memref<3xf64>) {
  %short = memref.alloc() : memref<3xf64, #pairs>
  affine.for %x = 0 to 3 {
    %v = affine.load %in[%x] : memref<3xf64>
    affine.store %v, %short[%x] : memref<3xf64, #pairs>
  }
  %two = arith.constant 2 : index
  func.call @one(%short, %two) : (memref<3xf64, #pairs>, index) -> ()
  affine.for %x = 0 to 3 {
    %v = affine.load %short[%x] : memref<3xf64, #pairs>
    affine.store %v, %out[%x] : memref<3xf64>
  }
  func.return
}

// -----

// asks: non_memref_ret
// expects: alike
// An argument that nothing reads, in a function that returns a number.
#thirds = affine_map<(x) -> (x mod 3, x floordiv 3)>
func.func private @always(%idle: memref<9xf64, #thirds>) -> i32 {
  %seven = arith.constant 7 : i32
  func.return %seven : i32
}
func.func @run(%out: memref<1xi32>) {
  %idle = memref.alloc() : memref<9xf64, #thirds>
  %v = func.call @always(%idle) : (memref<9xf64, #thirds>) -> i32
  affine.store %v, %out[0] : memref<1xi32>
  func.return
}

// -----

// asks: ret_multiple_argument_type, ret_single_argument_type
// expects: alike
// Recursion through functions of several blocks that return laid-out buffers and numbers.
#fives = affine_map<(x) -> (x floordiv 5, x mod 5)>
func.func private @choose(%first: memref<12xf32, #fives>, %by: f32, %second: memref<6xf32, #fives>, %left: index) -> (memref<6xf32, #fives>, f32) {
  %zero = arith.constant 0 : index
  %v = affine.load %first[11] : memref<12xf32, #fives>
  %p = arith.mulf %v, %by : f32
  %some = arith.cmpi sgt, %left, %zero : index
  cf.cond_br %some, ^more, ^done
^more:
  %one = arith.constant 1 : index
  %less = arith.subi %left, %one : index
  %a, %b = func.call @make(%second, %less) : (memref<6xf32, #fives>, index) -> (memref<12xf32, #fives>, memref<6xf32, #fives>)
  affine.store %p, %b[5] : memref<6xf32, #fives>
  func.return %b, %p : memref<6xf32, #fives>, f32
^done:
  func.return %second, %p : memref<6xf32, #fives>, f32
}
func.func private @make(%given: memref<6xf32, #fives>, %left: index) -> (memref<12xf32, #fives>, memref<6xf32, #fives>) {
  %long = memref.alloc() : memref<12xf32, #fives>
  %short = memref.alloc() : memref<6xf32, #fives>
  %two = arith.constant 2.0 : f32
  affine.for %x = 0 to 12 {
    affine.store %two, %long[%x] : memref<12xf32, #fives>
  }
  affine.for %x = 0 to 6 {
    %v = affine.load %given[-%x + 5] : memref<6xf32, #fives>
    affine.store %v, %short[%x] : memref<6xf32, #fives>
  }
  %chosen, %p = func.call @choose(%long, %two, %short, %left) : (memref<12xf32, #fives>, f32, memref<6xf32, #fives>, index) -> (memref<6xf32, #fives>, f32)
  affine.store %p, %chosen[0] : memref<6xf32, #fives>
  func.return %long, %chosen : memref<12xf32, #fives>, memref<6xf32, #fives>
}
func.func @run(%in: memref<6xf32>, %out: memref<6xf32>) {
  %given = memref.alloc() : memref<6xf32, #fives>
  affine.for %x = 0 to 6 {
    %v = affine.load %in[%x] : memref<6xf32>
    affine.store %v, %given[%x] : memref<6xf32, #fives>
  }
  %times = arith.constant 3 : index
  %long, %short = func.call @make(%given, %times) : (memref<6xf32, #fives>, index) -> (memref<12xf32, #fives>, memref<6xf32, #fives>)
  affine.for %x = 0 to 6 {
    %v = affine.load %short[%x] : memref<6xf32, #fives>
    affine.store %v, %out[%x] : memref<6xf32>
  }
  func.return
}

// -----

// asks: func_A, func_B, func_C
// expects: alike
// A chain of calls whose last function alone touches the buffer.
#rows = affine_map<(x) -> (x floordiv 3, x mod 3)>
func.func private @outer(%B: memref<10xi32, #rows>) {
  func.call @middle(%B) : (memref<10xi32, #rows>) -> ()
  func.return
}
func.func private @middle(%B: memref<10xi32, #rows>) {
  func.call @inner(%B) : (memref<10xi32, #rows>) -> ()
  func.return
}
func.func private @inner(%B: memref<10xi32, #rows>) {
  %c = arith.constant -4 : i32
  affine.store %c, %B[8] : memref<10xi32, #rows>
  func.return
}
func.func @run(%in: memref<10xi32>, %out: memref<10xi32>) {
  %B = memref.alloc() : memref<10xi32, #rows>
  affine.for %x = 0 to 10 {
    %v = affine.load %in[%x] : memref<10xi32>
    affine.store %v, %B[%x] : memref<10xi32, #rows>
  }
  func.call @outer(%B) : (memref<10xi32, #rows>) -> ()
  affine.for %x = 0 to 10 {
    %v = affine.load %B[%x] : memref<10xi32, #rows>
    affine.store %v, %out[-%x + 9] : memref<10xi32>
  }
  func.return
}

// -----

// asks: some_func_A, some_func_B, some_func_C
// expects: ours
// The same, with an operation in the middle that upstream does not normalize, and so leaves all
// three as they are; a choice between two buffers is one. Why: to us a select is an operation that
// passes a buffer on, with the type that the others get.
#rows = affine_map<(x) -> (x floordiv 3, x mod 3)>
func.func private @outer(%B: memref<10xi32, #rows>) {
  func.call @middle(%B) : (memref<10xi32, #rows>) -> ()
  func.return
}
func.func private @middle(%B: memref<10xi32, #rows>) {
  %other = memref.alloc() : memref<10xi32, #rows>
  %yes = arith.constant true
  %chosen = arith.select %yes, %B, %other : memref<10xi32, #rows>
  func.call @inner(%chosen) : (memref<10xi32, #rows>) -> ()
  func.return
}
func.func private @inner(%B: memref<10xi32, #rows>) {
  %c = arith.constant 5 : i32
  affine.store %c, %B[4] : memref<10xi32, #rows>
  func.return
}
func.func @run(%in: memref<10xi32>, %out: memref<10xi32>) {
  %B = memref.alloc() : memref<10xi32, #rows>
  affine.for %x = 0 to 10 {
    %v = affine.load %in[%x] : memref<10xi32>
    affine.store %v, %B[%x] : memref<10xi32, #rows>
  }
  func.call @outer(%B) : (memref<10xi32, #rows>) -> ()
  affine.for %x = 0 to 10 {
    %v = affine.load %B[%x] : memref<10xi32, #rows>
    affine.store %v, %out[%x] : memref<10xi32>
  }
  func.return
}

// -----

// asks: external_func_A, simply_call_external
// expects: alike
// The types of a function without a body, and of the call of it.
#eights = affine_map<(x, y) -> (x, y floordiv 8, y mod 8)>
func.func private @elsewhere(memref<3x16xf64, #eights>) -> ()
func.func @caller() {
  %B = memref.alloc() : memref<3x16xf64, #eights>
  func.call @elsewhere(%B) : (memref<3x16xf64, #eights>) -> ()
  memref.dealloc %B : memref<3x16xf64, #eights>
  func.return
}

// -----

// asks: external_func_B, use_value_of_external
// expects: alike
// A function without a body gives a laid-out buffer, which its caller returns.
#eights = affine_map<(x, y) -> (x, y floordiv 8, y mod 8)>
#turned = affine_map<(x, y) -> (y, x)>
func.func private @elsewhere(f64, memref<3x16xf64, #eights>) -> memref<4x2xf64, #turned>
func.func @caller(%B: memref<3x16xf64, #eights>, %by: f64) -> memref<4x2xf64, #turned> {
  %given = func.call @elsewhere(%by, %B) : (f64, memref<3x16xf64, #eights>) -> memref<4x2xf64, #turned>
  func.return %given : memref<4x2xf64, #turned>
}

// -----

// asks: affine_parallel_norm
// expects: theirs
// A parallel loop whose result is the buffer that its iterations write. Why: xDSL's affine.parallel
// has no place for a reduction; the reader says so, and what to write instead.
#tens = affine_map<(x) -> (x floordiv 10, x mod 10)>
func.func private @filled(%in: memref<17xf32>) -> memref<17xf32, #tens> {
  %F = memref.alloc() : memref<17xf32, #tens>
  %r = affine.parallel (%x) = (0) to (17) reduce ("assign") -> (memref<17xf32, #tens>) {
    %v = affine.load %in[-%x + 16] : memref<17xf32>
    affine.store %v, %F[%x] : memref<17xf32, #tens>
    affine.yield %F : memref<17xf32, #tens>
  }
  func.return %r : memref<17xf32, #tens>
}
func.func @run(%in: memref<17xf32>, %out: memref<17xf32>) {
  %F = func.call @filled(%in) : (memref<17xf32>) -> memref<17xf32, #tens>
  affine.for %x = 0 to 17 {
    %v = affine.load %F[%x] : memref<17xf32, #tens>
    affine.store %v, %out[%x] : memref<17xf32>
  }
  func.return
}
