// After a migration the store has the newer version alone.
// parameters: $schema_version INT64
MATCH (s:Store)
WHERE s.schema_version < $schema_version
DELETE s
