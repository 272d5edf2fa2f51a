// RUN: pad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'pad.layouts' is "A", but must be a dictionary such as {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}}}
func.func @no_dictionary(%A: memref<14xf32>) attributes {pad.layouts = "A"} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' is {}, but must be a dictionary}}
func.func @empty(%A: memref<14xf32>) attributes {pad.layouts = {}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A affine_map<(d0) -> (d0)>, but must give it a list of affine maps}}
func.func @no_list(%A: memref<14xf32>) attributes {pad.layouts = {A = affine_map<(d0) -> (d0)>}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A [affine_map<(d0) -> (d0)>, 0.000000e+00 : f32], but must give it a list of affine maps}}
func.func @kind(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0)>, 0.0 : f32]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A [], but must give it a list of affine maps}}
func.func @no_map(%A: memref<14xf32>) attributes {pad.layouts = {A = []}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A the map (d0)[s0] -> (d0 + s0), but a layout map takes no symbols}}
func.func @symbol(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0)[s0] -> (d0 + s0)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' names the buffer C, but the buffers here are: A, B, t}}
func.func @unknown(%A: memref<14xf32>, %x: memref<14xf32> {pad.name = "B"}, %n: index) attributes {pad.layouts = {C = [affine_map<(d0) -> (d0)>]}} {
  %t = memref.alloc() : memref<14xf32>
  func.return
}

// -----

// A view has the layout of its source.
// expected-error@+1 {{'pad.layouts' names the buffer V, but the buffers here are: A}}
func.func @view(%A: memref<14xf32>) attributes {pad.layouts = {V = [affine_map<(d0) -> (d0)>]}} {
  %V = memref.cast %A : memref<14xf32> to memref<?xf32>
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' names the buffer A, but there are 2 of them; tell them apart by pad.name}}
func.func @twice(%A: memref<14xf32>, %x: memref<14xf32> {pad.name = "A"}) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A a layout it cannot have: the map (i, j) -> (i, j) takes 2 indices, but its input [14] has 1 axis}}
func.func @rank(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0, d1) -> (d0, d1)>]}} {
  func.return
}

// -----

// The second map is of what the first one makes.
// expected-error@+1 {{the map (i) -> (i) takes 1 index, but its input [4, 4] has 2 axes}}
func.func @second_rank(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0) -> (d0)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A a layout it cannot have: (i) -> (i // 2) is not injective on [14]: indices 0 and 1 both map to [0]}}
func.func @not_injective(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 2)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A a layout it cannot have: (i) -> (i - 1) must not be negative, but index 0 maps to [-1]: add an offset}}
func.func @negative(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 - 1)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives A a layout, but memref<14xf32, strided<[2]>> has one already that is not a #pad.layout}}
func.func @strided(%A: memref<14xf32, strided<[2]>>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' belongs on a function with a body; a declaration has layouts in its types}}
func.func private @declared(memref<14xf32> {pad.name = "A"}) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0)>]}}

// -----

// expected-error@+1 {{'pad.layouts' belongs on a function with a body}}
func.func @argument(%A: memref<14xf32> {pad.layouts = {A = [affine_map<(d0) -> (d0)>]}}) {
  func.return
}

// -----

func.func @operation() {
  // expected-error@+1 {{'pad.layouts' belongs on a function with a body}}
  %A = memref.alloc() {pad.layouts = {A = [affine_map<(d0) -> (d0)>]}} : memref<14xf32>
  func.return
}
