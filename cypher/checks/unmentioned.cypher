// Entities none of whose names stands in the text as it is written; another form of one may.
// parameters: $readings [STRING]
// columns:    reading STRING, name STRING, aliases STRING[], text STRING
UNWIND $readings AS id
MATCH (r:Reading {id: id})
MATCH (r)-[:MENTIONS]->(e:Entity)
UNWIND e.aliases AS alias
WITH r, e, max(CASE WHEN toLower(r.text) CONTAINS toLower(alias) THEN 1 ELSE 0 END) AS found
WHERE found = 0
RETURN r.id AS reading, e.name AS name, e.aliases AS aliases, r.text AS text
