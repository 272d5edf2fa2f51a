// A layout on sizes that are known at run time: the header tells the sizes in memory, and has macros of them.
// RUN: pad-opt %s -p pad-apply-layouts --emit=header | filecheck %s

#tiles = affine_map<(d0, d1) -> (d0, d1 floordiv 16, d1 mod 16)>

// CHECK: A: in, (i, j) -> (i, j // 16, j % 16) on [n, m] = [n, (m + 15) // 16, 16]; padding
// CHECK: n: must be the logical size of axis 0 of A and B->sizes[0]
// CHECK-NEXT: m: must be the logical size of axis 1 of A; at least 2
// CHECK-NEXT: A->sizes[0]: must be n
// CHECK-NEXT: A->sizes[1]: must be (m + 15) // 16
// CHECK: #define F_A_PHYSICAL_SHAPE(n, m) {(int64_t)(n), (((int64_t)(m) + 15) / 16), 16}
// CHECK-NEXT: #define F_A_CELLS(n, m) ((int64_t)(n) * (((int64_t)(m) + 15) / 16) * 16)
// CHECK-NEXT: #define F_A_ALIGNMENT 4
// CHECK-NEXT: void _mlir_ciface_f(pad_memref_float_3 *A, pad_memref_float_1 *B, int64_t n, int64_t m);
// CHECK: void _mlir_ciface_f_pack_A(pad_memref_float_2 *from, pad_memref_float_3 *to, int64_t to_size0, int64_t to_size1);
func.func @f(%A: memref<?x?xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1, min = 2}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i, 1] : memref<?x?xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}
