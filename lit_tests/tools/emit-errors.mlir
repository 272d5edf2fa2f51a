// What --emit refuses, at the operation where there is one.
// RUN: not pad-opt %s --emit=obj --target-cpu=z80 2>&1 | filecheck %s --check-prefix=CPU
// RUN: not pad-opt %s --emit=asm --split-input-file 2>&1 | filecheck %s --check-prefix=SPLIT
// RUN: not pad-opt %s --emit=exe 2>&1 | filecheck %s --check-prefix=KIND

// CPU: error: LLVM knows no processor 'z80'
// SPLIT: --emit: error: takes one module, so no --split-input-file
// KIND: argument --emit: invalid choice: 'exe'

func.func @f(%A: memref<?xf32>) {
  func.return
}
