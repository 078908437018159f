"""What async and sync programs wait with: the one part of the package that is written twice."""
