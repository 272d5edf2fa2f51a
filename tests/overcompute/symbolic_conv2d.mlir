// conv2d in NCHWc form, all sizes parameters: C channels in tiles of 16, zeros in the padding of X and W.
func.func @conv2d(%X: memref<?x?x?x?x16xf32>, %W: memref<?x?x?x?x16xf32>, %Y: memref<?x?x?x?xf32>,
                  %N: index, %C: index, %K: index, %P: index, %Q: index, %R: index, %S: index) {
  %zero = arith.constant 0.0 : f32
  %c15 = arith.constant 15 : index
  %many = arith.cmpi sge, %C, %c15 : index
  pad.assume %many : i1
  affine.for %n = 0 to %N {
    affine.for %co = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%C] {
      affine.for %h = 0 to affine_map<()[s0, s1] -> (s0 + s1 - 1)>()[%P, %R] {
        affine.for %w = 0 to affine_map<()[s0, s1] -> (s0 + s1 - 1)>()[%Q, %S] {
          affine.for %ci = 0 to 16 {
            affine.if affine_set<(d0, d1)[s0] : (16 * d0 + d1 - s0 >= 0)>(%co, %ci)[%C] {
              %x = affine.load %X[%n, %co, %h, %w, %ci] : memref<?x?x?x?x16xf32>
              %is = arith.cmpf oeq, %x, %zero : f32
              pad.assume %is : i1
            }
          }
        }
      }
    }
  }
  affine.for %k = 0 to %K {
    affine.for %co = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%C] {
      affine.for %r = 0 to %R {
        affine.for %s = 0 to %S {
          affine.for %ci = 0 to 16 {
            affine.if affine_set<(d0, d1)[s0] : (16 * d0 + d1 - s0 >= 0)>(%co, %ci)[%C] {
              %w = affine.load %W[%k, %co, %r, %s, %ci] : memref<?x?x?x?x16xf32>
              %is = arith.cmpf oeq, %w, %zero : f32
              pad.assume %is : i1
            }
          }
        }
      }
    }
  }
  affine.for %n = 0 to %N {
    affine.for %k = 0 to %K {
      affine.for %y = 0 to %P {
        affine.for %x = 0 to %Q {
          affine.store %zero, %Y[%n, %k, %y, %x] : memref<?x?x?x?xf32>
          affine.for %co = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%C] {
            affine.for %r = 0 to %R {
              affine.for %s = 0 to %S {
                affine.for %ci = 0 to 16 {
                  affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - 16 * d0 - d1 >= 0)>(%co, %ci)[%C] {
                    %a = affine.load %X[%n, %co, %y + %r, %x + %s, %ci] : memref<?x?x?x?x16xf32>
                    %b = affine.load %W[%k, %co, %r, %s, %ci] : memref<?x?x?x?x16xf32>
                    %o = affine.load %Y[%n, %k, %y, %x] : memref<?x?x?x?xf32>
                    %p = arith.mulf %a, %b : f32
                    %q = arith.addf %o, %p : f32
                    affine.store %q, %Y[%n, %k, %y, %x] : memref<?x?x?x?xf32>
                  }
                }
              }
            }
          }
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
