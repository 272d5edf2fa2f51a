"""Whether another order of loops and stages keeps every dependence."""
