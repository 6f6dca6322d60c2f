// Make a new file of what ladybug_copy.cypher wrote: the old one keeps what was deleted from it.
IMPORT DATABASE 'copy';
