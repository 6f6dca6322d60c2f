// Entities none of whose names occurs literally in the text; another form of a name may.
// parameters: $readings STRING[] (their ids)
// columns:    reading STRING, name STRING, aliases STRING[], text STRING
// OPTIONAL MATCH and a condition after it: for a MATCH from a row the embedded engine would scan
// all relationships
UNWIND $readings AS id
MATCH (r:Reading) WHERE r.id = id
OPTIONAL MATCH (r)-[:MENTIONS]->(e:Entity)
WITH r, e
WHERE e IS NOT NULL
UNWIND e.aliases AS alias
WITH r, e, max(CASE WHEN toLower(r.text) CONTAINS toLower(alias) THEN 1 ELSE 0 END) AS found
WHERE found = 0
RETURN r.id AS reading, e.name AS name, e.aliases AS aliases, r.text AS text
