#loc2 = loc("norm.weight")
#loc3 = loc("norm.bias")
#loc4 = loc("up.weight")
#loc5 = loc("up.bias")
#loc6 = loc("down.weight")
#loc7 = loc("down.bias")
#loc8 = loc("x")
#loc9 = loc("normalization.py":228:0)
#loc10 = loc("torch_models.py":101:0)
#loc11 = loc("linear.py":134:0)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#loc13 = loc(callsite(#loc9 at #loc10))
#loc14 = loc(callsite(#loc11 at #loc10))
#loc15 = loc("gelu"(#loc10))
#loc16 = loc("add_4"(#loc10))
#loc17 = loc("norm"(#loc13))
#loc18 = loc("up"(#loc14))
#loc19 = loc("down"(#loc14))
module {
  func.func @main(%arg0: tensor<51xf32> loc("norm.weight"), %arg1: tensor<51xf32> loc("norm.bias"), %arg2: tensor<103x51xf32> loc("up.weight"), %arg3: tensor<103xf32> loc("up.bias"), %arg4: tensor<51x103xf32> loc("down.weight"), %arg5: tensor<51xf32> loc("down.bias"), %arg6: tensor<7x51xf32> loc("x")) -> tensor<7x51xf32> {
    %cst = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_2 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_3 = arith.constant 1.000000e-05 : f64 loc(#loc17)
    %cst_4 = arith.constant 5.100000e+01 : f64 loc(#loc)
    %cst_5 = arith.constant 5.100000e+01 : f32 loc(#loc)
    %cst_6 = arith.constant 1.41421354 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<7x51xf64> loc(#loc17)
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<7x51xf32>) outs(%0 : tensor<7x51xf64>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.extf %in : f32 to f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x51xf64> loc(#loc17)
    %2 = tensor.empty() : tensor<7x1xf64> loc(#loc17)
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<7x1xf64>) -> tensor<7x1xf64> loc(#loc17)
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<7x51xf64>) outs(%3 : tensor<7x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.addf %in, %out : f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x1xf64> loc(#loc17)
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<7x1xf64>) outs(%2 : tensor<7x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.divf %in, %cst_4 : f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x1xf64> loc(#loc17)
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %5 : tensor<7x51xf64>, tensor<7x1xf64>) outs(%0 : tensor<7x51xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %in_8: f64 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.subf %in, %in_8 : f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x51xf64> loc(#loc17)
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %6 : tensor<7x51xf64>, tensor<7x51xf64>) outs(%0 : tensor<7x51xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %in_8: f64 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.mulf %in, %in_8 : f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x51xf64> loc(#loc17)
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<7x51xf64>) outs(%3 : tensor<7x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.addf %in, %out : f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x1xf64> loc(#loc17)
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<7x1xf64>) outs(%2 : tensor<7x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %out: f64 loc("norm"(#loc13))):
      %33 = arith.divf %in, %cst_4 : f64 loc(#loc17)
      linalg.yield %33 : f64 loc(#loc17)
    } -> tensor<7x1xf64> loc(#loc17)
    %10 = tensor.empty() : tensor<7x1xf32> loc(#loc17)
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<7x1xf64>) outs(%10 : tensor<7x1xf32>) {
    ^bb0(%in: f64 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.truncf %in : f64 to f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x1xf32> loc(#loc17)
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<7x1xf32>) -> tensor<7x1xf32> loc(#loc17)
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg6 : tensor<7x51xf32>) outs(%12 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.addf %in, %out : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x1xf32> loc(#loc17)
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<7x1xf32>) outs(%10 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.divf %in, %cst_5 : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x1xf32> loc(#loc17)
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<7x1xf32>) outs(%10 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.truncf %cst_3 : f64 to f32 loc(#loc17)
      %34 = arith.addf %in, %33 : f32 loc(#loc17)
      linalg.yield %34 : f32 loc(#loc17)
    } -> tensor<7x1xf32> loc(#loc17)
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<7x1xf32>) outs(%10 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = math.rsqrt %in : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x1xf32> loc(#loc17)
    %17 = tensor.empty() : tensor<7x51xf32> loc(#loc17)
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6, %14 : tensor<7x51xf32>, tensor<7x1xf32>) outs(%17 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %in_8: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.subf %in, %in_8 : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x51xf32> loc(#loc17)
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %16 : tensor<7x51xf32>, tensor<7x1xf32>) outs(%17 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %in_8: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.mulf %in, %in_8 : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x51xf32> loc(#loc17)
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg0 : tensor<7x51xf32>, tensor<51xf32>) outs(%17 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %in_8: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.mulf %in, %in_8 : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x51xf32> loc(#loc17)
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %arg1 : tensor<7x51xf32>, tensor<51xf32>) outs(%17 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %in_8: f32 loc("norm"(#loc13)), %out: f32 loc("norm"(#loc13))):
      %33 = arith.addf %in, %in_8 : f32 loc(#loc17)
      linalg.yield %33 : f32 loc(#loc17)
    } -> tensor<7x51xf32> loc(#loc17)
    %22 = tensor.empty() : tensor<51x103xf32> loc(#loc18)
    %transposed = linalg.transpose ins(%arg2 : tensor<103x51xf32>) outs(%22 : tensor<51x103xf32>) permutation = [1, 0]  loc(#loc18)
    %23 = tensor.empty() : tensor<7x103xf32> loc(#loc18)
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<7x103xf32>) -> tensor<7x103xf32> loc(#loc18)
    %25 = linalg.matmul ins(%21, %transposed : tensor<7x51xf32>, tensor<51x103xf32>) outs(%24 : tensor<7x103xf32>) -> tensor<7x103xf32> loc(#loc18)
    %26 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %arg3 : tensor<7x103xf32>, tensor<103xf32>) outs(%23 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("up"(#loc14)), %in_8: f32 loc("up"(#loc14)), %out: f32 loc("up"(#loc14))):
      %33 = arith.addf %in, %in_8 : f32 loc(#loc18)
      linalg.yield %33 : f32 loc(#loc18)
    } -> tensor<7x103xf32> loc(#loc18)
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<7x103xf32>) outs(%23 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("up"(#loc14)), %out: f32 loc("gelu"(#loc10))):
      %33 = arith.divf %in, %cst_6 : f32 loc(#loc15)
      %34 = math.erf %33 : f32 loc(#loc15)
      %35 = arith.addf %34, %cst_1 : f32 loc(#loc15)
      %36 = arith.mulf %35, %cst_2 : f32 loc(#loc15)
      %37 = arith.mulf %in, %36 : f32 loc(#loc15)
      linalg.yield %37 : f32 loc(#loc15)
    } -> tensor<7x103xf32> loc(#loc15)
    %28 = tensor.empty() : tensor<103x51xf32> loc(#loc19)
    %transposed_7 = linalg.transpose ins(%arg4 : tensor<51x103xf32>) outs(%28 : tensor<103x51xf32>) permutation = [1, 0]  loc(#loc19)
    %29 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<7x51xf32>) -> tensor<7x51xf32> loc(#loc19)
    %30 = linalg.matmul ins(%27, %transposed_7 : tensor<7x103xf32>, tensor<103x51xf32>) outs(%29 : tensor<7x51xf32>) -> tensor<7x51xf32> loc(#loc19)
    %31 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %arg5 : tensor<7x51xf32>, tensor<51xf32>) outs(%17 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("down"(#loc14)), %in_8: f32 loc("down"(#loc14)), %out: f32 loc("down"(#loc14))):
      %33 = arith.addf %in, %in_8 : f32 loc(#loc19)
      linalg.yield %33 : f32 loc(#loc19)
    } -> tensor<7x51xf32> loc(#loc19)
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6, %31 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%17 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc13)), %in_8: f32 loc("down"(#loc14)), %out: f32 loc("add_4"(#loc10))):
      %33 = arith.addf %in, %in_8 : f32 loc(#loc16)
      linalg.yield %33 : f32 loc(#loc16)
    } -> tensor<7x51xf32> loc(#loc16)
    return %32 : tensor<7x51xf32> loc(#loc12)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_norm_weight")
#loc12 = loc("output")
