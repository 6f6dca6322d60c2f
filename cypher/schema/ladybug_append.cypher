// Append what a batch of readings has to the tables, one statement a table: from columns rather
// than rows, which is many times faster. In the order of pipeline/stores/ladybug_columns.py.
// parameters: $rows, an Arrow table with the table's columns in the order of ladybug.cypher
COPY Reading FROM $rows;
COPY READ_AS FROM $rows;
COPY Step FROM $rows;
COPY HAS_STEP FROM $rows;
COPY NEXT FROM $rows;
COPY Entity FROM $rows;
COPY MENTIONS FROM $rows;
COPY INSTANCE_OF FROM $rows;
COPY Location FROM $rows;
COPY LOCATED_AT FROM $rows;
COPY CREATES FROM $rows;
COPY MOVES FROM $rows;
COPY DESTROYS FROM $rows;
