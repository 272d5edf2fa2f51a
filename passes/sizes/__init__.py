"""Facts about sizes that a proof lacks: found by proving again, for remarks and for `trust`."""
