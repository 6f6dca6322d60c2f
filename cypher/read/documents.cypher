// Documents that were not forgotten, with or without an open reading, by id; at most $most.
// parameters: $most INT64
// columns:    id STRING, title STRING, source STRING
MATCH (d:Document)
WHERE d.forgotten_at IS NULL
RETURN d.id AS id, d.title AS title, d.source AS source
ORDER BY id
LIMIT $most
