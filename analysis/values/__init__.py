"""What computed values are: constants, special floats, poison, and what a loop does not change."""
