// How the steps of readings are numbered; a reading without any has no row.
// parameters: $readings [STRING]
// columns:    reading STRING, steps INT64, numbers INT64 (that differ), first INT64, last INT64
UNWIND $readings AS id
MATCH (r:Reading {id: id})
MATCH (r)-[:HAS_STEP]->(s:Step)
RETURN r.id AS reading, count(s) AS steps, count(DISTINCT s.number) AS numbers,
    min(s.number) AS first, max(s.number) AS last
