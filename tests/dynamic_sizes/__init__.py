"""
Fifteen kernels whose sizes are known only at run time, and variants of them.

`kernels/` has their texts; `verdicts.toml` and `variants.toml` a schedule for each, the guards that
it has to leave, and why. These verdicts follow from the meaning of padding alone: they were written
before any pass ran on the kernels, by an author who has not seen the passes. Where a pass does
something else, one of the two is wrong; a verdict that turns out to be is mended with a reason.
"""
