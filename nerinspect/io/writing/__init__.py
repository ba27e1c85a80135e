"""Results as files: lists of events, tables and charts in many forms, each with its provenance beside it."""
