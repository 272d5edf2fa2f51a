// RUN: pad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'pad.size' belongs on an argument of type index}}
func.func @no_index(%A: memref<?xf32>, %n: i64 {pad.size = [{of = "A", dim = 0}]}) {
  func.return
}

// -----

func.func @no_argument(%A: memref<?xf32>) {
  // expected-error@+1 {{'pad.size' belongs on an argument of type index}}
  %n = arith.constant {pad.size = [{of = "A", dim = 0}]} 4 : index
  func.return
}

// -----

// expected-error@+1 {{'pad.size' is "A", but must be a list of entries such as {of = "A", dim = 0}}}
func.func @no_list(%A: memref<?xf32>, %n: index {pad.size = "A"}) {
  func.return
}

// -----

// expected-error@+1 {{'pad.size' is [], but must be a list of entries such as {of = "A", dim = 0}}}
func.func @empty(%A: memref<?xf32>, %n: index {pad.size = []}) {
  func.return
}

// -----

// expected-error@+1 {{which needs `of`, the name of a buffer, and `dim`, one of its axes}}
func.func @no_dim(%A: memref<?xf32>, %n: index {pad.size = [{of = "A"}]}) {
  func.return
}

// -----

// expected-error@+1 {{unknown key 'least' in 'pad.size'; known: of, dim, min, max, multiple}}
func.func @unknown_key(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, least = 1}]}) {
  func.return
}

// -----

// expected-error@+1 {{'pad.size' names the buffer "C", but the buffers here are: A, B}}
func.func @unknown_buffer(%A: memref<?xf32>, %B: memref<?xf32>, %n: index {pad.size = [{of = "C", dim = 0}]}) {
  func.return
}

// -----

// expected-error@+1 {{'pad.size' names axis 1 of "A", but that is not a `?` of memref<?xf32>}}
func.func @no_axis(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 1}]}) {
  func.return
}

// -----

// expected-error@+1 {{'pad.size' names axis 0 of "A", but that is not a `?` of memref<14xf32>}}
func.func @static(%A: memref<14xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  func.return
}

// -----

// expected-error@+1 {{'dim' in 'pad.size' is -1 : i64, but must be an integer of at least 0}}
func.func @negative(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = -1}]}) {
  func.return
}

// -----

// expected-error@+1 {{'multiple' in 'pad.size' is 0 : i64, but must be an integer of at least 1}}
func.func @multiple(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, multiple = 0}]}) {
  func.return
}

// -----

// expected-error@+1 {{'min' in 'pad.size' is 1.500000e+00 : f64, but must be an integer of at least 0}}
func.func @fraction(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 1.5}]}) {
  func.return
}

// -----

// No size is at least 8 and at most 4.
// expected-error@+1 {{'pad.size' wants at least 8 and at most 4}}
func.func @nothing(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 8, max = 4}]}) {
  func.return
}
