// Options of pad-cache-read that do not fit.
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=C}' 2>&1 | filecheck %s --check-prefix=BUFFER
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A stage=load}' 2>&1 | filecheck %s --check-prefix=STAGE
// RUN: pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A stage=inner}' 2>&1 | filecheck %s --check-prefix=INNER
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A stage=second at=i}' 2>&1 | filecheck %s --check-prefix=LOOP
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A pad=0.0}' 2>&1 | filecheck %s --check-prefix=PAD
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 2)"}' 2>&1 | filecheck %s --check-prefix=MAP
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="identity(addi)"}' 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A memory-space="#"}' 2>&1 | filecheck %s --check-prefix=SPACE
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A memory-space="1.5 : f32"}' 2>&1 | filecheck %s --check-prefix=NO-SPACE
// RUN: not pad-opt %s -o /dev/null -p 'pad-cache-read{buffer=A map="(i)[t] -> (i + t)"}' 2>&1 | filecheck %s --check-prefix=SYMBOLS

// BUFFER: error: there is no buffer 'C' in @f; its buffers are: A, B
// SYMBOLS: error: pad-cache-read: the map "(i)[t] -> (i + t)" takes symbols; a layout map has dimensions only
// STAGE: error: there is no stage 'load' in @f; its stages are: compute, inner, second
// INNER: remark: [pad-cache-read] buffer 'A' not cached: the stage is inside of another one; name the outer one, or the loop
// LOOP: error: the loop i is not in the stage second
// PAD: error: a cache has padding only with a map: give `map` too
// MAP: error: A_cache cannot get this layout: (i) -> (i // 2) is not injective on [14]: indices 0 and 1 both map to [0]
// VALUE: error: A_cache cannot get this layout: arith.addi has no identity on f32
// SPACE: error: pad-cache-read: the memory space "#" cannot be read
// NO-SPACE: error: pad-cache-read: memory-space: 1.5 : f32 is not a memory space; give an integer, a string, or an attribute of a dialect
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 14 {
      %a = affine.load %A[%j] : memref<14xf32>
      affine.store %a, %B[%j] : memref<14xf32>
    } {pad.stage = "inner"}
  } {pad.stage = "compute"}
  affine.for %j = 0 to 14 {
    %a = affine.load %A[%j] : memref<14xf32>
    affine.store %a, %B[%j] : memref<14xf32>
  } {pad.stage = "second"}
  func.return
}
