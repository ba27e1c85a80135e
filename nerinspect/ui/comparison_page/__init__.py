"""The page that compares all systems: in pairs, by who has which mention, and as two versions of one."""
