// The intervals over which entities are at locations.
// parameters: $first STRING, $last STRING: ids of readings, both and all between them, as the
//             engine orders text
// columns:    reading STRING, entity STRING, location STRING, from_step INT64, until_step INT64,
//             states INT64 (that have a probability)
MATCH (r:Reading)-[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
WHERE $first <= r.id AND r.id <= $last
RETURN r.id AS reading, e.id AS entity, l.name AS location, at.from_step AS from_step,
    at.until_step AS until_step, size(at.probabilities) AS states
