"""Makes vectors of the iterations of a loop, for a processor's vector unit."""
