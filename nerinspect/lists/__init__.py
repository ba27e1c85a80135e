"""Lists of events, as files hold them and details show them: their rows, columns, ids and decisions."""
