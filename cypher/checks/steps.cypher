// How the steps of readings are numbered; a reading without steps has no row.
// parameters: $readings STRING[] (their ids)
// columns:    reading STRING, steps INT64, numbers INT64 (that differ), first INT64, last INT64
// OPTIONAL MATCH and a condition after it: for a MATCH from a row the embedded engine would scan
// all relationships
UNWIND $readings AS id
MATCH (r:Reading) WHERE r.id = id
OPTIONAL MATCH (r)-[:HAS_STEP]->(s:Step)
WITH r, s
WHERE s IS NOT NULL
RETURN r.id AS reading, count(s) AS steps, count(DISTINCT s.number) AS numbers,
    min(s.number) AS first, max(s.number) AS last
