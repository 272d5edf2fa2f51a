/*
 * The row sum of examples/row_sum.mlir from C: no padding is looked at, no guard is left.
 *
 *   steps='pad-transform-layout{buffer=A map="(i,j) -> (i, j floordiv 16, j mod 16)" pad=0.0}'
 *   steps="$steps,pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}"
 *   steps="$steps,pad-optimize{target-cpu=native}"
 *   pad-opt ../row_sum.mlir -p "$steps" --emit=header -o row_sum.h
 *   pad-opt ../row_sum.mlir -p "$steps" --emit=obj -o row_sum.o
 *   cc -O2 row_sum.c row_sum.o -lm -o row_sum
 *   ./row_sum
 *
 * It prints the sum of each row.
 */
#include <stdio.h>
#include <stdlib.h>

#include "row_sum.h"

int main(void) {
  const int shape[] = ROW_SUM_A_LOGICAL_SHAPE;
  const int rows = shape[0], columns = shape[1];
  float *plain = malloc(sizeof(float) * rows * columns);
  float *A = aligned_alloc(64, sizeof(float) * ROW_SUM_A_CELLS);
  float *B = malloc(sizeof(float) * ROW_SUM_B_CELLS);
  if (plain == NULL || A == NULL || B == NULL)
    return EXIT_FAILURE;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      plain[i * columns + j] = (float)((i * 31 + j * 17) % 101 - 50);
  row_sum_pack_A(plain, A); /* once, however often A is used */
  row_sum(A, B);
  for (int i = 0; i < rows; ++i)
    printf("%g\n", B[i]);
  free(plain);
  free(A);
  free(B);
  return EXIT_SUCCESS;
}
