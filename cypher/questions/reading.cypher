// question:   Which reading of the document is current?
// parameters: $document STRING, $as_of LOCAL DATETIME (UTC)
// columns:    title STRING, source STRING, number INT64, model STRING, checkpoint STRING,
//             n_steps INT64, recorded_from LOCAL DATETIME
// rows:       one; none if the document had no reading then
// source:     transaction time: the reading that held at $as_of
MATCH (d:Document {id: $document})-[:READ_AS]->(r:Reading)
WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until
RETURN r.title AS title, r.source AS source, r.number AS number, r.model AS model,
       r.checkpoint AS checkpoint, r.n_steps AS n_steps, r.recorded_from AS recorded_from
