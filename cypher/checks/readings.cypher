// All readings of some documents, with the times at which they hold.
// parameters: $documents STRING[]
// columns:    document STRING, id STRING, number INT64, n_steps INT64,
//             recorded_from LOCAL DATETIME, recorded_until LOCAL DATETIME
UNWIND $documents AS document
MATCH (d:Document) WHERE d.id = document
OPTIONAL MATCH (d)-[:READ_AS]->(r:Reading)
WITH d, r
WHERE r IS NOT NULL
RETURN d.id AS document, r.id AS id, r.number AS number, r.n_steps AS n_steps,
    r.recorded_from AS recorded_from, r.recorded_until AS recorded_until
ORDER BY document, number
