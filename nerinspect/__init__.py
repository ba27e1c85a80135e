"""See, filter and export the errors of named-entity recognition."""

__version__ = "0.1.0"
