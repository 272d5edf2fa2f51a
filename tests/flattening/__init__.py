"""Tests of flat buffers."""
