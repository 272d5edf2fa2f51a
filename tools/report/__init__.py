"""What a call tells besides its output: remarks, IR around passes, times, reproducers."""
