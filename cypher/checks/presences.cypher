// The intervals over which entities are at locations.
// parameters: $readings STRING[] (their ids)
// columns:    reading STRING, entity STRING, location STRING, from_step INT64, until_step INT64,
//             states INT64 (that have a probability)
// OPTIONAL MATCH and a condition after it: for a MATCH from a row the embedded engine would scan
// all relationships
UNWIND $readings AS id
MATCH (r:Reading) WHERE r.id = id
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
OPTIONAL MATCH (e)-[at:LOCATED_AT]->(l:Location)
WITH r, e, at, l
WHERE l IS NOT NULL
RETURN r.id AS reading, e.id AS entity, l.name AS location, at.from_step AS from_step,
    at.until_step AS until_step, size(at.probabilities) AS states
