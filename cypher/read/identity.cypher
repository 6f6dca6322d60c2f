// The store's own id and the version of its schema; Store nodes of other programs have none.
MATCH (s:Store)
WHERE s.schema_version IS NOT NULL
RETURN s.id AS id, s.schema_version AS schema_version
ORDER BY schema_version DESC
LIMIT 1
