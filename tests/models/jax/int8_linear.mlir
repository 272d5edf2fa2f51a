#loc1 = loc("params['bias']")
#loc2 = loc("params['scale']")
#loc3 = loc("params['step']")
#loc4 = loc("params['weight']")
#loc5 = loc("x")
#loc6 = loc("jax_models.py":120:11 to :97)
#loc7 = loc("jax_models.py":231:15 to :68)
#loc8 = loc("jax_models.py":240:4 to :10)
#loc9 = loc("<frozen runpy>":88:4 to :27)
#loc10 = loc("<frozen runpy>":198:11 to 199:42)
#loc11 = loc("jax_models.py":118:31 to :49)
#loc12 = loc("round")
#loc13 = loc("jax_models.py":118:21 to :50)
#loc14 = loc("convert_element_type")
#loc15 = loc("jax_models.py":118:12 to :62)
#loc16 = loc("max")
#loc17 = loc("min")
#loc18 = loc("jax_models.py":118:12 to :79)
#loc19 = loc("jax_models.py":121:11 to :35)
#loc20 = loc("jax_models.py":121:11 to :53)
#loc21 = loc("jax_models.py":121:11 to :70)
#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<() -> ()>
#map3 = affine_map<(d0, d1) -> (d1)>
#loc22 = loc("int8_linear"(#loc6))
#loc23 = loc("main"(#loc7))
#loc24 = loc("<module>"(#loc8))
#loc25 = loc("_run_code"(#loc9))
#loc26 = loc("_run_module_as_main"(#loc10))
#loc27 = loc("int8_linear"(#loc11))
#loc28 = loc("int8_linear"(#loc13))
#loc29 = loc("int8_linear"(#loc15))
#loc30 = loc("int8_linear"(#loc18))
#loc31 = loc("int8_linear"(#loc19))
#loc32 = loc("int8_linear"(#loc20))
#loc33 = loc("int8_linear"(#loc21))
#loc34 = loc(callsite(#loc25 at #loc26))
#loc35 = loc(callsite(#loc24 at #loc34))
#loc36 = loc(callsite(#loc23 at #loc35))
#loc37 = loc(callsite(#loc22 at #loc36))
#loc38 = loc(callsite(#loc27 at #loc36))
#loc39 = loc(callsite(#loc28 at #loc36))
#loc40 = loc(callsite(#loc29 at #loc36))
#loc41 = loc(callsite(#loc30 at #loc36))
#loc42 = loc(callsite(#loc31 at #loc36))
#loc43 = loc(callsite(#loc32 at #loc36))
#loc44 = loc(callsite(#loc33 at #loc36))
#loc46 = loc("jit(int8_linear)/dot_general"(#loc37))
#loc47 = loc("jit(int8_linear)/div"(#loc38))
#loc48 = loc("jit(int8_linear)/jit(round)"(#loc39))
#loc49 = loc("jit(int8_linear)/jit(clip)"(#loc40))
#loc50 = loc("jit(int8_linear)/convert_element_type"(#loc41))
#loc51 = loc("jit(int8_linear)/convert_element_type"(#loc42))
#loc52 = loc("jit(int8_linear)/mul"(#loc43))
#loc53 = loc("jit(int8_linear)/add"(#loc44))
#loc54 = loc(callsite(#loc12 at #loc48))
#loc55 = loc(callsite(#loc14 at #loc49))
#loc56 = loc(callsite(#loc16 at #loc49))
#loc57 = loc(callsite(#loc17 at #loc49))
module @jit_int8_linear {
  func.func public @main(%arg0: tensor<31xf32> loc("params['bias']"), %arg1: tensor<31xf32> loc("params['scale']"), %arg2: tensor<f32> loc("params['step']"), %arg3: tensor<67x31xi8> loc("params['weight']"), %arg4: tensor<9x67xf32> loc("x")) -> tensor<9x31xf32> {
    %cst = arith.constant 1.270000e+02 : f32 loc(#loc)
    %cst_0 = arith.constant -1.270000e+02 : f32 loc(#loc)
    %c0_i32 = arith.constant 0 : i32 loc(#loc46)
    %0 = tensor.empty() : tensor<9x67xf32> loc(#loc47)
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%0 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc("params['step']"), %out: f32 loc("jit(int8_linear)/div"(#loc38))):
      linalg.yield %in : f32 loc(#loc47)
    } -> tensor<9x67xf32> loc(#loc47)
    %2 = tensor.empty() : tensor<9x67xf32> loc(#loc47)
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4, %1 : tensor<9x67xf32>, tensor<9x67xf32>) outs(%2 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc("x"), %in_1: f32 loc("jit(int8_linear)/div"(#loc38)), %out: f32 loc("jit(int8_linear)/div"(#loc38))):
      %33 = arith.divf %in, %in_1 : f32 loc(#loc47)
      linalg.yield %33 : f32 loc(#loc47)
    } -> tensor<9x67xf32> loc(#loc47)
    %4 = tensor.empty() : tensor<9x67xf32> loc(#loc54)
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<9x67xf32>) outs(%4 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc("jit(int8_linear)/div"(#loc38)), %out: f32 loc(callsite(#loc12 at #loc48))):
      %33 = math.roundeven %in : f32 loc(#loc54)
      linalg.yield %33 : f32 loc(#loc54)
    } -> tensor<9x67xf32> loc(#loc54)
    %6 = tensor.empty() : tensor<f32> loc(#loc55)
    %7 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%6 : tensor<f32>) {
    ^bb0(%out: f32 loc(callsite(#loc14 at #loc49))):
      linalg.yield %cst_0 : f32 loc(#loc55)
    } -> tensor<f32> loc(#loc55)
    %8 = tensor.empty() : tensor<9x67xf32> loc(#loc56)
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<f32>) outs(%8 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc(callsite(#loc14 at #loc49)), %out: f32 loc(callsite(#loc16 at #loc49))):
      linalg.yield %in : f32 loc(#loc56)
    } -> tensor<9x67xf32> loc(#loc56)
    %10 = tensor.empty() : tensor<9x67xf32> loc(#loc56)
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %5 : tensor<9x67xf32>, tensor<9x67xf32>) outs(%10 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc(callsite(#loc16 at #loc49)), %in_1: f32 loc(callsite(#loc12 at #loc48)), %out: f32 loc(callsite(#loc16 at #loc49))):
      %33 = arith.maximumf %in, %in_1 : f32 loc(#loc56)
      linalg.yield %33 : f32 loc(#loc56)
    } -> tensor<9x67xf32> loc(#loc56)
    %12 = tensor.empty() : tensor<f32> loc(#loc55)
    %13 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%12 : tensor<f32>) {
    ^bb0(%out: f32 loc(callsite(#loc14 at #loc49))):
      linalg.yield %cst : f32 loc(#loc55)
    } -> tensor<f32> loc(#loc55)
    %14 = tensor.empty() : tensor<9x67xf32> loc(#loc57)
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<f32>) outs(%14 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc(callsite(#loc14 at #loc49)), %out: f32 loc(callsite(#loc17 at #loc49))):
      linalg.yield %in : f32 loc(#loc57)
    } -> tensor<9x67xf32> loc(#loc57)
    %16 = tensor.empty() : tensor<9x67xf32> loc(#loc57)
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %11 : tensor<9x67xf32>, tensor<9x67xf32>) outs(%16 : tensor<9x67xf32>) {
    ^bb0(%in: f32 loc(callsite(#loc17 at #loc49)), %in_1: f32 loc(callsite(#loc16 at #loc49)), %out: f32 loc(callsite(#loc17 at #loc49))):
      %33 = arith.minimumf %in, %in_1 : f32 loc(#loc57)
      linalg.yield %33 : f32 loc(#loc57)
    } -> tensor<9x67xf32> loc(#loc57)
    %18 = tensor.empty() : tensor<9x67xi8> loc(#loc50)
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<9x67xf32>) outs(%18 : tensor<9x67xi8>) {
    ^bb0(%in: f32 loc(callsite(#loc17 at #loc49)), %out: i8 loc("jit(int8_linear)/convert_element_type"(#loc41))):
      %33 = arith.fptosi %in : f32 to i8 loc(#loc50)
      linalg.yield %33 : i8 loc(#loc50)
    } -> tensor<9x67xi8> loc(#loc50)
    %20 = tensor.empty() : tensor<9x31xi32> loc(#loc46)
    %21 = linalg.fill ins(%c0_i32 : i32) outs(%20 : tensor<9x31xi32>) -> tensor<9x31xi32> loc(#loc46)
    %22 = linalg.matmul ins(%19, %arg3 : tensor<9x67xi8>, tensor<67x31xi8>) outs(%21 : tensor<9x31xi32>) -> tensor<9x31xi32> loc(#loc46)
    %23 = tensor.empty() : tensor<9x31xf32> loc(#loc51)
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<9x31xi32>) outs(%23 : tensor<9x31xf32>) {
    ^bb0(%in: i32 loc("jit(int8_linear)/dot_general"(#loc37)), %out: f32 loc("jit(int8_linear)/convert_element_type"(#loc42))):
      %33 = arith.sitofp %in : i32 to f32 loc(#loc51)
      linalg.yield %33 : f32 loc(#loc51)
    } -> tensor<9x31xf32> loc(#loc51)
    %25 = tensor.empty() : tensor<9x31xf32> loc(#loc52)
    %26 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<31xf32>) outs(%25 : tensor<9x31xf32>) {
    ^bb0(%in: f32 loc("params['scale']"), %out: f32 loc("jit(int8_linear)/mul"(#loc43))):
      linalg.yield %in : f32 loc(#loc52)
    } -> tensor<9x31xf32> loc(#loc52)
    %27 = tensor.empty() : tensor<9x31xf32> loc(#loc52)
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %26 : tensor<9x31xf32>, tensor<9x31xf32>) outs(%27 : tensor<9x31xf32>) {
    ^bb0(%in: f32 loc("jit(int8_linear)/convert_element_type"(#loc42)), %in_1: f32 loc("jit(int8_linear)/mul"(#loc43)), %out: f32 loc("jit(int8_linear)/mul"(#loc43))):
      %33 = arith.mulf %in, %in_1 : f32 loc(#loc52)
      linalg.yield %33 : f32 loc(#loc52)
    } -> tensor<9x31xf32> loc(#loc52)
    %29 = tensor.empty() : tensor<9x31xf32> loc(#loc53)
    %30 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<31xf32>) outs(%29 : tensor<9x31xf32>) {
    ^bb0(%in: f32 loc("params['bias']"), %out: f32 loc("jit(int8_linear)/add"(#loc44))):
      linalg.yield %in : f32 loc(#loc53)
    } -> tensor<9x31xf32> loc(#loc53)
    %31 = tensor.empty() : tensor<9x31xf32> loc(#loc53)
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28, %30 : tensor<9x31xf32>, tensor<9x31xf32>) outs(%31 : tensor<9x31xf32>) {
    ^bb0(%in: f32 loc("jit(int8_linear)/mul"(#loc43)), %in_1: f32 loc("jit(int8_linear)/add"(#loc44)), %out: f32 loc("jit(int8_linear)/add"(#loc44))):
      %33 = arith.addf %in, %in_1 : f32 loc(#loc53)
      linalg.yield %33 : f32 loc(#loc53)
    } -> tensor<9x31xf32> loc(#loc53)
    return %32 : tensor<9x31xf32> loc(#loc45)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc45 = loc("jit(int8_linear)"(#loc36))

