"""Operations of any dialect: names, symbols, places, errors, copies, maps as expressions."""
