"""arena: a tournament runner for pluggable bot programs."""

__version__ = "0.1.0"
