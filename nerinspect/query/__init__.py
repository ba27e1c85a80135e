"""Filters as values, the query language as their text, and the selection panels share."""

import nerinspect.query.counts.schemes  # noqa: F401 - tells the field `scheme:` how queries within its values are read
