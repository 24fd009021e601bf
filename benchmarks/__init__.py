"""Benchmarks: what a user would pick instead, measured in the same run. They print; they assert nothing."""
