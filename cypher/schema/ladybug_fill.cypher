// Fill an empty file: these tables, then all of ladybug_append.cypher. In the order of FILLED in
// pipeline/stores/ladybug_columns.py.
// parameters: $rows, an Arrow table with the table's columns in the order of ladybug.cypher
COPY Document FROM $rows;
COPY Concept FROM $rows;
