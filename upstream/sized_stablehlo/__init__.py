"""StableHLO with sizes known at run time: operations that IREE lowers for constant sizes only."""
