"""What is left of a large run: what became of each request, and some totals."""
