// All readings of some documents.
// parameters: $documents STRING[]
UNWIND $documents AS document
MATCH (d:Document) WHERE d.id = document
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH d, r
WHERE r IS NOT NULL
RETURN d.id AS document, r.id AS id, r.number AS number, r.title AS title, r.source AS source,
    r.text_sha256 AS text_sha256, r.model AS model, r.checkpoint AS checkpoint,
    r.settings AS settings, r.n_steps AS n_steps,
    r.recorded_from AS recorded_from, r.recorded_until AS recorded_until
ORDER BY document, number
