// question:   Which documents are there?
// parameters: $documents STRING[] (the documents to look for), $as_of LOCAL DATETIME (UTC)
// columns:    document STRING, title STRING, number INT64 (of the reading), n_steps INT64
// rows:       one for each document
// source:     all documents with a reading at $as_of, by id
UNWIND $documents AS id
MATCH (d:Document) WHERE d.id = id
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH d, r
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
RETURN d.id AS document, r.title AS title, r.number AS number, r.n_steps AS n_steps
ORDER BY document
