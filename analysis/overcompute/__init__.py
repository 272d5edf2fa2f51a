"""Whether dropping a guard leaves every value and cell that anyone may see as it was."""
