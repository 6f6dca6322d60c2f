// How the steps of readings are numbered; a reading without steps has no row.
// parameters: $first STRING, $last STRING: ids of readings, both and all between them, as the
//             engine orders text
// columns:    reading STRING, steps INT64, numbers INT64 (that differ), first INT64, last INT64
MATCH (r:Reading)-[:HAS_STEP]->(s:Step)
WHERE $first <= r.id AND r.id <= $last
RETURN r.id AS reading, count(s) AS steps, count(DISTINCT s.number) AS numbers,
    min(s.number) AS first, max(s.number) AS last
