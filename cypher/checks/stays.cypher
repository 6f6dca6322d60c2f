// The intervals over which entities are somewhere.
// parameters: $readings [STRING]
// columns:    reading STRING, entity STRING, location STRING, from_step INT64, until_step INT64,
//             states INT64 (that have a probability)
UNWIND $readings AS id
MATCH (r:Reading {id: id})
MATCH (r)-[:MENTIONS]->(e:Entity)-[at:LOCATED_AT]->(l:Location)
RETURN r.id AS reading, e.id AS entity, l.name AS location, at.from_step AS from_step,
    at.until_step AS until_step, size(at.probabilities) AS states
