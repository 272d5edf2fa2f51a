// The row sum of examples/row_sum.mlir from C++, in a shared library.
//
//   steps='pad-transform-layout{buffer=A map="(i,j) -> (i, j floordiv 16, j mod 16)" pad=0.0}'
//   steps="$steps,pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}"
//   steps="$steps,pad-optimize{target-cpu=native}"
//   pad-opt ../row_sum.mlir -p "$steps" --emit=header -o row_sum.h
//   pad-opt ../row_sum.mlir -p "$steps" --emit=shared -o librow_sum.so
//   c++ -O2 row_sum.cpp -L. -lrow_sum -Wl,-rpath,. -o row_sum
//   ./row_sum
//
// It prints the sum of each row.
#include <array>
#include <cstddef>
#include <iostream>
#include <vector>

#include "row_sum.h"

int main() {
  constexpr std::array<int, 2> shape = ROW_SUM_A_LOGICAL_SHAPE;
  std::vector<float> plain(static_cast<std::size_t>(shape[0]) * shape[1]);
  for (int i = 0; i < shape[0]; ++i)
    for (int j = 0; j < shape[1]; ++j)
      plain[static_cast<std::size_t>(i) * shape[1] + j] = static_cast<float>((i * 31 + j * 17) % 101 - 50);
  std::vector<float> A(ROW_SUM_A_CELLS), B(ROW_SUM_B_CELLS);
  row_sum_pack_A(plain.data(), A.data());
  row_sum(A.data(), B.data());
  for (float sum : B)
    std::cout << sum << '\n';
}
