"""Index reasoning on integer sets; isl stays inside this package."""
