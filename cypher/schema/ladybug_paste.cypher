// Make a new file of what ladybug_copy.cypher wrote; the old one still has deleted bytes.
IMPORT DATABASE 'copy';
