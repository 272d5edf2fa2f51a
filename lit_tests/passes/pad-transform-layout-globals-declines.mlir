// RUN: pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)" interface=keep}' --split-input-file --verify-diagnostics

memref.global "private" constant @weight : memref<6xf32> = dense<1.0>
// expected-error@-1 {{there is no global @weights in the module; there are: @weight}}

// -----

memref.global "private" constant @weights : memref<6xf32> = dense<1.0>
func.func private @sum(%P: memref<6xf32>) {
  func.return
}
func.func @f() {
  %W = memref.get_global @weights : memref<6xf32>
  // expected-error@+1 {{W is passed to @sum, whose signature would change; give interface=change, or cache it around the call}}
  func.call @sum(%W) : (memref<6xf32>) -> ()
  func.return
}

// -----

// expected-error@+1 {{@weights cannot get this layout: }}
memref.global "private" constant @weights : memref<6x2xf32> = dense<1.0>
