// question:   Which documents are there?
// parameters: $limit INT64 (the most rows to return), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, number INT64 (of the reading), n_steps INT64
// rows:       one for each document
// source:     all documents with a reading at $as_of, by id
MATCH (d:Document)-[:READ_AS]->(r:Reading)
WHERE d.id >= '' // true of every id; makes Neo4j read its index in order, $limit rows
AND r.recorded_from <= $as_of AND $as_of < r.recorded_until
RETURN d.id AS document, r.title AS title, r.number AS number, r.n_steps AS n_steps
ORDER BY document
LIMIT $limit
