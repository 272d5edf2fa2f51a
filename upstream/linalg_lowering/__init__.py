"""From linalg to affine loops by upstream's passes, and what is arranged for these."""
