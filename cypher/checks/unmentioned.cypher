// Entities none of whose names occurs literally in the text; another form of a name may.
// parameters: $first STRING, $last STRING: ids of readings, both and all between them, as the
//             engine orders text
// columns:    reading STRING, name STRING, aliases STRING[], text STRING
MATCH (r:Reading)-[:MENTIONS]->(e:Entity)
WHERE $first <= r.id AND r.id <= $last
UNWIND e.aliases AS alias
WITH r, e, max(CASE WHEN toLower(r.text) CONTAINS toLower(alias) THEN 1 ELSE 0 END) AS found
WHERE found = 0
RETURN r.id AS reading, e.name AS name, e.aliases AS aliases, r.text AS text
