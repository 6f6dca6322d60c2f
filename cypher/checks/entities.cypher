// parameters: $readings [STRING]
// columns:    reading STRING, entity STRING, name STRING, states INT64 (that have a probability)
UNWIND $readings AS id
MATCH (r:Reading {id: id})
MATCH (r)-[m:MENTIONS]->(e:Entity)
RETURN r.id AS reading, e.id AS entity, e.name AS name, size(m.`exists`) AS states
