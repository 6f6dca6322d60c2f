// Give the store its own id, once; later calls return the id that it has.
// parameters: $schema_version, $id
MERGE (s:Store {schema_version: $schema_version})
ON CREATE SET s.id = $id
RETURN s.id AS id
