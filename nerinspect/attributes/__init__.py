"""Properties of mentions and tokens, their values, and the buckets these are put into; what plug-ins import."""

from nerinspect.events.study import Attribute, AttributeValues

__all__ = ["Attribute", "AttributeValues"]
