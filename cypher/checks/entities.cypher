// The entities of some readings.
// parameters: $readings STRING[] (their ids)
// columns:    reading STRING, entity STRING, name STRING, states INT64 (that have a probability)
// OPTIONAL MATCH and a condition after it: for a MATCH from a row the embedded engine would scan
// all relationships
UNWIND $readings AS id
MATCH (r:Reading) WHERE r.id = id
OPTIONAL MATCH (r)-[m:MENTIONS]->(e:Entity)
WITH r, m, e
WHERE e IS NOT NULL
RETURN r.id AS reading, e.id AS entity, e.name AS name, size(m.`exists`) AS states
