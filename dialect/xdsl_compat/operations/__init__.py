"""Operations of xDSL's dialects with upstream's syntax and rules."""
