"""Imports what is not installed."""

import tensorflow_of_the_future  # type: ignore[import-not-found]  # noqa: F401
