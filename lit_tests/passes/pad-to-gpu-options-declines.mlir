// RUN: not pad-opt %s -p "pad-to-gpu{target=opencl stop=ptx}" 2>&1 | filecheck %s --check-prefix=OPENCL
// RUN: not pad-opt %s -p "pad-to-gpu{stop=spirv}" 2>&1 | filecheck %s --check-prefix=NVVM
// RUN: not pad-opt %s -p "pad-to-gpu{chip=sm_70}" 2>&1 | filecheck %s --check-prefix=CHIP

// OPENCL: error: pad-to-gpu: there is no stop=ptx on the way to target=opencl; there are gpu, spirv
// NVVM: error: pad-to-gpu: there is no stop=spirv on the way to target=nvvm; there are gpu, nvvm, ptx
// CHIP: option 'chip' of 'pad-to-gpu' wants one of sm_80, sm_90, sm_100, got 'sm_70'
gpu.module @m {
}
