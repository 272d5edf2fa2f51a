"""What padding holds, and the stages that write or assume it."""
