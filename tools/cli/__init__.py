"""The command line of pad-opt: its options, their completion, and the help on passes."""
