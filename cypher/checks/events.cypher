// An event without an origin creates, one without a destination destroys.
// parameters: $readings STRING[] (their ids)
// columns:    reading STRING, entity STRING, step INT64, origin STRING or NULL,
//             destination STRING or NULL
// OPTIONAL MATCH and a condition after it: for a MATCH from a row the embedded engine would scan
// all relationships
UNWIND $readings AS id
MATCH (r:Reading) WHERE r.id = id
OPTIONAL MATCH (r)-[:HAS_STEP]->(s:Step)
OPTIONAL MATCH (s)-[c:CREATES|MOVES|DESTROYS]->(e:Entity)
WITH r, s, c, e
WHERE e IS NOT NULL
RETURN r.id AS reading, e.id AS entity, s.number AS step, c.origin AS origin,
    c.destination AS destination
