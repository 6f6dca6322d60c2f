// Version 3 had no quantities.
CREATE NODE TABLE IF NOT EXISTS Quantity(
    id STRING PRIMARY KEY, kind STRING, text STRING, value DOUBLE, until DOUBLE, unit STRING,
    base_value DOUBLE, base_until DOUBLE, base_unit STRING, char_start INT64, char_end INT64);
CREATE REL TABLE IF NOT EXISTS GIVES(FROM Reading TO Quantity);
CREATE REL TABLE IF NOT EXISTS STATES(FROM Step TO Quantity);
CREATE REL TABLE IF NOT EXISTS AMOUNTS_TO(FROM Material TO Quantity);
CREATE REL TABLE IF NOT EXISTS OF(FROM Quantity TO Entity);
