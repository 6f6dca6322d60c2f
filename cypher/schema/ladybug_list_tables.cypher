// The tables of a file before ours are made: if there are any, another program made it.
CALL show_tables() RETURN name ORDER BY name
