#loc2 = loc("weight")
#loc3 = loc("step")
#loc4 = loc("scale")
#loc5 = loc("bias")
#loc6 = loc("x")
#loc7 = loc("torch_models.py":114:0)
#loc8 = loc("torch_models.py":113:0)
#loc9 = loc("torch_models.py":115:0)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<(d0, d1) -> (d1)>
#loc11 = loc("mm"(#loc7))
#loc12 = loc("div"(#loc8))
#loc13 = loc("round_1"(#loc8))
#loc14 = loc("clamp"(#loc8))
#loc15 = loc("convert_element_type"(#loc8))
#loc16 = loc("convert_element_type_1"(#loc7))
#loc17 = loc("convert_element_type_2"(#loc7))
#loc18 = loc("convert_element_type_3"(#loc9))
#loc19 = loc("mul"(#loc9))
#loc20 = loc("add"(#loc9))
module {
  func.func @main(%arg0: tensor<67x31xi8> loc("weight"), %arg1: tensor<f32> loc("step"), %arg2: tensor<31xf32> loc("scale"), %arg3: tensor<31xf32> loc("bias"), %arg4: tensor<9x67xf32> loc("x")) -> tensor<9x31xf32> {
    %c0_i64 = arith.constant 0 : i64 loc(#loc11)
    %cst = arith.constant -1.270000e+02 : f32 loc(#loc)
    %cst_0 = arith.constant 1.270000e+02 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<9x67xf32> loc(#loc12)
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4, %arg1 : tensor<9x67xf32>, tensor<f32>) outs(%0 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc("div"(#loc8)), %in_1: f32 loc("div"(#loc8)), %out: f32 loc("div"(#loc8))):
      %19 = arith.divf %in, %in_1 : f32 loc(#loc12)
      linalg.yield %19 : f32 loc(#loc12)
    } -> tensor<9x67xf32> loc(#loc12)
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<9x67xf32>) outs(%0 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc("div"(#loc8)), %out: f32 loc("round_1"(#loc8))):
      %19 = math.roundeven %in : f32 loc(#loc13)
      linalg.yield %19 : f32 loc(#loc13)
    } -> tensor<9x67xf32> loc(#loc13)
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<9x67xf32>) outs(%0 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc("round_1"(#loc8)), %out: f32 loc("clamp"(#loc8))):
      %19 = arith.cmpf ult, %in, %cst : f32 loc(#loc14)
      %20 = arith.select %19, %cst, %in : f32 loc(#loc14)
      %21 = arith.cmpf ugt, %20, %cst_0 : f32 loc(#loc14)
      %22 = arith.select %21, %cst_0, %20 : f32 loc(#loc14)
      linalg.yield %22 : f32 loc(#loc14)
    } -> tensor<9x67xf32> loc(#loc14)
    %4 = tensor.empty() : tensor<9x67xi8> loc(#loc15)
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<9x67xf32>) outs(%4 : tensor<9x67xi8>) {
    ^bb0(%in: f32 loc("clamp"(#loc8)), %out: i8 loc("convert_element_type"(#loc8))):
      %19 = arith.fptosi %in : f32 to i8 loc(#loc15)
      linalg.yield %19 : i8 loc(#loc15)
    } -> tensor<9x67xi8> loc(#loc15)
    %6 = tensor.empty() : tensor<9x67xi32> loc(#loc16)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<9x67xi8>) outs(%6 : tensor<9x67xi32>) {
    ^bb0(%in: i8 loc("convert_element_type"(#loc8)), %out: i32 loc("convert_element_type_1"(#loc7))):
      %19 = arith.extsi %in : i8 to i32 loc(#loc16)
      linalg.yield %19 : i32 loc(#loc16)
    } -> tensor<9x67xi32> loc(#loc16)
    %8 = tensor.empty() : tensor<67x31xi32> loc(#loc17)
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<67x31xi8>) outs(%8 : tensor<67x31xi32>) {
    ^bb0(%in: i8 loc("convert_element_type_2"(#loc7)), %out: i32 loc("convert_element_type_2"(#loc7))):
      %19 = arith.extsi %in : i8 to i32 loc(#loc17)
      linalg.yield %19 : i32 loc(#loc17)
    } -> tensor<67x31xi32> loc(#loc17)
    %10 = tensor.empty() : tensor<9x31xi64> loc(#loc11)
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<9x31xi64>) -> tensor<9x31xi64> loc(#loc11)
    %12 = linalg.matmul ins(%7, %9 : tensor<9x67xi32>, tensor<67x31xi32>) outs(%11 : tensor<9x31xi64>) -> tensor<9x31xi64> loc(#loc11)
    %13 = tensor.empty() : tensor<9x31xi32> loc(#loc11)
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<9x31xi64>) outs(%13 : tensor<9x31xi32>) {
    ^bb0(%in: i64 loc("mm"(#loc7)), %out: i32 loc("mm"(#loc7))):
      %19 = arith.trunci %in : i64 to i32 loc(#loc11)
      linalg.yield %19 : i32 loc(#loc11)
    } -> tensor<9x31xi32> loc(#loc11)
    %15 = tensor.empty() : tensor<9x31xf32> loc(#loc18)
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<9x31xi32>) outs(%15 : tensor<9x31xf32>) {
    ^bb0(%in: i32 loc("mm"(#loc7)), %out: f32 loc("convert_element_type_3"(#loc9))):
      %19 = arith.sitofp %in : i32 to f32 loc(#loc18)
      linalg.yield %19 : f32 loc(#loc18)
    } -> tensor<9x31xf32> loc(#loc18)
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %arg2 : tensor<9x31xf32>, tensor<31xf32>) outs(%15 : tensor<9x31xf32>) {
    ^bb0(%in: f32 loc("convert_element_type_3"(#loc9)), %in_1: f32 loc("mul"(#loc9)), %out: f32 loc("mul"(#loc9))):
      %19 = arith.mulf %in, %in_1 : f32 loc(#loc19)
      linalg.yield %19 : f32 loc(#loc19)
    } -> tensor<9x31xf32> loc(#loc19)
    %18 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %arg3 : tensor<9x31xf32>, tensor<31xf32>) outs(%15 : tensor<9x31xf32>) {
    ^bb0(%in: f32 loc("mul"(#loc9)), %in_1: f32 loc("add"(#loc9)), %out: f32 loc("add"(#loc9))):
      %19 = arith.addf %in, %in_1 : f32 loc(#loc20)
      linalg.yield %19 : f32 loc(#loc20)
    } -> tensor<9x31xf32> loc(#loc20)
    return %18 : tensor<9x31xf32> loc(#loc10)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("b_weight")
#loc10 = loc("output")
