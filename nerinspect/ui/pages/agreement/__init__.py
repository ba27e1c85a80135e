"""How far annotators agree, in pairs."""
