#loc2 = loc("norm1.weight")
#loc3 = loc("norm1.bias")
#loc4 = loc("norm2.weight")
#loc5 = loc("norm2.bias")
#loc6 = loc("attention.q.weight")
#loc7 = loc("attention.q.bias")
#loc8 = loc("attention.k.weight")
#loc9 = loc("attention.k.bias")
#loc10 = loc("attention.v.weight")
#loc11 = loc("attention.v.bias")
#loc12 = loc("attention.out.weight")
#loc13 = loc("attention.out.bias")
#loc14 = loc("up.weight")
#loc15 = loc("up.bias")
#loc16 = loc("down.weight")
#loc17 = loc("down.bias")
#loc18 = loc("x")
#loc19 = loc("torch_models.py":37:0)
#loc20 = loc("torch_models.py":49:0)
#loc21 = loc("torch_models.py":36:0)
#loc22 = loc("normalization.py":228:0)
#loc23 = loc("linear.py":134:0)
#loc24 = loc("torch_models.py":35:0)
#loc25 = loc("torch_models.py":38:0)
#loc26 = loc("torch_models.py":50:0)
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#loc28 = loc(callsite(#loc19 at #loc20))
#loc29 = loc(callsite(#loc21 at #loc20))
#loc30 = loc(callsite(#loc22 at #loc20))
#loc31 = loc(callsite(#loc24 at #loc20))
#loc32 = loc(callsite(#loc25 at #loc20))
#loc33 = loc("add_6"(#loc20))
#loc34 = loc(callsite(#loc22 at #loc26))
#loc35 = loc(callsite(#loc23 at #loc26))
#loc36 = loc("gelu"(#loc26))
#loc37 = loc("add_11"(#loc26))
#loc38 = loc("_softmax"(#loc28))
#loc39 = loc("div"(#loc29))
#loc40 = loc("norm1"(#loc30))
#loc41 = loc(callsite(#loc23 at #loc31))
#loc51 = loc("view_11"(#loc29))
#loc57 = loc(callsite(#loc23 at #loc32))
#loc58 = loc("norm2"(#loc34))
#loc59 = loc("up"(#loc35))
#loc60 = loc("down"(#loc35))
#loc61 = loc("attention.q"(#loc41))
#loc62 = loc("attention.k"(#loc41))
#loc63 = loc("attention.v"(#loc41))
#loc64 = loc("attention.out"(#loc57))
module {
  func.func @main(%arg0: tensor<39xf32> loc("norm1.weight"), %arg1: tensor<39xf32> loc("norm1.bias"), %arg2: tensor<39xf32> loc("norm2.weight"), %arg3: tensor<39xf32> loc("norm2.bias"), %arg4: tensor<39x39xf32> loc("attention.q.weight"), %arg5: tensor<39xf32> loc("attention.q.bias"), %arg6: tensor<39x39xf32> loc("attention.k.weight"), %arg7: tensor<39xf32> loc("attention.k.bias"), %arg8: tensor<39x39xf32> loc("attention.v.weight"), %arg9: tensor<39xf32> loc("attention.v.bias"), %arg10: tensor<39x39xf32> loc("attention.out.weight"), %arg11: tensor<39xf32> loc("attention.out.bias"), %arg12: tensor<77x39xf32> loc("up.weight"), %arg13: tensor<77xf32> loc("up.bias"), %arg14: tensor<39x77xf32> loc("down.weight"), %arg15: tensor<39xf32> loc("down.bias"), %arg16: tensor<2x17x39xf32> loc("x")) -> tensor<2x17x39xf32> {
    %cst = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %c0_i64 = arith.constant 0 : i64 loc(#loc38)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc38)
    %cst_2 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_3 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_4 = arith.constant 3.6055512754639891 : f64 loc(#loc39)
    %cst_5 = arith.constant 1.000000e-05 : f64 loc(#loc40)
    %cst_6 = arith.constant 3.900000e+01 : f64 loc(#loc)
    %cst_7 = arith.constant 3.900000e+01 : f32 loc(#loc)
    %cst_8 = arith.constant 1.41421354 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<2x17x39xf64> loc(#loc40)
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<2x17x39xf32>) outs(%0 : tensor<2x17x39xf64>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.extf %in : f32 to f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x39xf64> loc(#loc40)
    %2 = tensor.empty() : tensor<2x17x1xf64> loc(#loc40)
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2x17x1xf64>) -> tensor<2x17x1xf64> loc(#loc40)
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x17x39xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.addf %in, %out : f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x1xf64> loc(#loc40)
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.divf %in, %cst_6 : f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x1xf64> loc(#loc40)
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x17x39xf64>, tensor<2x17x1xf64>) outs(%0 : tensor<2x17x39xf64>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %in_33: f64 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.subf %in, %in_33 : f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x39xf64> loc(#loc40)
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x17x39xf64>, tensor<2x17x39xf64>) outs(%0 : tensor<2x17x39xf64>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %in_33: f64 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.mulf %in, %in_33 : f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x39xf64> loc(#loc40)
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x17x39xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.addf %in, %out : f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x1xf64> loc(#loc40)
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %out: f64 loc("norm1"(#loc30))):
      %83 = arith.divf %in, %cst_6 : f64 loc(#loc40)
      linalg.yield %83 : f64 loc(#loc40)
    } -> tensor<2x17x1xf64> loc(#loc40)
    %10 = tensor.empty() : tensor<2x17x1xf32> loc(#loc40)
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x17x1xf64>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f64 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.truncf %in : f64 to f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x1xf32> loc(#loc40)
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x17x1xf32>) -> tensor<2x17x1xf32> loc(#loc40)
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg16 : tensor<2x17x39xf32>) outs(%12 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.addf %in, %out : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x1xf32> loc(#loc40)
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.divf %in, %cst_7 : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x1xf32> loc(#loc40)
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.truncf %cst_5 : f64 to f32 loc(#loc40)
      %84 = arith.addf %in, %83 : f32 loc(#loc40)
      linalg.yield %84 : f32 loc(#loc40)
    } -> tensor<2x17x1xf32> loc(#loc40)
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = math.rsqrt %in : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x1xf32> loc(#loc40)
    %17 = tensor.empty() : tensor<2x17x39xf32> loc(#loc40)
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16, %14 : tensor<2x17x39xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %in_33: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.subf %in, %in_33 : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x39xf32> loc(#loc40)
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %16 : tensor<2x17x39xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %in_33: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.mulf %in, %in_33 : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x39xf32> loc(#loc40)
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg0 : tensor<2x17x39xf32>, tensor<39xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %in_33: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.mulf %in, %in_33 : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x39xf32> loc(#loc40)
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg1 : tensor<2x17x39xf32>, tensor<39xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %in_33: f32 loc("norm1"(#loc30)), %out: f32 loc("norm1"(#loc30))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc40)
      linalg.yield %83 : f32 loc(#loc40)
    } -> tensor<2x17x39xf32> loc(#loc40)
    %collapsed = tensor.collapse_shape %21 [[0, 1], [2]] : tensor<2x17x39xf32> into tensor<34x39xf32> loc(#loc61)
    %22 = tensor.empty() : tensor<39x39xf32> loc(#loc61)
    %transposed = linalg.transpose ins(%arg4 : tensor<39x39xf32>) outs(%22 : tensor<39x39xf32>) permutation = [1, 0]  loc(#loc61)
    %23 = tensor.empty() : tensor<34x39xf32> loc(#loc61)
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc61)
    %25 = linalg.matmul ins(%collapsed, %transposed : tensor<34x39xf32>, tensor<39x39xf32>) outs(%24 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc61)
    %26 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%25, %arg5 : tensor<34x39xf32>, tensor<39xf32>) outs(%23 : tensor<34x39xf32>) {
    ^bb0(%in: f32 loc("attention.q"(#loc41)), %in_33: f32 loc("attention.q"(#loc41)), %out: f32 loc("attention.q"(#loc41))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc61)
      linalg.yield %83 : f32 loc(#loc61)
    } -> tensor<34x39xf32> loc(#loc61)
    %expanded = tensor.expand_shape %26 [[0, 1], [2, 3]] output_shape [2, 17, 3, 13] : tensor<34x39xf32> into tensor<2x17x3x13xf32> loc(#loc42)
    %27 = tensor.empty() : tensor<2x3x17x13xf32> loc(#loc43)
    %transposed_9 = linalg.transpose ins(%expanded : tensor<2x17x3x13xf32>) outs(%27 : tensor<2x3x17x13xf32>) permutation = [0, 2, 1, 3]  loc(#loc43)
    %transposed_10 = linalg.transpose ins(%arg6 : tensor<39x39xf32>) outs(%22 : tensor<39x39xf32>) permutation = [1, 0]  loc(#loc62)
    %28 = linalg.matmul ins(%collapsed, %transposed_10 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%24 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc62)
    %29 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%28, %arg7 : tensor<34x39xf32>, tensor<39xf32>) outs(%23 : tensor<34x39xf32>) {
    ^bb0(%in: f32 loc("attention.k"(#loc41)), %in_33: f32 loc("attention.k"(#loc41)), %out: f32 loc("attention.k"(#loc41))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc62)
      linalg.yield %83 : f32 loc(#loc62)
    } -> tensor<34x39xf32> loc(#loc62)
    %expanded_11 = tensor.expand_shape %29 [[0, 1], [2, 3]] output_shape [2, 17, 3, 13] : tensor<34x39xf32> into tensor<2x17x3x13xf32> loc(#loc44)
    %transposed_12 = linalg.transpose ins(%arg8 : tensor<39x39xf32>) outs(%22 : tensor<39x39xf32>) permutation = [1, 0]  loc(#loc63)
    %30 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%24 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc63)
    %31 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%30, %arg9 : tensor<34x39xf32>, tensor<39xf32>) outs(%23 : tensor<34x39xf32>) {
    ^bb0(%in: f32 loc("attention.v"(#loc41)), %in_33: f32 loc("attention.v"(#loc41)), %out: f32 loc("attention.v"(#loc41))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc63)
      linalg.yield %83 : f32 loc(#loc63)
    } -> tensor<34x39xf32> loc(#loc63)
    %expanded_13 = tensor.expand_shape %31 [[0, 1], [2, 3]] output_shape [2, 17, 3, 13] : tensor<34x39xf32> into tensor<2x17x3x13xf32> loc(#loc45)
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<2x17x3x13xf32>) outs(%27 : tensor<2x3x17x13xf32>) permutation = [0, 2, 1, 3]  loc(#loc46)
    %32 = tensor.empty() : tensor<2x3x13x17xf32> loc(#loc47)
    %transposed_15 = linalg.transpose ins(%expanded_11 : tensor<2x17x3x13xf32>) outs(%32 : tensor<2x3x13x17xf32>) permutation = [0, 2, 3, 1]  loc(#loc47)
    %collapsed_16 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3]] : tensor<2x3x17x13xf32> into tensor<6x17x13xf32> loc(#loc48)
    %collapsed_17 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<2x3x13x17xf32> into tensor<6x13x17xf32> loc(#loc49)
    %33 = tensor.empty() : tensor<6x17x17xf32> loc(#loc50)
    %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : tensor<6x17x17xf32>) -> tensor<6x17x17xf32> loc(#loc50)
    %35 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<6x17x13xf32>, tensor<6x13x17xf32>) outs(%34 : tensor<6x17x17xf32>) -> tensor<6x17x17xf32> loc(#loc50)
    %expanded_18 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 3, 17, 17] : tensor<6x17x17xf32> into tensor<2x3x17x17xf32> loc(#loc51)
    %36 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc39)
    %37 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<2x3x17x17xf32>) outs(%36 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("view_11"(#loc29)), %out: f32 loc("div"(#loc29))):
      %83 = arith.truncf %cst_4 : f64 to f32 loc(#loc39)
      %84 = arith.divf %in, %83 : f32 loc(#loc39)
      linalg.yield %84 : f32 loc(#loc39)
    } -> tensor<2x3x17x17xf32> loc(#loc39)
    %38 = tensor.empty() : tensor<2x3x17xi64> loc(#loc38)
    %39 = linalg.fill ins(%c0_i64 : i64) outs(%38 : tensor<2x3x17xi64>) -> tensor<2x3x17xi64> loc(#loc38)
    %40 = tensor.empty() : tensor<2x3x17xf32> loc(#loc38)
    %41 = linalg.fill ins(%cst_1 : f32) outs(%40 : tensor<2x3x17xf32>) -> tensor<2x3x17xf32> loc(#loc38)
    %42:2 = linalg.generic {indexing_maps = [#map5, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%37 : tensor<2x3x17x17xf32>) outs(%41, %39 : tensor<2x3x17xf32>, tensor<2x3x17xi64>) {
    ^bb0(%in: f32 loc("div"(#loc29)), %out: f32 loc("_softmax"(#loc28)), %out_33: i64 loc("_softmax"(#loc28))):
      %83 = linalg.index 3 : index loc(#loc38)
      %84 = arith.index_cast %83 : index to i64 loc(#loc38)
      %85 = arith.maximumf %in, %out : f32 loc(#loc38)
      %86 = arith.cmpf ogt, %in, %out : f32 loc(#loc38)
      %87 = arith.select %86, %84, %out_33 : i64 loc(#loc38)
      linalg.yield %85, %87 : f32, i64 loc(#loc38)
    } -> (tensor<2x3x17xf32>, tensor<2x3x17xi64>) loc(#loc38)
    %expanded_19 = tensor.expand_shape %42#0 [[0], [1], [2, 3]] output_shape [2, 3, 17, 1] : tensor<2x3x17xf32> into tensor<2x3x17x1xf32> loc(#loc38)
    %43 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_19 : tensor<2x3x17x17xf32>, tensor<2x3x17x1xf32>) outs(%36 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("div"(#loc29)), %in_33: f32 loc("_softmax"(#loc28)), %out: f32 loc("_softmax"(#loc28))):
      %83 = arith.subf %in, %in_33 : f32 loc(#loc38)
      linalg.yield %83 : f32 loc(#loc38)
    } -> tensor<2x3x17x17xf32> loc(#loc38)
    %44 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<2x3x17x17xf32>) outs(%36 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("_softmax"(#loc28)), %out: f32 loc("_softmax"(#loc28))):
      %83 = math.exp %in : f32 loc(#loc38)
      linalg.yield %83 : f32 loc(#loc38)
    } -> tensor<2x3x17x17xf32> loc(#loc38)
    %45 = tensor.empty() : tensor<2x3x17x1xf32> loc(#loc38)
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<2x3x17x1xf32>) -> tensor<2x3x17x1xf32> loc(#loc38)
    %47 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%44 : tensor<2x3x17x17xf32>) outs(%46 : tensor<2x3x17x1xf32>) {
    ^bb0(%in: f32 loc("_softmax"(#loc28)), %out: f32 loc("_softmax"(#loc28))):
      %83 = arith.addf %in, %out : f32 loc(#loc38)
      linalg.yield %83 : f32 loc(#loc38)
    } -> tensor<2x3x17x1xf32> loc(#loc38)
    %48 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %47 : tensor<2x3x17x17xf32>, tensor<2x3x17x1xf32>) outs(%36 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("_softmax"(#loc28)), %in_33: f32 loc("_softmax"(#loc28)), %out: f32 loc("_softmax"(#loc28))):
      %83 = arith.divf %in, %in_33 : f32 loc(#loc38)
      linalg.yield %83 : f32 loc(#loc38)
    } -> tensor<2x3x17x17xf32> loc(#loc38)
    %collapsed_20 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<2x3x17x17xf32> into tensor<6x17x17xf32> loc(#loc52)
    %collapsed_21 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<2x3x17x13xf32> into tensor<6x17x13xf32> loc(#loc53)
    %49 = tensor.empty() : tensor<6x17x13xf32> loc(#loc54)
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<6x17x13xf32>) -> tensor<6x17x13xf32> loc(#loc54)
    %51 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<6x17x17xf32>, tensor<6x17x13xf32>) outs(%50 : tensor<6x17x13xf32>) -> tensor<6x17x13xf32> loc(#loc54)
    %expanded_22 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 3, 17, 13] : tensor<6x17x13xf32> into tensor<2x3x17x13xf32> loc(#loc55)
    %52 = tensor.empty() : tensor<2x17x3x13xf32> loc(#loc56)
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x3x17x13xf32>) outs(%52 : tensor<2x17x3x13xf32>) permutation = [0, 2, 1, 3]  loc(#loc56)
    %collapsed_24 = tensor.collapse_shape %transposed_23 [[0, 1], [2, 3]] : tensor<2x17x3x13xf32> into tensor<34x39xf32> loc(#loc64)
    %transposed_25 = linalg.transpose ins(%arg10 : tensor<39x39xf32>) outs(%22 : tensor<39x39xf32>) permutation = [1, 0]  loc(#loc64)
    %53 = linalg.matmul ins(%collapsed_24, %transposed_25 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%24 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc64)
    %54 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%53, %arg11 : tensor<34x39xf32>, tensor<39xf32>) outs(%23 : tensor<34x39xf32>) {
    ^bb0(%in: f32 loc("attention.out"(#loc57)), %in_33: f32 loc("attention.out"(#loc57)), %out: f32 loc("attention.out"(#loc57))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc64)
      linalg.yield %83 : f32 loc(#loc64)
    } -> tensor<34x39xf32> loc(#loc64)
    %expanded_26 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc64)
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16, %expanded_26 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc30)), %in_33: f32 loc("attention.out"(#loc57)), %out: f32 loc("add_6"(#loc20))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc33)
      linalg.yield %83 : f32 loc(#loc33)
    } -> tensor<2x17x39xf32> loc(#loc33)
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x17x39xf32>) outs(%0 : tensor<2x17x39xf64>) {
    ^bb0(%in: f32 loc("add_6"(#loc20)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.extf %in : f32 to f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x39xf64> loc(#loc58)
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x17x39xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.addf %in, %out : f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x1xf64> loc(#loc58)
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.divf %in, %cst_6 : f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x1xf64> loc(#loc58)
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %58 : tensor<2x17x39xf64>, tensor<2x17x1xf64>) outs(%0 : tensor<2x17x39xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %in_33: f64 loc("norm2"(#loc34)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.subf %in, %in_33 : f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x39xf64> loc(#loc58)
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %59 : tensor<2x17x39xf64>, tensor<2x17x39xf64>) outs(%0 : tensor<2x17x39xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %in_33: f64 loc("norm2"(#loc34)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.mulf %in, %in_33 : f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x39xf64> loc(#loc58)
    %61 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60 : tensor<2x17x39xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.addf %in, %out : f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x1xf64> loc(#loc58)
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %out: f64 loc("norm2"(#loc34))):
      %83 = arith.divf %in, %cst_6 : f64 loc(#loc58)
      linalg.yield %83 : f64 loc(#loc58)
    } -> tensor<2x17x1xf64> loc(#loc58)
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x17x1xf64>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f64 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.truncf %in : f64 to f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x1xf32> loc(#loc58)
    %64 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55 : tensor<2x17x39xf32>) outs(%12 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("add_6"(#loc20)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.addf %in, %out : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x1xf32> loc(#loc58)
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.divf %in, %cst_7 : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x1xf32> loc(#loc58)
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.truncf %cst_5 : f64 to f32 loc(#loc58)
      %84 = arith.addf %in, %83 : f32 loc(#loc58)
      linalg.yield %84 : f32 loc(#loc58)
    } -> tensor<2x17x1xf32> loc(#loc58)
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = math.rsqrt %in : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x1xf32> loc(#loc58)
    %68 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %65 : tensor<2x17x39xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("add_6"(#loc20)), %in_33: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.subf %in, %in_33 : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x39xf32> loc(#loc58)
    %69 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %67 : tensor<2x17x39xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc34)), %in_33: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.mulf %in, %in_33 : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x39xf32> loc(#loc58)
    %70 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %arg2 : tensor<2x17x39xf32>, tensor<39xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc34)), %in_33: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.mulf %in, %in_33 : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x39xf32> loc(#loc58)
    %71 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %arg3 : tensor<2x17x39xf32>, tensor<39xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc34)), %in_33: f32 loc("norm2"(#loc34)), %out: f32 loc("norm2"(#loc34))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc58)
      linalg.yield %83 : f32 loc(#loc58)
    } -> tensor<2x17x39xf32> loc(#loc58)
    %collapsed_27 = tensor.collapse_shape %71 [[0, 1], [2]] : tensor<2x17x39xf32> into tensor<34x39xf32> loc(#loc59)
    %72 = tensor.empty() : tensor<39x77xf32> loc(#loc59)
    %transposed_28 = linalg.transpose ins(%arg12 : tensor<77x39xf32>) outs(%72 : tensor<39x77xf32>) permutation = [1, 0]  loc(#loc59)
    %73 = tensor.empty() : tensor<34x77xf32> loc(#loc59)
    %74 = linalg.fill ins(%cst_0 : f32) outs(%73 : tensor<34x77xf32>) -> tensor<34x77xf32> loc(#loc59)
    %75 = linalg.matmul ins(%collapsed_27, %transposed_28 : tensor<34x39xf32>, tensor<39x77xf32>) outs(%74 : tensor<34x77xf32>) -> tensor<34x77xf32> loc(#loc59)
    %76 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%75, %arg13 : tensor<34x77xf32>, tensor<77xf32>) outs(%73 : tensor<34x77xf32>) {
    ^bb0(%in: f32 loc("up"(#loc35)), %in_33: f32 loc("up"(#loc35)), %out: f32 loc("up"(#loc35))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc59)
      linalg.yield %83 : f32 loc(#loc59)
    } -> tensor<34x77xf32> loc(#loc59)
    %expanded_29 = tensor.expand_shape %76 [[0, 1], [2]] output_shape [2, 17, 77] : tensor<34x77xf32> into tensor<2x17x77xf32> loc(#loc59)
    %77 = tensor.empty() : tensor<2x17x77xf32> loc(#loc36)
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x17x77xf32>) outs(%77 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("up"(#loc35)), %out: f32 loc("gelu"(#loc26))):
      %83 = arith.divf %in, %cst_8 : f32 loc(#loc36)
      %84 = math.erf %83 : f32 loc(#loc36)
      %85 = arith.addf %84, %cst_2 : f32 loc(#loc36)
      %86 = arith.mulf %85, %cst_3 : f32 loc(#loc36)
      %87 = arith.mulf %in, %86 : f32 loc(#loc36)
      linalg.yield %87 : f32 loc(#loc36)
    } -> tensor<2x17x77xf32> loc(#loc36)
    %collapsed_30 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<2x17x77xf32> into tensor<34x77xf32> loc(#loc60)
    %79 = tensor.empty() : tensor<77x39xf32> loc(#loc60)
    %transposed_31 = linalg.transpose ins(%arg14 : tensor<39x77xf32>) outs(%79 : tensor<77x39xf32>) permutation = [1, 0]  loc(#loc60)
    %80 = linalg.matmul ins(%collapsed_30, %transposed_31 : tensor<34x77xf32>, tensor<77x39xf32>) outs(%24 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc60)
    %81 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%80, %arg15 : tensor<34x39xf32>, tensor<39xf32>) outs(%23 : tensor<34x39xf32>) {
    ^bb0(%in: f32 loc("down"(#loc35)), %in_33: f32 loc("down"(#loc35)), %out: f32 loc("down"(#loc35))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc60)
      linalg.yield %83 : f32 loc(#loc60)
    } -> tensor<34x39xf32> loc(#loc60)
    %expanded_32 = tensor.expand_shape %81 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc60)
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %expanded_32 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%17 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("add_6"(#loc20)), %in_33: f32 loc("down"(#loc35)), %out: f32 loc("add_11"(#loc26))):
      %83 = arith.addf %in, %in_33 : f32 loc(#loc37)
      linalg.yield %83 : f32 loc(#loc37)
    } -> tensor<2x17x39xf32> loc(#loc37)
    return %82 : tensor<2x17x39xf32> loc(#loc27)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_norm1_weight")
#loc27 = loc("output")
#loc42 = loc("view_2"(#loc31))
#loc43 = loc("permute_1"(#loc31))
#loc44 = loc("view_5"(#loc31))
#loc45 = loc("view_8"(#loc31))
#loc46 = loc("permute_5"(#loc31))
#loc47 = loc("permute_6"(#loc29))
#loc48 = loc("view_9"(#loc29))
#loc49 = loc("view_10"(#loc29))
#loc50 = loc("bmm"(#loc29))
#loc52 = loc("view_12"(#loc28))
#loc53 = loc("view_13"(#loc28))
#loc54 = loc("bmm_1"(#loc28))
#loc55 = loc("view_14"(#loc28))
#loc56 = loc("permute_7"(#loc32))
