// Every reading with the times at which it holds, in the engine's own order of ids.
// columns: document STRING, id STRING, number INT64, n_steps INT64,
//          recorded_from LOCAL DATETIME, recorded_until LOCAL DATETIME
MATCH (d:Document)-[:READ_AS]->(r:Reading)
RETURN d.id AS document, r.id AS id, r.number AS number, r.n_steps AS n_steps,
    r.recorded_from AS recorded_from, r.recorded_until AS recorded_until
ORDER BY id
