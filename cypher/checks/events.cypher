// An event without an origin creates, one without a destination destroys.
// parameters: $first STRING, $last STRING: ids of readings, both and all between them, as the
//             engine orders text
// columns:    reading STRING, entity STRING, step INT64, origin STRING or NULL,
//             destination STRING or NULL
MATCH (r:Reading)-[:HAS_STEP]->(s:Step)-[c:CREATES|MOVES|DESTROYS]->(e:Entity)
WHERE $first <= r.id AND r.id <= $last
RETURN r.id AS reading, e.id AS entity, s.number AS step, c.origin AS origin,
    c.destination AS destination
