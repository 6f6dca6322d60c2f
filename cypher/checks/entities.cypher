// parameters: $first STRING, $last STRING: ids of readings, both and all between them, as the
//             engine orders text
// columns:    reading STRING, entity STRING, name STRING, states INT64 (that have a probability)
MATCH (r:Reading)-[m:MENTIONS]->(e:Entity)
WHERE $first <= r.id AND r.id <= $last
RETURN r.id AS reading, e.id AS entity, e.name AS name, size(m.`exists`) AS states
