"""Random whole programs, inputs for them, and an evaluator that shares nothing with the passes."""
