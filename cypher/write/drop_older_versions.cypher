// Remove the older versions of the schema after a migration.
// parameters: $schema_version INT64
MATCH (s:Store)
WHERE s.schema_version < $schema_version
DELETE s
