"""Functions as statements over quasi-affine iterations, for proofs for all sizes; without isl."""
