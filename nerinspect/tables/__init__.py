"""Result tables: the columns that files and screens show, computed from a study."""
