"""
Fifteen kernels whose sizes are known only at run time, and variants of them.

`kernels/` has their texts; `verdicts.toml` and `variants.toml` a schedule for each, the guards that
it has to leave, and why. These verdicts follow from the meaning of padding alone: they were written
before any pass ran on the kernels, by an author who has not seen the passes. Where a pass does
something else, one of the two is wrong; a verdict that turns out to be is mended with a reason.

`programs.py` and `references.py` say what the kernels compute, in numpy; `sizes.py` draws the 50
combinations at which they are called, a tenth of them unless `PAD_DYNAMIC_SIZES=50`. What can be
asked of a text before its schedule is asked in `test_texts.py`. `test_schedules.py` has the rest,
for the cases in its set READY: guards, values with poisoned padding, and each step validated.
"""
