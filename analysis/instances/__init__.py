"""When operations run, by the loops, conditions and sizes around them."""
