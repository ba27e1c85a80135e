"""Systems compared: in pairs, by who has which mention, and as two versions of one."""
