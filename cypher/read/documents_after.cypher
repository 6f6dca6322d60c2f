// Documents by id, those after one; Neo4j reads its index in order, $most entries.
// parameters: $after STRING, $most INT64
// columns:    document STRING
MATCH (d:Document)
WHERE d.id > $after
RETURN d.id AS document
ORDER BY document
LIMIT $most
