"""Reports of a call besides its output: remarks, IR around passes, times, reproducers."""
