// An event without an origin creates, one without a destination destroys.
// parameters: $readings [STRING]
// columns:    reading STRING, entity STRING, step INT64, origin STRING or NULL,
//             destination STRING or NULL
UNWIND $readings AS id
MATCH (r:Reading {id: id})
MATCH (r)-[:HAS_STEP]->(s:Step)-[c:CREATES|MOVES|DESTROYS]->(e:Entity)
RETURN r.id AS reading, e.id AS entity, s.number AS step, c.origin AS origin,
    c.destination AS destination
