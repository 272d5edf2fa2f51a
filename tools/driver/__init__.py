"""One call of pad-opt: the modules of its input through the pipeline, to its output."""
