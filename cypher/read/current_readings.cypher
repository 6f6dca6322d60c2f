// The reading of each document that held at a moment.
// parameters: $as_of LOCAL DATETIME (UTC)
MATCH (d:Document)-[:READ_AS]->(r:Reading)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
RETURN d.id AS document, r.id AS id, r.number AS number, r.title AS title, r.source AS source,
    r.text_sha256 AS text_sha256, r.model AS model, r.checkpoint AS checkpoint,
    r.settings AS settings, r.n_steps AS n_steps,
    r.recorded_from AS recorded_from, r.recorded_until AS recorded_until
ORDER BY document
