#loc2 = loc("0.weight")
#loc3 = loc("0.bias")
#loc4 = loc("2.weight")
#loc5 = loc("2.bias")
#loc6 = loc("input")
#loc7 = loc("linear.py":134:0)
#loc8 = loc("container.py":253:0)
#loc9 = loc("activation.py":143:0)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#loc11 = loc(callsite(#loc7 at #loc8))
#loc12 = loc(callsite(#loc9 at #loc8))
#loc13 = loc("0"(#loc11))
#loc14 = loc("1"(#loc12))
#loc15 = loc("2"(#loc11))
module {
  func.func @main(%arg0: tensor<61x37xf32> loc("0.weight"), %arg1: tensor<61xf32> loc("0.bias"), %arg2: tensor<29x61xf32> loc("2.weight"), %arg3: tensor<29xf32> loc("2.bias"), %arg4: tensor<13x37xf32> loc("input")) -> tensor<13x29xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<37x61xf32> loc(#loc13)
    %transposed = linalg.transpose ins(%arg0 : tensor<61x37xf32>) outs(%0 : tensor<37x61xf32>) permutation = [1, 0]  loc(#loc13)
    %1 = tensor.empty() : tensor<13x61xf32> loc(#loc13)
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<13x61xf32>) -> tensor<13x61xf32> loc(#loc13)
    %3 = linalg.matmul ins(%arg4, %transposed : tensor<13x37xf32>, tensor<37x61xf32>) outs(%2 : tensor<13x61xf32>) -> tensor<13x61xf32> loc(#loc13)
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg1 : tensor<13x61xf32>, tensor<61xf32>) outs(%1 : tensor<13x61xf32>) {
    ^bb0(%in: f32 loc("0"(#loc11)), %in_1: f32 loc("0"(#loc11)), %out: f32 loc("0"(#loc11))):
      %11 = arith.addf %in, %in_1 : f32 loc(#loc13)
      linalg.yield %11 : f32 loc(#loc13)
    } -> tensor<13x61xf32> loc(#loc13)
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<13x61xf32>) outs(%1 : tensor<13x61xf32>) {
    ^bb0(%in: f32 loc("0"(#loc11)), %out: f32 loc("1"(#loc12))):
      %11 = arith.cmpf ugt, %in, %cst : f32 loc(#loc14)
      %12 = arith.select %11, %in, %cst : f32 loc(#loc14)
      linalg.yield %12 : f32 loc(#loc14)
    } -> tensor<13x61xf32> loc(#loc14)
    %6 = tensor.empty() : tensor<61x29xf32> loc(#loc15)
    %transposed_0 = linalg.transpose ins(%arg2 : tensor<29x61xf32>) outs(%6 : tensor<61x29xf32>) permutation = [1, 0]  loc(#loc15)
    %7 = tensor.empty() : tensor<13x29xf32> loc(#loc15)
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<13x29xf32>) -> tensor<13x29xf32> loc(#loc15)
    %9 = linalg.matmul ins(%5, %transposed_0 : tensor<13x61xf32>, tensor<61x29xf32>) outs(%8 : tensor<13x29xf32>) -> tensor<13x29xf32> loc(#loc15)
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %arg3 : tensor<13x29xf32>, tensor<29xf32>) outs(%7 : tensor<13x29xf32>) {
    ^bb0(%in: f32 loc("2"(#loc11)), %in_1: f32 loc("2"(#loc11)), %out: f32 loc("2"(#loc11))):
      %11 = arith.addf %in, %in_1 : f32 loc(#loc15)
      linalg.yield %11 : f32 loc(#loc15)
    } -> tensor<13x29xf32> loc(#loc15)
    return %10 : tensor<13x29xf32> loc(#loc10)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_0_weight")
#loc10 = loc("output")
