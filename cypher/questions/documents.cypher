// question:   Which documents are there?
// parameters: $limit INT64 (at most so many), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, number INT64 (of the reading), n_steps INT64
// rows:       one for each document
// source:     what has a reading at $as_of, by id
MATCH (d:Document)-[:READ_AS]->(r:Reading)
WHERE d.id >= '' // every id; told so, Neo4j reads its index in order, and no more than $limit
AND r.recorded_from <= $as_of AND $as_of < r.recorded_until
RETURN d.id AS document, r.title AS title, r.number AS number, r.n_steps AS n_steps
ORDER BY document
LIMIT $limit
